// Parameters that choose a system: those of /v1/plan, which every route about systems has.
import type { Lookup } from "../../lookup/lookup.js";
import { parseLockWords, type Locked } from "../../compare/update/lock.js";
import { list, version, type Parameter } from "../../contract/parameter.js";
import {
  LIST_OPTIONS,
  MOST_NAMES,
  pickPlanOptions,
  SWITCH_OPTIONS,
  type PlanOptions,
  type PlanQuestion,
} from "../../contract/browser/plan-question.js";
import { Problem, requireVersion } from "../../contract/problem.js";

/** Limit of repositories and modules in a lock in an address. */
export const MOST_LOCKED = 1_000;

const MODULES = `Technical names, comma-separated, at most ${MOST_NAMES}.`;

/** Options of a plan: sources of modules, and how they are installed. */
export const OPTIONS = {
  ...takeParameters(LIST_OPTIONS),
  ...takeParameters(SWITCH_OPTIONS),
} as const;

const SYSTEM_VERSION = version("The Odoo version; `19` means `19.0`.", {
  example: "19.0",
  required: true,
});

export const PLAN_PARAMETERS = {
  platform_version: SYSTEM_VERSION,
  modules: list(MOST_NAMES, MODULES, {
    example: "rental_core,leave_calendar",
    required: true,
    isUnordered: true,
  }),
  ...OPTIONS,
} as const;

/** Parameters of a question about the registry of a system. */
export const SYSTEM_PARAMETERS = {
  platform_version: SYSTEM_VERSION,
  modules: list(
    MOST_NAMES,
    `${MODULES} Dependencies and auto-installed modules are added as in /v1/plan. Without this and \`plan\`: the modules of an empty database.`,
    { example: "rental_core", isUnordered: true },
  ),
  plan: list(
    MOST_LOCKED,
    "An earlier plan in place of `modules`, comma-separated: `<module>@<version>` for each of its modules and, as the addons path, `<org>/<repo>@<commit>` for each repository. Exactly these modules are installed.",
    { example: "rental_core@1.0.0" },
  ),
  ...OPTIONS,
} as const;

/** Parameters of routes about all of a kind in a system, such as its menus. */
export const ABOUT_ALL = {
  tag: "systems",
  problems: ["unknown_version", "too_complex"],
  isCostly: true,
} as const;

/** Parameters of routes about one of a kind. */
export const ABOUT_ONE = {
  ...ABOUT_ALL,
  problems: [...ABOUT_ALL.problems, "not_in_system", "not_indexed"],
} as const;

interface SystemValues extends PlanOptions {
  readonly platform_version: string;
}

/** @throws Problem `unknown_version` */
export function readPlanQuestion(
  snapshot: Lookup["snapshot"],
  values: SystemValues & { readonly modules: readonly string[] },
): PlanQuestion {
  const { platform_version: platformVersion, modules } = values;
  requireVersion(snapshot.versions, platformVersion);
  return { platformVersion, modules, ...pickPlanOptions(values) };
}

/** @throws Problem `unknown_version`, or `invalid_parameters` for a plan that names no module */
export function readSystemQuestion(
  snapshot: Lookup["snapshot"],
  values: SystemValues & {
    readonly modules: readonly string[] | undefined;
    readonly plan: readonly string[] | undefined;
  },
): PlanQuestion {
  const { modules: named, plan, ...system } = values;
  if (plan === undefined) return readPlanQuestion(snapshot, { ...system, modules: named ?? [] });
  const { modules = [], repositories } = readLockWords("plan", plan);
  if (modules.length === 0) throw refuse("plan", "names no module as <module>@<version>");
  const question = readPlanQuestion(snapshot, {
    ...system,
    modules: modules.map(({ technicalName }) => technicalName),
    auto_install: false,
  });
  if (repositories.length === 0) return question;
  return { ...question, repositories: repositories.map(({ provider }) => provider) };
}

/** @throws Problem `invalid_parameters` */
export function readLockWords(parameter: string, words: readonly string[]): Locked {
  const locked = parseLockWords(words);
  if (typeof locked !== "string") return locked;
  throw refuse(
    parameter,
    `has "${locked}", which is neither <org>/<repo>@<commit> nor <module>@<version>`,
  );
}

/**
 * The problem `invalid_parameters` for one parameter.
 * @param detail continues the sentence after its name
 */
export function refuse(parameter: string, detail: string): Problem {
  return new Problem("invalid_parameters", `Wrong parameters: ${parameter} ${detail}.`, {
    errors: [{ parameter, detail }],
  });
}

type Parameters<T> = {
  readonly [N in keyof T]: T[N] extends { readonly parameter: infer P } ? P : never;
};

function takeParameters<T extends Readonly<Record<string, { readonly parameter: Parameter }>>>(
  options: T,
): Parameters<T> {
  return Object.fromEntries(
    Object.entries(options).map(([name, { parameter }]) => [name, parameter]),
  ) as Parameters<T>;
}

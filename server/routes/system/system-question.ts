// What says which system is asked about: the parameters of /v1/plan, which every route about systems has.
import type { Lookup } from "../../lookup/lookup.js";
import type { PlanQuestion } from "../../registry/addons-path.js";
import { parseLockWords, type Locked } from "../../change/update/lock.js";
import { list, MOST_NAMES, switchOff, version } from "../../contract/parameter.js";
import { Problem, toMissingProblem } from "../../contract/problem.js";

/** As many repositories and modules as a lock in an address may name. */
export const MOST_LOCKED = 1_000;

/** As many repositories as a question may name. */
const MOST_REPOSITORIES = 500;

const MODULES = `Technical names, comma-separated, at most ${MOST_NAMES}.`;

/** Which modules there are, and where they are taken from. */
const ADDONS = {
  repositories: list(
    MOST_REPOSITORIES,
    "The addons path: `<org>/<repo>`, comma-separated, the first wins; by default all repositories.",
    { example: "harbor-works/retail,northwind-addons/hr" },
  ),
  exclude: list(
    MOST_NAMES,
    "Modules to leave out, comma-separated: the answer is as if they did not exist.",
    {
      example: "rental_portal",
    },
  ),
  prefer: list(
    MOST_REPOSITORIES,
    "Organizations or `<org>/<repo>`, comma-separated, most preferred first: where several repositories have a module, the first of these is taken.",
    { example: "northwind-addons" },
  ),
  auto_install: switchOff("False: without auto-installed modules."),
} as const;

const SYSTEM_VERSION = version("The platform version; `17` means `17.0`.", {
  example: "17.0",
  required: true,
});

/** Of a question for a plan. */
export const PLAN_PARAMETERS = {
  platform_version: SYSTEM_VERSION,
  modules: list(MOST_NAMES, MODULES, { example: "rental_core,leave_calendar", required: true }),
  ...ADDONS,
} as const;

/** Of a question about the registry of a system. */
export const SYSTEM_PARAMETERS = {
  platform_version: SYSTEM_VERSION,
  modules: list(
    MOST_NAMES,
    `${MODULES} Dependencies and auto-installed modules are added as in /v1/plan. Without this and \`plan\`: the modules of an empty database.`,
    { example: "rental_core" },
  ),
  plan: list(
    MOST_LOCKED,
    "An earlier plan in place of `modules`, comma-separated: `<module>@<version>` for each of its modules and, as the addons path, `<org>/<repo>@<commit>` for each repository. Exactly these modules are installed.",
    { example: "rental_core@1.0.0" },
  ),
  ...ADDONS,
} as const;

interface AddonsValues {
  readonly platform_version: string;
  readonly repositories: readonly string[] | undefined;
  readonly exclude: readonly string[] | undefined;
  readonly prefer: readonly string[] | undefined;
  readonly auto_install: boolean;
}

/** @throws Problem `unknown_version` */
export function readPlanQuestion(
  snapshot: Lookup["snapshot"],
  values: AddonsValues & { readonly modules: readonly string[] },
): PlanQuestion {
  const { platform_version: platformVersion, auto_install: autoInstall } = values;
  const { modules, repositories, exclude, prefer } = values;
  if (!snapshot.versions.includes(platformVersion)) {
    const { versions: availableVersions } = snapshot;
    throw toMissingProblem(
      { found: false, reason: "unknown_version", version: platformVersion, availableVersions },
      platformVersion,
    );
  }
  return { platformVersion, modules, repositories, exclude, prefer, autoInstall };
}

/** @throws Problem `unknown_version`, or `invalid_parameters` for a plan that names no module */
export function readSystemQuestion(
  snapshot: Lookup["snapshot"],
  values: AddonsValues & {
    readonly modules: readonly string[] | undefined;
    readonly plan: readonly string[] | undefined;
  },
): PlanQuestion {
  const { modules: named, plan, ...addons } = values;
  if (plan === undefined) return readPlanQuestion(snapshot, { ...addons, modules: named ?? [] });
  const { modules = [], repositories } = readLockWords("plan", plan);
  if (modules.length === 0) throw refuse("plan", "names no module as <module>@<version>");
  const question = readPlanQuestion(snapshot, {
    ...addons,
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

function refuse(parameter: string, detail: string): Problem {
  return new Problem("invalid_parameters", `Wrong parameters: ${parameter} ${detail}.`, {
    errors: [{ parameter, detail }],
  });
}

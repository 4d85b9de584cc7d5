// GET /v1/upgrade and /v1/upgrade/{module_name}: what taking a database from one platform version to another does to it.
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import {
  list,
  MODULE_NAME,
  outputFormat,
  PROVIDER,
  switchOn,
  text,
  VERSION_PAIR,
} from "../../contract/parameter.js";
import { MOST_NAMES, type PlanOptions } from "../../contract/browser/plan-question.js";
import { getFound, requireVersion } from "../../contract/problem.js";
import { shape } from "../../contract/route.js";
import type {
  ModuleUpgrade,
  Upgrade,
  UpgradedModule,
} from "../../contract/shape/migration/upgrade.js";
import type { NoupdateChange } from "../../compare/upgrade/noupdate-changes.js";
import type { UpgradeQuestion } from "../../compare/upgrade/find-upgrade.js";
import type { Lookup } from "../../lookup/lookup.js";
import { answerLong, takeLongSteps } from "../../lookup/limits.js";
import { getProvider } from "../../lookup/entries.js";
import { findModuleEntries, type DetailFilter } from "../../lookup/module/modules.js";
import { defineRoute, type RouteRequest } from "../define-route.js";
import { toAbsence } from "../system/read-registry.js";
import { OPTIONS, readPlanQuestion, refuse } from "../system/system-question.js";
import { UPGRADE_FORMATS } from "../text/upgrade/formats.js";

const names = <const D extends { readonly required?: true }>(description: string, details: D) =>
  list(MOST_NAMES, description, { example: "rental_core", isUnordered: true, ...details });

const loadShapes = () => import("../../contract/shape/migration/upgrade.js");

const loadLayouts = () => import("../../contract/shape/migration/upgrade-layout.js");

/** Description of both routes. */
const ANALYSIS =
  "As OpenUpgrade's module `upgrade_analysis` tells it of two installed databases; here from source, without installing: each field under the module in whose loading it first appears on its model. Both installations are those of /v1/plan. What only running code knows is listed in `unknown`.";

const ASKED = {
  format: outputFormat(UPGRADE_FORMATS.names),
  steps: switchOn(
    "One analysis for each version in between, since scripts of a version run when it is reached. A renamed module is known by its name at each version.",
  ),
} as const;

interface Asked extends PlanOptions {
  readonly from: string;
  readonly to: string;
}

/** @throws Problem `unknown_version`, or `invalid_parameters` for a downgrade */
function toQuestion(
  snapshot: Lookup["snapshot"],
  { from, to, ...options }: Asked,
  before: readonly string[],
  afterwards = before,
): UpgradeQuestion {
  if (comparePlatformVersions(from, to) > 0)
    throw refuse("to", `must not be an earlier version than from (${from})`);
  const read = (platform_version: string, modules: readonly string[]) =>
    readPlanQuestion(snapshot, { ...options, platform_version, modules });
  return { from: read(from, before), to: read(to, afterwards) };
}

/** Loaded when it is first asked for, so that the service is ready as soon as without it. */
async function ask(
  { lookup: { snapshot }, findAsker }: RouteRequest,
  question: UpgradeQuestion,
  { steps }: { readonly steps: boolean },
): Promise<Upgrade> {
  const { findUpgrade, findUpgradeSteps } = await import("../../compare/upgrade/find-upgrade.js");
  return answerLong(
    () =>
      steps
        ? findUpgradeSteps(snapshot, question)
        : findUpgrade({ from: snapshot, to: snapshot }, question),
    findAsker?.(),
  );
}

/** Finds the texts beside the analysis on demand. */
async function render(
  format: (typeof UPGRADE_FORMATS.names)[number],
  modules: readonly ModuleUpgrade[],
  { lookup: { snapshot }, findAsker }: RouteRequest,
  question: UpgradeQuestion,
  { steps }: { readonly steps: boolean },
) {
  if (format !== "noupdate") return UPGRADE_FORMATS.render(format, { modules, noupdate: [] });
  const [{ findNoupdateChanges }, { listSteps }] = await Promise.all([
    import("../../compare/upgrade/noupdate-changes.js"),
    import("../../compare/upgrade/find-upgrade.js"),
  ]);
  const sides = { from: snapshot, to: snapshot };
  const all: NoupdateChange[] = [];
  const find = async (): Promise<void> => {
    const questions = steps ? await takeLongSteps(listSteps(snapshot, question)) : [question];
    for (const one of questions) all.push(...(await findNoupdateChanges(sides, one)));
  };
  await answerLong(find, findAsker?.());
  const shown = new Set(modules.map(({ module }) => module));
  const noupdate = all.filter(({ module }) => shown.has(module));
  return UPGRADE_FORMATS.render(format, { modules, noupdate });
}

export const upgradeRoute = defineRoute({
  path: "/v1/upgrade",
  operation: "analyzeUpgrade",
  tag: "systems",
  summary: "What an upgrade does to the database",
  description: `The models, fields and external ids that come, go, move or change from one Odoo version to another, by module. ${ANALYSIS}`,
  parameters: {
    ...VERSION_PAIR,
    modules: names(
      `Modules that are installed before and afterwards, comma-separated, at most ${MOST_NAMES}; one that a version does not have is left out there, see \`missing\`.`,
      { required: true },
    ),
    from_modules: names("Modules that are installed before, but not afterwards.", {}),
    to_modules: names("Modules that are installed afterwards, but not before.", {}),
    ...OPTIONS,
    ...ASKED,
  },
  answer: {
    description: "The changes, by module.",
    shape: shape(loadShapes, "Upgrade"),
    layout: async () => (await loadLayouts()).layUpgrade,
  },
  formats: {
    ...UPGRADE_FORMATS,
    render: (name, { modules }, request, values) =>
      render(name, modules, request, toSystemQuestion(request.lookup.snapshot, values), values),
  },
  problems: ["unknown_version", "too_complex", "too_busy"],
  isCostly: true,
  async respond(request, values) {
    const question = toSystemQuestion(request.lookup.snapshot, values);
    return { body: await ask(request, question, values) };
  },
});

interface AskedSystem extends Asked {
  readonly modules: readonly string[];
  readonly from_modules: readonly string[] | undefined;
  readonly to_modules: readonly string[] | undefined;
}

function toSystemQuestion(
  snapshot: Lookup["snapshot"],
  { modules, from_modules: before = [], to_modules: afterwards = [], ...values }: AskedSystem,
): UpgradeQuestion {
  return toQuestion(snapshot, values, [...modules, ...before], [...modules, ...afterwards]);
}

const moduleUpgradeRoute = defineRoute({
  path: "/v1/upgrade/{module_name}",
  operation: "analyzeModuleUpgrade",
  tag: "systems",
  summary: "What an upgrade of a module does to the database",
  description: `The models, fields and external ids of one module that come, go, move or change. A move to or from a module that is not installed with it counts as gone or new. ${ANALYSIS}`,
  parameters: {
    module_name: MODULE_NAME,
    ...VERSION_PAIR,
    modules: names(
      "Modules that are installed with it, comma-separated; by default those that it depends on.",
      {},
    ),
    ...PROVIDER,
    repository: text("The former name of `repo`.", { example: "retail" }),
    ...OPTIONS,
    ...ASKED,
  },
  answer: {
    description: "The changes.",
    shape: shape(loadShapes, "ModuleUpgradeAnswer"),
    layout: async () => (await loadLayouts()).layModuleUpgrade,
  },
  formats: {
    ...UPGRADE_FORMATS,
    render: (name, { steps, ...one }, request, values) => {
      const question = toModuleQuestion(request.lookup.snapshot, values);
      return render(name, steps ?? [one], request, question, values);
    },
  },
  problems: [
    "unknown_version",
    "unknown_module",
    "module_not_at_version",
    "module_not_in_repository",
    "not_in_system",
    "not_indexed",
    "too_complex",
    "too_busy",
  ],
  isCostly: true,
  async respond(request, values) {
    const { snapshot } = request.lookup;
    const { module_name: name } = values;
    const question = toModuleQuestion(snapshot, values);
    const whole = await ask(request, question, { steps: false });
    const own = pickModule(whole, name);
    if (own === undefined) throw toAbsence("module", name, whole.not_indexed, []);
    if (!values.steps) return { body: own };
    const { listSteps } = await import("../../compare/upgrade/find-upgrade.js");
    const steps: UpgradedModule[] = [];
    let called = name;
    const findSteps = () => takeLongSteps(listSteps(snapshot, question));
    for (const step of await answerLong(findSteps, request.findAsker?.())) {
      const one = pickModule(await ask(request, step, { steps: false }), called);
      if (one === undefined) continue;
      steps.push(one);
      called = one.renamed_to ?? one.module;
    }
    return { body: { ...own, steps } };
  },
});

/** Part for one module, under its new name unless it was merged, with the facts of the whole. */
function pickModule(whole: Upgrade, name: string): UpgradedModule | undefined {
  const { complete, not_indexed, not_indexed_count, rules_of, missing_modules, line_urls } = whole;
  const own = whole.modules.find(({ module }) => module === name);
  const later = (own?.state === "renamed" && own.renamed_to) || name;
  const one = whole.modules.find(({ module }) => module === later);
  const facts = { complete, not_indexed, not_indexed_count, missing_modules, line_urls };
  return one && { ...one, ...facts, ...(rules_of !== undefined && { rules_of }) };
}

interface AskedModule extends Asked, Pick<DetailFilter, "org" | "repo"> {
  readonly module_name: string;
  readonly modules: readonly string[] | undefined;
  readonly repository: string | undefined;
}

/** @throws Problem as `listProviders` */
function toModuleQuestion(
  snapshot: Lookup["snapshot"],
  { module_name: name, modules = [], repository, org, repo = repository, ...values }: AskedModule,
): UpgradeQuestion {
  const providers = listProviders(snapshot, name, { ...values, org, repo });
  const options = { ...values, prefer: [...providers, ...(values.prefer ?? [])] };
  return toQuestion(snapshot, options, [name, ...modules]);
}

/**
 * Repositories with the module at either version; empty if none is requested.
 * @throws Problem as for an unknown module
 */
function listProviders(
  snapshot: Lookup["snapshot"],
  name: string,
  { from, to, ...provider }: Pick<AskedModule, "from" | "to" | "org" | "repo">,
): readonly string[] {
  for (const version of [from, to]) requireVersion(snapshot.versions, version);
  const sides = [from, to].map((platform_version) =>
    findModuleEntries(snapshot, name, { platform_version, ...provider }),
  );
  const entries = sides.flatMap((side) => (side.found ? side.value : []));
  const [missing] = sides;
  if (entries.length === 0 && missing !== undefined) getFound(missing, name);
  const isAsked = provider.org !== undefined || provider.repo !== undefined;
  return isAsked ? entries.map((entry) => getProvider(snapshot, entry)) : [];
}

export const upgradeRoutes = [upgradeRoute, moduleUpgradeRoute] as const;

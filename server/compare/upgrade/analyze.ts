// Upgrade of a database, by module: two systems, each recorded while it is loaded, compared.
import { addToGroup } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Steps } from "../../../data/yield.js";
import type { ComparedModule, UnknownChange } from "../../contract/shape/migration/upgrade.js";
import type { UpgradeCode } from "../../contract/shape/migration/upgrade-codes.js";
import { getInstalledVersion, getRepository } from "../../lookup/entries.js";
import { spendSteps, STEPS_PER_USE, type StepBudget } from "../../lookup/limits.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import { getApiStep } from "../../registry/api/open-api-step.js";
import { listRemade } from "./compare-ids.js";
import {
  type ModuleState,
  type ModuleStates,
  type ToldChanges,
  compareSystems,
  createModuleStates,
  isKnown,
  keepDifferent,
} from "./compare-systems.js";
import { findModelNames, findRenames } from "./find-renames.js";
import {
  renderAnalysis,
  toFieldLine,
  toModelLine,
  toRecordLine,
  type ModuleLines,
} from "./openupgrade-text.js";
import { type Cover, createCover, listRunScripts } from "./scripts.js";
import type { UpgradeSide } from "./side.js";
import { tellFields, tellModels, tellRecords, toMeaning } from "./tell-changes.js";
import { createModuleNames, NO_RENAMES, type UpgradeNames } from "../../registry/api/names.js";

interface RecordedSystems {
  readonly before: UpgradeSide;
  readonly after: UpgradeSide;
  /** Modules that are there before and wanted no more. */
  readonly uninstalled: ReadonlySet<string>;
}

/** By name: all modules that are installed before or afterwards. @throws TooComplex where it takes more than the budget */
export function* analyzeUpgrade(
  { before, after, uninstalled }: RecordedSystems,
  budget: StepBudget,
): Steps<readonly ComparedModule[]> {
  const [from, to] = [before.registry, after.registry];
  const versions = { from: from.system.platformVersion, to: to.system.platformVersion };
  const { snapshot } = to.system;
  const { toModule } = createModuleNames(
    snapshot,
    versions,
    (name) => to.system.find(name) !== undefined,
  );
  const scripts = yield* listRunScripts(from, to, toModule);
  const isStep = versions.from !== versions.to;
  const step = isStep ? getApiStep(snapshot, versions, from.system.snapshot) : undefined;
  const sides = { before, after, scripts, step };
  const names = yield* findModelNames(sides, toModule);
  const states = createModuleStates(from.system, to.system, { names, uninstalled });
  const different = yield* keepDifferent(before, after, names);
  const told = yield* compareSystems({ ...different, states }, names);
  const hasOwnNames =
    from.system.modules.every(({ name }) => toModule(name) === name) &&
    [...before.models.keys()].every((model) => names.toModel(model) === model);
  const lines = listLines(
    hasOwnNames ? told : yield* compareSystems({ ...different, states }, NO_RENAMES),
  );
  const cover = createCover(scripts);
  const renames = yield* findRenames(sides, told.fields, names);
  const isMerged = (module: string): boolean => states.findBefore(module) === "merged";
  const context = { before, after, names, cover, renames, isMerged };
  const models = yield* tellModels(told.models, context);
  const fields = yield* tellFields(told.fields, context);
  const records = yield* tellRecords(told.ids, context);
  for (const rows of [models, fields, records].flatMap((all) => [...all.values()])) {
    spendSteps(budget, STEPS_PER_USE * rows.length);
  }
  yield;
  const remade = listRemade(before, after, names);
  const unknown = tellUnknown(before, after, states, names);
  const modules = new Set(
    [from, to].flatMap(({ system }) => system.modules.map(({ name }) => name)),
  );
  return [...modules].toSorted(compareText).map((module) => ({
    ...describeModule(module, { from, to, names, states, cover, remade }),
    models: models.get(module) ?? [],
    fields: fields.get(module) ?? [],
    records: records.get(module) ?? [],
    scripts: scripts
      .filter((script) => script.module === module)
      .map(({ version, phase, file, source }) => ({ version, phase, file, source })),
    unknown: unknown.get(module) ?? [],
    text: renderAnalysis(module, lines.get(module)),
  }));
}

/** By the module whose text has them. */
function listLines({ models, fields, ids }: ToldChanges): ReadonlyMap<string, ModuleLines> {
  const lines = new Map<string, ModuleLines>();
  const open = (module: string): ModuleLines => {
    const own = lines.get(module) ?? { models: [], fields: [], records: [] };
    lines.set(module, own);
    return own;
  };
  for (const { section, row } of models) open(section).models.push(toModelLine(row));
  for (const one of fields) open(one.section).fields.push(toFieldLine(one));
  for (const { section, row } of ids) open(section).records.push(toRecordLine(row));
  return lines;
}

interface DescribedSystems {
  readonly from: Registry;
  readonly to: Registry;
  readonly names: UpgradeNames;
  readonly states: ModuleStates;
  readonly cover: Cover;
  /** Modules that lose records by their new name. */
  readonly remade: ReadonlySet<string>;
}

/** Codes for states of a module that need more than its rows tell. */
const STATE_CODES: Partial<Readonly<Record<ModuleState, UpgradeCode>>> = {
  not_ported: "module_not_ported",
  not_known: "module_not_known",
};

function describeModule(
  module: string,
  { from, to, names, states, cover, remade }: DescribedSystems,
) {
  const own = from.system.find(module);
  const formerNames = states.listFormer(module);
  const former = own ?? from.system.find(formerNames[0] ?? "");
  const later = to.system.find(module);
  const [{ system }, known] = later === undefined ? [from, former] : [to, later];
  const state = own === undefined ? states.findAfter(module) : states.findBefore(module);
  // A renamed module has its rows under the new name, a merged one its own.
  const lost = [module, ...formerNames].find(
    (name) => remade.has(name) && (states.findBefore(name) === "merged") === (name === module),
  );
  const renamed = lost === module ? ("module_merged" as const) : ("module_renamed" as const);
  const code = lost === undefined ? STATE_CODES[state] : renamed;
  const name = names.toModule(module);
  return {
    module,
    repository: known ? getRepository(system.snapshot, known.entry).repository : null,
    from: from.system.platformVersion,
    to: to.system.platformVersion,
    from_version:
      former === undefined ? null : getInstalledVersion(from.system.snapshot, former.entry),
    to_version: later === undefined ? null : getInstalledVersion(to.system.snapshot, later.entry),
    state,
    ...(own !== undefined && name !== module && { renamed_to: name }),
    ...(formerNames.length > 0 && { renamed_from: formerNames }),
    ...(code !== undefined && { meaning: toMeaning(code, cover, { module: lost ?? module }) }),
  };
}

/** Each once, under the module in which it is first looked at. */
function tellUnknown(
  before: UpgradeSide,
  after: UpgradeSide,
  states: ModuleStates,
  names: UpgradeNames,
): ReadonlyMap<string, readonly UnknownChange[]> {
  const told = new Map<string, UnknownChange[]>();
  const tell = (side: UnknownChange["side"], { fields: { unknown } }: UpgradeSide): void => {
    const met = new Set<string>();
    for (const { module, model, field, reason } of unknown) {
      const key = `${model} ${field}`;
      if (met.has(key)) continue;
      met.add(key);
      const isFormer = side === "from";
      const state = isFormer ? states.findBefore(module) : states.findAfter(module);
      if (module !== "" && !isKnown(state)) continue;
      addToGroup(told, isFormer ? names.toModule(module) : module, { model, field, side, reason });
    }
  };
  tell("from", before);
  tell("to", after);
  return told;
}

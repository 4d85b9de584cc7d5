// What an upgrade does to the database, by module: two systems, each as it is recorded while it is loaded, compared.
import { addToGroup } from "../../../data/grouped.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Steps } from "../../../data/yield.js";
import type { ModuleUpgrade, UnknownChange } from "../../contract/shape/migration/upgrade.js";
import { getRepository } from "../../lookup/entries.js";
import { spendSteps, STEPS_PER_USE, type StepBudget } from "../../lookup/limits.js";
import type { Registry } from "../../registry/loaded/registry-cache.js";
import { compareFields } from "./compare-fields.js";
import { findRenames } from "./find-renames.js";
import { createCover } from "./scripts/cover.js";
import { listRunScripts, toVersion } from "./scripts/run-scripts.js";
import { recordSide, type UpgradeSide } from "./side.js";
import { tellFields, tellModels, tellRecords } from "./tell-changes.js";
import type { UpgradeNames } from "./upgrade-names.js";

/** By name: all modules that are installed before or afterwards. @throws TooComplex where it takes more than the budget */
export function* analyzeUpgrade(
  openFrom: () => Registry,
  openTo: () => Registry,
  names: UpgradeNames,
  budget: StepBudget,
): Steps<readonly ModuleUpgrade[]> {
  const before = yield* recordSide(openFrom, budget);
  const after = yield* recordSide(openTo, budget);
  const [from, to] = [before.registry, after.registry];
  const scripts = yield* listRunScripts(from, to, names);
  const cover = createCover(scripts);
  const changes = yield* compareFields(before.fields.fields, after.fields.fields, names);
  const renames = yield* findRenames(before, after, changes, scripts);
  const context = { before, after, names, cover, renames };
  const models = yield* tellModels(context);
  const fields = yield* tellFields(changes, context);
  const records = yield* tellRecords(context);
  for (const rows of [models, fields, records].flatMap((told) => [...told.values()])) {
    spendSteps(budget, STEPS_PER_USE * rows.length);
  }
  yield;
  const unknown = tellUnknown(before, after, names);
  const modules = new Set([
    ...from.system.modules.map(({ name }) => names.toModule(name)),
    ...to.system.modules.map(({ name }) => name),
  ]);
  return [...modules].toSorted(compareText).map((module) => ({
    ...describeModule(module, from, to, names),
    models: models.get(module) ?? [],
    fields: fields.get(module) ?? [],
    records: records.get(module) ?? [],
    scripts: scripts
      .filter((script) => script.module === module)
      .map(({ version, phase, file, source }) => ({ version, phase, file, source })),
    unknown: unknown.get(module) ?? [],
  }));
}

function describeModule(module: string, from: Registry, to: Registry, names: UpgradeNames) {
  const former =
    from.system.find(module) ??
    from.system.modules.find(({ name }) => names.toModule(name) === module);
  const later = to.system.find(module);
  const [{ system }, known] = later === undefined ? [from, former] : [to, later];
  return {
    module,
    repository: known ? getRepository(system.snapshot, known.entry).repository : null,
    from: from.system.platformVersion,
    to: to.system.platformVersion,
    from_version: former === undefined ? null : toVersion(from, former.entry),
    to_version: later === undefined ? null : toVersion(to, later.entry),
  };
}

/** Each once, under the module in which it is first looked at. */
function tellUnknown(
  before: UpgradeSide,
  after: UpgradeSide,
  names: UpgradeNames,
): ReadonlyMap<string, readonly UnknownChange[]> {
  const told = new Map<string, UnknownChange[]>();
  const tell = (side: UnknownChange["side"], { fields: { unknown } }: UpgradeSide): void => {
    const met = new Set<string>();
    for (const { module, model, field, reason } of unknown) {
      const key = `${model} ${field}`;
      if (met.has(key)) continue;
      met.add(key);
      const section = side === "from" ? names.toModule(module) : module;
      addToGroup(told, section, { model, field, side, reason });
    }
  };
  tell("from", before);
  tell("to", after);
  return told;
}

// The analysis of an upgrade of two systems of one snapshot.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { comparePlatformVersions, compareText } from "../../../data/platform/platform-version.js";
import { takeSteps, type Steps } from "../../../data/yield.js";
import type { PlanQuestion } from "../../contract/browser/plan-question.js";
import type { Completeness } from "../../contract/shape/completeness.js";
import type { ModuleUpgrade, Upgrade } from "../../contract/shape/migration/upgrade.js";
import { listProviderEntries } from "../../lookup/dependency/dependency-graph.js";
import { toCompleteness } from "../../lookup/dependency/not-indexed.js";
import { createUpgradeSteps, type StepBudget } from "../../lookup/limits.js";
import { listLineTemplates } from "../../registry/loaded/loaded-system.js";
import { loadRegistry, type Registry } from "../../registry/loaded/registry-cache.js";
import { planSystem } from "../../registry/system-cache.js";
import { analyzeUpgrade } from "./analyze.js";
import { listUpgradeNames, NO_RENAMES } from "./upgrade-names.js";

export interface UpgradeQuestion {
  readonly from: PlanQuestion;
  readonly to: PlanQuestion;
  /** Whether OpenUpgrade's lists count. */
  readonly renames: boolean;
}

/** What has both sides: mostly one snapshot. */
export interface UpgradeSnapshots {
  readonly from: Snapshot;
  readonly to: Snapshot;
}

/** Both systems, and the names that count. @throws TooComplex */
export function openUpgrade(snapshots: UpgradeSnapshots, { from, to, renames }: UpgradeQuestion) {
  const names = renames ? listUpgradeNames(from.platformVersion, to.platformVersion) : NO_RENAMES;
  return { from: findSide(snapshots.from, from), to: findSide(snapshots.to, to), names };
}

/** @throws TooComplex */
export async function findUpgrade(
  snapshots: UpgradeSnapshots,
  question: UpgradeQuestion,
): Promise<Upgrade> {
  return toUpgrade([await takeSteps(analyze(snapshots, question, createUpgradeSteps()))]);
}

/**
 * Through each version of the snapshot between, one analysis after the other: all together within the limit of one,
 * since all are in the answer.
 * @throws TooComplex
 */
export async function findUpgradeSteps(
  snapshot: Snapshot,
  question: UpgradeQuestion,
): Promise<Upgrade> {
  const budget = createUpgradeSteps();
  const all: Analysis[] = [];
  for (const step of listSteps(snapshot, question)) {
    all.push(await takeSteps(analyze({ from: snapshot, to: snapshot }, step, budget)));
  }
  return {
    ...toUpgrade(all),
    steps: all.map(({ modules: _rows, notIndexed: _names, ...step }) => step),
  };
}

interface Analysis extends Omit<Upgrade, keyof Completeness | "steps"> {
  readonly notIndexed: readonly string[];
}

function* analyze(
  snapshots: UpgradeSnapshots,
  question: UpgradeQuestion,
  budget: StepBudget,
): Steps<Analysis> {
  const { from, to, names } = openUpgrade(snapshots, question);
  const modules = yield* analyzeUpgrade(from.open, to.open, names, budget);
  yield;
  const systems = { from: from.open(), to: to.open() };
  return {
    from: { platform_version: question.from.platformVersion },
    to: { platform_version: question.to.platformVersion },
    plan: { from: from.plan, to: to.plan },
    missing: { from: from.missing, to: to.missing },
    line_urls: listLineUrls(systems.from, systems.to, modules),
    modules,
    notIndexed: [...systems.from.known.names, ...systems.to.known.names],
  };
}

/** @param all one after the other, at least one */
function toUpgrade(all: readonly Analysis[]): Upgrade {
  const [first, last] = [all[0], all.at(-1)] as [Analysis, Analysis];
  return {
    from: first.from,
    to: last.to,
    ...toCompleteness(all.flatMap(({ notIndexed }) => notIndexed)),
    plan: { from: first.plan.from, to: last.plan.to },
    missing: { from: first.missing.from, to: last.missing.to },
    modules: all.flatMap(({ modules }) => modules),
    line_urls: { from: first.line_urls.from, to: last.line_urls.to },
  };
}

/**
 * From each version to the next one, since scripts of a version run when it is reached. What has another name at a
 * version is asked for by that from then on, too.
 */
export function listSteps(
  snapshot: Snapshot,
  { from, to, renames }: UpgradeQuestion,
): readonly UpgradeQuestion[] {
  const [first, last] = [from.platformVersion, to.platformVersion];
  const between = snapshot.versions.filter(
    (one) => comparePlatformVersions(one, first) > 0 && comparePlatformVersions(one, last) < 0,
  );
  const way = [...between.toSorted(comparePlatformVersions), last];
  if (way.length === 1) return [{ from, to, renames }];
  const steps: UpgradeQuestion[] = [];
  let before = from;
  for (const platformVersion of way) {
    const asked = platformVersion === last ? to.modules : from.modules;
    const modules = nameAt(snapshot, { first, platformVersion }, asked);
    const after = { ...to, platformVersion, modules };
    steps.push({ from: before, to: after, renames });
    before = after;
  }
  return steps;
}

/** By the names that they have at a version: where it has a module of the later name it need not have the former. */
function nameAt(
  snapshot: Snapshot,
  { first, platformVersion }: { readonly first: string; readonly platformVersion: string },
  names: readonly string[],
): readonly string[] {
  const { toModule } = listUpgradeNames(first, platformVersion);
  const isThere = (name: string): boolean =>
    listProviderEntries(snapshot, name, platformVersion).length > 0;
  return [
    ...new Set(
      names.flatMap((name) => {
        const later = toModule(name);
        if (later === name || !isThere(later)) return [name];
        return isThere(name) ? [name, later] : [later];
      }),
    ),
  ];
}

/** Of all modules that have a line in the answer. */
function listLineUrls(
  from: Registry,
  to: Registry,
  modules: readonly ModuleUpgrade[],
): Upgrade["line_urls"] {
  const names = { from: new Set<string>(), to: new Set<string>() };
  for (const { module, models, fields, records, scripts } of modules) {
    if (scripts.length > 0) names.to.add(module);
    for (const { definitions } of [...models, ...fields, ...records]) {
      for (const one of definitions.from) names.from.add(one.module);
      for (const one of definitions.to) names.to.add(one.module);
    }
  }
  return {
    from: listLineTemplates(from.system, names.from),
    to: listLineTemplates(to.system, names.to),
  };
}

/** As plans have it: a name that cannot be installed is left out of the system, and told. */
function findSide(snapshot: Snapshot, question: PlanQuestion) {
  const planned = planSystem(snapshot, question);
  return {
    /** A new one each time: what all models of a large system are computed to is not to be kept. */
    open: () => loadRegistry(snapshot, planned),
    plan: planned.order,
    missing: [...planned.system.missing.keys()].toSorted(compareText),
  };
}

// The analysis of an upgrade of two systems of one snapshot.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { comparePlatformVersions, compareText } from "../../../data/platform/platform-version.js";
import { reach } from "../../../data/walk-graph.js";
import type { Steps } from "../../../data/yield.js";
import type { PlanQuestion } from "../../contract/browser/plan-question.js";
import type { ComparedModule, Upgrade } from "../../contract/shape/migration/upgrade.js";
import { listProviderEntries } from "../../lookup/dependency/dependency-graph.js";
import { leaveExplained, toRules } from "../../lookup/dependency/not-indexed.js";
import {
  createUpgradeSteps,
  takeLongSteps,
  yieldLong,
  type StepBudget,
} from "../../lookup/limits.js";
import { isInstallable, sortDistinct } from "../../lookup/entries.js";
import { listLineTemplates } from "../../registry/loaded/loaded-system.js";
import { loadRegistry, type Registry } from "../../registry/loaded/registry-cache.js";
import { listMissing } from "../../registry/missing.js";
import { planSystem } from "../../registry/system-cache.js";
import { analyzeUpgrade } from "./analyze.js";
import { createModuleNames, type VersionPair } from "../../registry/api/names.js";
import { hasOpenUpgrade } from "./scripts.js";
import { recordSide, type UpgradeSide } from "./side.js";
import { listUpdateKinds } from "./update-kinds.js";
import { judgeModules, judgeUpgrade, listUpdates } from "./verdict.js";

export interface UpgradeQuestion {
  readonly from: PlanQuestion;
  readonly to: PlanQuestion;
  /** Installed before, beside what is asked for: by a step before this one. */
  readonly installed?: readonly string[];
}

/** Snapshots of both sides: mostly one. */
export interface UpgradeSnapshots {
  readonly from: Snapshot;
  readonly to: Snapshot;
}

/**
 * Both systems: what is asked for afterwards goes by the name that it has there, and what is asked for before alone is
 * uninstalled. What else is installed stays so, needed or not, as Odoo keeps it. A step plans one of them.
 * @throws TooComplex
 */
export function* openUpgrade(
  snapshots: UpgradeSnapshots,
  { from, to, installed = [] }: UpgradeQuestion,
) {
  const versions = { from: from.platformVersion, to: to.platformVersion };
  const modules = nameAt(snapshots.to, versions, to.modules);
  const kept = new Set([...to.modules, ...modules]);
  const before = findSide(snapshots.from, { ...from, modules: [...from.modules, ...installed] });
  yield;
  const uninstalled = new Set(from.modules.filter((name) => !kept.has(name)));
  const isThere = (name: string): boolean =>
    listProviderEntries(snapshots.to, name, versions.to).some((entry) =>
      isInstallable(snapshots.to, entry),
    );
  const { order } = planSystem(snapshots.to, { ...to, modules });
  yield;
  // Needs of a module that cannot be installed may be elsewhere by then.
  const blocked = modules.filter((name) => !order.includes(name));
  const staying =
    versions.from === versions.to
      ? []
      : nameAt(snapshots.to, versions, before.listStaying(uninstalled, blocked)).filter(isThere);
  return {
    from: before,
    to: findSide(snapshots.to, { ...to, modules: [...modules, ...staying] }),
    uninstalled,
  };
}

/** @throws TooComplex */
export async function findUpgrade(
  snapshots: UpgradeSnapshots,
  question: UpgradeQuestion,
): Promise<Upgrade> {
  const [analysis] = await takeLongSteps(analyze(snapshots, question, createUpgradeSteps()));
  await yieldLong();
  const upgrade = toUpgrade(snapshots.to, [analysis], question);
  // Large answers are measured and written in one turn.
  await yieldLong();
  const { from, to, plan, updates } = upgrade;
  if (updates === undefined) return upgrade;
  const found = await takeLongSteps(
    listUpdateKinds(
      { snapshot: snapshots.from, platformVersion: from.platform_version, names: plan.from },
      { snapshot: snapshots.to, platformVersion: to.platform_version, names: plan.to },
    ),
  );
  const update = sortDistinct([...updates.update, ...found.update]);
  const restart = found.restart.filter((name) => !update.includes(name));
  return { ...upgrade, updates: { ...updates, update, restart } };
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
  const snapshots = { from: snapshot, to: snapshot };
  const all: Analysis[] = [];
  // A step begins with the end of the previous one.
  let side: UpgradeSide | undefined;
  for (const step of await takeLongSteps(listSteps(snapshot, question))) {
    const [analysis, after] = await takeLongSteps(analyze(snapshots, step, budget, side));
    all.push(analysis);
    side = after;
  }
  return {
    ...toUpgrade(snapshot, all, question),
    steps: all.map(({ from, to, plan, missing, line_urls }) => ({
      from,
      to,
      plan,
      missing,
      line_urls,
    })),
  };
}

interface Analysis extends Pick<Upgrade, "from" | "to" | "plan" | "missing" | "line_urls"> {
  readonly absent: Readonly<Record<"from" | "to", Upgrade["missing_modules"]>>;
  readonly modules: readonly ComparedModule[];
  readonly notIndexed: readonly string[];
  /** Requested modules, by the names of either side. */
  readonly named: ReadonlySet<string>;
}

/** @param known what was recorded of the side before */
function* analyze(
  snapshots: UpgradeSnapshots,
  question: UpgradeQuestion,
  budget: StepBudget,
  known?: UpgradeSide,
): Steps<readonly [Analysis, after: UpgradeSide]> {
  const { from, to, uninstalled } = yield* openUpgrade(snapshots, question);
  yield;
  const before = known ?? (yield* recordSide(from.open, budget));
  const after = yield* recordSide(to.open, budget);
  const modules = yield* analyzeUpgrade({ before, after, uninstalled }, budget);
  yield;
  const systems = { from: before.registry, to: after.registry };
  const absent = { from: from.listAbsent(), to: to.listAbsent() };
  yield;
  const analysis: Analysis = {
    from: { platform_version: question.from.platformVersion },
    to: { platform_version: question.to.platformVersion },
    plan: { from: from.plan, to: to.plan },
    missing: { from: from.missing, to: to.missing },
    absent,
    line_urls: listLineUrls(systems.from, systems.to, modules),
    modules,
    named: new Set([...question.from.modules, ...question.to.modules]),
    notIndexed: [...systems.from.known.names, ...systems.to.known.names],
  };
  return [analysis, after];
}

/** Whether no module of the side has the name, as far as anybody knows. */
function isUnknown(name: string, rows: Upgrade["missing_modules"]): boolean {
  return rows.some(
    ({ technical_name: one, reason }) =>
      one === name && (reason === "unknown_name" || reason === "not_at_version"),
  );
}

/** @param all one after the other, at least one */
function toUpgrade(
  snapshot: Snapshot,
  all: readonly Analysis[],
  { from, to }: UpgradeQuestion,
): Upgrade {
  const [first, last] = [all[0], all.at(-1)] as [Analysis, Analysis];
  const missing = [...first.absent.from, ...last.absent.to];
  const known = leaveExplained(
    all.flatMap(({ notIndexed }) => notIndexed),
    all.flatMap(({ absent }) => [...absent.from, ...absent.to]),
  );
  const requested = [...new Set([...from.modules, ...to.modules])];
  const asked = new Set(requested);
  const modules = all.flatMap((one) => {
    for (const { module, state, renamed_to: later } of one.modules) {
      if (state === "renamed" && later !== undefined && asked.has(module)) asked.add(later);
    }
    return judgeModules(one.modules, { asked, named: one.named }, known.complete);
  });
  const unknown = requested.filter(
    (name) => isUnknown(name, first.absent.from) && isUnknown(name, last.absent.to),
  );
  const versions = { from: from.platformVersion, to: to.platformVersion };
  return {
    from: first.from,
    to: last.to,
    ...known,
    ...toRules(last.to.platform_version),
    ...judgeUpgrade(modules, { asked: requested.length, unknown: unknown.length, ...known }),
    openupgrade_indexed: hasOpenUpgrade(snapshot, versions),
    ...(first.from.platform_version === last.to.platform_version && {
      updates: listUpdates(modules),
    }),
    plan: { from: first.plan.from, to: last.plan.to },
    missing: { from: first.missing.from, to: last.missing.to },
    missing_modules: missing,
    modules,
    line_urls: { from: first.line_urls.from, to: last.line_urls.to },
  };
}

/**
 * From each version to the next one, since scripts of a version run when it is reached. What has another name at a
 * version is asked for by that from then on, too.
 */
export function* listSteps(
  snapshot: Snapshot,
  { from, to }: UpgradeQuestion,
): Steps<readonly UpgradeQuestion[]> {
  const [first, last] = [from.platformVersion, to.platformVersion];
  const between = snapshot.versions.filter(
    (one) => comparePlatformVersions(one, first) > 0 && comparePlatformVersions(one, last) < 0,
  );
  const way = [...between.toSorted(comparePlatformVersions), last];
  if (way.length === 1) return [{ from, to }];
  const steps: UpgradeQuestion[] = [];
  let before = from;
  let installed: readonly string[] = [];
  for (const platformVersion of way) {
    const asked = platformVersion === last ? to.modules : from.modules;
    const modules = nameAt(snapshot, { from: first, to: platformVersion }, asked);
    yield;
    const step = { from: before, to: { ...to, platformVersion, modules }, installed };
    steps.push(step);
    before = step.to;
    installed = (yield* openUpgrade({ from: snapshot, to: snapshot }, step)).to.plan;
    yield;
  }
  return steps;
}

/** By the names that they have at the later version. */
function nameAt(
  snapshot: Snapshot,
  versions: VersionPair,
  names: readonly string[],
): readonly string[] {
  const isThere = (name: string): boolean =>
    listProviderEntries(snapshot, name, versions.to).length > 0;
  return [...new Set(names.map(createModuleNames(snapshot, versions, isThere).toModule))];
}

/** Links for all modules with a line in the answer. */
function listLineUrls(
  from: Registry,
  to: Registry,
  modules: readonly ComparedModule[],
): Upgrade["line_urls"] {
  const names = { from: new Set<string>(), to: new Set<string>() };
  for (const { module, models, fields, records, scripts, meaning } of modules) {
    for (const { module: source } of meaning?.covered_by ?? []) names.to.add(source);
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

/**
 * System of a side, as plans make it: modules that cannot be installed are left out, and reported.
 */
function findSide(snapshot: Snapshot, question: PlanQuestion) {
  const planned = planSystem(snapshot, question);
  const { system } = planned;
  const findDependents = (name: string): readonly string[] =>
    [...system.installed.values()]
      .filter((one) => one.depends.includes(name))
      .map((one) => one.name);
  return {
    /** Installed modules that need none of those that go, and that none of the others needs. */
    listStaying(gone: Iterable<string>, others: Iterable<string>): readonly string[] {
      const going = reach(gone, findDependents);
      const needed = reach(others, (name) => system.installed.get(name)?.depends ?? []);
      return planned.order.filter((name) => !going.has(name) && !needed.has(name));
    },
    /** A new one each time: what all models of a large system are computed to is not to be kept. */
    open: () => loadRegistry(snapshot, planned),
    plan: planned.order,
    missing: [...system.missing.keys()].toSorted(compareText),
    listAbsent: () =>
      listMissing(snapshot, system, findDependents).map((row) => ({
        platform_version: question.platformVersion,
        ...row,
      })),
  };
}

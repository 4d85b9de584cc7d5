// The analysis of an upgrade of two systems of one snapshot.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { comparePlatformVersions, compareText } from "../../../data/platform-version.js";
import { takeSteps } from "../../../data/yield.js";
import type { PlanQuestion } from "../../contract/browser/plan-question.js";
import { listChanges } from "../../contract/browser/upgrade-changes.js";
import type { ModuleUpgrade, Upgrade } from "../../contract/shape/migration/upgrade.js";
import { listProviderEntries } from "../../lookup/dependency/dependency-graph.js";
import { toCompleteness } from "../../lookup/dependency/not-indexed.js";
import { listLineTemplates } from "../../registry/loaded/loaded-system.js";
import { getRegistry, type Registry } from "../../registry/loaded/registry-cache.js";
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
  const { from, to, names } = openUpgrade(snapshots, question);
  const modules = await takeSteps(analyzeUpgrade(from.registry, to.registry, names));
  return {
    from: { platform_version: question.from.platformVersion },
    to: { platform_version: question.to.platformVersion },
    ...toCompleteness([...from.registry.known.names, ...to.registry.known.names]),
    plan: { from: from.plan, to: to.plan },
    missing: { from: from.missing, to: to.missing },
    modules,
    line_urls: listLineUrls(from.registry, to.registry, modules),
  };
}

/** Through each version of the snapshot between, one analysis after the other. @throws TooComplex */
export async function findUpgradeSteps(
  snapshot: Snapshot,
  question: UpgradeQuestion,
): Promise<Upgrade> {
  const all: Upgrade[] = [];
  for (const step of listSteps(snapshot.versions, question)) {
    all.push(await findUpgrade({ from: snapshot, to: snapshot }, step));
  }
  const [first, last] = [all[0], all.at(-1)];
  if (first === undefined || last === undefined) throw new Error("a way has at least one step");
  return {
    from: first.from,
    to: last.to,
    ...toCompleteness(all.flatMap((one) => one.not_indexed)),
    plan: { from: first.plan.from, to: last.plan.to },
    missing: { from: first.missing.from, to: last.missing.to },
    modules: all.flatMap(({ modules }) => modules),
    line_urls: { from: first.line_urls.from, to: last.line_urls.to },
    steps: all.map(({ from, to, plan, missing, line_urls }) => ({
      from,
      to,
      plan,
      missing,
      line_urls,
    })),
  };
}

/**
 * From each version to the next one, since scripts of a version run when it is reached. What has another name after a
 * step is asked for by that, too, in the next ones.
 */
export function listSteps(
  versions: readonly string[],
  { from, to, renames }: UpgradeQuestion,
): readonly UpgradeQuestion[] {
  const [first, last] = [from.platformVersion, to.platformVersion];
  const between = versions.filter(
    (one) => comparePlatformVersions(one, first) > 0 && comparePlatformVersions(one, last) < 0,
  );
  const way = [...between.toSorted(comparePlatformVersions), last];
  if (way.length === 1) return [{ from, to, renames }];
  const steps: UpgradeQuestion[] = [];
  let before = from;
  let asked = to.modules;
  for (const platformVersion of way) {
    const { toModule } = listUpgradeNames(before.platformVersion, platformVersion);
    const addLater = (names: readonly string[]) => [...new Set([...names, ...names.map(toModule)])];
    asked = addLater(asked);
    const modules = platformVersion === last ? asked : addLater(before.modules);
    const after = { ...to, platformVersion, modules };
    steps.push({ from: before, to: after, renames });
    before = after;
  }
  return steps;
}

/** Of all modules that have a line in the answer. */
function listLineUrls(
  from: Registry,
  to: Registry,
  modules: readonly ModuleUpgrade[],
): Upgrade["line_urls"] {
  const changes = listChanges(modules);
  const list = (registry: Registry, side: "from" | "to", more: readonly string[]) =>
    listLineTemplates(registry.system, [
      ...changes.flatMap(({ places }) => places[side].map(({ module }) => module)),
      ...more,
    ]);
  const scripts = modules.flatMap((one) => (one.scripts.length > 0 ? [one.module] : []));
  return { from: list(from, "from", []), to: list(to, "to", scripts) };
}

/** A name that the version does not have is left out of the system, and told. */
function findSide(snapshot: Snapshot, asked: PlanQuestion) {
  const isThere = (name: string): boolean =>
    listProviderEntries(snapshot, name, asked.platformVersion).length > 0;
  const question = { ...asked, modules: asked.modules.filter(isThere) };
  const { order, system } = planSystem(snapshot, question);
  const left = asked.modules.filter((name) => !isThere(name));
  return {
    registry: getRegistry(snapshot, question),
    plan: order,
    missing: [...left, ...[...system.missing.keys()].toSorted(compareText)],
  };
}

// The analysis of an upgrade of two systems of one snapshot.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { compareText } from "../../../data/platform-version.js";
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

/** Both systems, and the names that count. @throws TooComplex */
export function openUpgrade(snapshot: Snapshot, { from, to, renames }: UpgradeQuestion) {
  const names = renames ? listUpgradeNames(from.platformVersion, to.platformVersion) : NO_RENAMES;
  return { from: findSide(snapshot, from), to: findSide(snapshot, to), names };
}

/** @throws TooComplex */
export async function findUpgrade(snapshot: Snapshot, question: UpgradeQuestion): Promise<Upgrade> {
  const { from, to, names } = openUpgrade(snapshot, question);
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

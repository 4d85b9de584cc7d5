// The analysis of an upgrade of two systems of one snapshot.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { takeSteps } from "../../../data/yield.js";
import type { PlanQuestion } from "../../contract/browser/plan-question.js";
import type { Upgrade } from "../../contract/shape/migration/upgrade.js";
import { listProviderEntries } from "../../lookup/dependency/dependency-graph.js";
import { toCompleteness } from "../../lookup/dependency/not-indexed.js";
import { getRegistry } from "../../registry/loaded/registry-cache.js";
import { planSystem } from "../../registry/system-cache.js";
import { analyzeUpgrade } from "./analyze.js";
import { listUpgradeNames, NO_RENAMES } from "./upgrade-names.js";

interface UpgradeQuestion {
  readonly from: PlanQuestion;
  readonly to: PlanQuestion;
  /** Whether OpenUpgrade's lists count. */
  readonly renames: boolean;
}

/** Other requests are answered after so long. */
const LONGEST_STEP_MS = 10;

/** @throws TooComplex */
export async function findUpgrade(snapshot: Snapshot, question: UpgradeQuestion): Promise<Upgrade> {
  const sides = { from: findSide(snapshot, question.from), to: findSide(snapshot, question.to) };
  const [from, to] = [sides.from.registry, sides.to.registry];
  const versions = [question.from.platformVersion, question.to.platformVersion] as const;
  const names = question.renames ? listUpgradeNames(...versions) : NO_RENAMES;
  const modules = await takeSteps(analyzeUpgrade(from, to, names), { longestMs: LONGEST_STEP_MS });
  return {
    from: { platform_version: versions[0] },
    to: { platform_version: versions[1] },
    ...toCompleteness([...from.known.names, ...to.known.names]),
    plan: { from: sides.from.plan, to: sides.to.plan },
    missing: { from: sides.from.missing, to: sides.to.missing },
    modules,
  };
}

/** A name that the version does not have is left out of the system, and told. */
function findSide(snapshot: Snapshot, asked: PlanQuestion) {
  const isThere = (name: string): boolean =>
    listProviderEntries(snapshot, name, asked.platformVersion).length > 0;
  const question = { ...asked, modules: asked.modules.filter(isThere) };
  const { plan } = planSystem(snapshot, question);
  const left = asked.modules.filter((name) => !isThere(name));
  return {
    registry: getRegistry(snapshot, question),
    plan: plan.modules.map(({ technical_name: name }) => name),
    missing: [...left, ...plan.missing.map(({ technical_name: name }) => name)],
  };
}

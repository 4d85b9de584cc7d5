// The whole way of a module: what it came from, what became of it, and what has its contents now.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Lineage, LineageStep, ModuleAt } from "../../contract/shape/lineage.js";
import { comparePlatformVersions } from "../../../data/platform/platform-version.js";
import { findEntriesByName, getPlatformVersion, getRepository, isInstallable } from "../entries.js";
import { putOriginalsFirst } from "../dependency/trusted-order.js";
import { unknownModule } from "../module/modules.js";
import type { Outcome } from "../../contract/outcome.js";
import { compareSteps, isUpTo, listOwnSteps, MOST_NAMES } from "./own-steps.js";
import { getStepIndex } from "./step-index.js";

export function findLineage(snapshot: Snapshot, name: string): Outcome<Lineage> {
  const own = listOwnSteps(snapshot, name);
  const before = followBack(snapshot, name);
  if (own.length + before.length === 0 && findEntriesByName(snapshot, name) === undefined) {
    return unknownModule(snapshot, name, snapshot.versions);
  }
  const after = followOn(snapshot, name, own);
  const steps = [...new Set([...before, ...own, ...after])].toSorted(compareSteps);
  return {
    found: true,
    value: { technical_name: name, places: listLocations(snapshot, name), steps },
  };
}

function listLocations(snapshot: Snapshot, name: string): Lineage["places"] {
  const entries = putOriginalsFirst(snapshot, findEntriesByName(snapshot, name) ?? []);
  const places = entries.map((entry) => {
    const { organization, repository } = getRepository(snapshot, entry);
    return {
      technical_name: name,
      platform_version: getPlatformVersion(snapshot, entry),
      organization,
      repository,
      installable: isInstallable(snapshot, entry),
    };
  });
  return places.toSorted((one, other) =>
    comparePlatformVersions(one.platform_version, other.platform_version),
  );
}

/** Steps of those that the name came from, up to when it did. */
function followBack(snapshot: Snapshot, name: string): readonly LineageStep[] {
  const limits = new Map<string, ModuleAt | undefined>([[name, undefined]]);
  const steps = new Set<LineageStep>();
  for (const [one, limit] of limits) {
    for (const step of getStepIndex(snapshot).listTo(one)) {
      // Another module may have a former name later.
      if (limit !== undefined && !isUpTo(step.to, limit)) continue;
      const former = step.from.technical_name;
      steps.add(step);
      if (former === null || limits.has(former) || limits.size > MOST_NAMES) continue;
      limits.set(former, step.from);
      for (const earlier of listOwnSteps(snapshot, former)) {
        const isSame = earlier.to.technical_name === former;
        if (isSame && isUpTo(earlier.to, step.from)) steps.add(earlier);
      }
    }
  }
  return [...steps];
}

/** Steps of those that have what it had, from when they do. */
function followOn(
  snapshot: Snapshot,
  name: string,
  own: readonly LineageStep[],
): readonly LineageStep[] {
  const known = new Set([name]);
  const steps = new Set<LineageStep>();
  const open = [...own];
  for (const { to } of open) {
    const next = to.technical_name;
    if (next === null || known.has(next) || known.size > MOST_NAMES) continue;
    known.add(next);
    for (const step of listOwnSteps(snapshot, next)) {
      if (!isUpTo(to, step.from)) continue;
      steps.add(step);
      open.push(step);
    }
  }
  return [...steps];
}

// What has the contents of a module that is not there any more.
import { comparePlatformVersions } from "../../../data/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { LineageStep, Successor } from "../../interface/shape/lineage.js";
import { isUpTo, listOwnSteps, MOST_NAMES } from "./own-steps.js";

/** What a name of its own, or the platform, has of it from then on. */
const GOING_ON = ["renamed", "merged", "split", "in_core"] as const;

export function findGoingOn({ kind }: LineageStep): Successor["kind"] | undefined {
  return GOING_ON.find((one) => one === kind);
}

/**
 * What has the contents of a module that is not there: the last of the chain, by name.
 * @param at a platform version; what came later does not count
 */
export function findSuccessors(
  snapshot: Snapshot,
  name: string,
  at?: string,
): readonly Successor[] {
  const found = new Map<string, Successor>();
  const known = new Set<string>();
  const visit = (one: string, first: LineageStep | undefined): void => {
    if (known.has(one) || known.size > MOST_NAMES) return;
    known.add(one);
    const steps = listOwnSteps(snapshot, one).filter(
      (step) =>
        findGoingOn(step) !== undefined &&
        (at === undefined || comparePlatformVersions(step.to.platform_version, at) <= 0) &&
        (first === undefined || isUpTo(first.to, step.from)),
    );
    for (const step of steps) {
      const { technical_name: next, organization, repository, platform_version } = step.to;
      const kind = findGoingOn(first ?? step);
      if (next === null || kind === undefined) continue;
      if (next === one || !leadsOn(snapshot, step, at)) {
        found.set(next, { technical_name: next, kind, platform_version, organization, repository });
      } else visit(next, first ?? step);
    }
  };
  visit(name, undefined);
  return [...found.values()].toSorted((left, right) =>
    left.technical_name < right.technical_name ? -1 : 1,
  );
}

/** Did what it became end again? */
function leadsOn(snapshot: Snapshot, { to }: LineageStep, at: string | undefined): boolean {
  return listOwnSteps(snapshot, to.technical_name ?? "").some(
    (step) =>
      findGoingOn(step) !== undefined &&
      step.to.technical_name !== to.technical_name &&
      isUpTo(to, step.from) &&
      (at === undefined || comparePlatformVersions(step.to.platform_version, at) <= 0),
  );
}

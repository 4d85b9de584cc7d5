// Name of a module at a version that lacks its present name.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listProviderEntries } from "../dependency/dependency-graph.js";
import { isUpTo, MOST_NAMES } from "./own-steps.js";
import { getStepIndex } from "./step-index.js";
import { findGoingOn, findSuccessors } from "./successors.js";

interface OtherName {
  readonly name: string;
  readonly kind: "renamed" | "merged" | "split";
}

/** Nothing if several modules took over its contents: the choice is the caller's. */
export function findOtherName(snapshot: Snapshot, name: string, at: string): OtherName | undefined {
  const later = findSuccessors(snapshot, name, at).map(({ technical_name, kind }) => ({
    name: technical_name,
    kind,
  }));
  const [one, ...more] = [...later, ...listFormer(snapshot, name, at)].filter(
    (other) => listProviderEntries(snapshot, other.name, at).length > 0,
  );
  if (one === undefined || more.length > 0 || one.kind === "in_core") return undefined;
  return { name: one.name, kind: one.kind };
}

/** Names that it came from, of those that were there. */
function listFormer(snapshot: Snapshot, name: string, at: string): readonly OtherName[] {
  const names = new Set([name]);
  const found: OtherName[] = [];
  for (const one of names) {
    for (const step of getStepIndex(snapshot).listTo(one)) {
      const former = step.from.technical_name;
      const kind = findGoingOn(step);
      if (former === null || names.has(former) || names.size > MOST_NAMES) continue;
      names.add(former);
      const isLater = isUpTo(step.to, { ...step.to, platform_version: at });
      if (kind === undefined || kind === "in_core" || isLater) continue;
      found.push({ name: former, kind });
    }
  }
  return found;
}

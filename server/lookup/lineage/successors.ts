// Successors of a name: the steps on its way, the modules that have the contents of a missing one, and the name that a module has
// at a version that lacks its present one.
import { comparePlatformVersions, compareText } from "../../../data/platform/platform-version.js";
import { findPlatformEdition, listNamedVersions } from "../../../data/platform/module-names.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { LineageStep, Successor } from "../../contract/shape/lineage.js";
import { compareSteps, isUpTo, listOwnSteps, MOST_NAMES } from "./own-steps.js";
import { listProviderEntries } from "../dependency/dependency-graph.js";
import { getStepIndex, isSamePlace, listPresence } from "./step-index.js";

/** Steps after which another module, or Odoo, has its contents. */
const GOING_ON = ["renamed", "merged", "split", "in_core"] as const;

function findGoingOn({ kind }: LineageStep): Successor["kind"] | undefined {
  return GOING_ON.find((one) => one === kind);
}

/** Steps count that lead to a later version than `from`, and to none later than `to`. */
interface StepRange {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface FollowedName {
  /** To other names, into Odoo, and to other repositories, of the name and of those that have its contents. */
  readonly steps: readonly LineageStep[];
  /** The last of the chain, by name. */
  readonly successors: readonly Successor[];
}

/**
 * Modules that took over the contents of a missing module: the last of the chain, by name.
 * @param at a platform version; later steps do not count
 */
export function findSuccessors(
  snapshot: Snapshot,
  name: string,
  at?: string,
): readonly Successor[] {
  return followName(snapshot, name, { to: at }).successors;
}

/**
 * Successors of a name that is in use at an earlier version: one that ended before is another module. Of a version that is not
 * earlier they are those at `to`.
 */
export function findLaterNames(
  snapshot: Snapshot,
  name: string,
  { from, to }: { readonly from: string; readonly to: string },
): readonly Successor[] {
  const isEarlier = comparePlatformVersions(from, to) < 0;
  return followName(snapshot, name, { from: isEarlier ? from : undefined, to }).successors;
}

export function followName(snapshot: Snapshot, name: string, range: StepRange): FollowedName {
  const found = new Map<string, Successor>();
  const passed = new Set<LineageStep>();
  const known = new Set<string>();
  const visit = (one: string, first: LineageStep | undefined): void => {
    if (known.has(one) || known.size > MOST_NAMES) return;
    known.add(one);
    const own = listOwnSteps(snapshot, one).filter(
      (step) =>
        isIn(range, step) &&
        !isOfAnother(snapshot, step, {
          ...range,
          from: first?.to.platform_version ?? range.from,
        }) &&
        (first === undefined || isUpTo(first.to, step.from)) &&
        !cameBack(snapshot, step, range),
    );
    for (const step of own) if (isChange(step)) passed.add(step);
    for (const step of own.filter((each) => findGoingOn(each) !== undefined)) {
      const { technical_name: next, organization, repository, platform_version } = step.to;
      const kind = findGoingOn(first ?? step);
      if (next === null || kind === undefined) continue;
      if (next === one && isDropped(step, range)) continue;
      if (next === one || !leadsOn(snapshot, step, range)) {
        found.set(next, {
          technical_name: next,
          kind,
          platform_version,
          organization,
          repository,
          edition: findPlatformEdition(next, platform_version) ?? null,
        });
        if (next !== one) addLater(next, step);
      } else visit(next, first ?? step);
    }
  };
  /** Adds steps of the chain's last place. */
  const addLater = (last: string, { to }: LineageStep): void => {
    for (const step of listOwnSteps(snapshot, last)) {
      if (isIn(range, step) && isUpTo(to, step.from) && isChange(step)) passed.add(step);
    }
  };
  visit(name, undefined);
  return {
    steps: [...passed].toSorted(compareSteps),
    successors: [...found.values()].toSorted((left, right) =>
      compareText(left.technical_name, right.technical_name),
    ),
  };
}

function isIn(
  { from, to }: StepRange,
  { to: { platform_version: version } }: LineageStep,
): boolean {
  return (
    (from === undefined || comparePlatformVersions(version, from) > 0) &&
    (to === undefined || comparePlatformVersions(version, to) <= 0)
  );
}

/** True for a step of a module that the index lacks, where it has somebody else's of that name: at the version of the start, if any. */
function isOfAnother(
  snapshot: Snapshot,
  { from: { technical_name: name, organization } }: LineageStep,
  { from: start, to }: StepRange,
): boolean {
  if (name === null || organization !== null) return false;
  return listPresence(snapshot, name).some(({ platformVersion: version }) =>
    start === undefined
      ? to === undefined || comparePlatformVersions(version, to) <= 0
      : version === start,
  );
}

/** True for a name that Odoo took and no longer has, by its lists up to the end of the range. */
function isDropped(
  { to: { technical_name: name, platform_version: since } }: LineageStep,
  { to }: StepRange,
): boolean {
  return listNamedVersions().some(
    (version) =>
      comparePlatformVersions(version, since) > 0 &&
      (to === undefined || comparePlatformVersions(version, to) <= 0) &&
      findPlatformEdition(name ?? "", version) !== "core",
  );
}

/** Whether the module of a step is in its repository again later. */
function cameBack(
  snapshot: Snapshot,
  { from, to: { technical_name: next, platform_version: left } }: LineageStep,
  { to }: StepRange,
): boolean {
  if (from.technical_name === null || next === from.technical_name) return false;
  return listPresence(snapshot, from.technical_name).some(
    ({ platformVersion: version, places }) =>
      comparePlatformVersions(version, left) > 0 &&
      (to === undefined || comparePlatformVersions(version, to) <= 0) &&
      places.some((place) => isSamePlace(place, from)),
  );
}

/** True if name or place changes. */
function isChange({ kind, from, to }: LineageStep): boolean {
  if (kind === "gone" || kind === "not_ported") return false;
  return (
    kind !== "same" || from.organization !== to.organization || from.repository !== to.repository
  );
}

/** True if the target ended too. */
function leadsOn(snapshot: Snapshot, { to }: LineageStep, range: StepRange): boolean {
  return listOwnSteps(snapshot, to.technical_name ?? "").some(
    (step) =>
      findGoingOn(step) !== undefined &&
      step.to.technical_name !== to.technical_name &&
      isUpTo(to, step.from) &&
      isIn(range, step),
  );
}

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

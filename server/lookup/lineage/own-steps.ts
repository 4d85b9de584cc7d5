// What became of one name from version to version: where it goes on, and how it ends.
import { comparePlatformVersions, compareText } from "../../../data/platform-version.js";
import { findPlatformEdition, listNamedVersions } from "../../../data/platform/module-names.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { LineageStep, Place } from "../../contract/shape/lineage.js";
import { listPresence, toNowhere, type AtVersion } from "./presence.js";
import { getStepIndex, NO_EVIDENCE } from "./step-index.js";

/** Names that are followed from one: no module of the field has a tenth of it. */
export const MOST_NAMES = 100;

/** By version. Of a name that nobody here has, what others say of it. */
export function listOwnSteps(snapshot: Snapshot, name: string): readonly LineageStep[] {
  const told = getStepIndex(snapshot).listFrom(name);
  const presence = listPresence(snapshot, name);
  const same = presence.slice(1).flatMap((next, at) => continueIn(presence[at], next));
  const last = presence.at(-1);
  if (last === undefined) return told;
  const goesOn = told.some(
    ({ from, to }) =>
      comparePlatformVersions(from.platform_version, last.platformVersion) >= 0 ||
      (to.technical_name !== name &&
        comparePlatformVersions(to.platform_version, last.platformVersion) > 0),
  );
  const end = goesOn ? [] : endName(snapshot, name, last);
  return [...same, ...told, ...end].toSorted(compareSteps);
}

/** For each repository that has it at both versions. */
function continueIn(before: AtVersion | undefined, next: AtVersion): readonly LineageStep[] {
  return (before?.places ?? []).flatMap((from) => {
    const to = next.places.find(
      ({ organization, repository }) =>
        organization === from.organization && repository === from.repository,
    );
    return to === undefined ? [] : [{ kind: "same" as const, from, to, evidence: NO_EVIDENCE }];
  });
}

/** Nothing where its repositories have no branch for a later version: then it is not known. */
function endName(snapshot: Snapshot, name: string, last: AtVersion): readonly LineageStep[] {
  const [from] = last.places;
  if (from === undefined) return [];
  const isLater = (version: string): boolean =>
    comparePlatformVersions(version, last.platformVersion) > 0;
  const inCore = listNamedVersions().find(
    (version) => isLater(version) && findPlatformEdition(name, version) === "core",
  );
  const isOwn = findPlatformEdition(name, last.platformVersion) !== undefined;
  if (inCore !== undefined && !isOwn) {
    return [{ kind: "in_core", from, to: toNowhere(name, inCore), evidence: NO_EVIDENCE }];
  }
  const [next] = snapshot.entry.sources
    .filter(({ organization, repository }) =>
      last.places.some(
        (place) => place.organization === organization && place.repository === repository,
      ),
    )
    .flatMap(({ branches }) => branches.map((branch) => branch.platform_version))
    .filter(isLater)
    .toSorted(comparePlatformVersions);
  if (next === undefined) return [];
  return [{ kind: "gone", from, to: toNowhere(null, next), evidence: NO_EVIDENCE }];
}

/** By the version of the old module, then of the new one, then by names. */
export function compareSteps(left: LineageStep, right: LineageStep): number {
  return (
    comparePlatformVersions(left.from.platform_version, right.from.platform_version) ||
    comparePlatformVersions(left.to.platform_version, right.to.platform_version) ||
    compareText(toKey(left.from), toKey(right.from)) ||
    compareText(toKey(left.to), toKey(right.to))
  );
}

function toKey({ technical_name, organization, repository }: Place): string {
  return JSON.stringify([technical_name, organization, repository]);
}

/** Is the one at the version of the other, or before it? */
export function isUpTo(place: Place, limit: Place): boolean {
  return comparePlatformVersions(place.platform_version, limit.platform_version) <= 0;
}

// Steps of one name from version to version: where it continues, and how it ends.
import { comparePlatformVersions, compareText } from "../../../data/platform/platform-version.js";
import { findPlatformEdition, listNamedVersions } from "../../../data/platform/module-names.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { LineageStep, ModuleAt } from "../../contract/shape/lineage.js";
import { deriveEach, listEntriesAtVersion } from "../memo.js";
import {
  findEntriesByName,
  getPlatformVersion,
  getTechnicalName,
  isInstallable,
} from "../entries.js";
import {
  isSamePlace,
  listPresence,
  toNowhere,
  type AtVersion,
  getStepIndex,
  NO_EVIDENCE,
} from "./step-index.js";

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
      // One that is nowhere in the index is another module of the name.
      from.organization !== null &&
      (comparePlatformVersions(from.platform_version, last.platformVersion) >= 0 ||
        (to.technical_name !== name &&
          comparePlatformVersions(to.platform_version, last.platformVersion) > 0)),
  );
  const end = goesOn ? [] : endName(snapshot, name, last);
  return [...same, ...told, ...end].toSorted(compareSteps);
}

/** For each repository that has it at both versions. */
function continueIn(before: AtVersion | undefined, next: AtVersion): readonly LineageStep[] {
  return (before?.places ?? []).flatMap((from) => {
    const to = next.places.find((one) => isSamePlace(one, from));
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
    .filter((source) => last.places.some((one) => isSamePlace(one, source)))
    .flatMap(({ branches }) => branches.map((branch) => branch.platform_version))
    .filter(isLater)
    .toSorted(comparePlatformVersions);
  if (next === undefined) return [];
  const number = snapshot.providers.indexOf(`${from.organization}/${from.repository}`);
  const share = getPortedShare(snapshot, `${number} ${from.platform_version}`);
  const kind = share >= MOST_PORTED ? "gone" : "not_ported";
  return [{ kind, from, to: toNowhere(null, next), evidence: NO_EVIDENCE }];
}

/**
 * Share of a repository's modules that must exist at a later version before a missing one counts as
 * abandoned, not late.
 */
const MOST_PORTED = 0.5;

/** By number of the repository and platform version. */
const getPortedShare = deriveEach((snapshot, key: string): number => {
  const [repository, version = ""] = key.split(" ");
  const { entries } = snapshot;
  const own = listEntriesAtVersion(snapshot, version).filter(
    (entry) =>
      entries.repository.get(entry) === Number(repository) && isInstallable(snapshot, entry),
  );
  const isLater = (entry: number): boolean =>
    isInstallable(snapshot, entry) &&
    comparePlatformVersions(getPlatformVersion(snapshot, entry), version) > 0;
  const { listFrom } = getStepIndex(snapshot);
  const ported = own
    .map((entry) => getTechnicalName(snapshot, entry))
    .filter(
      (name) =>
        findEntriesByName(snapshot, name)?.some(isLater) === true ||
        // The module continues under another name, or in Odoo.
        listFrom(name).length > 0,
    );
  return ported.length / Math.max(1, own.length);
});

/** By the version of the old module, then of the new one, then by names. */
export function compareSteps(left: LineageStep, right: LineageStep): number {
  return (
    comparePlatformVersions(left.from.platform_version, right.from.platform_version) ||
    comparePlatformVersions(left.to.platform_version, right.to.platform_version) ||
    compareText(toKey(left.from), toKey(right.from)) ||
    compareText(toKey(left.to), toKey(right.to))
  );
}

function toKey({ technical_name, organization, repository }: ModuleAt): string {
  return JSON.stringify([technical_name, organization, repository]);
}

/** True for a module at or before the other's version. */
export function isUpTo(location: ModuleAt, limit: ModuleAt): boolean {
  return comparePlatformVersions(location.platform_version, limit.platform_version) <= 0;
}

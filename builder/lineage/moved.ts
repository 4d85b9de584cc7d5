// Modules that are in another repository at the next version that has their name. Pure.
import type { FoundStep } from "../../data/history/lineage.js";
import { listShared, type Evidence, type Numbers } from "./evidence.js";
import type { Owners } from "./owners.js";
import { type ModuleAtVersion, type ModuleLocation, type Presence } from "./presence.js";
import { toLabel } from "../source/source.js";

/** A name that left repositories, and one that it came to. */
interface ChangedLocation {
  readonly old: ModuleAtVersion;
  /** The first of the repositories that it left. */
  readonly from: ModuleLocation;
  readonly to: ModuleAtVersion;
  /** Blobs at the old version. */
  readonly blobs: Numbers;
}

/** Least number of shared commits for a name to be the same module. */
const LEAST_COMMITS = 2;
const LEAST_FILES = 3;
const LEAST_SHARE = 0.3;

export function listChangedPlaces(
  { modules }: Presence,
  evidence: Evidence,
): readonly ChangedLocation[] {
  return [...modules.values()].flatMap((versions) =>
    versions.slice(1).flatMap((next, at) => {
      const old = versions[at];
      if (old === undefined) return [];
      const before = new Set(old.locations.map(toLabel));
      const after = new Set(next.locations.map(toLabel));
      const from = old.locations.find((location) => !after.has(toLabel(location)));
      if (from === undefined) return [];
      return next.locations.flatMap((location) => {
        if (before.has(toLabel(location))) return [];
        const to = { version: next.version, locations: [location] };
        return [{ old, from, to, blobs: evidence.listTipBlobs(old) }];
      });
    }),
  );
}

export function linkMoved(
  { old, from, to, blobs }: ChangedLocation,
  evidence: Evidence,
  { isRare }: Owners,
): FoundStep {
  const commits = evidence.listCommits(old);
  const sharedCommits = listShared(commits, evidence.listCommits(to)).length;
  const files = blobs.filter(isRare);
  const sharedFiles = listShared(files, evidence.listBlobs(to)).length;
  const isSure =
    sharedCommits >= LEAST_COMMITS ||
    (sharedCommits > 0 && sharedCommits >= LEAST_SHARE * commits.length) ||
    sharedFiles >= LEAST_FILES ||
    (sharedFiles > 0 && sharedFiles >= LEAST_SHARE * files.length);
  const [location = from] = to.locations;
  const counts = { commits: commits.length, sharedCommits, files: files.length, sharedFiles };
  return {
    kind: isSure ? "moved" : "same",
    from: toModuleAt(from),
    to: toModuleAt(location),
    evidence: { ...counts, move: null },
  };
}

export function toModuleAt(location: ModuleLocation): FoundStep["from"] {
  const { technical_name: technicalName, organization, repository } = location;
  return { technicalName, organization, repository, platformVersion: location.platform_version };
}

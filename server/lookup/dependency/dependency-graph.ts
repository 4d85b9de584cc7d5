// The graph of dependencies: who has a name at a platform version, and what each declares, without reading a
// record. What is needed, who needs it and in which order they come is walked along it (data/walk-graph.ts).
// Where Odoo's own modules are not indexed, the manifests that ship with the program stand in for them.
import { toGroups } from "../../../data/grouped.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { FLAGS, type SectionName } from "../../../data/snapshot/format.js";
import {
  findString,
  keepTexts,
  type StringTable,
} from "../../../data/snapshot/table/string-table.js";
import { toListSections } from "../../../data/snapshot/table/columns.js";
import { deriveAtVersion, deriveOnce, listEntriesAtVersion } from "../memo.js";
import { getTechnicalName } from "../entries.js";
import {
  getPlatformManifests,
  type PlatformManifest,
} from "../../../data/platform/manifest-table.js";

/**
 * The entries of each name at a platform version, in order: by organization, then repository, which may have a
 * name in two folders. Of a version that the snapshot does not have there are none.
 */
export const getProviders = deriveAtVersion(
  (snapshot, version): ReadonlyMap<string, readonly number[]> => {
    const entries = listEntriesAtVersion(snapshot, version);
    return toGroups(entries, (entry) => getTechnicalName(snapshot, entry));
  },
);

/** Entries that provide a name at a platform version, by organization, then repository. */
export function listProviderEntries(
  snapshot: Snapshot,
  technicalName: string,
  platformVersion: string,
): readonly number[] {
  return getProviders(snapshot, platformVersion).get(technicalName) ?? [];
}

/**
 * Sections whose checksums are verified when the graph is first walked, beside those of opening a
 * snapshot.
 */
export const GRAPH_SECTIONS: readonly SectionName[] = toListSections("needs", "triggers");

const getNames = deriveOnce((snapshot): StringTable => {
  snapshot.sections.check(GRAPH_SECTIONS);
  return keepTexts(snapshot.dependencies.keys);
});

/**
 * Declared dependencies of an entry in the order of its manifest, each name once. @throws
 * SnapshotError
 */
export function listDepends(snapshot: Snapshot, entry: number): readonly string[] {
  const names = getNames(snapshot);
  return snapshot.needs.get(entry).map((number) => names.get(number));
}

/**
 * Modules whose presence installs an entry; empty for one that is always installed. @throws
 * SnapshotError
 */
export function listTriggers(snapshot: Snapshot, entry: number): readonly string[] {
  const names = getNames(snapshot);
  return snapshot.triggers.get(entry).map((number) => names.get(number));
}

/**
 * Dependencies that count for load order. A manifest without `depends` needs `base`, which is
 * always there, but is ordered like one without dependencies.
 */
export function listOrderingDepends(snapshot: Snapshot, entry: number): readonly string[] {
  const declares = (snapshot.entries.flags.get(entry) & FLAGS.has_depends) !== 0;
  return declares ? listDepends(snapshot, entry) : [];
}

/** Entries whose manifests depend on a name at a platform version, in order. */
export function listDeclaringEntries(
  snapshot: Snapshot,
  technicalName: string,
  platformVersion: string,
): readonly number[] {
  const version = snapshot.versions.indexOf(platformVersion);
  return listAllDeclaring(snapshot, technicalName).filter(
    (entry) => snapshot.entries.version.get(entry) === version,
  );
}

/** Platform versions at which manifests depend on a name, in numeric order. */
export function listDeclaringVersions(
  snapshot: Snapshot,
  technicalName: string,
): readonly string[] {
  const versions = new Set(
    listAllDeclaring(snapshot, technicalName).map((entry) => snapshot.entries.version.get(entry)),
  );
  return snapshot.versions.filter((_, version) => versions.has(version));
}

function listAllDeclaring(snapshot: Snapshot, technicalName: string): readonly number[] {
  const number = findString(snapshot.dependencies.keys, technicalName);
  return number === undefined ? [] : snapshot.dependencies.lists.get(number);
}

export type StandIns = ReadonlyMap<string, PlatformManifest>;

export const BASE = "base";

export const PLATFORM = { organization: "odoo", repository: "odoo" } as const;

const NONE: StandIns = new Map();

/** By name; none where `base` is indexed, whose repository then tells what is there, or where there is no table. */
export const getStandIns = deriveAtVersion((snapshot, platformVersion): StandIns =>
  listProviderEntries(snapshot, BASE, platformVersion).length > 0
    ? NONE
    : getPlatformManifests(platformVersion),
);

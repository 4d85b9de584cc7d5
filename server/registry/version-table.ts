// What a system is resolved with: the entries of one platform version by name, and those of them that
// install themselves. Made of columns when it is first asked for, as large as what it lists.
import { addToGroup } from "../../data/grouped.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { FLAG_AUTO_INSTALL, type SectionName } from "../../data/snapshot/format.js";
import { keepTexts, type StringTable } from "../../data/snapshot/table/string-table.js";
import { declaresDepends } from "../lookup/dependency/dependency-graph.js";
import { deriveOnce, listEntriesAtVersion } from "../lookup/derived.js";
import { getTechnicalName } from "../lookup/entries.js";

export interface VersionTable {
  /** Entries by name, each list in the order of entries; a module may be in two folders of a repository. */
  readonly carriers: ReadonlyMap<string, readonly number[]>;
  /** Entries that may install themselves, by name. */
  readonly autoInstalling: readonly AutoInstalling[];
}

export interface AutoInstalling {
  readonly name: string;
  readonly entry: number;
  /** What must be there; none for what is always installed. */
  readonly triggers: readonly string[];
}

/** What plans are made of, beside what is compared with its checksums when a snapshot is opened. */
export const PLAN_SECTIONS: readonly SectionName[] = [
  "releases",
  "folders",
  "commits",
  "entries.release",
  "entries.folder",
  "entries.commit",
  "needs.first",
  "needs.list",
  "triggers.first",
  "triggers.list",
  "excludes",
  "excludes.first",
  "excludes.list",
  "countries",
  "countries.first",
  "countries.list",
  "packages",
  "pip.first",
  "pip.list",
  "bin.first",
  "bin.list",
];

const getTables = deriveOnce((snapshot) => {
  snapshot.sections.check(PLAN_SECTIONS);
  return new Map<string, VersionTable>();
});

/**
 * Of a version that the snapshot does not have the table is empty.
 * @throws SnapshotError where a byte of what plans are made of is wrong
 */
export function getVersionTable(snapshot: Snapshot, version: string): VersionTable {
  const tables = getTables(snapshot);
  const known = tables.get(version);
  if (known !== undefined) return known;
  const table = makeTable(snapshot, version);
  if (snapshot.versions.includes(version)) tables.set(version, table);
  return table;
}

function makeTable(snapshot: Snapshot, version: string): VersionTable {
  const carriers = new Map<string, number[]>();
  const autoInstalling: AutoInstalling[] = [];
  for (const entry of listEntriesAtVersion(snapshot, version)) {
    const name = getTechnicalName(snapshot, entry);
    addToGroup(carriers, name, entry);
    if ((snapshot.entries.flags.get(entry) & FLAG_AUTO_INSTALL) === 0) continue;
    const triggers = toNames(snapshot, snapshot.triggers.get(entry));
    autoInstalling.push({ name, entry, triggers });
  }
  return { carriers, autoInstalling };
}

/** What the manifest of an entry declares, in its order, each name once. */
export function listDepends(snapshot: Snapshot, entry: number): readonly string[] {
  return toNames(snapshot, snapshot.needs.get(entry));
}

/** What the platform counts of it when it orders modules. */
export function listOrderingDepends(snapshot: Snapshot, entry: number): readonly string[] {
  return declaresDepends(snapshot, entry) ? listDepends(snapshot, entry) : [];
}

const getDependencyNames = deriveOnce((snapshot): StringTable =>
  keepTexts(snapshot.dependencies.keys),
);

function toNames(snapshot: Snapshot, numbers: readonly number[]): readonly string[] {
  const table = getDependencyNames(snapshot);
  return numbers.map((number) => table.get(number));
}

// Tables that are made of a snapshot when they are first asked for, and kept as long as it is open:
// what would else be counted anew for every request.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { memoizeEach } from "./memo.js";

/** `build` runs once for each snapshot; what it gives must be bounded by the snapshot's size. */
export function deriveOnce<T>(build: (snapshot: Snapshot) => T): (snapshot: Snapshot) => T {
  const tables = new WeakMap<Snapshot, { readonly value: T }>();
  return (snapshot) => {
    let table = tables.get(snapshot);
    if (table === undefined) {
      table = { value: build(snapshot) };
      tables.set(snapshot, table);
    }
    return table.value;
  };
}

/** The same for each key, so the keys must be bounded. */
export function deriveEach<Key, T>(
  build: (snapshot: Snapshot, key: Key) => T,
): (snapshot: Snapshot, key: Key) => T {
  const createKept = deriveOnce((snapshot) => memoizeEach((key: Key) => build(snapshot, key)));
  return (snapshot, key) => createKept(snapshot)(key);
}

/**
 * The same for each platform version of a snapshot; of one that the snapshot does not have nothing is kept, so
 * that who asks for many takes no memory.
 */
export function deriveAtVersion<T>(
  build: (snapshot: Snapshot, version: string) => T,
): (snapshot: Snapshot, version: string) => T {
  const get = deriveEach(build);
  return (snapshot, version) =>
    (snapshot.versions.includes(version) ? get : build)(snapshot, version);
}

/** The numbers of all entries, in order. */
export function* listAllEntries(snapshot: Snapshot): Generator<number> {
  for (let entry = 0; entry < snapshot.entries.length; entry++) yield entry;
}

/** The entries of each platform version, by its number, in order. */
const getEntriesByVersion = deriveOnce((snapshot): readonly (readonly number[])[] => {
  const lists: number[][] = snapshot.versions.map(() => []);
  for (const entry of listAllEntries(snapshot)) {
    lists[snapshot.entries.version.get(entry)]?.push(entry);
  }
  return lists;
});

/** Entries of a platform version, in order; none when the snapshot does not have it. */
export function listEntriesAtVersion(snapshot: Snapshot, version: string): readonly number[] {
  return getEntriesByVersion(snapshot)[snapshot.versions.indexOf(version)] ?? [];
}

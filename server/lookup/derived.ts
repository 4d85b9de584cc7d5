// Tables derived from a snapshot, or from another long-lived object, on first use, and kept with
// it: nothing is counted again for every request.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { memoizeEach } from "./memo.js";

/** `build` runs once for each; what it gives must be bounded by its size. */
export function deriveOnce<T, Of extends object = Snapshot>(build: (of: Of) => T): (of: Of) => T {
  const tables = new WeakMap<Of, { readonly value: T }>();
  return (of) => {
    let table = tables.get(of);
    if (table === undefined) tables.set(of, (table = { value: build(of) }));
    return table.value;
  };
}

/** Derives a value for each key, so keys must be bounded. */
export function deriveEach<Key, T, Of extends object = Snapshot>(
  build: (of: Of, key: Key) => T,
): (of: Of, key: Key) => T {
  const createKept = deriveOnce((of: Of) => memoizeEach((key: Key) => build(of, key)));
  return (of, key) => createKept(of)(key);
}

/**
 * Derives a value for each platform version of a snapshot. Unknown versions are not cached: callers
 * may ask for any.
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

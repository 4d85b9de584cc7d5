// Order of the repositories that have one name: in every list the original stands before its copies, whatever can be installed.
import { toGroups } from "../../../data/grouped.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import { getPlatformVersion, getProvider, listDistinct } from "../entries.js";
import { deriveEach } from "../memo.js";
import { getDefaultChoice } from "./choose-provider.js";
import { listProviderEntries } from "./dependency-graph.js";

/** Entries of the name and version of one, the original first. */
export function listOriginalFirst(snapshot: Snapshot, entry: number): readonly number[] {
  if (!isShared(snapshot, entry)) return [entry];
  let first = entry;
  while (isAlike(snapshot, first - 1, entry)) first -= 1;
  return getOrder(snapshot, first);
}

function isShared(snapshot: Snapshot, entry: number): boolean {
  return isAlike(snapshot, entry - 1, entry) || isAlike(snapshot, entry + 1, entry);
}

/** Entries of one name and version follow each other. */
function isAlike({ entries }: Snapshot, one: number, other: number): boolean {
  return (
    one >= 0 &&
    one < entries.length &&
    entries.name.get(one) === entries.name.get(other) &&
    entries.version.get(one) === entries.version.get(other)
  );
}

/** The key is the first of several entries of a name and version. */
const getOrder = deriveEach((snapshot, first: number): readonly number[] => {
  const entries = [first];
  while (isAlike(snapshot, first + entries.length, first)) entries.push(first + entries.length);
  try {
    return getDefaultChoice(snapshot, getPlatformVersion(snapshot, first)).rank(entries);
  } catch (error) {
    // A damaged module fails its own questions, not lists that name it.
    if (!(error instanceof SnapshotError)) throw error;
    return entries;
  }
});

/** Entries in their order, but those of one name and version together, the original first. */
export function putOriginalsFirst(
  snapshot: Snapshot,
  entries: readonly number[],
): readonly number[] {
  if (!entries.some((entry) => isShared(snapshot, entry))) return entries;
  const { name, version } = snapshot.entries;
  const groups = toGroups(
    entries,
    (entry) => name.get(entry) * snapshot.versions.length + version.get(entry),
  );
  return Array.from(groups.values(), (group) => {
    const [first = -1, ...others] = group;
    if (others.length === 0) return group;
    return listOriginalFirst(snapshot, first).filter((entry) => group.includes(entry));
  }).flat();
}

/**
 * Repositories of entries of one name, by number: those of the newest version that several have first, of it the
 * original; those of versions that one has after them.
 * @param entries in order
 */
export function listOwners(snapshot: Snapshot, entries: readonly number[]): readonly number[] {
  const { repository, version } = snapshot.entries;
  const versions = toGroups(putOriginalsFirst(snapshot, entries.toReversed()), (entry) =>
    version.get(entry),
  );
  const owners = Array.from(versions.values(), (group) =>
    listDistinct(group.map((entry) => repository.get(entry))),
  );
  return listDistinct([...owners.filter((some) => some.length > 1), ...owners].flat());
}

/** Each `<org>/<repo>` that has a name at a platform version, that of the original first. */
export function listProviders(
  snapshot: Snapshot,
  technicalName: string,
  platformVersion: string,
): readonly string[] {
  return listProvidersOf(snapshot, listProviderEntries(snapshot, technicalName, platformVersion));
}

/** Each `<org>/<repo>` of some entries, that of the original first. */
export function listProvidersOf(snapshot: Snapshot, entries: readonly number[]): readonly string[] {
  const ordered = putOriginalsFirst(snapshot, entries);
  return listDistinct(ordered.map((entry) => getProvider(snapshot, entry)));
}

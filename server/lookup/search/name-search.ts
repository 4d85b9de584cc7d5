// Search by technical name: a literal part of it, the best place first, then its words in any order; typos
// only when nothing has either.
import type { Match, NameHit } from "../../contract/shape/search.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { foldName } from "../../../data/text/names.js";
import { deriveEach } from "../memo.js";
import { listCopied } from "../dependency/copies.js";
import { listOwners } from "../dependency/trusted-order.js";
import { getProviderByNumber, getPlatformVersion, isInstallable } from "../entries.js";
import type { Lookup } from "../lookup.js";
import { findContaining, findNear, findWithWords, PLACES, type OnName } from "./find-names.js";
import { cutSlice, type Slice, type SliceRequest } from "../../contract/resource.js";

export interface NameQuery extends SliceRequest {
  readonly text: string;
  readonly platform_version: string | undefined;
  readonly installable: boolean | undefined;
  readonly explain: boolean | undefined;
}

/**
 * The hit for the name with a number when no filter narrows it. One letter finds nearly every name; so each is
 * made once.
 */
export const getNameHit = deriveEach((snapshot, name: number): NameHit =>
  toHit(snapshot, name, undefined),
);

/** Selects entries of a name; `undefined` takes all. */
type EntryTest = ((entry: number) => boolean) | undefined;

/**
 * One hit for each technical name that contains the text: exact, then prefix, then start of a word,
 * then inside; then those that have its words in any order, the last one at least begun. Within each by the
 * number of modules that depend on it, then by name. When there is none, names within one typo (two from
 * six characters on), the nearest first.
 */
export function searchNames(
  { snapshot }: Pick<Lookup, "snapshot">,
  query: NameQuery,
): Slice<NameHit> {
  const names = snapshot.foldedNames;
  const folded = foldName(query.text);
  const test = toEntryTest(snapshot, query);
  const found = rankNames(snapshot, test, (onName) => {
    findContaining(names, folded, onName);
    findWithWords(names, folded, onName);
  });
  const typos = folded.length < 6 ? 1 : 2;
  const ranked =
    found.length > 0
      ? found
      : rankNames(snapshot, test, (onName) => findNear(names, folded, typos, onName));
  const page = cutSlice(ranked, query);
  const rows = page.rows.map((key) => {
    const { name, rank } = splitKey(snapshot, key);
    const hit = test === undefined ? getNameHit(snapshot, name) : toHit(snapshot, name, test);
    if (!query.explain) return hit;
    const match: Match | null = found.length > 0 ? (PLACES[rank] ?? null) : "typo";
    return { ...hit, match, fields: ["technical_name"] };
  });
  return { rows, total: page.total };
}

function toEntryTest(snapshot: Snapshot, query: NameQuery): EntryTest {
  const { platform_version, installable } = query;
  if (platform_version === undefined && installable === undefined) return undefined;
  const version = platform_version === undefined ? -1 : snapshot.versions.indexOf(platform_version);
  return (entry) =>
    (platform_version === undefined || snapshot.entries.version.get(entry) === version) &&
    (installable === undefined || isInstallable(snapshot, entry) === installable);
}

/** The names that have an entry which counts, as keys, by rank, then dependents, then name. */
function rankNames(
  snapshot: Snapshot,
  test: EntryTest,
  find: (onName: OnName) => void,
): readonly number[] {
  const keys: number[] = [];
  find((name, rank) => {
    if (test === undefined || hasEntry(snapshot, name, test)) {
      keys.push(toKey(snapshot, name, rank));
    }
  });
  return Array.from(Float64Array.from(keys).toSorted());
}

/**
 * Sort key as one number, since numbers sort ten times as fast as objects. Names are numbered in
 * their order, and none has more dependents than there are names.
 */
function toKey({ names, nameDependents }: Snapshot, name: number, rank: number): number {
  const radix = names.length + 1;
  return (rank * radix + names.length - nameDependents.get(name)) * radix + name;
}

function splitKey({ names }: Snapshot, key: number): { name: number; rank: number } {
  const radix = names.length + 1;
  return { name: key % radix, rank: Math.floor(key / (radix * radix)) };
}

function hasEntry(snapshot: Snapshot, name: number, test: (entry: number) => boolean): boolean {
  const end = snapshot.nameFirst.get(name + 1);
  for (let entry = snapshot.nameFirst.get(name); entry < end; entry++) {
    if (test(entry)) return true;
  }
  return false;
}

function toHit(snapshot: Snapshot, name: number, test: EntryTest): NameHit {
  const entries: number[] = [];
  const end = snapshot.nameFirst.get(name + 1);
  for (let entry = snapshot.nameFirst.get(name); entry < end; entry++) {
    if (test === undefined || test(entry)) entries.push(entry);
  }
  return {
    technical_name: snapshot.names.get(name),
    versions: listByProvider(snapshot, entries),
    not_installable: listByProvider(
      snapshot,
      entries.filter((entry) => !isInstallable(snapshot, entry)),
    ),
    copy_of: listCopied(snapshot, entries),
  };
}

function listByProvider(snapshot: Snapshot, entries: readonly number[]): NameHit["versions"] {
  // Lists by the number of the repository. Mostly there is one, and seldom more than three.
  const numbers: number[] = [];
  const lists: string[][] = [];
  for (const entry of entries) {
    const repository = snapshot.entries.repository.get(entry);
    const version = getPlatformVersion(snapshot, entry);
    const known = numbers.indexOf(repository);
    if (known < 0) {
      numbers.push(repository);
      lists.push([version]);
      // A repository can carry a name twice at a version, in two folders.
    } else if (lists[known]?.at(-1) !== version) lists[known]?.push(version);
  }
  const ordered = numbers.length < 2 ? numbers : listOwners(snapshot, entries);
  const versions: Record<string, readonly string[]> = {};
  for (const number of ordered) {
    versions[getProviderByNumber(snapshot, number)] = lists[numbers.indexOf(number)] ?? [];
  }
  return versions;
}

// What is loaded of the entries of a technical name, put together: classes and archs that are equal are kept once.
import { toGroups } from "../../grouped.js";
import { compareText } from "../../platform/platform-version.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import { post, type PackedPostings, type Postings } from "../table/postings.js";
import type { KeyedRow } from "./packed-data.js";
import { POSTED_BY, type ArchRow, type ClassRow, type LoadedRows } from "./packed-loaded.js";
import { packRowNumbers } from "./packed-writes.js";

export interface JoinedLoaded {
  /** Of each entry the numbers of its archs, then its head, see LoadedRows. */
  readonly heads: readonly Uint8Array[];
  /** Of each entry the numbers of its rows of data, then what its data files write. */
  readonly writes: readonly Uint8Array[];
  /** In runs of what is nearly equal, since it is of one view. */
  readonly archs: readonly (readonly Uint8Array[])[];
  /** In runs of one key. */
  readonly data: readonly (readonly Uint8Array[])[];
  readonly classes: PackedClasses;
  /** Of each of POSTED_BY. */
  readonly posted: readonly PackedPostings[];
}

/** The classes of the entries of one technical name, by columns. */
export interface PackedClasses {
  /** Of each class that differs from the others, what `toPackedClass` says of it. */
  readonly rows: readonly Uint8Array[];
  /** Of each of these. */
  readonly models: readonly (string | null)[];
  readonly names: readonly string[];
  /** Of each class as an entry loads it, in load order: the entry, its number among `rows`, file and line. */
  readonly entries: readonly number[];
  readonly numbers: readonly number[];
  readonly files: readonly string[];
  readonly lines: readonly number[];
}

const NUMBERS = new RowPacker(STRUCTURES.loaded);

/** @param entries all those of a technical name, in order */
export function joinLoaded(entries: readonly LoadedRows[]): JoinedLoaded {
  const archs = joinRows(
    entries.flatMap((entry) => entry.archs),
    ({ id }) => id,
  );
  const data = joinRows(
    entries.flatMap((entry) => entry.data),
    ({ key }) => key,
  );
  return {
    heads: entries.map((entry) => {
      const numbers = entry.archs.map((arch) => archs.numbers.get(arch) ?? 0);
      return Buffer.concat([NUMBERS.pack([numbers]), entry.head]);
    }),
    writes: entries.map((entry) => {
      const keyed = entry.data.flatMap((one) => [one.key, data.numbers.get(one) ?? 0]);
      return Buffer.concat([packRowNumbers(keyed), entry.writes]);
    }),
    archs: archs.runs.map((run) => run.map(({ row }) => row)),
    data: data.runs.map((run) => run.map(({ row }) => row)),
    classes: joinClasses(entries.map(({ classes }) => classes)),
    posted: POSTED_BY.map((by) => postAll(entries.map(({ posted }) => posted[by]))),
  };
}

function joinClasses(entries: readonly (readonly ClassRow[])[]): PackedClasses {
  const { runs, numbers } = joinRows(entries.flat(), ({ model, name }) =>
    JSON.stringify([model, name]),
  );
  const distinct = runs.flat();
  const loaded = entries.flatMap((classes, entry) => classes.map((one) => ({ entry, one })));
  return {
    rows: distinct.map(({ row }) => row),
    models: distinct.map(({ model }) => model),
    names: distinct.map(({ name }) => name),
    entries: loaded.map(({ entry }) => entry),
    numbers: loaded.map(({ one }) => numbers.get(one) ?? 0),
    files: loaded.map(({ one }) => one.file),
    lines: loaded.map(({ one }) => one.line),
  };
}

/** Rows of which equal ones of a group are kept once. */
interface JoinedRows<T> {
  /** By group, in the order of their keys. */
  readonly runs: readonly (readonly T[])[];
  /** Of each that was given, which of all in the runs it is. */
  readonly numbers: ReadonlyMap<T, number>;
}

function joinRows<T extends ArchRow | ClassRow | KeyedRow>(
  given: readonly T[],
  toKey: (one: T) => string,
): JoinedRows<T> {
  const groups = toGroups(given, toKey);
  const numbers = new Map<T, number>();
  const runs: T[][] = [];
  let count = 0;
  for (const [, group] of [...groups].toSorted(([left], [right]) => compareText(left, right))) {
    const run: T[] = [];
    for (const one of group) numbers.set(one, count + addDistinct(run, one));
    runs.push(run);
    count += run.length;
  }
  return { runs, numbers };
}

/** Adds a row unless one is the same. @returns the place of the one that is */
function addDistinct<T extends { readonly row: Uint8Array }>(run: T[], one: T): number {
  const known = run.findIndex(({ row }) => Buffer.compare(row, one.row) === 0);
  return known === -1 ? run.push(one) - 1 : known;
}

function postAll(entries: readonly (readonly string[])[]): PackedPostings {
  const postings: Postings = new Map();
  for (const [entry, keys] of entries.entries()) {
    for (const key of keys) post(postings, key, entry);
  }
  return [...postings];
}

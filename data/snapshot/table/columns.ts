// Columns of numbers and lists of them, written and read in place; every position is checked where it
// is used.
import { findFirst } from "../../binary-search.js";
import { OperatorError } from "../../operator-error.js";
import { damagedSection } from "../errors.js";
import type { ListKey, SectionName } from "../format.js";
import type { SectionReader } from "../sections.js";

/** Numbers by position. */
export interface Column {
  readonly length: number;
  /** @throws SnapshotError when there is no such position */
  get(index: number): number;
}

/** A list of numbers for each key. */
export interface ListColumns {
  readonly length: number;
  /** @throws SnapshotError when there is no such key */
  get(key: number): readonly number[];
  /**
   * The lists of the keys from `key` to before `end`, one after another, as they lie in the file.
   * @throws SnapshotError when there are no such keys
   */
  view(key: number, end?: number): Uint32Array;
}

/** Two sections for each key. */
export const toListSections = (...keys: readonly ListKey[]): readonly SectionName[] =>
  keys.flatMap((key) => [`${key}.first`, `${key}.list`] as const);

export interface Lists {
  readonly first: Uint32Array;
  readonly list: Uint32Array;
}

/** The largest number of a column, and with that the most bytes that offsets can lead to. */
const LARGEST_NUMBER = 2 ** 32 - 1;

/** @throws OperatorError `snapshot_too_large` for a number that no column holds, as an offset may be */
export function encodeColumn(values: ArrayLike<number>): Uint8Array {
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    if (value > LARGEST_NUMBER) throw tooLarge(value);
  }
  return new Uint8Array(new Uint32Array(values).buffer);
}

function tooLarge(value: number): OperatorError {
  return new OperatorError({
    code: "snapshot_too_large",
    message: `The snapshot would be larger than its format can tell (an offset of ${value} bytes); make several snapshots of fewer modules, by organization or by branch.`,
  });
}

/** Ends of consecutive items, from their lengths. */
export function toEnds(lengths: readonly number[]): readonly number[] {
  let end = 0;
  return lengths.map((length) => (end += length));
}

/** The two columns of lists: key 0 has the first group, and so on. */
export function toLists(groups: readonly ArrayLike<number>[]): Lists {
  const first = new Uint32Array(groups.length + 1);
  groups.forEach((group, key) => (first[key + 1] = (first[key] ?? 0) + group.length));
  const list = new Uint32Array(first[groups.length] ?? 0);
  groups.forEach((group, key) => list.set(group, first[key]));
  return { first, list };
}

/** The positions of each key 0 … count − 1, ascending. */
export function groupBy(keys: ArrayLike<number>, count: number): Lists {
  const first = new Uint32Array(count + 1);
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? 0;
    first[key + 1] = (first[key + 1] ?? 0) + 1;
  }
  for (let key = 0; key < count; key++) first[key + 1] = (first[key + 1] ?? 0) + (first[key] ?? 0);
  const next = first.slice();
  const list = new Uint32Array(keys.length);
  for (let position = 0; position < keys.length; position++) {
    const key = keys[position] ?? 0;
    const at = next[key] ?? 0;
    list[at] = position;
    next[key] = at + 1;
  }
  return { first, list };
}

/** @throws SnapshotError `snapshot_damaged` when the section holds another number of values */
export function openColumn(section: string, bytes: Uint8Array, length: number): Column {
  const values = openNumbers(section, bytes, length);
  return {
    length,
    get(index) {
      const value = values[index];
      if (value === undefined) throw damagedSection(section, `below ${length}`, String(index));
      return value;
    },
  };
}

/** The column of a section, by default as long as that is. @throws SnapshotError likewise */
export const openColumnOf = (
  sections: SectionReader,
  name: SectionName,
  length = sections.get(name).length / 4,
): Column => openColumn(name, sections.get(name), length);

/**
 * A column of ascending numbers up to a limit, looked through once: who counts from one number to the next may
 * make room for as many.
 * @throws SnapshotError `snapshot_damaged` where it is none
 */
export function openAscending(
  section: string,
  bytes: Uint8Array,
  length: number,
  limit: number,
): Column {
  const values = openNumbers(section, bytes, length);
  let before = 0;
  for (const value of values) {
    if (value < before || value > limit) {
      throw damagedSection(section, `${before} to ${limit}`, String(value));
    }
    before = value;
  }
  return openColumn(section, bytes, length);
}

/** The last position of an ascending column whose number is not above the value; 0 where there is none. */
export function findLastUpTo(column: Column, value: number): number {
  return findFirst(1, column.length, (at) => column.get(at) > value) - 1;
}

/** The lists of `<key>.first` and `<key>.list`, see format.ts. */
export function openLists(sections: SectionReader, key: ListKey, length: number): ListColumns {
  const first = openColumnOf(sections, `${key}.first`, length + 1);
  const bytes = sections.get(`${key}.list`);
  const list = openNumbers(`${key}.list`, bytes, bytes.length / 4);
  const view = (index: number, end = index + 1): Uint32Array => {
    const from = first.get(index);
    const to = first.get(end);
    if (from > to || to > list.length) {
      throw damagedSection(`${key}.first`, `offsets up to ${list.length}`, `${from} to ${to}`);
    }
    return list.subarray(from, to);
  };
  return { length, get: (index) => Array.from(view(index)), view };
}

function openNumbers(section: string, bytes: Uint8Array, length: number): Uint32Array {
  // The length of the bytes is unchecked where it decides the count, so it may be no multiple of 4.
  if (bytes.length !== 4 * length || !Number.isInteger(length)) {
    throw damagedSection(section, `${Math.floor(length)} numbers`, `${bytes.length} bytes`);
  }
  return new Uint32Array(bytes.buffer, bytes.byteOffset, length);
}

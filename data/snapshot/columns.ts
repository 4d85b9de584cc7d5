// Columns of numbers and lists of them, written and read in place; every position is checked where it
// is used.
import { damagedSection } from "./errors.js";
import type { SectionReader } from "./sections.js";

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

/** The keys of lists: with `.first` and `.list` the names of their two sections. */
export type ListKey =
  | "dependencies"
  | "authors"
  | "maintainers"
  | "documents"
  | "terms"
  | "name-words"
  | "places";

export interface Lists {
  readonly first: readonly number[];
  readonly list: readonly number[];
}

export function encodeColumn(values: readonly number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer);
}

/** The two columns of lists: key 0 has the first group, and so on. */
export function toLists(groups: readonly (readonly number[])[]): Lists {
  const first = [0];
  for (const group of groups) first.push((first.at(-1) ?? 0) + group.length);
  return { first, list: groups.flat() };
}

/** The positions of each key 0 … count − 1, ascending. */
export function groupBy(keys: readonly number[], count: number): Lists {
  const groups: number[][] = Array.from({ length: count }, () => []);
  keys.forEach((key, position) => groups[key]?.push(position));
  return toLists(groups);
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

/** The lists of `<key>.first` and `<key>.list`, see format.ts. */
export function openLists(sections: SectionReader, key: ListKey, length: number): ListColumns {
  const first = openColumn(`${key}.first`, sections.get(`${key}.first`), length + 1);
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
  if (bytes.length !== 4 * length) {
    throw damagedSection(section, `${length} numbers`, `${bytes.length} bytes`);
  }
  return new Uint32Array(bytes.buffer, bytes.byteOffset, length);
}

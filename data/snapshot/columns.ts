// Columns of numbers and lists of them, read in place; every position is checked where it is used.
import { damagedSection } from "./errors.js";
import type { SectionReader } from "./sections.js";

/** Numbers by position. */
export interface Column {
  readonly length: number;
  /** @throws SnapshotError when there is no such position */
  get(index: number): number;
}

/** A list of entries for each key. */
export interface ListColumns {
  readonly length: number;
  /** @throws SnapshotError when there is no such key */
  get(key: number): readonly number[];
}

/** @throws SnapshotError `snapshot_damaged` when the section holds another number of values */
export function openColumn(section: string, bytes: Uint8Array, length: number): Column {
  if (bytes.length !== 4 * length) {
    throw damagedSection(section, `${length} numbers`, `${bytes.length} bytes`);
  }
  const values = new Uint32Array(bytes.buffer, bytes.byteOffset, length);
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
export function openLists(
  sections: SectionReader,
  key: "dependencies" | "documents",
  length: number,
): ListColumns {
  const first = openColumn(`${key}.first`, sections.get(`${key}.first`), length + 1);
  const bytes = sections.get(`${key}.list`);
  const list = openColumn(`${key}.list`, bytes, bytes.length / 4);
  return {
    length,
    get(index) {
      const start = first.get(index);
      const end = first.get(index + 1);
      if (start > end || end > list.length) {
        throw damagedSection(`${key}.first`, `offsets up to ${list.length}`, `${start} to ${end}`);
      }
      return Array.from({ length: end - start }, (_, offset) => list.get(start + offset));
    },
  };
}

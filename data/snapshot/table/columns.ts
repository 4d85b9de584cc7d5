// Columns of numbers and lists of them, written and read in place; every position is checked where it
// is used.
import { findFirst } from "../../binary-search.js";
import { OperatorError } from "../../operator-error.js";
import { damagedSection } from "../errors.js";
import type { SectionName } from "../format.js";
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

/** The keys of lists: with `.first` and `.list` the names of their two sections. */
export type ListKey = SectionName extends infer S
  ? S extends `${infer K}.list`
    ? K
    : never
  : never;

// Packed values, of an entry or of something that entries share, in five sections of one name: `records.*`,
// `parts.*`, `loaded.*`, `classes.*` and `archs.*` of format.ts.
import type { Steps } from "../../yield.js";
import { encodeColumn, openColumn, type Column } from "../table/columns.js";
import { decodeSection } from "../decode-section.js";
import { damagedSection } from "../errors.js";
import type { SectionName } from "../format.js";
import { isStructures, openRecordDecoder, packValue, RecordPacker } from "./packing.js";
import {
  encodeRecordStore,
  openRecordStore,
  type Compress,
  type RecordRun,
  type StoreName,
} from "./record-store.js";
import type { Section, SectionReader } from "../sections.js";

/** Collects what is to be packed, a list of values for each row, in their order. */
export class PackedStoreWriter {
  readonly #name: StoreName;
  readonly #packer = new RecordPacker();

  constructor(name: StoreName) {
    this.#name = name;
  }

  add(values: readonly unknown[]): void {
    this.#packer.add(values);
  }

  /** The number of rows up to now. */
  get length(): number {
    return this.#packer.rows.lengths.length;
  }

  /**
   * Adds values unless a row from `start` on holds the same.
   * @returns the number of the row that holds them
   */
  addDistinct(values: readonly unknown[], start: number): number {
    const { rows } = this.#packer;
    const added = rows.lengths.length;
    this.#packer.add(values);
    const length = rows.lengths[added];
    for (let row = start; row < added; row++) {
      if (rows.lengths[row] !== length) continue;
      if (Buffer.compare(rows.get(row), rows.get(added)) !== 0) continue;
      rows.removeLast();
      return row;
    }
    return added;
  }

  /** One row a step. @param runs rows that are nearly equal, in order */
  *encode(runs: readonly RecordRun[], compress: Compress): Steps<readonly Section[]> {
    const name = this.#name;
    const store = yield* encodeRecordStore(this.#packer.rows, runs, compress);
    return [
      [`${name}.structures`, packValue(this.#packer.listStructures())],
      [`${name}.dictionary`, store.dictionary],
      [`${name}.end`, encodeColumn(store.end)],
      [`${name}.length`, encodeColumn(store.length)],
      [`${name}.bytes`, store.bytes],
    ];
  }
}

/** How many rows a store has, and which of them are nearly equal. */
export interface StoreRuns {
  readonly length: number;
  findRun(row: number): RecordRun;
}

/** Where the entries of a technical name are found. */
export interface EntryRuns {
  readonly nameFirst: Column;
  readonly entries: { readonly length: number; readonly name: Column };
}

/** The entries of a technical name are nearly equal. */
export function toStoreRuns({ nameFirst, entries }: EntryRuns): StoreRuns {
  return {
    length: entries.length,
    findRun(entry) {
      const number = entries.name.get(entry);
      return { start: nameFirst.get(number), end: nameFirst.get(number + 1) };
    },
  };
}

/**
 * Reads the first `count` values of a row's list; objects of free keys come as maps.
 * @throws SnapshotError, also later
 */
export function openPackedStore(
  sections: SectionReader,
  name: StoreName,
  { length, findRun }: StoreRuns,
): (row: number, count: number) => readonly unknown[] {
  const decode = openRecordDecoder(decodeSection(sections, `${name}.structures`, isStructures));
  const openNumbers = (section: SectionName): Column =>
    openColumn(section, sections.get(section), length);
  const readBytes = openRecordStore({
    name,
    dictionary: sections.get(`${name}.dictionary`),
    end: openNumbers(`${name}.end`),
    length: openNumbers(`${name}.length`),
    bytes: sections.get(`${name}.bytes`),
    findRun,
  });
  return (row, count) => {
    const bytes = readBytes(row);
    try {
      return decode(bytes, count);
    } catch (error) {
      throw damagedSection(`${name}.bytes`, "MessagePack", (error as Error).message);
    }
  };
}

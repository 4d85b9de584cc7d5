// Packed values, of an entry or of something that entries share, in five sections of one name: `records.*`,
// `parts.*`, `loaded.*` and `archs.*` of format.ts.
import { encodeColumn, openColumnOf, type Column } from "../table/columns.js";
import { decodeSection } from "../decode-section.js";
import { openRecordDecoder, packValue, type PackedRow } from "./packing.js";
import { openRecordStore, type CompressedRows, type RecordRun } from "./record-store.js";
import { requireDeclared, STRUCTURES, type RowsName } from "./structures.js";
import type { Section, SectionReader } from "../sections.js";

/** Collects compressed rows, technical name after technical name. */
export class PackedStoreWriter {
  readonly #name: RowsName;
  readonly #pieces: Uint8Array[] = [];
  readonly #ends: number[] = [];
  readonly #lengths: number[] = [];
  /** Start of each run, and the first of each technical name. */
  readonly #runs: number[] = [];
  readonly #firsts: number[] = [];
  #bytes = 0;

  constructor(name: RowsName) {
    this.#name = name;
  }

  /** Adds the rows of the next technical name. */
  add({ bytes, compressed, lengths, runs }: CompressedRows): void {
    let run = this.#ends.length;
    this.#firsts.push(run);
    for (const length of runs) {
      this.#runs.push(run);
      run += length;
    }
    this.#pieces.push(bytes);
    for (const length of compressed) this.#ends.push((this.#bytes += length));
    for (const length of lengths) this.#lengths.push(length);
  }

  /** @param dictionary what the rows were compressed against that have no other */
  encode(dictionary: Uint8Array): readonly Section[] {
    const name = this.#name;
    const rows: readonly Section[] = [
      [`${name}.structures`, packValue(STRUCTURES[name])],
      [`${name}.dictionary`, dictionary],
      [`${name}.end`, encodeColumn(this.#ends)],
      [`${name}.length`, encodeColumn(this.#lengths)],
      [`${name}.bytes`, Buffer.concat(this.#pieces)],
    ];
    // The runs of the others are the entries of a technical name.
    if (name !== "archs" && name !== "data") return rows;
    return [
      ...rows,
      [`${name}.runs`, encodeColumn([...this.#runs, this.#ends.length])],
      [`names.${name}`, encodeColumn(this.#firsts)],
    ];
  }
}

/** Number of rows in a store, and groups of nearly equal ones. */
export interface StoreRuns {
  readonly length: number;
  findRun(row: number): RecordRun;
}

/** Position of a technical name's entries. */
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

/** A function that decompresses a row. @throws SnapshotError, also later */
export function openPackedStore(
  sections: SectionReader,
  name: RowsName,
  { length, findRun }: StoreRuns,
): (row: number) => PackedRow {
  const lists = decodeSection(sections, `${name}.structures`, (of) => of.listOf(of.readTexts));
  const decode = openRecordDecoder(
    name === "records" ? requireDeclared(lists) : lists,
    `${name}.bytes`,
  );
  const readBytes = openRecordStore({
    name,
    dictionary: sections.get(`${name}.dictionary`),
    end: openColumnOf(sections, `${name}.end`, length),
    length: openColumnOf(sections, `${name}.length`, length),
    bytes: sections.get(`${name}.bytes`),
    findRun,
  });
  return (row) => decode(readBytes(row));
}

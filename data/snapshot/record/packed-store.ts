// Packed values of entries in five sections of one name: `records.*` and `parts.*` of format.ts.
import type { Steps } from "../../yield.js";
import { encodeColumn, openColumn, type Column } from "../table/columns.js";
import { decodeSection } from "../decode-section.js";
import { damagedSection } from "../errors.js";
import type { SectionName } from "../format.js";
import { isStructures, openRecordDecoder, packValue, RecordPacker } from "./packing.js";
import { encodeRecordStore, openRecordStore, type RecordRun } from "./record-store.js";
import type { Section, SectionReader } from "../sections.js";

/** What the names of the sections begin with. */
export type StoreName = "records" | "parts";

/** Collects what is to be packed, a list of values for each entry, in their order. */
export class PackedStoreWriter {
  readonly #name: StoreName;
  readonly #packer = new RecordPacker();

  constructor(name: StoreName) {
    this.#name = name;
  }

  add(values: readonly unknown[]): void {
    this.#packer.add(values);
  }

  /** One entry a step. @param runs the entries by technical name, in order */
  *encode(runs: readonly RecordRun[]): Steps<readonly Section[]> {
    const name = this.#name;
    const store = yield* encodeRecordStore(this.#packer.rows, runs);
    return [
      [`${name}.structures`, packValue(this.#packer.listStructures())],
      [`${name}.dictionary`, store.dictionary],
      [`${name}.end`, encodeColumn(store.end)],
      [`${name}.length`, encodeColumn(store.length)],
      [`${name}.bytes`, store.bytes],
    ];
  }
}

/** Where the entries of a technical name are found. */
export interface EntryRuns {
  readonly nameFirst: Column;
  readonly entries: { readonly length: number; readonly name: Column };
}

/** Reads the first `count` values of an entry's list. @throws SnapshotError, also later */
export function openPackedStore(
  sections: SectionReader,
  name: StoreName,
  { nameFirst, entries }: EntryRuns,
): (entry: number, count: number) => readonly unknown[] {
  const decode = openRecordDecoder(decodeSection(sections, `${name}.structures`, isStructures));
  const openNumbers = (section: SectionName): Column =>
    openColumn(section, sections.get(section), entries.length);
  const readBytes = openRecordStore({
    name,
    dictionary: sections.get(`${name}.dictionary`),
    end: openNumbers(`${name}.end`),
    length: openNumbers(`${name}.length`),
    bytes: sections.get(`${name}.bytes`),
    findRun(entry) {
      const number = entries.name.get(entry);
      return { start: nameFirst.get(number), end: nameFirst.get(number + 1) };
    },
  });
  return (entry, count) => {
    const bytes = readBytes(entry);
    try {
      return decode(bytes, count);
    } catch (error) {
      throw damagedSection(`${name}.bytes`, "MessagePack", (error as Error).message);
    }
  };
}

// The classes of snapshots of format 10, which has them apart from records: equal ones of a technical name once, in blocks
// of one model that are compressed together. It goes with that format.
import type { LoadedClass } from "../../module/loaded-module.js";
import { decodeSection } from "../decode-section.js";
import { damagedSection } from "../errors.js";
import { readValuesOf, type Readers } from "../packed-values.js";
import { openRecordDecoder, type PackedRow } from "../record/packing.js";
import { checkDictionary, findSpan, inflate } from "../record/record-store.js";
import type { SectionReader } from "../sections.js";
import { findLastUpTo, openColumnOf } from "../table/columns.js";
import { openTableOf, type StringTable } from "../table/string-table.js";
import { addUpLines, FACTS, FIELD, METHOD, TABLE_OBJECT } from "./packed-class.js";

/** The last that has them so. */
export const FORMER_FORMAT = 10;

const of = readValuesOf("classes.bytes");
const { class_name: _className, model: _model, ...OTHER_FACTS } = FACTS;
const CLASS: Readers<Omit<LoadedClass, "model" | "class_name" | "file" | "line">> = {
  ...OTHER_FACTS,
  fields: of.listOf(of.rowOf(FIELD)),
  methods: of.listOf(of.rowOf(METHOD)),
  table_objects: of.listOf(of.rowOf(TABLE_OBJECT)),
};
const readClass = of.rowOf(CLASS);

/** Classes by their numbers, which are those of `loaded-classes`, as each format has them. */
export interface ClassStore {
  /** Numbers in `loaded-models` and 1, 0 for none; and in `class-names`. */
  getModel(number: number): number;
  getName(number: number): number;
  read(number: number): LoadedClass;
  /** Bytes of the class when decompressed. */
  countBytes(number: number): number;
}

/** @throws SnapshotError, also later */
export function openFormerClasses(
  sections: SectionReader,
  { modelTable, nameTable }: { readonly modelTable: StringTable; readonly nameTable: StringTable },
): ClassStore {
  const store = openBlocks(sections);
  const rows = openColumnOf(sections, "loaded-classes.class");
  const files = openColumnOf(sections, "loaded-classes.file");
  const fileTable = openTableOf(sections, "class-files");
  const lines = openColumnOf(sections, "loaded-classes.line");
  const models = openColumnOf(sections, "classes.model", store.length);
  const names = openColumnOf(sections, "classes.name", store.length);
  return {
    getModel: (number) => models.get(rows.get(number)),
    getName: (number) => names.get(rows.get(number)),
    countBytes: (number) => store.countBytes(rows.get(number)),
    read(number) {
      const row = rows.get(number);
      const model = models.get(row);
      const line = lines.get(number);
      const found = readClass(store.read(row).read(0));
      addUpLines(line, found.fields, found.methods, found.table_objects);
      return {
        class_name: nameTable.get(names.get(row)),
        file: fileTable.get(files.get(number)),
        line,
        model: model === 0 ? null : modelTable.get(model - 1),
        ...found,
      };
    },
  };
}

interface BlockStore {
  readonly length: number;
  read(row: number): PackedRow;
  /** Bytes of a row when decompressed. */
  countBytes(row: number): number;
}

/** A decompressed one, with where it starts when all rows stand one after another. */
interface Block {
  readonly number: number;
  readonly start: number;
  readonly rows: Uint8Array;
}

/** The block that was read last stays decompressed. @throws SnapshotError, also later */
function openBlocks(sections: SectionReader): BlockStore {
  const decode = openRecordDecoder(
    decodeSection(sections, "classes.structures", (structures) =>
      structures.listOf(structures.readTexts),
    ),
    "classes.bytes",
  );
  const dictionary = sections.get("classes.dictionary");
  checkDictionary("classes", dictionary);
  const ends = openColumnOf(sections, "classes.end");
  const starts = openColumnOf(sections, "classes.block");
  const bytes = sections.get("classes.bytes");
  const rows = {
    section: "classes.end",
    end: ends,
    limit: ends.length === 0 ? 0 : ends.get(ends.length - 1),
  };
  const blocks = {
    section: "classes.block-end",
    end: openColumnOf(sections, "classes.block-end"),
    limit: bytes.length,
  };
  let last: Block = { number: -1, start: 0, rows: new Uint8Array() };
  const readBlock = (number: number): Block => {
    const start = findSpan(rows, starts.get(number)).from;
    const end = findSpan(rows, starts.get(number + 1) - 1).to;
    const { from, to } = findSpan(blocks, number);
    const packed = inflate(bytes.subarray(from, to), {
      section: "classes.bytes",
      lengths: "classes.end",
      expected: end - start,
      dictionary,
    });
    return { number, start, rows: packed };
  };
  const readBytes = (row: number): Uint8Array => {
    const { from, to } = findSpan(rows, row);
    const number = findLastUpTo(starts, row);
    if (number !== last.number) last = readBlock(number);
    if (from < last.start || to > last.start + last.rows.length) {
      throw damagedSection("classes.block", `a block with row ${row}`, `block ${number}`);
    }
    return last.rows.subarray(from - last.start, to - last.start);
  };
  return {
    length: ends.length,
    read: (row) => decode(readBytes(row)),
    countBytes(row) {
      const { from, to } = findSpan(rows, row);
      return to - from;
    },
  };
}

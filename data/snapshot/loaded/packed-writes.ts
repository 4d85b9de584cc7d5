// Which records the data files of an entry write, as it is packed: of each model apart, so that who asks for one
// decodes that alone. What the files give their fields is packed beside it, see packed-data.ts.
import { addToGroup } from "../../grouped.js";
import { RECORD_TAGS, type LoadedDataFile, type RecordTag } from "../../module/loaded-module.js";
import { damagedSection } from "../errors.js";
import {
  createColumnReader,
  differences,
  flags,
  numbers,
  oneOf,
  packLists,
  texts,
  unpackLists,
  withCounts,
} from "../record/column-packing.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";

const READER = createColumnReader("writes.bytes");

/** The records of one model, in the order in which they are loaded, by columns. */
interface WrittenColumns {
  /** As written. */
  readonly ids: readonly string[];
  /** Numbers of files. */
  readonly files: readonly number[];
  readonly lines: readonly number[];
  readonly tags: readonly RecordTag[];
  readonly noupdate: readonly boolean[];
}

/** What the data files of an entry write. */
export interface DataHead {
  /** By key: the row of values, which is read by number. */
  readonly rows: ReadonlyMap<string, number>;
  readonly files: readonly string[];
  /** Of its records, each once. */
  readonly models: readonly string[];
  /** Decoded each time; empty columns for another model. @throws SnapshotError */
  readRecords(model: string): WrittenColumns;
}

const COLUMNS = {
  ids: texts,
  files: numbers("count"),
  lines: differences(),
  tags: oneOf(RECORD_TAGS),
  noupdate: flags,
};

const NOTHING: WrittenColumns = { ids: [], files: [], lines: [], tags: [], noupdate: [] };

const ROWS = new RowPacker(STRUCTURES.writes);

/** The numbers of the rows of values come before it. */
export function packWrites(data: readonly LoadedDataFile[]): Uint8Array {
  const models = new Map<string, { file: number; at: number }[]>();
  for (const [file, { records }] of data.entries()) {
    for (const [at, { model }] of records.entries()) addToGroup(models, model, { file, at });
  }
  const columns = Array.from(models.values(), (places) => {
    const records = places.flatMap(({ file, at }) => data[file]?.records[at] ?? []);
    return packLists<WrittenColumns>(COLUMNS, {
      ids: records.map((record) => record.xml_id),
      files: places.map(({ file }) => file),
      lines: records.map(({ line }) => line),
      tags: records.map(({ tag }) => tag),
      noupdate: records.map(({ noupdate }) => noupdate),
    });
  });
  return ROWS.pack([data.map(({ file }) => file), [...models.keys()], ...columns]);
}

/** @param keyed keys of rows of values, and their numbers from `firstRow` on, in turns */
export function packRowNumbers(keyed: readonly (string | number)[]): Uint8Array {
  return ROWS.pack([keyed]);
}

/** @param read the first `count` values without those before `from` @throws SnapshotError, also later */
export function openWrites(
  read: (count: number, from?: number) => readonly unknown[],
  firstRow: number,
): DataHead {
  const [keyed, names, modelNames] = read(3);
  const pairs = READER.readList(keyed);
  const rows = new Map<string, number>();
  for (let at = 0; at < pairs.length; at += 2) {
    rows.set(READER.readText(pairs[at]), firstRow + READER.readNumber(pairs[at + 1]));
  }
  const files = READER.readTexts(names);
  const models = READER.readTexts(modelNames);
  const reader = withCounts(READER, { count: files.length });
  return {
    rows,
    files,
    models,
    readRecords(model) {
      const at = models.indexOf(model);
      if (at === -1) return NOTHING;
      const columns = unpackLists<WrittenColumns>(COLUMNS, read(at + 4, at + 3)[0], reader);
      const { length } = columns.ids;
      if (Object.values(columns).every((column: readonly unknown[]) => column.length === length)) {
        return columns;
      }
      throw damagedSection("writes.bytes", `columns of ${length} records`, "others");
    },
  };
}

/** @param id as written @throws SnapshotError */
export function hasRecord({ models, readRecords }: DataHead, id: string): boolean {
  return models.some((model) => readRecords(model).ids.includes(id));
}

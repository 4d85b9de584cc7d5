// Records that the data files of an entry write, as packed: each model apart, so that a question
// about one decodes it alone. Values of their fields are packed beside it, see packed-data.ts.
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
  type ListColumns,
} from "../record/column-packing.js";
import { RowPacker, type PackedRow } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";

const READER = createColumnReader("writes.bytes");

/** The records of one model, in the order in which they are loaded, by columns. */
interface WrittenColumns {
  /** Written form. */
  readonly ids: readonly string[];
  readonly tags: readonly RecordTag[];
  /** Numbers of files. */
  readonly files: readonly number[];
  readonly lines: readonly number[];
  readonly noupdate: readonly boolean[];
}

type WrittenIds = Pick<WrittenColumns, "ids" | "tags">;

/** Positions of the writes. */
type WrittenPlaces = Omit<WrittenColumns, "ids" | "tags">;

/** Writes of an entry's data files. */
export interface DataHead {
  /** By key: the row of values, which is read by number. */
  readonly rows: ReadonlyMap<string, number>;
  readonly files: readonly string[];
  /** Models of its records, each once. */
  readonly models: readonly string[];
  /** Decoded each time; empty columns for another model. @throws SnapshotError */
  readIds(model: string): WrittenIds;
  /** Records of a model with their positions. @throws SnapshotError */
  readRecords(model: string): WrittenColumns;
}

const ID_COLUMNS = { ids: texts, tags: oneOf(RECORD_TAGS) };
const PLACE_COLUMNS = { files: numbers("count"), lines: differences(), noupdate: flags };

const NOTHING = { ids: [], files: [], lines: [], tags: [], noupdate: [] };

const ROWS = new RowPacker(STRUCTURES.writes);

/** The numbers of the rows of values come before it. */
export function packWrites(data: readonly LoadedDataFile[]): Uint8Array {
  const models = new Map<string, { file: number; at: number }[]>();
  for (const [file, { records }] of data.entries()) {
    for (const [at, { model }] of records.entries()) addToGroup(models, model, { file, at });
  }
  const columns = [...models.values()].flatMap((writes) => {
    const records = writes.flatMap(({ file, at }) => data[file]?.records[at] ?? []);
    return [
      packLists<WrittenIds>(ID_COLUMNS, {
        ids: records.map((record) => record.xml_id),
        tags: records.map(({ tag }) => tag),
      }),
      packLists<WrittenPlaces>(PLACE_COLUMNS, {
        files: writes.map(({ file }) => file),
        lines: records.map(({ line }) => line),
        noupdate: records.map(({ noupdate }) => noupdate),
      }),
    ];
  });
  return ROWS.pack([data.map(({ file }) => file), [...models.keys()], ...columns]);
}

/** @param keyed keys of rows of values, and their numbers from `firstRow` on, in turns */
export function packRowNumbers(keyed: readonly (string | number)[]): Uint8Array {
  return ROWS.pack([keyed]);
}

/** @throws SnapshotError, also later */
export function openWrites({ read }: PackedRow, firstRow: number): DataHead {
  const pairs = READER.readList(read(0));
  const rows = new Map<string, number>();
  for (let at = 0; at < pairs.length; at += 2) {
    rows.set(READER.readText(pairs[at]), firstRow + READER.readNumber(pairs[at + 1]));
  }
  const files = READER.readTexts(read(1));
  const models = READER.readTexts(read(2));
  const reader = withCounts(READER, { count: files.length });
  const readColumns = <T extends object>(at: number, columns: ListColumns<T>): T =>
    unpackLists<T>(columns, read(3 + at), reader);
  return {
    rows,
    files,
    models,
    readIds(model) {
      const at = models.indexOf(model);
      return at === -1 ? NOTHING : requireSame(readColumns<WrittenIds>(2 * at, ID_COLUMNS));
    },
    readRecords(model) {
      const at = models.indexOf(model);
      if (at === -1) return NOTHING;
      return requireSame({
        ...readColumns<WrittenIds>(2 * at, ID_COLUMNS),
        ...readColumns<WrittenPlaces>(2 * at + 1, PLACE_COLUMNS),
      });
    },
  };
}

/** @throws SnapshotError for lists of different lengths */
function requireSame<T extends WrittenIds>(columns: T): T {
  const { length } = columns.ids;
  const lists = Object.values(columns) as readonly (readonly unknown[])[];
  if (lists.every((list) => list.length === length)) return columns;
  throw damagedSection("writes.bytes", `columns of ${length} records`, "others");
}

/** @param id as written @throws SnapshotError */
export function hasRecord({ models, readIds }: DataHead, id: string): boolean {
  return models.some((model) => readIds(model).ids.includes(id));
}

// Python files of a module and the names each binds for others, as packed: a row beside the values
// of data files.
import { createColumnReader, lists, recurring, rows, texts } from "../record/column-packing.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import type { KeyedRow } from "./packed-data.js";

/** No model is called so. */
export const NAMES_KEY = "/names";

interface FileNames {
  readonly file: string;
  readonly names: readonly string[];
}

const READER = createColumnReader("data.bytes");
const ROWS = new RowPacker(STRUCTURES.data);
const FILES = rows<FileNames>({ file: texts, names: lists(recurring) });

/** @param names by file, in the order of files */
export function packNames(names: ReadonlyMap<string, readonly string[]>): readonly KeyedRow[] {
  if (names.size === 0) return [];
  const files = Array.from(names, ([file, all]): FileNames => ({ file, names: all }));
  return [{ key: NAMES_KEY, row: ROWS.pack([FILES.pack(files)]) }];
}

/** @throws SnapshotError where the value is not what `packNames` gives */
export function toNames(packed: unknown): ReadonlyMap<string, readonly string[]> {
  return new Map(FILES.unpack(packed, READER).map(({ file, names }) => [file, names]));
}

// All entries of a technical name, packed and compressed: the piece of a snapshot that is kept from one build to
// the next, where these entries are as they were.
import { toRecord } from "../../grouped.js";
import { packCached, unpackCached } from "../record/packing.js";
import { compressRuns, type CompressedRows } from "../record/record-store.js";
import { ROWS_NAMES, type Dictionaries, type RowsName } from "../record/structures.js";
import type { ModuleRows } from "./module-rows.js";

/** Module rows after compression. */
interface PackedModule extends Omit<ModuleRows, "rows"> {
  readonly rows: Readonly<Record<RowsName, CompressedRows>>;
}

/**
 * Compresses the entries of a technical name, each kind of row against what is most like it.
 * @returns what `unpackModule` reads
 */
export function compressModule(
  { rows, ...others }: ModuleRows,
  dictionaries: Dictionaries,
): Uint8Array {
  const compressed = toRecord(ROWS_NAMES, (name) => compressRuns(rows[name], dictionaries[name]));
  return packCached({ ...others, rows: compressed } satisfies PackedModule);
}

/** @param bytes what `compressModule` gave */
export function unpackModule(bytes: Uint8Array): PackedModule {
  return unpackCached(bytes) as PackedModule;
}

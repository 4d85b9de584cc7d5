// References of a module's files, packed: a row beside those of its data files.
import { REFERENCE_WAYS, type ModuleReference } from "../../module/module-reference.js";
import { listKeys } from "../../shape.js";
import {
  createColumnReader,
  differences,
  oneOf,
  recurring,
  rows,
} from "../record/column-packing.js";
import { RowPacker } from "../record/packing.js";
import { STRUCTURES } from "../record/structures.js";
import type { KeyedRow } from "./packed-data.js";

/** No model is called so. */
export const REFERENCES_KEY = "/references";

const READER = createColumnReader("data.bytes");
const ROWS = new RowPacker(STRUCTURES.data);
const REFERENCES = rows<ModuleReference>({
  way: oneOf(listKeys(REFERENCE_WAYS)),
  name: recurring,
  model: recurring,
  via: recurring,
  file: recurring,
  line: differences(),
});

/** @param references by file, then line */
export function packReferences(references: readonly ModuleReference[]): readonly KeyedRow[] {
  if (references.length === 0) return [];
  return [{ key: REFERENCES_KEY, row: ROWS.pack([REFERENCES.pack(references)]) }];
}

/** @throws SnapshotError where the value is not what `packReferences` gives */
export function toReferences(packed: unknown): readonly ModuleReference[] {
  return REFERENCES.unpack(packed, READER);
}

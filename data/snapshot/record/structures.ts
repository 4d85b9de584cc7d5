// The key lists of what is packed: an object with one of them is packed as its number and its values. They are
// the same in every snapshot, so that the bytes of a row depend on the row alone; a snapshot holds them too.
import { PACKED_FACT_SHAPES } from "../../module/facts.js";
import { PART_PROPERTIES } from "../../module/module-parts.js";
import { Model, VIEW_PROPERTIES } from "../../module/records.js";
import type { Structures } from "./packing.js";
import { findProperties, isFree, listKeys, type Properties } from "../../shape.js";
import { DIFFERENCE_STRUCTURES } from "../loaded/packed-class.js";

/** Objects with other keys cannot be packed; those of free keys are maps. At most 32 of one name. */
export const STRUCTURES = {
  records: [
    ...listStructures(PACKED_FACT_SHAPES),
    ...listStructures(VIEW_PROPERTIES),
    ...listStructures(Model.properties),
    ...DIFFERENCE_STRUCTURES,
  ],
  parts: listStructures(PART_PROPERTIES),
  loaded: [["constants", "views"]],
  writes: [],
  archs: [],
  data: [],
} as const satisfies Readonly<Record<string, Structures>>;

/** Prefixes of the names of packed rows' sections. */
export type RowsName = keyof typeof STRUCTURES;

export const ROWS_NAMES = listKeys(STRUCTURES);

/** Bytes of each, which rows are compressed against that have no other. */
export type Dictionaries = Readonly<Record<RowsName, Uint8Array>>;

/** Structures of a row, and of the rows inside it. */
function listStructures(properties: Properties): Structures {
  return [listKeys(properties), ...listInner(properties)];
}

function listInner(properties: Properties): Structures {
  return Object.values(properties).flatMap((shape) => {
    const inner = findProperties(shape);
    return inner === undefined || isFree(inner) ? [] : listStructures(inner);
  });
}

// The key lists of what is packed: an object with one of them is packed as its number and its values. They are
// the same in every snapshot, so that the bytes of a row depend on the row alone; a snapshot holds them too.
import { PACKED_FACT_SHAPES } from "../../module/facts.js";
import { PART_PROPERTIES } from "../../module/module-parts.js";
import { CONTENT_PROPERTIES } from "../../module/records.js";
import { findProperties, isOptional, listKeys, type Properties } from "../../shape.js";
import { CLASS_STRUCTURES } from "../loaded/packed-class.js";

/** Key lists by number; of an object's keys in their order. */
export type Structures = readonly (readonly string[])[];

/** Objects with other keys cannot be packed; those of free keys are maps. At most 32 of one name. */
export const STRUCTURES = {
  records: [...listStructures(PACKED_FACT_SHAPES), ...listStructures(CONTENT_PROPERTIES)],
  parts: listStructures(PART_PROPERTIES),
  loaded: [["constants", "views"]],
  writes: [],
  classes: CLASS_STRUCTURES,
  archs: [],
  data: [],
} as const satisfies Readonly<Record<string, Structures>>;

/** What the names of the sections of packed rows begin with. */
type PackedName = keyof typeof STRUCTURES;

/** Those of rows that are compressed one by one; classes are compressed in blocks. */
export type RowsName = Exclude<PackedName, "classes">;

export const PACKED_NAMES = listKeys(STRUCTURES);
export const ROWS_NAMES = PACKED_NAMES.filter((name): name is RowsName => name !== "classes");

/** Bytes of each, which rows are compressed against that have no other. */
export type Dictionaries = Readonly<Record<PackedName, Uint8Array>>;

/** Of a row, and of the rows that are in it. */
function listStructures(properties: Properties): Structures {
  return [listKeys(properties), ...listInner(properties)];
}

function listInner(properties: Properties): Structures {
  return Object.values(properties).flatMap((shape) => {
    const inner = findProperties(shape);
    return inner === undefined || isFree(inner) ? [] : listStructures(inner);
  });
}

/** Does each row with these properties have keys of its own? */
export function isFree(properties: Properties): boolean {
  return Object.values(properties).some(isOptional);
}

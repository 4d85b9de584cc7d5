// The key lists of what is packed: an object with one of them is packed as its number and its values. They are
// the same in every snapshot, so that the bytes of a row depend on the row alone; a snapshot holds them too.
import { PACKED_FACT_SHAPES } from "../../module/facts.js";
import { PART_PROPERTIES } from "../../module/module-parts.js";
import { Model, VIEW_PROPERTIES } from "../../module/records.js";
import type { Structures } from "./packing.js";
import { findAdded, findProperties, isFree, listKeys, type Properties } from "../../shape.js";
import { damagedSection } from "../errors.js";
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

/** Keys that were added to rows after some had been packed: their key lists may lack them. */
const ADDED: ReadonlySet<string> = new Set(
  [PACKED_FACT_SHAPES, VIEW_PROPERTIES, Model.properties].flatMap(listAdded),
);

function listAdded(properties: Properties): readonly string[] {
  return Object.entries(properties).flatMap(([name, shape]) => [
    ...(findAdded(shape) === undefined ? [] : [name]),
    ...listAdded(findProperties(shape) ?? {}),
  ]);
}

/**
 * Key lists of a snapshot's records: each has the keys of one that is declared, and may have those of a newer program.
 * Wrong ones of access rights show when a snapshot is prepared.
 * @throws SnapshotError for others, since records would lack what is read of them
 */
export function requireDeclared(lists: Structures): Structures {
  const declared: Structures = STRUCTURES.records;
  const isDeclared = (keys: ReadonlySet<string>): boolean =>
    declared.some((list) => list.every((key) => keys.has(key) || ADDED.has(key)));
  const strange = lists.find((keys) => !isDeclared(new Set(keys)));
  if (strange === undefined) return lists;
  throw damagedSection("records.structures", "declared keys", strange.join(" "));
}

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

// The key lists of what is packed: an object with one of them is packed as its number and its values. They are
// the same in every snapshot, so that the bytes of a row depend on the row alone; a snapshot holds them too.
import { listKeys, type Properties } from "../../declared/words.js";
import { DECLARED, PACKED_FACTS } from "../../declared/facts.js";
import { PARTS } from "../../module-parts.js";
import { CONTENT } from "../../records.js";
import { isFree } from "./packable.js";

/** Key lists by number; of an object's keys in their order. */
export type Structures = readonly (readonly string[])[];

/** Objects with other keys cannot be packed; those of free keys are maps. At most 32 of one name. */
export const STRUCTURES = {
  records: [
    PACKED_FACTS,
    ...listStructures(DECLARED.properties),
    ...listStructures(CONTENT.properties),
  ],
  parts: listStructures(PARTS),
  loaded: [["constants", "views"]],
  classes: [
    [
      "is_named",
      "inherit",
      "kind",
      "bases",
      "inherits",
      "values",
      "imported",
      "dynamic",
      "fields",
      "methods",
    ],
    ["name", "type", "line", "values", "imported", "dynamic"],
    ["name", "line", "decorators", "signature", "calls_super"],
    ["from", "name"],
  ],
  archs: [],
} as const satisfies Readonly<Record<string, Structures>>;

/** What the names of the sections of packed rows begin with. */
export type PackedName = keyof typeof STRUCTURES;

/** Of a row, and of the rows that are in it. */
function listStructures(properties: Properties): Structures {
  return [
    listKeys(properties),
    ...Object.values(properties).flatMap(({ row }) =>
      row === undefined || isFree(row) ? [] : listStructures(row.properties),
    ),
  ];
}

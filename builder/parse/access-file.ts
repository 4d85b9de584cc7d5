// `ir.model.access.csv`: one access right a row of a CSV file, whose columns are fields.
import { GIVEN, type GivenValue } from "../../data/given-value.js";
import type { AccessRecord } from "../../data/module-parts.js";
import type { InFile } from "./source-file.js";
import type { TableRow } from "./table-file.js";
import { toFlag } from "./xml/record-fields.js";

/** A column that is missing is `null`. */
export function toAccessRight({ xml_id, line, values }: TableRow): InFile<AccessRecord> {
  const read = (field: string): string | null => {
    const value = values.get(field);
    return value === undefined ? null : toText(value).trim();
  };
  return {
    xml_id,
    name: read("name") || null,
    model: read("model_id") || null,
    group: read("group_id") || null,
    perm_read: toPermission(read("perm_read")),
    perm_write: toPermission(read("perm_write")),
    perm_create: toPermission(read("perm_create")),
    perm_unlink: toPermission(read("perm_unlink")),
    line,
  };
}

/** A cell, of ids or not. */
function toText(value: GivenValue): string {
  const cell =
    Array.isArray(value) && value[0] === GIVEN.ids ? (value as readonly unknown[])[1] : value;
  return typeof cell === "string" ? cell : "";
}

/** An empty cell is false, and so is no other (`_str_to_boolean` of `ir.fields.converter`). */
function toPermission(cell: string | null): boolean | null {
  return cell === null ? null : cell !== "" && toFlag(cell) !== false;
}

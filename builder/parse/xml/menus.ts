// Menus: `<menuitem>` (`_tag_menuitem` of the platform's `tools/convert.py`) and `ir.ui.menu` records.
import type { MenuRecord } from "../../../data/module-parts.js";
import type { Unplaced } from "../source-file.js";
import {
  findFieldValue,
  findInteger,
  findReference,
  findValue,
  listReferences,
  toInteger,
  type RecordFields,
} from "./record-fields.js";
import type { XmlElement } from "./tree.js";

/** @param menu the `<menuitem>` around it, which then is its parent whatever it says itself */
export function toTagMenu(
  element: XmlElement,
  xmlId: string,
  menu: string | null,
): Unplaced<MenuRecord> {
  const groups = findValue(element, "groups") ?? "";
  return {
    xml_id: xmlId,
    name: findValue(element, "name"),
    parent: menu ?? findValue(element, "parent"),
    action: findValue(element, "action"),
    sequence: toInteger(findValue(element, "sequence")),
    groups: groups
      .split(",")
      .map((group) => group.trim())
      .filter((group) => group !== ""),
  };
}

export function toMenuRecord(fields: RecordFields, xmlId: string): Unplaced<MenuRecord> {
  return {
    xml_id: xmlId,
    name: findFieldValue(fields.get("name")),
    parent: findReference(fields.get("parent_id")),
    action: findReference(fields.get("action")),
    sequence: findInteger(fields.get("sequence")),
    // Named otherwise since 19.0.
    groups: listReferences(fields.get("groups_id") ?? fields.get("group_ids")),
  };
}

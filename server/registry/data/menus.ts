// The menus of a system as a tree (odoo/addons/base/models/ir_ui_menu.py).
import { addToGroup } from "../../../data/grouped.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import { DEEPEST_CHAIN, tooDeep } from "../../lookup/limits.js";
import type { RegistryMenu } from "../../contract/shape/system/registry-data.js";
import {
  getSequence,
  toTextValue,
  toTextValues,
  toWriters,
  type SystemRecord,
} from "./system-record.js";
import type { SystemRecords } from "./system-records.js";

/** One whose place is known. */
interface OpenMenu {
  readonly record: SystemRecord;
  readonly above: string | null;
  readonly depth: number;
  readonly to: RegistryMenu[];
}

/** Fields behind the whole name of a menu. */
const PATH: readonly string[] = ["parent_id", "name"];

/** `sequence` of `ir.ui.menu`. */
const DEFAULT_SEQUENCE = 10;

/**
 * Roots of the menu tree; siblings by sequence, then in the order of creation. A menu inside itself
 * is left out. @throws TooComplex
 */
export function listMenuTree(records: SystemRecords): readonly RegistryMenu[] {
  const children = new Map<string | null, SystemRecord[]>();
  const all = records.listOfModel("ir.ui.menu");
  const known = new Set(all.map(({ xmlId }) => xmlId));
  for (const record of all) {
    const parent = toTextValue(record.values.get("parent_id"));
    addToGroup(children, parent !== null && known.has(parent) ? parent : null, record);
  }
  const roots: RegistryMenu[] = [];
  const open: OpenMenu[] = sortSiblings(children.get(null)).map((record) => ({
    record,
    above: "",
    depth: 1,
    to: roots,
  }));
  // Each is reached from its parent alone, so every one is looked at once.
  for (const { record, above, depth, to } of open) {
    if (depth > DEEPEST_CHAIN) throw tooDeep(`menu ${record.xmlId}`);
    const inner: RegistryMenu[] = [];
    const node = toMenu(record, above, inner);
    to.push(node);
    for (const child of sortSiblings(children.get(record.xmlId))) {
      const path = node.complete_name === null ? null : `${node.complete_name}/`;
      open.push({ record: child, above: path, depth: depth + 1, to: inner });
    }
  }
  return roots;
}

function toMenu(
  record: SystemRecord,
  above: string | null,
  children: readonly RegistryMenu[],
): RegistryMenu {
  const { xmlId, values } = record;
  const name = toTextValue(values.get("name"));
  // In one piece, without parts that are spread: menus are many.
  return {
    xml_id: xmlId,
    module: getModuleOfXmlId(xmlId),
    name,
    complete_name:
      above === null || PATH.some((field) => record.unknown.includes(field))
        ? null
        : above + (name ?? ""),
    parent: toTextValue(values.get("parent_id")),
    sequence: getSequence(record, DEFAULT_SEQUENCE),
    active: (values.get("active") ?? true) === true,
    action: toTextValue(values.get("action"))?.split(",")[1] ?? null,
    groups: toTextValues(values.get("groups_id") ?? values.get("group_ids")).toSorted(),
    writers: toWriters(record),
    children,
  };
}

function sortSiblings(siblings: readonly SystemRecord[] = []): readonly SystemRecord[] {
  return siblings.toSorted(
    (left, right) => getSequence(left, DEFAULT_SEQUENCE) - getSequence(right, DEFAULT_SEQUENCE),
  );
}

// The menus of a system as a tree, and its actions: what menus, buttons and the menu of a model start
// (odoo/addons/base/models/ir_actions.py).
import { addToGroup } from "../../../data/grouped.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import { DEEPEST_CHAIN, tooDeep } from "../../lookup/limits.js";
import type { RegistryMenu, RegistryActions } from "../../contract/shape/system/registry-data.js";
import {
  getSequence,
  toTextValue,
  toTextValues,
  toWriters,
  type SystemRecord,
  toId,
  toModelName,
} from "./system-record.js";
import type { SystemRecords } from "./system-records.js";
import { getRules } from "../../../data/platform/rules.js";
import type { Steps } from "../../../data/yield.js";
import type { Registry } from "../loaded/registry-cache.js";
import type { Models } from "../model/models.js";

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

type SystemAction = RegistryActions["actions"][number];

/** Field with the model's name, and its type. */
const MODEL_FIELDS: ReadonlyMap<string, string> = new Map([
  ["ir.actions.act_window", "res_model"],
  ["ir.actions.act_url", ""],
  ["ir.actions.server", "model_id"],
  ["ir.actions.client", "res_model"],
  ["ir.actions.report", "model"],
]);

export const ACTION_MODELS: readonly string[] = [...MODEL_FIELDS.keys()];

/** One a step. @param model of which they are; all without it */
export function* listActions(
  { system: { platformVersion }, models, getRecords }: Registry,
  model?: string,
): Steps<readonly SystemAction[]> {
  const records = getRecords();
  const actions: SystemAction[] = [];
  for (const [type, field] of MODEL_FIELDS) {
    for (const record of records.listOfModel(type, model)) {
      const action = toAction(record, field, platformVersion);
      if (model === undefined || action.res_model === model) {
        actions.push({ ...action, name: action.name ?? findTitle(models, action) });
      }
      yield;
    }
  }
  return actions;
}

function toAction(record: SystemRecord, field: string, platformVersion: string): SystemAction {
  const { model: type, values } = record;
  const find = (name: string): string | null => toTextValue(values.get(name));
  const isWindow = type === "ir.actions.act_window";
  return {
    ...toId(record),
    type,
    name: find("name"),
    res_model: toModelName(values.get(field)),
    view_mode: isWindow ? (find("view_mode") ?? getRules(platformVersion).defaultViewMode) : null,
    view_id: isWindow ? find("view_id") : null,
    report_name: find("report_name"),
    binding_model: toModelName(values.get("binding_model_id")),
    writers: toWriters(record),
  };
}

/** A window without a name has that of its model. */
function findTitle(models: Models, { type, res_model: model }: SystemAction): string | null {
  if (type !== "ir.actions.act_window" || model === null) return null;
  return models.findModel(model)?.attributes.description ?? null;
}

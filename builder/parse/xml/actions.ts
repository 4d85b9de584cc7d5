// Actions: records of the `ir.actions.…` models, and the tags that stand for some of them
// (`_tag_act_window`, `_tag_report`, `_tag_url`, `_tag_wizard` of the platform's `tools/convert.py`,
// which knows the first two up to 16.0 and the others up to 7.0).
import type { ActionRecord } from "../../../data/module-parts.js";
import type { Unplaced } from "../source-file.js";
import { findFieldValue, findReference, findValue, type RecordFields } from "./record-fields.js";
import type { XmlElement } from "./tree.js";

/** What a tag makes, and the attributes with the action's name and model. */
interface ActionTag {
  readonly type: string;
  readonly name: string;
  readonly model: string;
}

export const ACTION_TAGS: ReadonlyMap<string, ActionTag> = new Map([
  ["act_window", { type: "ir.actions.act_window", name: "name", model: "res_model" }],
  // In a `<report>`, `name` is the technical name of the report.
  ["report", { type: "ir.actions.report", name: "string", model: "model" }],
  ["url", { type: "ir.actions.act_url", name: "name", model: "model" }],
  ["wizard", { type: "ir.actions.wizard", name: "string", model: "model" }],
]);

/** Models below `ir.actions.` that are no actions but belong to one. */
const NO_ACTIONS: ReadonlySet<string> = new Set([
  "ir.actions.act_window.view",
  "ir.actions.todo",
  "ir.actions.todo.category",
  "ir.actions.configuration.wizard",
]);

export function toTagAction(
  element: XmlElement,
  xmlId: string,
  tag: ActionTag,
): Unplaced<ActionRecord> {
  return {
    xml_id: xmlId,
    name: findValue(element, tag.name),
    type: tag.type,
    model: findValue(element, tag.model),
    view_mode: findValue(element, "view_mode"),
  };
}

/** None for a record of a model that only belongs to an action. */
export function toActionRecord(
  fields: RecordFields,
  xmlId: string,
  type: string,
): readonly Unplaced<ActionRecord>[] {
  if (NO_ACTIONS.has(type)) return [];
  const model =
    findFieldValue(fields.get("res_model")) ??
    findFieldValue(fields.get("model")) ??
    findReference(fields.get("model_id"));
  const name = findFieldValue(fields.get("name"));
  const viewMode = findFieldValue(fields.get("view_mode"));
  return [{ xml_id: xmlId, name, type, model, view_mode: viewMode }];
}

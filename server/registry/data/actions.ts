// The actions of a system: what menus, buttons and the menu of a model start (odoo/addons/base/models/ir_actions.py).
import { getRules } from "../../../data/platform/rules.js";
import type { Steps } from "../../../data/yield.js";
import type { Registry } from "../loaded/registry-cache.js";
import type { Models } from "../model/models.js";
import type { RegistryActions } from "../../contract/shape/system/registry-data.js";
import { toId, toModelName, toTextValue, toWriters, type SystemRecord } from "./system-record.js";

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

// Attributes of a field as OpenUpgrade's analysis records them (`log_model` of
// upgrade_analysis/upgrade_log.py): texts as Python writes them, and present values only.
import { GIVEN } from "../../../data/module/given-value.js";
import { toPythonText } from "../../../data/module/python-text.js";
import { isTrue, toAttributeText } from "../../registry/model/attribute.js";
import type { StoredField } from "../../registry/model/fields.js";
import type { Models, StoredModel } from "../../registry/model/models.js";
import { findRelationTable, type RelationTable } from "../../registry/model/relation-table.js";

export type AttributeName =
  | "type"
  | "isfunction"
  | "isproperty"
  | "isrelated"
  | "relation"
  | "table"
  | "column1"
  | "column2"
  | "required"
  | "stored"
  | "selection_keys"
  | "attachment"
  | "hasdefault"
  | "_order"
  | "_inherits";

/** One without a value is not there. */
export type FieldAttributes = Partial<Readonly<Record<AttributeName, string>>>;

/** Attributes of the ORM that what is recorded follows from. */
const LOOKED_AT: ReadonlySet<string> = new Set(
  "type required readonly store compute inverse related selection comodel_name company_dependent * **".split(
    " ",
  ),
);

/** Names of what only running code knows, sorted. */
export function listUnknown({ dynamic }: StoredField): readonly string[] {
  return dynamic.filter((name) => LOOKED_AT.has(name));
}

/** @param models of the system in which the model is */
export function toFieldAttributes(
  models: Models,
  model: StoredModel,
  field: StoredField,
): FieldAttributes {
  const { type } = field;
  const isRelated = field.related !== null;
  const isProperty = field.company_dependent === true;
  const hasOwnCode = field.inverse !== null || isRelated;
  const isFunction =
    field.compute !== null && (field.readonly || field.inverse !== null) && !isRelated;
  const kept: Kept = {};
  keep(kept, "type", type === "monetary" ? "float" : type);
  keep(kept, "isfunction", isFunction && !isProperty ? "function" : "");
  keep(kept, "isproperty", isProperty ? "property" : "");
  keep(kept, "isrelated", isRelated ? "related" : "");
  keep(kept, "relation", findRelation(field));
  if (type === "many2many") keepTable(kept, findRelationTable(models, model, field));
  keep(kept, "required", field.required ? "required" : "");
  keep(kept, "stored", field.store === false ? "" : "stored");
  keep(kept, "selection_keys", type === "selection" ? findKeys(field) : "");
  keep(kept, "attachment", type === "binary" ? findAttachment(field) : "");
  keep(kept, "hasdefault", field.readonly || hasOwnCode ? "" : findDefault(field));
  return kept;
}

type Kept = Partial<Record<AttributeName, string>>;

function keep(kept: Kept, name: AttributeName, value = ""): void {
  if (value !== "") kept[name] = value;
}

function keepTable(kept: Kept, { table, column1, column2 }: RelationTable): void {
  keep(kept, "table", table);
  keep(kept, "column1", column1);
  keep(kept, "column2", column2);
}

/** Attributes of the model itself, under the analysis' names. */
export function toModelAttributes(
  { order, inherits }: StoredModel,
  name: string,
): FieldAttributes | undefined {
  if (name === "_order") return { _order: order ?? "id" };
  if (name !== "_inherits" || inherits.size === 0) return undefined;
  return { _inherits: toPythonText([GIVEN.dict, ...[...inherits].flat()], "") ?? "" };
}

function findRelation({ type, comodel_name: comodel, given }: StoredField): string {
  if (type === "many2one_reference") return toAttributeText(given.get("model_field")) ?? "";
  return comodel ?? "";
}

/** Keys of a selection; a related field's come from a function. */
function findKeys({ selection, related, dynamic }: StoredField): string {
  if (related !== null || selection === null || dynamic.includes("selection")) return "function";
  const keys = selection.map(([key = ""]) => key).toSorted();
  return toPythonText([GIVEN.list, ...keys], "") ?? "function";
}

/** A binary value is an attachment where it is not said that it is a column. */
function findAttachment({ store, given }: StoredField): string {
  const isAttachment =
    store !== false && (!given.has("attachment") || isTrue(given.get("attachment")));
  return isAttachment ? "True" : "False";
}

function findDefault({ compute, given }: StoredField): string {
  if ((given.get("default") ?? null) !== null) return "default";
  return compute === null ? "" : "compute";
}

// What OpenUpgrade's analysis records of a field, in its words (`log_model` of upgrade_analysis/upgrade_log.py): texts
// as Python writes them, and only what has a value.
import { GIVEN } from "../../../data/given-value.js";
import { toPythonText } from "../../../data/python-text.js";
import { isTrue, toText } from "../../registry/model/attribute.js";
import type { Arguments } from "../../registry/model/field-arguments.js";
import type { ModelField } from "../../registry/model/fields.js";
import type { Models, SystemModel } from "../../registry/model/models.js";

const ATTRIBUTES = [
  "type",
  "isfunction",
  "isproperty",
  "isrelated",
  "relation",
  "table",
  "column1",
  "column2",
  "required",
  "stored",
  "selection_keys",
  "attachment",
  "hasdefault",
  "_order",
  "_inherits",
] as const;

export type AttributeName = (typeof ATTRIBUTES)[number];

/** One without a value is not there. */
export type FieldAttributes = Partial<Readonly<Record<AttributeName, string>>>;

/** Attributes of the ORM that what is recorded follows from. */
const LOOKED_AT: ReadonlySet<string> = new Set(
  "type required readonly store compute inverse related selection comodel_name company_dependent * **".split(
    " ",
  ),
);

/** Names of what only running code knows, sorted. */
export function listUnknown({ dynamic }: ModelField): readonly string[] {
  return dynamic.filter((name) => LOOKED_AT.has(name));
}

/** @param models of the system in which the model is */
export function toFieldAttributes(
  models: Models,
  model: SystemModel,
  field: ModelField,
): FieldAttributes {
  const { type } = field;
  const given = model.findGiven(field.name) ?? new Map();
  const isRelated = field.related !== null;
  const isProperty = field.company_dependent === true;
  const hasOwnCode = field.inverse !== null || isRelated;
  const isFunction =
    field.compute !== null && (field.readonly || field.inverse !== null) && !isRelated;
  return keepGiven({
    type: type === "monetary" ? "float" : type,
    isfunction: isFunction && !isProperty ? "function" : "",
    isproperty: isProperty ? "property" : "",
    isrelated: isRelated ? "related" : "",
    relation: findRelation(field, given),
    ...(type === "many2many" && findTable(models, model, field, given)),
    required: field.required ? "required" : "",
    stored: field.store === false ? "" : "stored",
    selection_keys: type === "selection" ? findKeys(field) : "",
    attachment: type === "binary" ? findAttachment(field, given) : "",
    hasdefault: field.readonly || hasOwnCode ? "" : findDefault(field, given),
  });
}

/** What the model itself says, under the names that the analysis has for it. */
export function toModelAttributes(
  { attributes, inherits }: SystemModel,
  name: string,
): FieldAttributes | undefined {
  if (name === "_order") return { _order: attributes.order ?? "id" };
  if (name !== "_inherits" || inherits.size === 0) return undefined;
  return { _inherits: toPythonText([GIVEN.dict, ...[...inherits].flat()], "") ?? "" };
}

function keepGiven(attributes: Readonly<Partial<Record<AttributeName, string>>>): FieldAttributes {
  const kept: Partial<Record<AttributeName, string>> = {};
  for (const name of ATTRIBUTES) {
    const value = attributes[name];
    if (value) kept[name] = value;
  }
  return kept;
}

function findRelation({ type, comodel_name: comodel }: ModelField, given: Arguments): string {
  if (type === "many2one_reference") return toText(given.get("model_field")) ?? "";
  return comodel ?? "";
}

/** The table of a relation has the names of both models, where it is not given; a related field has none. */
function findTable(
  models: Models,
  { attributes }: SystemModel,
  { comodel_name: comodel, store, related }: ModelField,
  given: Arguments,
): FieldAttributes {
  const find = (name: string): string => toText(given.get(name)) ?? "";
  const own = { table: find("relation"), column1: find("column1"), column2: find("column2") };
  if (related !== null) return own;
  if (store === false) return {};
  if (own.table !== "" && own.column1 !== "" && own.column2 !== "") return own;
  const other = comodel === null ? undefined : models.findModel(comodel)?.attributes.table;
  if (!other || attributes.table === null) return own;
  return {
    table: own.table || `${[attributes.table, other].toSorted().join("_")}_rel`,
    column1: own.column1 || `${attributes.table}_id`,
    column2: own.column2 || `${other}_id`,
  };
}

/** Those of a related field are found by a function. */
function findKeys({ selection, related, dynamic }: ModelField): string {
  if (related !== null || selection === null || dynamic.includes("selection")) return "function";
  const keys = selection.map(([key = ""]) => key).toSorted();
  return toPythonText([GIVEN.list, ...keys], "") ?? "function";
}

/** A binary value is an attachment where it is not said that it is a column. */
function findAttachment({ store }: ModelField, given: Arguments): string {
  const isAttachment =
    store !== false && (!given.has("attachment") || isTrue(given.get("attachment")));
  return isAttachment ? "True" : "False";
}

function findDefault({ compute }: ModelField, given: Arguments): string {
  if ((given.get("default") ?? null) !== null) return "default";
  return compute === null ? "" : "compute";
}

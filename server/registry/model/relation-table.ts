// Table with the links of a many2many field (`Many2many.setup_nonrelated` of odoo/fields.py).
import { toAttributeText } from "./attribute.js";
import type { StoredField } from "./fields.js";
import type { Models, StoredModel } from "./models.js";

/** A table and its columns for this model and for the other one, each where it is known. */
export type RelationTable = Partial<Readonly<Record<"table" | "column1" | "column2", string>>>;

/** The table of a relation has the names of both models, where it is not given; a related field has none. */
export function findRelationTable(
  models: Models,
  { table }: StoredModel,
  { comodel_name: comodel, store, related, given }: StoredField,
): RelationTable {
  const find = (name: string): string => toAttributeText(given.get(name)) ?? "";
  const own = { table: find("relation"), column1: find("column1"), column2: find("column2") };
  if (related !== null) return own;
  if (store === false) return {};
  if (own.table !== "" && own.column1 !== "" && own.column2 !== "") return own;
  const other = comodel === null ? undefined : models.findStored(comodel)?.table;
  if (!other || table === null) return own;
  return {
    table: own.table || `${[table, other].toSorted().join("_")}_rel`,
    column1: own.column1 || `${table}_id`,
    column2: own.column2 || `${other}_id`,
  };
}

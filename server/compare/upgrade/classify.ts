// Meaning of a change for the rows of a database, as a code of `UPGRADE_CODES` (17.0:
// update_db_column and convert_column of odoo/fields.py; _process_end of
// odoo/addons/base/models/ir_model.py).
import type { UpgradeModel, UpgradeRecord } from "../../contract/shape/migration/upgrade.js";
import type { UpgradeCode } from "../../contract/shape/migration/upgrade-codes.js";
import type { ToldChange } from "./compare-fields.js";
import type { FieldAttributes } from "./record-fields.js";
import type { ToldRow } from "../things.js";

export function classifyModel(row: ToldRow<UpgradeModel>): UpgradeCode {
  if (row.model_type !== null) return "model_without_rows";
  if (row.change === "moved_to" || row.change === "moved_from") return "model_moved";
  if (row.change === "renamed" || row.renamed_to !== undefined) return "model_renamed";
  return row.change === "added" ? "model_added" : "model_removed";
}

/** Facts of both systems that the meaning of a field's change depends on. */
interface FieldContext {
  /** Whether its model is there both before and afterwards. */
  readonly hasModel: boolean;
  /** Whether the field, as all modules make it, loses keys; `undefined` where that is not known. */
  readonly losesKeys: () => boolean | undefined;
  /** Whether the other side has a many2many with its table. */
  readonly isRelationKept: boolean;
}

export function classifyField(
  { row: { kind }, field, ...recorded }: Pick<ToldChange, "row" | "field" | "before" | "after">,
  context: FieldContext,
): UpgradeCode {
  const { attributes: before = {} } = recorded.before ?? {};
  const { attributes: after = {} } = recorded.after ?? {};
  if (field === "_inherits" && context.hasModel) return "inherits_changed";
  switch (kind) {
    case "added":
      return context.hasModel ? classifyAdded(after, context) : "field_of_model";
    case "removed":
      return context.hasModel ? classifyRemoved(before, context) : "field_of_model";
    case "moved_to":
    case "moved_from":
      return "field_moved";
    case "type":
      return classifyType(before, after);
    case "relation":
      return hasRows(before) && hasRows(after) ? "comodel_changed" : "no_column";
    case "selection_keys":
      return hasRows(before) ? classifyKeys(context) : "no_column";
    case "stored":
      return isComputed(after) ? "column_computed" : "column_added";
    case "not_stored":
      return isComputed(before) || !hasRows(before) ? "computed_removed" : "no_longer_stored";
    case "required":
      return hasRows(after) ? "now_required" : "no_column";
    case "table":
    case "column1":
    case "column2":
      // Columns of another table say no more than its name.
      return before.table === undefined ||
        after.table === undefined ||
        (kind !== "table" && before.table !== after.table)
        ? "behaviour_changed"
        : "relation_table_changed";
    case "_inherits":
    case "function":
    case "not_function":
    case "related":
    case "not_related":
    case "_order":
      return "behaviour_changed";
  }
}

/** Facts of both systems that the meaning of a record's change depends on. */
interface RecordContext {
  /** Whether the model of a constraint is there before; true of other records. */
  readonly hasModel: boolean;
  readonly isIndex: boolean;
}

export function classifyRecord(
  row: ToldRow<UpgradeRecord>,
  { hasModel, isIndex }: RecordContext,
): UpgradeCode {
  if (row.model === "ir.model.constraint") {
    if (row.change === "removed" && row.definition === undefined) return "constraint_removed";
    if (!hasModel) return "field_of_model";
    const isMoved = (row.moved_from ?? row.renamed_from) !== undefined;
    if (isMoved && row.definition === undefined) return "record_moved";
    if (isIndex) return "index_changed";
    return row.definition === undefined ? "constraint_added" : "constraint_changed";
  }
  if (row.moved_to !== undefined || row.moved_from !== undefined) return "record_moved";
  // The deleted record is a row of its own.
  if (row.renamed_from !== undefined) return "record_added";
  if (row.renamed_to !== undefined) {
    return isDefinition(row.model) ? "record_remade" : "record_renamed";
  }
  if (row.change === "added") return "record_added";
  if (row.change === "removed") return row.noupdate ? "record_kept" : "record_removed";
  return row.noupdate_switched === true ? "noupdate_switched" : "domain_deleted";
}

/** Whether records of a model say what a module does, so that those of another module take their place: views, menus, rights. */
export const isDefinition = (model: string): boolean =>
  /^ir\.(?:actions\..+|ui\..+|model\.access|rule|asset|cron)$/.test(model);

const isComputed = ({ isfunction, isrelated }: FieldAttributes): boolean =>
  isfunction !== undefined || isrelated !== undefined;

/** A module that changes another's field gives partial facts: the type is missing. */
const isPartial = ({ type }: FieldAttributes): boolean => type === undefined;

/** Whether rows hold values of it: its column, the table of its relation, or attachments. */
const hasRows = (one: FieldAttributes): boolean =>
  isPartial(one) || (one.stored !== undefined && one.type !== "one2many");

function classifyAdded(after: FieldAttributes, context: FieldContext): UpgradeCode {
  if (isPartial(after)) {
    if (after.required !== undefined) return "now_required";
    return after.selection_keys === undefined ? "behaviour_changed" : classifyKeys(context);
  }
  if (!hasRows(after)) return "no_column";
  if (context.isRelationKept) return "relation_renamed";
  if (isComputed(after) || after.hasdefault === "compute") return "column_computed";
  return after.required !== undefined && after.hasdefault === undefined
    ? "required_without_default"
    : "column_added";
}

function classifyRemoved(before: FieldAttributes, context: FieldContext): UpgradeCode {
  if (isPartial(before)) {
    return before.selection_keys === undefined ? "behaviour_changed" : classifyKeys(context);
  }
  if (!hasRows(before)) return "no_column";
  if (isComputed(before)) return "computed_removed";
  if (context.isRelationKept) return "relation_renamed";
  return before.type === "many2many" ? "relation_removed" : "column_removed";
}

/** The columns of types, where it is not one of their own. */
const COLUMNS: ReadonlyMap<string, string> = new Map([
  ["char", "varchar"],
  ["selection", "varchar"],
  ["reference", "varchar"],
  ["text", "text"],
  ["html", "text"],
  ["integer", "int4"],
  ["many2one", "int4"],
  ["many2one_reference", "int4"],
  ["json", "jsonb"],
  ["properties", "jsonb"],
  ["properties_definition", "jsonb"],
]);

/** Column types that the ORM converts to each type (`column_cast_from`). */
const CONVERTED: ReadonlyMap<string, readonly string[]> = new Map([
  ["char", ["text"]],
  ["text", ["varchar"]],
  ["html", ["varchar"]],
  ["float", ["int4"]],
  ["date", ["datetime"]],
  ["datetime", ["date"]],
]);

function classifyType(before: FieldAttributes, after: FieldAttributes): UpgradeCode {
  if (!hasRows(before)) return hasRows(after) ? "column_added" : "no_column";
  if (!hasRows(after)) return isComputed(before) ? "computed_removed" : "no_longer_stored";
  const { type: old = "" } = before;
  const { type: now = "" } = after;
  const column = COLUMNS.get(old) ?? old;
  const isSame = column === (COLUMNS.get(now) ?? now);
  return isSame || CONVERTED.get(now)?.includes(column) === true
    ? "type_converted"
    : "type_changed";
}

function classifyKeys({ losesKeys }: FieldContext): UpgradeCode {
  const isNarrowed = losesKeys();
  if (isNarrowed === undefined) return "selection_unknown";
  return isNarrowed ? "selection_narrowed" : "selection_widened";
}

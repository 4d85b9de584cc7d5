// Which names the functions that migration scripts call are given, and in which form: those of openupgradelib
// (openupgradelib/openupgrade.py), of Odoo (odoo/tools/sql.py) and of its upgrade-util (src/util/).
import type { MigrationStepRecord } from "../../../../data/module/module-parts.js";
import type { GivenValues } from "../literal/computation.js";
import type { Literal } from "../literal/literal-value.js";

export type Step = Pick<MigrationStepRecord, "on" | "names">;

interface LibraryCall {
  readonly thing: MigrationStepRecord["thing"];
  readonly read: (given: GivenValues) => readonly Step[];
}

type Take = (given: GivenValues) => Literal | undefined;

/** @param names that the argument has, in one library or another */
const take =
  (place: number, ...names: readonly string[]): Take =>
  ({ positional, named: given }) =>
    positional[place] ?? names.map((name) => given.get(name)).find((value) => value !== undefined);

const toText = (value: Literal | undefined): string | undefined =>
  value?.kind === "str" && value.value !== "" ? value.value : undefined;

const toItems = (value: Literal | undefined): readonly Literal[] =>
  value !== undefined && "items" in value ? value.items : [];

const listTexts = (values: readonly (Literal | undefined)[]): readonly string[] =>
  values.map(toText).filter((text) => text !== undefined);

/** A list of old and new names; a new one that is `None` is one that the library makes. */
const pairs =
  (spec: Take): LibraryCall["read"] =>
  (given) =>
    toItems(spec(given)).flatMap((pair) => {
      const [old, now] = toItems(pair);
      return toText(old) === undefined ? [] : [{ on: null, names: listTexts([old, now]) }];
    });

/** By table, old and new names of columns. */
const columnsByTable =
  (spec: Take): LibraryCall["read"] =>
  (given) => {
    const tables = spec(given);
    if (tables?.kind !== "dict") return [];
    return tables.entries.flatMap(({ key, value }) => {
      const on = toText(key);
      if (on === undefined) return [];
      return toItems(value).map((pair) => ({ on, names: listTexts(toItems(pair).slice(0, 2)) }));
    });
  };

/** Tuples that have the table of a column at one place and its names at others. */
const tuples =
  (spec: Take, tables: readonly number[], names: readonly number[]): LibraryCall["read"] =>
  (given) =>
    toItems(spec(given)).flatMap((tuple) => {
      const items = toItems(tuple);
      const [on] = listTexts(tables.map((at) => items[at]));
      return on === undefined ? [] : [{ on, names: listTexts(names.map((at) => items[at])) }];
    });

/** A call for one table, with the names of its columns. */
const one =
  (table: readonly Take[], names: readonly Take[]): LibraryCall["read"] =>
  (given) => {
    const [on] = listTexts(table.map((find) => find(given)));
    return on === undefined ? [] : [{ on, names: listTexts(names.map((find) => find(given))) }];
  };

/** Names of one thing: old and new one, or one that is removed. */
const named =
  (...names: readonly Take[]): LibraryCall["read"] =>
  (given) => [{ on: null, names: listTexts(names.map((find) => find(given))) }];

/** Ids in one list; what has no module in front is of the one that is named. */
const ids =
  (spec: Take, module?: Take): LibraryCall["read"] =>
  (given) => {
    const own = toText(module?.(given));
    const names = listTexts(toItems(spec(given)));
    return [
      { on: null, names: names.map((name) => (own === undefined ? name : `${own}.${name}`)) },
    ];
  };

const COLUMN: LibraryCall = {
  thing: "column",
  read: one([take(1, "tablename", "table")], [take(2, "columnname", "column")]),
};

const FIELD: LibraryCall = {
  thing: "column",
  read: one([take(1, "model")], [take(2, "fieldname", "field")]),
};

/** By the name that it has in the database, under whichever module. */
const CONSTRAINT: LibraryCall = {
  thing: "record",
  read: one([take(1, "tablename")], [take(2, "constraintname")]),
};

export const LIBRARY_CALLS: Readonly<Record<string, LibraryCall>> = {
  rename_fields: { thing: "column", read: tuples(take(1, "field_spec"), [1, 0], [2, 3]) },
  rename_columns: { thing: "column", read: columnsByTable(take(1, "column_spec")) },
  copy_columns: { thing: "column", read: columnsByTable(take(1, "column_spec")) },
  drop_columns: { thing: "column", read: tuples(take(1, "column_spec"), [0], [1]) },
  add_fields: { thing: "column", read: tuples(take(1, "field_spec"), [2, 1], [0]) },
  map_values: {
    thing: "column",
    read: one(
      [take(5, "table"), take(4, "model")],
      [take(1, "source_column"), take(2, "target_column")],
    ),
  },
  m2o_to_x2m: {
    thing: "column",
    read: one([take(2, "table")], [take(3, "field"), take(4, "source_field")]),
  },
  convert_field_to_html: {
    thing: "column",
    read: one([take(1, "table")], [take(2, "field_name"), take(3, "html_field_name")]),
  },
  date_to_datetime_tz: {
    thing: "column",
    read: one(
      [take(1, "table_name")],
      [take(3, "date_field_name"), take(4, "datetime_field_name")],
    ),
  },
  convert_to_company_dependent: {
    thing: "column",
    read: one(
      [take(4, "model_table_name"), take(1, "model_name")],
      [take(2, "origin_field_name"), take(3, "destination_field_name")],
    ),
  },
  rename_tables: { thing: "table", read: pairs(take(1, "table_spec")) },
  rename_models: { thing: "model", read: pairs(take(1, "model_spec")) },
  merge_models: { thing: "model", read: named(take(1, "old_model"), take(2, "new_model")) },
  rename_xmlids: { thing: "record", read: pairs(take(1, "xmlids_spec")) },
  delete_records_safely_by_xml_id: { thing: "record", read: ids(take(1, "xml_ids")) },
  set_xml_ids_noupdate_value: { thing: "record", read: ids(take(2, "xml_ids"), take(1, "module")) },
  delete_sql_constraint_safely: {
    thing: "record",
    read: (given) => {
      const [module, table, name] = [take(1, "module"), take(2, "table"), take(3, "name")].map(
        (find) => toText(find(given)),
      );
      if (module === undefined || table === undefined || name === undefined) return [];
      return [{ on: table, names: [`${module}.constraint_${table}_${name}`] }];
    },
  },
  update_module_names: { thing: "module", read: pairs(take(1, "namespec")) },
  load_data: {
    thing: "file",
    read: (given) => {
      const [on, file] = [take(1, "module_name"), take(2, "filename")].map((find) =>
        toText(find(given)),
      );
      return on === undefined || file === undefined ? [] : [{ on, names: [file] }];
    },
  },

  // odoo.tools.sql; upgrade-util has the second one too.
  rename_column: {
    thing: "column",
    read: one([take(1, "tablename")], [take(2, "columnname1"), take(3, "columnname2")]),
  },
  create_column: COLUMN,
  convert_column: COLUMN,
  set_not_null: COLUMN,
  drop_not_null: COLUMN,
  add_constraint: CONSTRAINT,
  drop_constraint: CONSTRAINT,

  // upgrade-util
  remove_column: COLUMN,
  rename_field: {
    thing: "column",
    read: one([take(1, "model")], [take(2, "old"), take(3, "new")]),
  },
  remove_field: FIELD,
  make_field_non_stored: FIELD,
  convert_m2o_field_to_m2m: FIELD,
  change_field_selection_values: FIELD,
  convert_field_to_property: FIELD,
  rename_model: { thing: "model", read: named(take(1, "old"), take(2, "new")) },
  merge_model: { thing: "model", read: named(take(1, "source"), take(2, "target")) },
  remove_model: { thing: "model", read: named(take(1, "model")) },
  rename_xmlid: { thing: "record", read: named(take(1, "old"), take(2, "new")) },
  remove_record: { thing: "record", read: named(take(1, "name")) },
  remove_view: { thing: "record", read: named(take(1, "xml_id")) },
  force_noupdate: { thing: "record", read: named(take(1, "xmlid")) },
  update_record_from_xml: { thing: "record", read: named(take(1, "xmlid")) },
  rename_module: { thing: "module", read: named(take(1, "old"), take(2, "new")) },
  merge_module: { thing: "module", read: named(take(1, "old"), take(2, "into")) },
};

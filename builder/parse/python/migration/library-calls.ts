// Functions of migration scripts, with the form of the names they take: openupgradelib
// (openupgradelib/openupgrade.py), Odoo (odoo/tools/sql.py) and Odoo's upgrade-util (src/util/).
import type { MigrationStepRecord } from "../../../../data/module/module-parts.js";
import type { GivenValues } from "../literal/computation.js";
import type { Literal } from "../literal/literal-value.js";

export type Step = Pick<MigrationStepRecord, "on" | "names">;

interface LibraryCall {
  readonly thing: MigrationStepRecord["thing"];
  readonly read: (given: GivenValues) => readonly Step[];
}

type Take = (given: GivenValues) => Literal | undefined;

/** @param argument its place, then the names that it has in one library or another: `1 tablename|table` */
function take(argument: string): Take {
  const [place = "", names = ""] = argument.split(" ");
  return ({ positional, named: given }) =>
    positional[Number(place)] ??
    names
      .split("|")
      .map((name) => given.get(name))
      .find((value) => value !== undefined);
}

/** Several of these, with a comma between each two. */
const takeAll = (list: string): readonly Take[] => list.split(", ").map(take);

const findTextValue = (value: Literal | undefined): string | undefined =>
  value?.kind === "str" && value.value !== "" ? value.value : undefined;

const toItems = (value: Literal | undefined): readonly Literal[] =>
  value !== undefined && "items" in value ? value.items : [];

const listTextValues = (values: readonly (Literal | undefined)[]): readonly string[] =>
  values.map(findTextValue).filter((text) => text !== undefined);

/** A call of which one argument has all names. */
function reading(
  thing: LibraryCall["thing"],
  argument: string,
  read: (value: Literal | undefined) => readonly Step[],
): LibraryCall {
  const find = take(argument);
  return { thing, read: (given) => read(find(given)) };
}

/** A list of old and new names; a new one that is `None` is one that the library makes. */
const pairs = (thing: LibraryCall["thing"], argument: string): LibraryCall =>
  reading(thing, argument, (value) =>
    toItems(value).flatMap((pair) => {
      const [old, now] = toItems(pair);
      return findTextValue(old) === undefined
        ? []
        : [{ on: null, names: listTextValues([old, now]) }];
    }),
  );

/** By table, old and new names of columns. */
const COLUMNS_BY_TABLE = reading("column", "1 column_spec", (tables) =>
  (tables?.kind === "dict" ? tables.entries : []).flatMap(({ key, value }) => {
    const on = findTextValue(key);
    if (on === undefined) return [];
    return toItems(value).map((pair) => ({ on, names: listTextValues(toItems(pair).slice(0, 2)) }));
  }),
);

/** Tuples that have the table of a column at one place and its names at others. */
const tuples = (
  argument: string,
  tables: readonly number[],
  names: readonly number[],
): LibraryCall =>
  reading("column", argument, (value) =>
    toItems(value).flatMap((tuple) => {
      const items = toItems(tuple);
      const [on] = listTextValues(tables.map((at) => items[at]));
      return on === undefined ? [] : [{ on, names: listTextValues(names.map((at) => items[at])) }];
    }),
  );

/** A call for one table, with the names of what is of it. @param tables the first that is given counts */
function of(thing: LibraryCall["thing"], tables: string, names: string): LibraryCall {
  const [tableArguments, nameArguments] = [takeAll(tables), takeAll(names)];
  return {
    thing,
    read(given) {
      const [on] = listTextValues(tableArguments.map((find) => find(given)));
      const own = nameArguments.map((find) => find(given));
      return on === undefined ? [] : [{ on, names: listTextValues(own) }];
    },
  };
}

const column = (tables: string, names: string): LibraryCall => of("column", tables, names);

/** Names of one thing: old and new one, or one that is removed. */
function named(thing: LibraryCall["thing"], names: string): LibraryCall {
  const all = takeAll(names);
  return {
    thing,
    read: (given) => [{ on: null, names: listTextValues(all.map((find) => find(given))) }],
  };
}

/** Ids of a module, which it has in front or is given. */
const IDS_OF_MODULE: LibraryCall = {
  thing: "record",
  read(given) {
    const own = findTextValue(take("1 module")(given));
    const names = listTextValues(toItems(take("2 xml_ids")(given)));
    return own === undefined ? [] : [{ on: null, names: names.map((name) => `${own}.${name}`) }];
  },
};

const COLUMN = column("1 tablename|table", "2 columnname|column");
const FIELD = column("1 model", "2 fieldname|field");
/** By the name that it has in the database, under whichever module. */
const CONSTRAINT = of("record", "1 tablename", "2 constraintname");

export const LIBRARY_CALLS: Readonly<Record<string, LibraryCall>> = {
  rename_fields: tuples("1 field_spec", [1, 0], [2, 3]),
  rename_columns: COLUMNS_BY_TABLE,
  copy_columns: COLUMNS_BY_TABLE,
  drop_columns: tuples("1 column_spec", [0], [1]),
  add_fields: tuples("1 field_spec", [2, 1], [0]),
  map_values: column("5 table, 4 model", "1 source_column, 2 target_column"),
  m2o_to_x2m: column("2 table", "3 field, 4 source_field"),
  convert_field_to_html: column("1 table", "2 field_name, 3 html_field_name"),
  date_to_datetime_tz: column("1 table_name", "3 date_field_name, 4 datetime_field_name"),
  convert_to_company_dependent: column(
    "4 model_table_name, 1 model_name",
    "2 origin_field_name, 3 destination_field_name",
  ),
  rename_tables: pairs("table", "1 table_spec"),
  rename_models: pairs("model", "1 model_spec"),
  merge_models: named("model", "1 old_model, 2 new_model"),
  rename_xmlids: pairs("record", "1 xmlids_spec"),
  delete_records_safely_by_xml_id: reading("record", "1 xml_ids", (ids) => [
    { on: null, names: listTextValues(toItems(ids)) },
  ]),
  set_xml_ids_noupdate_value: IDS_OF_MODULE,
  delete_sql_constraint_safely: {
    thing: "record",
    read(given) {
      const [module, on, name] = takeAll("1 module, 2 table, 3 name").map((find) =>
        findTextValue(find(given)),
      );
      if (module === undefined || on === undefined || name === undefined) return [];
      return [{ on, names: [`${module}.constraint_${on}_${name}`] }];
    },
  },
  update_module_names: pairs("module", "1 namespec"),
  load_data: of("file", "1 module_name", "2 filename"),

  // odoo.tools.sql; upgrade-util has the second one too.
  rename_column: column("1 tablename", "2 columnname1, 3 columnname2"),
  create_column: COLUMN,
  convert_column: COLUMN,
  set_not_null: COLUMN,
  drop_not_null: COLUMN,
  add_constraint: CONSTRAINT,
  drop_constraint: CONSTRAINT,

  // upgrade-util
  remove_column: COLUMN,
  rename_field: column("1 model", "2 old, 3 new"),
  remove_field: FIELD,
  make_field_non_stored: FIELD,
  convert_m2o_field_to_m2m: FIELD,
  change_field_selection_values: FIELD,
  convert_field_to_property: FIELD,
  rename_model: named("model", "1 old, 2 new"),
  merge_model: named("model", "1 source, 2 target"),
  remove_model: named("model", "1 model"),
  rename_xmlid: named("record", "1 old, 2 new"),
  remove_record: named("record", "1 name"),
  remove_view: named("record", "1 xml_id"),
  force_noupdate: named("record", "1 xmlid"),
  update_record_from_xml: named("record", "1 xmlid"),
  rename_module: named("module", "1 old, 2 new"),
  merge_module: named("module", "1 old, 2 into"),
};

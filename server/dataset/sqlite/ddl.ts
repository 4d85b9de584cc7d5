// The tables as statements of SQLite. Descriptions stand in them as comments, which the file keeps, so that
// `.schema` in its shell shows them.
import type { Column, ColumnKind, Table } from "../table.js";
import { DATASET_VERSION, FULL_TEXT } from "../tables.js";

const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: "TEXT",
  integer: "INTEGER",
  bytes: "INTEGER",
  flag: "INTEGER",
  moment: "TEXT",
  json: "TEXT",
};

/** Statements before the rows. */
export function writeTables(tables: readonly Table[]): string {
  const keys = new Map(tables.map(({ name, key }) => [name, key]));
  return tables.map((table) => writeTable(table, keys)).join("\n");
}

function writeTable(
  { name, description, columns, key, parents }: Table,
  keys: ReadonlyMap<string, readonly string[]>,
): string {
  const [first = ""] = key;
  const isNumbered = key.length === 1 && columns[first]?.kind === "integer";
  const definitions = Object.entries(columns).map(([column, declared]) => ({
    text: writeColumn(column, declared, isNumbered && column === first),
    comment: declared.description,
  }));
  const constraints = [
    ...(isNumbered ? [] : [`PRIMARY KEY (${listNames(key)})`]),
    ...parents.map(
      (parent) =>
        `FOREIGN KEY (${listNames(parent.columns)}) REFERENCES ${quote(parent.table)} (${listNames(keys.get(parent.table) ?? [])})`,
    ),
  ].map((text) => ({ text, comment: "" }));
  const rows = [...definitions, ...constraints];
  const lines = rows.map(({ text, comment }, at) => {
    const end = at === rows.length - 1 ? "" : ",";
    return `  ${text}${end}${comment === "" ? "" : ` -- ${comment}`}\n`;
  });
  const options = isNumbered ? "STRICT" : "STRICT, WITHOUT ROWID";
  return `CREATE TABLE ${quote(name)} ( -- ${description}\n${lines.join("")}) ${options};`;
}

function writeColumn(name: string, { kind, isOptional }: Column, isRowid: boolean): string {
  if (isRowid) return `${quote(name)} INTEGER PRIMARY KEY`;
  return [
    quote(name),
    TYPES[kind],
    ...(isOptional ? [] : ["NOT NULL"]),
    ...(kind === "flag" ? [`CHECK (${quote(name)} IN (0, 1))`] : []),
  ].join(" ");
}

/** Statements after the rows: indexes are faster then. */
export function writeIndexes(tables: readonly Table[]): string {
  const indexes = tables.flatMap(({ name, indexes: lists = [] }) =>
    lists.map((columns) => {
      const index = quote(`${name}_${columns.join("_")}`);
      return `CREATE INDEX ${index} ON ${quote(name)} (${listNames(columns)});`;
    }),
  );
  const { name, table, rowid, columns } = FULL_TEXT;
  return [
    ...indexes,
    `CREATE VIRTUAL TABLE ${quote(name)} USING fts5(${listNames(columns)}, content='${table}', content_rowid='${rowid}', tokenize='unicode61 remove_diacritics 2');`,
    `INSERT INTO ${quote(name)} (${quote(name)}) VALUES ('rebuild');`,
    `INSERT INTO ${quote(name)} (${quote(name)}) VALUES ('optimize');`,
    `PRAGMA user_version = ${DATASET_VERSION};`,
    "ANALYZE;",
  ].join("\n");
}

export function writeInsert({ name, columns }: Table): string {
  const names = Object.keys(columns);
  return `INSERT INTO ${quote(name)} VALUES (${names.map(() => "?").join(", ")})`;
}

function listNames(names: readonly string[]): string {
  return names.map(quote).join(", ");
}

/** Names of declarations have no quotes in them. */
function quote(name: string): string {
  return `"${name}"`;
}

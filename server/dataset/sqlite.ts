// The dataset as one file of SQLite: its tables as statements, whose comments the file keeps, so that `.schema` in its shell shows
// them, and their rows. The only file that knows the library, which is loaded when it is asked for.
import type { Statement } from "node-sqlite3-wasm";
import { OperatorError } from "../../data/operator-error.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { yieldToEventLoop } from "../../data/yield.js";
import { listTableRows, TABLES, DATASET_VERSION, FULL_TEXT } from "./tables.js";
import type { Column, Row, Table, ColumnKind } from "./table.js";

/** Nobody reads the file before it is whole, and an unfinished one is removed. */
const SETTINGS = `
  PRAGMA journal_mode = OFF;
  PRAGMA synchronous = OFF;
  PRAGMA foreign_keys = OFF;
  PRAGMA temp_store = MEMORY;
  PRAGMA cache_size = -65536;`;

/**
 * Writes into an empty file. What is left of it when this throws is the caller's to remove.
 * @throws OperatorError `export_unwritable`; what reading the snapshot and the signal throw
 */
export async function writeSqlite(
  snapshot: Snapshot,
  file: string,
  signal: AbortSignal,
): Promise<void> {
  const { default: library } = await import("node-sqlite3-wasm");
  const database = new library.Database(file);
  const inserts = new Map<Table, Insert>();
  try {
    database.exec(SETTINGS);
    // The statements stand before the rows.
    const keys = new Map(TABLES.map(({ name, key }) => [name, key]));
    database.exec(`BEGIN;\n${TABLES.map((table) => writeTable(table, keys)).join("\n")}`);
    for (const table of TABLES)
      inserts.set(table, createInsert(database.prepare(writeInsert(table)), table));
    for (const batch of listTableRows(snapshot)) {
      for (const { table, rows } of batch) {
        const insert = inserts.get(table);
        for (const row of rows) insert?.add(row);
      }
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    database.exec("COMMIT");
    database.exec(writeIndexes(TABLES));
  } catch (error) {
    if (!(error instanceof library.SQLite3Error)) throw error;
    throw new OperatorError({
      code: "export_unwritable",
      message: `${file} cannot be written (${error.message}); free space or choose another with --out.`,
      cause: error,
    });
  } finally {
    for (const { statement } of inserts.values()) statement.finalize();
    database.close();
  }
}

interface Insert {
  readonly statement: Statement;
  add(row: Row): void;
}

type Cell = string | number | boolean | null;

function createInsert(statement: Statement, { columns }: Table): Insert {
  const readers = Object.entries(columns).map(([name, { kind }]) => ({ name, kind }));
  return {
    statement,
    add: (row) => void statement.run(readers.map(({ name, kind }) => toCell(row[name], kind))),
  };
}

function toCell(value: unknown, kind: Column["kind"]): Cell {
  if (value === undefined || value === null) return null;
  return kind === "json" ? JSON.stringify(value) : (value as Cell);
}

const TYPES: Readonly<Record<ColumnKind, string>> = {
  text: "TEXT",
  integer: "INTEGER",
  flag: "INTEGER",
  json: "TEXT",
};

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
function writeIndexes(tables: readonly Table[]): string {
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

function writeInsert({ name, columns }: Table): string {
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

// The dataset as one file of SQLite: the only file that knows the library, which is loaded when it is asked for.
import type { Statement } from "node-sqlite3-wasm";
import { OperatorError } from "../../../data/operator-error.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { yieldToEventLoop } from "../../../data/yield.js";
import { listTableRows } from "../sources.js";
import type { Column, Row, Table } from "../table.js";
import { TABLES } from "../tables.js";
import { writeIndexes, writeInsert, writeTables } from "./ddl.js";

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
    database.exec(`BEGIN;\n${writeTables(TABLES)}`);
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

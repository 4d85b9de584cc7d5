// The main table of an answer as CSV: a line for each row, the first one with the keys of the columns. Facts without a table
// are one row.
import { toCsvLine } from "../contract/csv-line.js";
import type { Block, Table } from "../contract/layout.js";
import { isTable, toPlain } from "./cells.js";

export function renderCsv(blocks: readonly Block[]): string {
  const tables = blocks.filter(isTable);
  const table = tables.find(({ isMain }) => isMain === true) ?? tables[0];
  const told = blocks.filter((block) => block.kind === "facts");
  if (table !== undefined && !told.some(({ isMain }) => isMain)) return renderRows(table);
  const facts = told.flatMap(({ rows }) => rows);
  const columns = facts.map(({ key, title, value }) => ({ key, title, value: () => value }));
  return columns.length === 0 ? "" : renderRows({ columns, rows: [columns] });
}

export function renderRows({ columns, rows }: Pick<Table, "columns" | "rows">): string {
  const lines = rows.map((row) => columns.map(({ value }) => String(toPlain(value(row)) ?? "")));
  return [columns.map(({ key }) => key), ...lines].map(toCsvLine).join("");
}

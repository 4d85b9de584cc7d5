// The main table of an answer as CSV: a line for each row, the first one with the keys of the columns. Facts without a table
// are one row.
import { toCsvLine } from "../contract/csv-line.js";
import type { Block, Table } from "../contract/layout.js";
import type { Steps } from "../contract/text-formats.js";
import { isTable, toPlain } from "./cells.js";

export function* renderCsv(blocks: readonly Block[]): Steps<string> {
  const tables = blocks.filter(isTable);
  const table = tables.find(({ isMain }) => isMain === true) ?? tables[0];
  if (table !== undefined) return yield* renderRows(table);
  const facts = blocks.flatMap((block) => (block.kind === "facts" ? block.rows : []));
  const columns = facts.map(({ key, title, value }) => ({ key, title, value: () => value }));
  return columns.length === 0 ? "" : yield* renderRows({ columns, rows: [columns] });
}

/** One row a step. */
export function* renderRows({ columns, rows }: Pick<Table, "columns" | "rows">): Steps<string> {
  let text = toCsvLine(columns.map(({ key }) => key));
  for (const row of rows) {
    text += toCsvLine(columns.map(({ value }) => String(toPlain(value(row)) ?? "")));
    yield;
  }
  return text;
}

// Every table of the dataset, those first that others refer to.
import type { Table } from "./table.js";
import { CODE_TABLES } from "./tables/code-tables.js";
import { HISTORY_TABLES } from "./tables/history-tables.js";
import { diagnosticTable, MODULE_TABLES } from "./tables/module-tables.js";
import { NEED_TABLES } from "./tables/need-tables.js";
import { PART_TABLES } from "./tables/part-tables.js";

export const TABLES: readonly Table[] = [
  ...MODULE_TABLES,
  ...NEED_TABLES,
  ...CODE_TABLES,
  ...PART_TABLES,
  ...HISTORY_TABLES,
  diagnosticTable,
];

/** The texts in which words are looked for: `entry_texts MATCH 'stock move'`. */
export const FULL_TEXT = {
  name: "entry_texts",
  table: "entries",
  rowid: "id",
  columns: ["technical_name", "name", "summary", "description"],
} as const;

/** Raised when a table or a column is removed or means something else; new ones do not count. */
export const DATASET_VERSION = 1;

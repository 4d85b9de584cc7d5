// CSV data files of any model: which rows have an id. The model is in the name of the file
// (`convert_csv_import` of the platform's `tools/convert.py`).
import { GIVEN, type GivenValue, type GivenValues } from "../../data/module/given-value.js";
import type { FileDiagnostic, Parsed } from "./diagnostics.js";
import { decodeStrictly } from "./source-file.js";
import { createLineFinder } from "./python/text/lines.js";

/** Largest file that is read; those of public repositories have half a megabyte at most. */
export const TABLE_LIMIT_BYTES = 20 * 1024 * 1024;

/** Rows of a file that are read; further ones are left out. */
export const TABLE_LIMIT_ROWS = 200_000;

const SKIPPED_FOLDERS: ReadonlySet<string> = new Set(["static", "migrations", "upgrades"]);

/** A row that makes a record. */
export interface TableRow {
  readonly xml_id: string;
  readonly line: number;
  readonly values: GivenValues;
}

/** Whether a file of a module, by its path relative to the module folder, may be one. */
export function isTableFile(path: string): boolean {
  const folders = path.split("/").slice(0, -1);
  return path.toLowerCase().endsWith(".csv") && !folders.some((each) => SKIPPED_FOLDERS.has(each));
}

/** The model whose records a file has. */
export function toTableModel(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.[^.]*$/, "");
  return name.split("-", 1)[0] ?? "";
}

/** The rows with an id, in order. */
export function parseTableFile(bytes: Uint8Array): Parsed<readonly TableRow[]> {
  const diagnostics: FileDiagnostic[] = [];
  const { text, fault } = decodeStrictly(bytes, "utf-8");
  if (fault !== null) diagnostics.push({ code: "text_undecodable", line: 1, detail: fault });
  const [head, ...rows] = splitCsv(text);
  const names = (head?.cells ?? []).map((name) => name.trim());
  const column = names.indexOf("id");
  if (column === -1) return { value: [], diagnostics };
  const columns = toColumns(names);
  const value = rows.flatMap(({ cells, line }): readonly TableRow[] => {
    const id = cells[column]?.trim() ?? "";
    return id === "" ? [] : [{ xml_id: id, line, values: toValues(columns, cells) }];
  });
  if (value.length > TABLE_LIMIT_ROWS) {
    const detail = `${value.length} rows, the limit is ${TABLE_LIMIT_ROWS}`;
    diagnostics.push({ code: "file_too_large", line: 1, detail });
  }
  return { value: value.slice(0, TABLE_LIMIT_ROWS), diagnostics };
}

interface TableColumn {
  readonly at: number;
  readonly field: string;
  /** Whether its cells are external ids. */
  readonly isOfIds: boolean;
}

const ID_COLUMN = /^(.+?)[/:]id$/;

/** Columns of the record itself: `line_ids/name` belongs to another record. */
function toColumns(names: readonly string[]): readonly TableColumn[] {
  return names.flatMap((name, at): TableColumn[] => {
    const field = ID_COLUMN.exec(name)?.[1] ?? name;
    const isField = name !== "id" && /^\w+$/.test(field);
    return isField ? [{ at, field, isOfIds: field !== name }] : [];
  });
}

function toValues(columns: readonly TableColumn[], cells: readonly string[]): GivenValues {
  return new Map(
    columns.map(({ at, field, isOfIds }): [string, GivenValue] => {
      const cell = cells[at] ?? "";
      return [field, isOfIds ? [GIVEN.ids, cell] : cell];
    }),
  );
}

const PLAIN = /[^,\n]*/y;

interface CsvRow {
  readonly cells: readonly string[];
  /** Line where it begins; the first is 1. */
  readonly line: number;
}

/** The rows that are not empty. */
function splitCsv(text: string): readonly CsvRow[] {
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const findLine = createLineFinder(source);
  const rows: CsvRow[] = [];
  let row: string[] = [];
  let rowStart = 0;
  for (let at = 0; at < source.length || row.length > 0; at += 1) {
    const quoted = source[at] === '"' ? readQuoted(source, at) : { value: "", end: at };
    // Text behind a closing quote belongs to the cell.
    PLAIN.lastIndex = quoted.end;
    const plain = PLAIN.exec(source)?.[0] ?? "";
    row.push(quoted.value + plain);
    at = quoted.end + plain.length;
    if (source[at] === ",") continue;
    if (row.some((cell) => cell !== "")) rows.push({ cells: row, line: findLine(rowStart) });
    row = [];
    rowStart = at + 1;
  }
  return rows;
}

function readQuoted(source: string, start: number): { value: string; end: number } {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = source.indexOf('"', from);
    if (quote === -1) return { value: [...parts, source.slice(from)].join(""), end: source.length };
    parts.push(source.slice(from, quote));
    if (source[quote + 1] !== '"') return { value: parts.join(""), end: quote + 1 };
    parts.push('"');
    from = quote + 2;
  }
}

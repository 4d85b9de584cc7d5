// Answers of routes for people at a terminal: what an object says as lines, lists of objects as tables. Long
// texts are cut, and lists within lists within lists are counted: `--json` has all of it.
import { isObject } from "../../data/json.js";
import { formatTable } from "../../data/settings/text-table.js";

type Row = Readonly<Record<string, unknown>>;

/** In characters. */
const MOST_CELL_CHARS = 80;
const MOST_FACT_CHARS = 120;

/** Rows of more are read better one below the other. */
const MOST_COLUMNS = 12;

/** Templates that programs fill. */
const LEFT_OUT = new Set(["line_url", "line_urls"]);

export function formatAnswer(body: unknown): string {
  if (!Array.isArray(body)) return isObject(body) ? formatRecord(body).join("\n") : toCell(body);
  const values = body as readonly unknown[];
  if (values.length === 0) return "Nothing found.";
  if (!values.every(isObject)) return values.map(toCell).join("\n");
  const isTable = values.every((row) => {
    const cells = Object.values(row);
    return cells.length <= MOST_COLUMNS && cells.every(isFlat);
  });
  if (isTable) return formatRows(values).join("\n");
  return values.map((row) => formatRecord(row).join("\n")).join("\n\n");
}

/** The facts first, then a section for each value that takes more than a line. */
function formatRecord(record: Row): readonly string[] {
  const given = Object.entries(record).filter(
    ([key, value]) => !LEFT_OUT.has(key) && !isEmpty(value),
  );
  const facts = given.filter(([, value]) => isFlat(value));
  const sections = given.filter(([, value]) => !isFlat(value));
  const all = [
    ...formatTable(facts.map(([key, value]) => [key, cut(toCell(value), MOST_FACT_CHARS)])),
    ...sections.flatMap(([key, value]) => {
      const [title, lines] = isRowList(value)
        ? [`${key} (${value.length})`, formatRows(value.flatMap(splitRow))]
        : [key, isObject(value) ? formatRecord(value) : [toCell(value)]];
      return ["", title, ...lines.map((line) => (line === "" ? "" : `  ${line}`))];
    }),
  ];
  // Where there are no facts the first section stands at the top.
  return all[0] === "" ? all.slice(1) : all;
}

/** Columns in which no row has anything are left out. */
function formatRows(rows: readonly Row[]): readonly string[] {
  const placed = rows.map(withPlace);
  const keys = [...new Set(placed.flatMap((row) => Object.keys(row)))].filter(
    (key) => !LEFT_OUT.has(key) && placed.some((row) => !isEmpty(row[key])),
  );
  const cells = placed.map((row) => keys.map((key) => cut(toCell(row[key]), MOST_CELL_CHARS)));
  return formatTable([keys, ...cells]);
}

/** One row for each row of the first list in it, as a module has classes. */
function splitRow(row: Row): readonly Row[] {
  const inner = Object.entries(row).find(([, value]) => isRowList(value) && value.length > 0);
  if (inner === undefined) return [row];
  const [list, rows] = inner;
  const outer = Object.entries(row).filter(([key]) => key !== list);
  return (rows as readonly Row[]).map((one) => {
    const named = Object.entries(one).map(([key, value]) => [
      Object.hasOwn(row, key) ? `${list}.${key}` : key,
      value,
    ]);
    return Object.fromEntries([...outer, ...named]) as Row;
  });
}

/** `file` and `line` as editors and terminals know them: `models/sale.py:12`. */
function withPlace({ line, ...row }: Row): Row {
  if (line === undefined) return row;
  if (typeof row["file"] !== "string") return { ...row, line };
  return { ...row, file: `${row["file"]}:${String(line)}` };
}

function isRowList(value: unknown): value is readonly Row[] {
  return Array.isArray(value) && value.every(isObject);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** A value, a list of values, or values and lists by name. */
function isFlat(value: unknown): boolean {
  if (isScalar(value)) return true;
  if (Array.isArray(value)) return value.every(isScalar);
  return Object.values(value as object).every((one) => [one].flat().every(isScalar));
}

function isEmpty(value: unknown): boolean {
  if (isScalar(value)) return value === undefined || value === null || value === "";
  return Object.keys(value as object).length === 0;
}

function toCell(value: unknown): string {
  if (value === undefined || value === null) return "";
  if (isScalar(value)) return String(value);
  if (isRowList(value)) return value.length === 0 ? "" : String(value.length);
  if (Array.isArray(value)) return value.map(toCell).join(" ");
  return Object.entries(value as Row)
    .filter(([, one]) => !isEmpty(one))
    .map(([key, one]) => `${key}: ${toCell(one)}`)
    .join("; ");
}

/** The first line of a text, as far as it fits. */
function cut(text: string, mostChars: number): string {
  const line = text.replace(/\s*\n[^]*$/, " …");
  return line.length > mostChars ? `${line.slice(0, mostChars - 1).trimEnd()}…` : line;
}

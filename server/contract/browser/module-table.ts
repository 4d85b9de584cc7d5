// A CSV of `ir.module.module`, with technical names and labels as heads alike: of a column with states
// only what is installed, or is about to be.
import { collectList, type ListCollector } from "./listed-modules.js";

const SEPARATORS = [",", ";", "\t", "|"] as const;

/** The most telling first. */
const NAME_HEADS = ["technical name", "technical_name", "name"];
const STATE_HEADS = ["state", "status"];

/** As the platform stores and as it shows them. */
const INSTALLED: ReadonlySet<string> = new Set([
  "installed",
  "to upgrade",
  "to be upgraded",
  "to install",
  "to be installed",
]);

/** Columns by their place; -1 for none. */
interface Columns {
  readonly separator: string;
  readonly name: number;
  readonly state: number;
}

export function isModuleTable(text: string): boolean {
  return findColumns(text) !== undefined;
}

export function parseModuleTable(text: string): ListCollector {
  const list = collectList("CSV");
  const columns = findColumns(text);
  if (columns === undefined) return list;
  const [, ...rows] = splitCells(text.trimStart(), columns.separator);
  for (const row of rows) {
    const whole = row.join(columns.separator);
    if (whole.trim() === "") continue;
    const name = row[columns.name]?.trim() ?? "";
    const state = columns.state < 0 ? "installed" : (row[columns.state] ?? "").trim().toLowerCase();
    if (name === "") list.leaveOut("unread", whole);
    else if (INSTALLED.has(state)) list.addModule(name);
    else list.leaveOut("not_installed", name);
  }
  return list;
}

/** A head alone is no table. */
function findColumns(text: string): Columns | undefined {
  const [, head = ""] = /^\s*([^\n]{1,4000})\n\s*\S/.exec(text.slice(0, 10_000)) ?? [];
  for (const separator of SEPARATORS) {
    const cells = (splitCells(head, separator)[0] ?? []).map((cell) => cell.trim().toLowerCase());
    const find = (names: readonly string[]): number =>
      names.map((name) => cells.indexOf(name)).find((at) => at >= 0) ?? -1;
    const name = find(NAME_HEADS);
    if (name >= 0) return { separator, name, state: find(STATE_HEADS) };
  }
  return undefined;
}

/** As RFC 4180 has them. */
function splitCells(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const cell = readCell(text, at, separator);
    row.push(cell.value);
    at = cell.end;
    if (text[at] !== separator) {
      rows.push(row);
      row = [];
    }
    at++;
  }
  return rows;
}

interface Cell {
  readonly value: string;
  /** Where its separator, or the end of its line, stands. */
  readonly end: number;
}

/** Doubled quotes within quotes are one; quotes that are never closed hold the rest. */
function readCell(text: string, start: number, separator: string): Cell {
  let value = "";
  let open = text[start] === '"' ? start + 1 : -1;
  while (open >= 0) {
    const close = text.indexOf('"', open);
    if (close < 0) return { value: value + text.slice(open), end: text.length };
    value += text.slice(open, close);
    if (text[close + 1] !== '"') {
      const end = findEnd(text, close + 1, separator);
      return { value: value + text.slice(close + 1, end), end };
    }
    value += '"';
    open = close + 2;
  }
  const end = findEnd(text, start, separator);
  return { value: text.slice(start, end), end };
}

/** The next separator or end of a line. */
function findEnd(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n") end++;
  return end;
}

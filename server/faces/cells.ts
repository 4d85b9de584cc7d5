// Cells of tables: what people read of one, and what spreadsheets and agents get; which columns and groups there are.
import { formatCount } from "../contract/browser/words.js";
import type { Block, Cell, Column, Fact, State, Table, Words } from "../contract/layout.js";

export function isTable(block: Block): block is Table {
  return block.kind === "table";
}

export function isState(cell: Cell): cell is State {
  return typeof cell === "object" && cell !== null && "code" in cell;
}

export function isEmpty(cell: Cell): boolean {
  return (
    cell === null || cell === undefined || cell === "" || (Array.isArray(cell) && !cell.length)
  );
}

/** The texts of a cell as people read them: of a list several. */
export function listTexts(cell: Cell, unit?: Column["unit"]): readonly string[] {
  if (isEmpty(cell)) return [];
  if (isState(cell)) return [cell.title];
  if (Array.isArray(cell)) return cell as readonly string[];
  if (typeof cell === "boolean") return [cell ? "yes" : "no"];
  if (typeof cell === "number") return [unit === "bytes" ? formatBytes(cell) : String(cell)];
  return [unit === "day" ? (cell as string).slice(0, 10) : (cell as string)];
}

const FEW = 5;

/** The texts of a cell where there is little room: of a list of many the first few, and how many more there are. */
export function listShortTexts(cell: Cell, { unit, isFew }: Fact | Column): readonly string[] {
  const texts = listTexts(cell, unit);
  if (isFew !== true || texts.length <= FEW + 1) return texts;
  return [...texts.slice(0, FEW), `and ${texts.length - FEW} more`];
}

/** For programs: the code of a state, and lists as lists. */
export function toValue(cell: Cell): string | number | boolean | null | readonly string[] {
  if (cell === undefined || cell === null) return null;
  return isState(cell) ? cell.code : (cell as string | number | boolean | readonly string[]);
}

/** For spreadsheets: numbers stay numbers. */
export function toPlain(cell: Cell): string | number | null {
  const value = toValue(cell);
  if (typeof value === "number" || typeof value === "string" || value === null) return value;
  return typeof value === "object" ? value.join("; ") : String(value);
}

export function toSentence(words: Words): string {
  return words
    .map((word) =>
      typeof word === "string" ? word : formatCount(word.count, word.noun, word.nouns),
    )
    .join("");
}

export function isTold({ value }: Fact): boolean {
  return !isEmpty(value);
}

/** Columns that stand side by side for people, without those in which no row has anything. */
export function listColumns(
  { columns, groups }: Table,
  rows: Table["rows"],
  place?: "detail",
): readonly Column[] {
  return columns.filter(
    (column) =>
      column.place === place &&
      column.key !== groups?.key &&
      rows.some((row) => !isEmpty(column.value(row))),
  );
}

interface Group {
  /** Code of the row's state, if the table has groups. */
  readonly code?: string;
  readonly title: string;
  readonly rows: Table["rows"];
  readonly isFolded: boolean;
}

/** The tables that people see; what is done already is folded. */
export function listGroups({ title, rows, groups, isFolded, place }: Table): readonly Group[] {
  if (rows.length === 0 || place === "data") return [];
  if (groups === undefined) return [{ title, rows, isFolded: isFolded === true }];
  return groups.states.flatMap((state) => {
    const own = rows.filter((row) => groups.stateOf(row).code === state.code);
    return own.length === 0
      ? []
      : [{ code: state.code, title: state.title, rows: own, isFolded: state.tone === "good" }];
  });
}

/** `34 kB` */
export function formatBytes(bytes: number): string {
  const kilobytes = bytes / 1_000;
  if (kilobytes < 1) return `${bytes} bytes`;
  return kilobytes < 1_000 ? `${Math.round(kilobytes)} kB` : `${(kilobytes / 1_000).toFixed(1)} MB`;
}

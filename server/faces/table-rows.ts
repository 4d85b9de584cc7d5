// The rows of a table that somebody wants to see: those with the words that were typed, in the order of a column.
import type { Cell, Column, Table } from "../contract/layout.js";
import { isEmpty, listTexts } from "./cells.js";

export interface RowChoice {
  /** Key of the column that gives the order; with a `-` before it the other way round. Empty for the order of the answer. */
  readonly by: string;
  /** Each of these words is in one of the cells of a row. */
  readonly words: string;
}

export function chooseRows(
  columns: Table["columns"],
  rows: Table["rows"],
  { by, words }: RowChoice,
): Table["rows"] {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const found = wanted.length === 0 ? rows : rows.filter((row) => hasWords(columns, row, wanted));
  const column = columns.find(({ key }) => key === by.replace(/^-/, ""));
  if (column === undefined) return found;
  const keyed = found.map((row) => ({ row, cell: column.value(row) }));
  const sign = by.startsWith("-") ? -1 : 1;
  return keyed
    .toSorted((left, right) => sign * compareCells(left.cell, right.cell))
    .map(({ row }) => row);
}

function hasWords(columns: readonly Column[], row: unknown, words: readonly string[]): boolean {
  const text = columns
    .map(({ value, unit }) => listTexts(value(row), unit).join(" "))
    .join(" ")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/** `9.0` stands before `10.0`. */
const COLLATOR = new Intl.Collator("en", { numeric: true });

function compareCells(left: Cell, right: Cell): number {
  if (typeof left === "number" && typeof right === "number") return left - right;
  if (isEmpty(left) || isEmpty(right)) return Number(isEmpty(left)) - Number(isEmpty(right));
  return COLLATOR.compare(listTexts(left)[0] ?? "", listTexts(right)[0] ?? "");
}

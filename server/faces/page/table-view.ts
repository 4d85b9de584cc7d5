// The part of a long table that a page shows: what its address says of it, the rows with the words that were typed in the order of a
// column, and the links and the form that ask for another.
import { html, type Html } from "../../contract/browser/html.js";
import type { Column, Cell, Table } from "../../contract/layout.js";
import { isEmpty, listTexts } from "../cells.js";

/** Forms in which the rows of a table are taken along. */
const FORMS = ["csv", "json"] as const;

/** A table that is asked for as a file, with the rows that its page shows: what makes the page ends with it. */
export class AskedTable extends Error {
  constructor(
    readonly form: (typeof FORMS)[number],
    readonly columns: readonly Column[],
    readonly rows: readonly unknown[],
  ) {
    super("a table is asked for as a file");
  }
}

export interface TableView extends RowChoice {
  /** Name of the table that is asked for; empty where no words of the address are about one. */
  readonly table: string;
  /** The row that it begins with. */
  readonly first: number;
  readonly form: (typeof FORMS)[number] | undefined;
  /** Other parameters of the address. */
  readonly rest: URLSearchParams;
}

const WORDS = ["table", "by", "with", "first", "as"] as const;

/** Longer addresses are not written into every link of a page. */
const MOST_CHARS = 1_000;

/** `undefined` where the address is too long for links to parts of the page. */
export function readTableView(query: URLSearchParams): TableView | undefined {
  const rest = new URLSearchParams(query);
  for (const word of WORDS) rest.delete(word);
  if (rest.toString().length > MOST_CHARS) return undefined;
  const first = Number(query.get("first") ?? 0);
  return {
    table: query.get("table") ?? "",
    by: query.get("by") ?? "",
    words: query.get("with") ?? "",
    first: Number.isSafeInteger(first) && first > 0 ? first : 0,
    form: FORMS.find((one) => one === query.get("as")),
    rest,
  };
}

export interface ShownTable {
  /** In addresses. */
  readonly name: string;
  readonly title: string;
  readonly view: TableView;
  /** Whether all rows of the table are in the page. */
  readonly isWhole: boolean;
}

/** Choice for this table in the address. */
export function findChoice({ name, view }: Pick<ShownTable, "name" | "view">): RowChoice {
  const { by, words } = view;
  return view.table === name ? { by, words } : { by: "", words: "" };
}

/** The address of the same page with another part of the table. */
export function toPartAddress(
  { name, view }: Pick<ShownTable, "name" | "view">,
  { by, words, first = 0 }: RowChoice & { readonly first?: number },
): string {
  const query = new URLSearchParams(view.rest);
  for (const [word, value] of Object.entries({ table: name, by, with: words })) {
    if (value !== "") query.set(word, value);
  }
  if (first > 0) query.set("first", String(first));
  return `?${query}#table-${name}`;
}

/** The head of a column, which orders the rows by it, and those ordered so the other way round. */
export function renderSortHead({ key, title }: Column, table: ShownTable): Html {
  const choice = findChoice(table);
  const by = choice.by === key ? `-${key}` : key;
  const href = toPartAddress(table, { ...choice, by });
  return html`<a href="${href}" rel="nofollow" data-sort>${title}</a>`;
}

/** Above a table: the field that narrows its rows down. */
export function renderRowForm(table: ShownTable): Html {
  const { name, title, view, isWhole } = table;
  const { by, words } = findChoice(table);
  const hidden = [...view.rest, ["table", name], ...(by === "" ? [] : [["by", by]])];
  return html`<form class="rows-form" data-rows="${isWhole ? "all" : "some"}">
    ${hidden.map(([key, value]) => html`<input type="hidden" name="${key}" value="${value}" />`)}
    <input
      type="search"
      name="with"
      value="${words}"
      placeholder="Filter"
      aria-label="Filter: ${title}"
      autocapitalize="none"
      autocomplete="off"
      spellcheck="false"
    />
    <button class="button">Filter</button>
    ${FORMS.map((form) => html`<button class="button" name="as" value="${form}">${form.toUpperCase()}</button> `)}
    <output></output>
  </form>`;
}

interface RowChoice {
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

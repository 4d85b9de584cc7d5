// A table that scrolls within its page where it is wider than the screen.
import { html, type Html, type Piece } from "../../contract/browser/html.js";

export interface TableContent {
  /** What the table holds, for those who do not see it; no other table of the page has the same. */
  readonly label: string;
  readonly heads: readonly string[];
  /** As many cells as there are heads. */
  readonly rows: readonly (readonly Piece[])[];
}

export function renderTable({ label, heads, rows }: TableContent): Html {
  return renderTableFrame({
    label,
    look: "plain-table stacked",
    heads: renderHeads(heads),
    // On a phone rows are stacked, and each cell says what it is.
    rows: rows.map(
      (cells) =>
        html`<tr>
          ${cells.map((cell, at) => html`<td data-head="${heads[at]}">${cell}</td>`)}
        </tr> `,
    ),
  });
}

/** Its label is shown, with the number of its rows. */
export function renderFoldedTable(table: TableContent): Html {
  return html`<details class="fold">
    <summary>${table.label} <span class="number">${table.rows.length}</span></summary>
    <div class="inside">${renderTable(table)}</div>
  </details> `;
}

export interface NamedRow {
  /** Where links lead. */
  readonly id?: string;
  readonly name: Piece;
  /** One less than there are heads. */
  readonly cells: readonly Piece[];
}

interface NamedTableContent extends Omit<TableContent, "rows"> {
  readonly rows: readonly NamedRow[];
  /** A class of the table; default `members`. */
  readonly look?: string;
  /** Those of the heads whose cells are numbers. */
  readonly numbers?: readonly string[];
  readonly isTall?: boolean;
}

/** A table whose rows have names: their first cells, which on a phone are the heads of what is below. */
export function renderNamedTable(table: NamedTableContent): Html {
  const { label, heads, rows, look = "members", numbers = [], isTall = false } = table;
  const renderCell = (cell: Piece, at: number): Html => {
    const head = heads[at + 1] ?? "";
    return html`<td${numbers.includes(head) && html` class="number"`} data-head="${head}">${cell}</td>`;
  };
  return renderTableFrame({
    label,
    look: `plain-table stacked ${look}`,
    isTall,
    heads: heads.map(
      (head) =>
        html`<th scope="col"${numbers.includes(head) && html` class="number"`}>${head}</th>`,
    ),
    rows: rows.map(
      ({ id, name, cells }) =>
        html`<tr${id !== undefined && html` id="${id}"`}>
          <th scope="row">${name}</th>
          ${cells.map(renderCell)}
        </tr> `,
    ),
  });
}

/** Narrows the rows of what is `data-filtered` down, once its script runs. @param title what is shown of them */
export function renderRowFilter(title: string): Html {
  return html`<label class="field member-filter" data-filter hidden
    ><span>${title}</span
    ><input type="search" autocapitalize="none" autocomplete="off" spellcheck="false" /><output></output
  ></label>`;
}

/** Heads that are words alone. */
export function renderHeads(heads: readonly Piece[]): readonly Html[] {
  return heads.map((head) => html`<th scope="col">${head}</th>`);
}

interface TableFrame {
  readonly label: string;
  /** Classes of the table. */
  readonly look: string;
  /** Whether it also scrolls within itself where it is higher than the screen. */
  readonly isTall?: boolean;
  /** Cells of the first row. */
  readonly heads: Piece;
  /** The other rows, whole. */
  readonly rows: Piece;
}

/**
 * What scrolls can be reached by keyboard, and then needs a name. It is a group: as regions, the many
 * tables of a page would all be among its landmarks.
 */
export function renderTableFrame({ label, look, isTall, heads, rows }: TableFrame): Html {
  return html`<div
    class="scroll${isTall === true && " tall"}"
    tabindex="0"
    role="group"
    aria-label="${label}"
  >
    <table class="${look}">
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
  </div>`;
}

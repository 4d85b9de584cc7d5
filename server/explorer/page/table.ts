// A table that scrolls within its page where it is wider than the screen.
import { html, type Html, type Piece } from "../shared/html.js";

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

/** Heads that are words alone. */
export function renderHeads(heads: readonly Piece[]): readonly Html[] {
  return heads.map((head) => html`<th scope="col">${head}</th>`);
}

export interface TableFrame {
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

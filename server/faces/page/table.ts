// A table that scrolls within its page where it is wider than the screen.
import { html, type Html, type Piece } from "../../contract/browser/html.js";
import { renderPhoneFold } from "./pieces.js";

interface HeadLook {
  readonly head: string;
  readonly isNumber: boolean;
}

/** On a phone rows are stacked: the first cell is their head, and each other says what it is, as numbers do. */
export function renderRow(cells: readonly Piece[], looks: readonly HeadLook[], id?: string): Html {
  const rendered = cells.map((cell, at) => {
    const { head = "", isNumber = false } = looks[at] ?? {};
    const look = isNumber && html` class="number"`;
    const said = html` data-head="${head}"`;
    return at === 0 && cell !== false && cell !== "" && cell !== null
      ? html`<th scope="row"${look}${isNumber && said}>${cell}</th>`
      : html`<td${look}${said}>${cell}</td>`;
  });
  return html`<tr${id !== undefined && html` id="${id}"`}>${rendered}</tr> `;
}

interface TableFrame {
  readonly label: string;
  /** Classes of the table. */
  readonly look: string;
  /** Name and label of the box that unfolds it: a phone shows the first rows until then. */
  readonly folds?: { readonly id: string; readonly label: string } | false;
  /** Cells of the first row. */
  readonly heads: Piece;
  /** The other rows, whole. */
  readonly rows: Piece;
}

/**
 * Scrolling areas are reachable by keyboard, and then need a name. Each is a group: as regions, the
 * many tables of a page would all be among its landmarks.
 */
export function renderTableFrame({ label, look, folds = false, heads, rows }: TableFrame): Html {
  const table = html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">
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
  return folds ? renderPhoneFold(folds.id, folds.label, table) : table;
}

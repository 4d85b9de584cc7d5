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
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">
    <table class="plain-table">
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map((cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr> `)}
      </tbody>
    </table>
  </div>`;
}

// The few small pages for people who open the service in a browser: a title and a table, without
// scripts.
import { createHash } from "node:crypto";
import { html, Html, type Piece } from "../../contract/browser/html.js";
import type { PageResource } from "../../contract/resource.js";

interface TablePage {
  readonly title: string;
  readonly introduction?: string;
  /** First cells are the heads of their rows. */
  readonly rows: readonly (readonly [Cell | string, Cell])[];
}

interface Cell {
  readonly text: string;
  /** Target of a link. */
  readonly href?: string;
}

const STYLE = [
  "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}",
  "th,td{text-align:left;vertical-align:top;padding:.25rem 1rem .25rem 0}th{font-weight:600}",
  ":root{color-scheme:light dark}",
].join("");

/** Not in the template, whose indentation is taken away: the policy knows it to the letter. */
const STYLE_ELEMENT = new Html(`<style>${STYLE}</style>`);

const POLICY = describePagePolicy(STYLE);

export function renderPage({ title, introduction, rows }: TablePage): PageResource {
  const page = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width" />
      <title>${title}</title>
      ${STYLE_ELEMENT}
      <h1>${title}</h1>
      ${introduction !== undefined && html`<p>${introduction}</p>`}
      <table>
        ${rows.map(
          ([name, cell]) =>
            html`<tr>
              <th>${renderCell(name)}</th>
              <td>${renderCell(cell)}</td>
            </tr> `,
        )}
      </table>
    </html> `;
  return { text: page.text, contentType: "text/html; charset=utf-8", policy: POLICY };
}

function renderCell(cell: Cell | string): Piece {
  if (typeof cell === "string") return cell;
  return cell.href === undefined ? cell.text : html`<a href="${cell.href}">${cell.text}</a>`;
}

/**
 * The policy of a page that loads nothing, sends nothing, stands in no frame, and runs nothing.
 * @param style the one inline style sheet that holds
 */
function describePagePolicy(style: string): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return [
    "default-src 'none'",
    `style-src 'sha256-${hash}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

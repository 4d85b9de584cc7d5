// A module's description as markup that may be shown. The text comes from anybody's repository: what
// renders it may give anything, and only what sanitise.ts lets through reaches the page.
import { html, Html } from "../shared/html.js";
import { guessFormat } from "./guess-format.js";
import { renderMarkdown } from "./markdown.js";
import { renderRst } from "./rst.js";
import { sanitise } from "./sanitise.js";

/** In UTF-16 units; what follows is not shown. The longest of 154 public repositories has 12,084. */
export const LONGEST_DESCRIPTION = 30_000;

export function renderDescription({ description }: { readonly description: string }): Html {
  if (description.trim() === "") return html`<p>It has none.</p>`;
  const shown = description.slice(0, LONGEST_DESCRIPTION);
  const isCut = shown.length < description.length;
  return html`<div class="text">${renderText(shown)}${isCut && html`<p>…</p>`}</div>`;
}

/** Any text gives markup; one that is nested beyond all reason is shown as it was written. */
export function renderText(text: string): Html {
  const rendered = guessFormat(text) === "markdown" ? renderMarkdown(text) : renderRst(text).text;
  const safe = sanitise(rendered);
  return safe === undefined ? html`<pre>${text}</pre>` : new Html(safe);
}

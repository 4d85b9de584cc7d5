// A module's description, and what else it says of itself, as markup that may be shown. The text comes
// from anybody's repository: what renders it may give anything, and only what sanitise.ts lets through
// reaches the page.
import { html, Html } from "../../contract/browser/html.js";
import { renderRst } from "./rst.js";
import { sanitise } from "./sanitise.js";
import MarkdownIt from "markdown-it";

/** In UTF-16 units; what follows is not shown. The longest of 154 public repositories has 12,084. */
export const LONGEST_DESCRIPTION = 20_000;

/** In UTF-16 units: more tags than words keep the service busy. Those repositories have 12,426 at most. */
const MOST_MARKUP = 48_000;

export function renderDescription({ description }: { readonly description: string }): Html {
  return description.trim() === "" ? html`<p>No description.</p>` : renderLongText(description);
}

/** @param format guessed where it is not known */
export function renderLongText(text: string, format?: TextFormat): Html {
  const shown = text.slice(0, LONGEST_DESCRIPTION);
  const isCut = shown.length < text.length;
  return html`<div class="text">${renderText(shown, format)}${isCut && html`<p>…</p>`}</div>`;
}

/** Any text gives markup; one that is nested or marked up beyond all reason is shown as it was written. */
export function renderText(text: string, format = guessFormat(text)): Html {
  const rendered = format === "markdown" ? parser.render(text) : renderRst(text).text;
  const safe = rendered.length > MOST_MARKUP ? undefined : sanitise(rendered);
  return safe === undefined ? html`<pre tabindex="0">${text}</pre>` : new Html(safe);
}

type TextFormat = "markdown" | "rst";

/** Signs of Markdown only; plain text is read as reStructuredText, where indentation is no code. */
const MARKDOWN: readonly RegExp[] = [
  /^ {0,3}#{1,6} \S/m,
  /^ {0,3}```/m,
  /\]\([^)\s]{1,500}\)/,
  /^\|[^\n]*\|\s*\n\|[ :|-]+\|\s*$/m,
  /<\/?(?:p|a|img|br|div|table|li|ul|h[1-6])\b/i,
  /\*\*[^*\n]{1,200}\*\*:?\n-/,
];

const RST: readonly RegExp[] = [
  /^\s*\.\. \S/m,
  /`__?(?!\w)/,
  /(?:^|\s)``[^`\n]/,
  /^(?<sign>[=~^*+"'#-])\k<sign>{3,}\s*$/m,
  /::\s*$/m,
  /:\w{1,30}:`/,
];

export function guessFormat(text: string): TextFormat {
  const count = (signs: readonly RegExp[]): number =>
    signs.filter((sign) => sign.test(text)).length;
  return count(MARKDOWN) > count(RST) ? "markdown" : "rst";
}

const parser = new MarkdownIt({ html: true, linkify: true });

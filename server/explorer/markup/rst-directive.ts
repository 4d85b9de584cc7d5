// Directives of reStructuredText: pictures, code, notes. Those that would include or run something give
// nothing.
import { capitalise } from "../../contract/field-words.js";
import { html, NOTHING, type Html } from "../../contract/browser/html.js";
import { renderInline, type RstNames } from "./rst-inline.js";
import { isBlank } from "./rst-lines.js";

export interface Directive {
  /** In lower case. */
  readonly name: string;
  /** Rest of its line. */
  readonly words: string;
  /** The indented lines below it, options included. */
  readonly body: readonly string[];
}

const CODE = new Set(["code", "code-block", "sourcecode", "parsed-literal", "math", "prompt"]);

const NOTES = new Set(
  "attention caution danger error hint important note tip warning admonition seealso".split(" "),
);

/** Directives that use other places, or address programs. */
const SILENT = new Set(
  "include raw literalinclude contents toctree sectnum meta class role default-role csv-table".split(
    " ",
  ),
);

export function renderDirective(
  directive: Directive,
  names: RstNames,
  renderInner: (lines: readonly string[]) => Html,
): Html {
  const { name, words } = directive;
  if (SILENT.has(name)) return NOTHING;
  const { options, content } = splitBody(directive.body);
  if (name === "image" || name === "figure") {
    const picture = html`<p>${renderPicture(words, options)}</p>`;
    return html`${picture}${renderInner(content)}`;
  }
  if (CODE.has(name)) return html`<pre><code>${content.join("\n")}</code></pre>`;
  if (NOTES.has(name)) {
    const title = capitalise(name);
    const lead = words === "" ? NOTHING : html`<p>${renderInline(words, names)}</p>`;
    return html`<blockquote>
      <p><strong>${title}</strong></p>
      ${lead}${renderInner(content)}
    </blockquote>`;
  }
  const lead = words === "" ? NOTHING : html`<p>${renderInline(words, names)}</p>`;
  return html`${lead}${renderInner(content)}`;
}

/** Picture as an element that the sanitiser turns into a link. */
export function renderPicture(address: string, options: ReadonlyMap<string, string>): Html {
  const [file = ""] = address.split("/").slice(-1);
  return html`<img src="${address.trim()}" alt="${options.get("alt") ?? file}" />`;
}

/** Options are the first lines, up to a blank one. */
export function splitBody(body: readonly string[]): {
  readonly options: ReadonlyMap<string, string>;
  readonly content: readonly string[];
} {
  const options = new Map<string, string>();
  let at = 0;
  for (; at < body.length && !isBlank(body[at]); at++) {
    const [, name, value = ""] = /^:([\w-]{1,40}):(?:\s+(.*))?$/.exec(body[at] ?? "") ?? [];
    if (name === undefined) break;
    options.set(name, value);
  }
  while (isBlank(body[at]) && at < body.length) at += 1;
  return { options, content: body.slice(at) };
}

// reStructuredText to HTML, as far as READMEs and manifests use it: sections, paragraphs, lists,
// literals, notes, pictures, links. Tables stay as they were drawn. Any text gives markup; nothing of it
// includes files or runs. Escaped here, and sanitised by sanitise.ts too.
import { html, NOTHING, type Html } from "../../contract/browser/html.js";
import { renderDirective, type Directive, renderPicture, splitBody } from "./rst-directive.js";
import { renderInline, type RstNames, toTargetName } from "./rst-inline.js";
import { dedent, getIndent, isAdornment, isBlank, takeIndented } from "./rst-lines.js";

/** Deeper nesting is shown as written. */
const DEEPEST = 12;

/** Context of the whole text. */
interface RstContext {
  readonly names: RstNames;
  /** Styles of section titles in the order in which they were met. */
  readonly styles: string[];
}

/** A block, and the line after it. */
interface Block {
  readonly markup: Html;
  readonly next: number;
}

type Reader = (
  lines: readonly string[],
  at: number,
  context: RstContext,
  depth: number,
) => Block | undefined;

export function renderRst(text: string): Html {
  const lines = dedent(text.replaceAll("\t", "        ").split(/\r\n|\r|\n/));
  const names = readNames(lines);
  return renderBlocks(lines, { names, styles: [] }, 0);
}

function renderBlocks(lines: readonly string[], context: RstContext, depth: number): Html {
  if (depth > DEEPEST) return html`<pre>${lines.join("\n")}</pre>`;
  const blocks: Html[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(lines[at])) {
      at += 1;
      continue;
    }
    const block = readBlock(lines, at, context, depth);
    blocks.push(block.markup);
    at = block.next;
  }
  return html`${blocks}`;
}

function readBlock(
  lines: readonly string[],
  at: number,
  context: RstContext,
  depth: number,
): Block {
  for (const read of READERS) {
    const block = read(lines, at, context, depth);
    if (block !== undefined) return block;
  }
  return readParagraph(lines, at, context);
}

/** `.. name:: …`, a target, a substitution, a footnote or a comment. */
const readExplicit: Reader = (lines, at, context, depth) => {
  const line = lines[at] ?? "";
  if (!/^\.\.(?:\s|$)/.test(line)) return undefined;
  const { body, next } = takeIndented(lines, at + 1);
  const [, name, words = ""] = /^\.\. ([\w:-]{1,60})::(?:\s+(.*))?$/.exec(line) ?? [];
  if (name !== undefined) {
    const directive: Directive = { name: name.toLowerCase(), words, body };
    const render = (inner: readonly string[]): Html => renderBlocks(inner, context, depth + 1);
    return { markup: renderDirective(directive, context.names, render), next };
  }
  const [, label, rest = ""] = /^\.\. \[([^\]]{1,40})\]\s*(.*)$/.exec(line) ?? [];
  if (label === undefined) return { markup: NOTHING, next };
  const note = renderInline([rest, ...body].join("\n"), context.names);
  return { markup: html`<p>[${label}] ${note}</p>`, next };
};

/** A line that is underlined, perhaps overlined too; or a line across. */
const readTitle: Reader = (lines, at, context) => {
  const [line = "", second = "", third = ""] = lines.slice(at, at + 3);
  if (isAdornment(line) && !isBlank(second) && isAdornment(third) && line[0] === third[0]) {
    return { markup: toTitle(second, `${line[0]}${line[0]}`, context), next: at + 3 };
  }
  if (isAdornment(line) && isBlank(second)) return { markup: html`<hr />`, next: at + 1 };
  if (isAdornment(second) && !isAdornment(line) && getIndent(line) === 0) {
    return { markup: toTitle(line, second[0] ?? "", context), next: at + 2 };
  }
  return undefined;
};

function toTitle(text: string, style: string, { styles, names }: RstContext): Html {
  if (!styles.includes(style)) styles.push(style);
  const title = renderInline(text.trim(), names);
  const level = styles.indexOf(style);
  if (level === 0) return html`<h1>${title}</h1>`;
  return level === 1 ? html`<h2>${title}</h2>` : html`<h3>${title}</h3>`;
}

/** Tables are left as they were drawn. */
const readTable: Reader = (lines, at) => {
  const isGrid = /^\+[-=+]{2,}\+\s*$/.test(lines[at] ?? "");
  if (!isGrid && !/^={2,} +=[= ]*$/.test(lines[at] ?? "")) return undefined;
  let next = at;
  // A simple table may have blank lines in it; its last line is like its first.
  while (next < lines.length && !isBlank(lines[next])) next += 1;
  return { markup: html`<pre>${lines.slice(at, next).join("\n")}</pre>`, next };
};

/** `| a line` by line; `>>> code` with what it gives. */
const readLines: Reader = (lines, at, context) => {
  const isCode = lines[at]?.startsWith(">>> ") === true;
  if (!isCode && !/^\| \S/.test(lines[at] ?? "")) return undefined;
  let next = at;
  while (next < lines.length && (isCode ? !isBlank(lines[next]) : lines[next]?.startsWith("|"))) {
    next += 1;
  }
  const part = lines.slice(at, next);
  if (isCode) return { markup: html`<pre><code>${part.join("\n")}</code></pre>`, next };
  const rendered = part.map((line) => renderInline(line.replace(/^\|\s?/, ""), context.names));
  return { markup: html`<p>${rendered.map((one) => html`${one}<br />`)}</p>`, next };
};

const ITEM = /^(?:(?<bullet>[-*+•‣])|\(?(?<number>\d{1,3}|#|[A-Za-z])[.)])(?<space>\s+)(?=\S)/u;

const readList: Reader = (lines, at, context, depth) => {
  const first = ITEM.exec(lines[at] ?? "")?.groups;
  if (first === undefined) return undefined;
  const isBulleted = first["bullet"] !== undefined;
  const items: Html[] = [];
  let next = at;
  while (next < lines.length) {
    const line = lines[next] ?? "";
    const match = ITEM.exec(line);
    if (match === null || (match.groups?.["bullet"] !== undefined) !== isBulleted) break;
    const rest = takeIndented(lines, next + 1);
    const inner = [line.slice(match[0].length), ...rest.body];
    items.push(html`<li>${renderItem(inner, context, depth + 1)}</li>`);
    next = rest.next;
    while (next < lines.length && isBlank(lines[next])) next += 1;
  }
  return {
    markup: isBulleted
      ? html`<ul>
          ${items}
        </ul>`
      : html`<ol>
          ${items}
        </ol>`,
    next,
  };
};

/** An item of one paragraph is no paragraph, which would set it apart. */
function renderItem(lines: readonly string[], context: RstContext, depth: number): Html {
  const isPlain = lines.every((line, at) => !isBlank(line) && (at === 0 || !ITEM.test(line)));
  if (!isPlain || depth > DEEPEST) return renderBlocks(lines, context, depth);
  return renderInline(lines.map((line) => line.trim()).join("\n"), context.names);
}

const readField: Reader = (lines, at, context, depth) => {
  const [, name, value = ""] = /^:([\w][^:`]{0,60}):(?:\s+(.*))?$/.exec(lines[at] ?? "") ?? [];
  if (name === undefined) return undefined;
  const { body, next } = takeIndented(lines, at + 1);
  const inner = renderItem([value, ...body], context, depth + 1);
  return { markup: html`<p><strong>${name}:</strong> ${inner}</p>`, next };
};

const readQuote: Reader = (lines, at, context, depth) => {
  if (getIndent(lines[at] ?? "") === 0) return undefined;
  const { body, next } = takeIndented(lines, at);
  return { markup: html`<blockquote>${renderBlocks(body, context, depth + 1)}</blockquote>`, next };
};

/** A line with an indented one right below it. */
const readDefinition: Reader = (lines, at, context, depth) => {
  const below = lines[at + 1] ?? "";
  const isTerm = !isBlank(below) && getIndent(below) > 0 && !/::\s*$/.test(lines[at] ?? "");
  if (!isTerm) return undefined;
  const { body, next } = takeIndented(lines, at + 1);
  const term = renderInline((lines[at] ?? "").trim(), context.names);
  const inner = renderBlocks(body, context, depth + 1);
  return {
    markup: html`<dl>
      <dt>${term}</dt>
      <dd>${inner}</dd>
    </dl>`,
    next,
  };
};

/** Ends at a blank line, at deeper text, or, since many write so, where a list begins. */
function readParagraph(lines: readonly string[], at: number, context: RstContext): Block {
  let next = at + 1;
  while (
    next < lines.length &&
    !isBlank(lines[next]) &&
    getIndent(lines[next] ?? "") === 0 &&
    !ITEM.test(lines[next] ?? "")
  ) {
    next += 1;
  }
  const text = lines.slice(at, next).join("\n").trimEnd();
  if (!text.endsWith("::")) {
    return { markup: html`<p>${renderInline(text, context.names)}</p>`, next };
  }
  const shown = text === "::" ? "" : text.slice(0, -1);
  const { body, next: end } = takeIndented(lines, next);
  const literal = body.join("\n").trim() === "" ? NOTHING : html`<pre>${body.join("\n")}</pre>`;
  const lead = shown === "" ? NOTHING : html`<p>${renderInline(shown, context.names)}</p>`;
  return { markup: html`${lead}${literal}`, next: end };
}

const READERS: readonly Reader[] = [
  readExplicit,
  readTitle,
  readTable,
  readLines,
  readList,
  readField,
  readQuote,
  readDefinition,
];

/** `.. _name: address` and `.. |name| image:: address` or `replace:: text`, anywhere in the text. */
function readNames(lines: readonly string[]): RstNames {
  const targets = new Map<string, string>();
  const substitutions = new Map<string, Html>();
  for (const [at, line] of lines.entries()) {
    const trimmed = line.trim();
    if (!trimmed.startsWith(".. ")) continue;
    const [, name, address] = /^\.\. _`?([^:`]{1,200})`?:\s+(\S{1,1000})$/.exec(trimmed) ?? [];
    if (name !== undefined && address !== undefined) targets.set(toTargetName(name), address);
    const [, short, kind, words = ""] =
      /^\.\. \|([^|]{1,100})\| (image|replace)::\s*(.*)$/.exec(trimmed) ?? [];
    if (short === undefined) continue;
    const { options } = splitBody(takeIndented(lines, at + 1).body);
    substitutions.set(short, kind === "image" ? renderPicture(words, options) : html`${words}`);
  }
  return { targets, substitutions };
}

// Blocks as markup of a page.
import { html, type Html, type Piece } from "../../contract/browser/html.js";
import type { Block, Cell, Column, State, Table, Words } from "../../contract/layout.js";
import {
  isEmpty,
  isState,
  isTold,
  listColumns,
  listGroups,
  listTexts,
  toSentence,
} from "../cells.js";
import { join, renderFact, renderLine } from "./pieces.js";
import { renderFoldedTable, renderTablePart } from "./table.js";

interface PageParts {
  /** In the card of the verdict: the answer itself, and what else can be asked of the same. */
  readonly links?: Piece;
  /** What else it can be had as: the words of `format`, and where. */
  readonly toAddress?: (format: string) => string;
  /** Forms of the route's own, and what they are called. */
  readonly files?: readonly (readonly [format: string, title: string])[];
  /** Where an address needs more than it says. */
  readonly renderLink?: (href: string, text: Piece) => Html;
}

const FORMATS = [
  ["json", "JSON"],
  ["csv", "CSV"],
  ["xlsx", "Workbook"],
  ["markdown", "Markdown"],
  ["text", "Text"],
] as const;

export function renderBlocks(blocks: readonly Block[], parts: PageParts): Html {
  return html`${blocks.map((block) => renderBlock(block, parts))}`;
}

function renderBlock(block: Block, parts: PageParts): Piece {
  switch (block.kind) {
    case "verdict":
      return renderVerdict(block, parts);
    case "facts":
      return html`<dl class="facts-row">
        ${block.rows.filter(isTold).map(({ title, value, unit }) => renderFact(title, renderCell(value, { unit })))}
      </dl>`;
    case "caveat":
      return html`<div class="notice">${renderWords(block.says)} ${renderNames(block.names ?? [])}</div>`;
    case "code":
      return renderLine(block.title, block.text);
    case "table":
      return renderGroups(block, parts);
  }
}

function renderVerdict(
  { tone, title, says }: Extract<Block, { readonly kind: "verdict" }>,
  { links, toAddress, files }: PageParts,
): Html {
  return html`<section class="card" aria-labelledby="verdict">
    <h2 id="verdict"><span class="badge ${toLook(tone)}">${renderWords(title)}</span> ${renderWords(says)}</h2>
    <ul class="inline">${links}</ul>
    ${toAddress && renderFormats(toAddress, files)}
  </section>`;
}

export function renderFormats(
  toAddress: (format: string) => string,
  files: PageParts["files"] = [],
): Html {
  return html`<ul class="inline formats" aria-label="Download as">
    ${[...FORMATS, ...files].map(([format, name]) => html`<li><a href="${toAddress(format)}">${name}</a></li>`)}
  </ul>`;
}

function toLook(tone: State["tone"]): string {
  return tone === "plain" ? "" : tone === "good" ? "good" : "bad";
}

function renderWords(words: Words): Piece {
  return toSentence(words);
}

function renderGroups(table: Table, parts: PageParts): Piece {
  const { hint, total, rows: all } = table;
  const rest = total > all.length && html`<p class="hint">${all.length} of ${total} are shown.</p>`;
  const groups = listGroups(table).map(({ title, rows, isFolded }) => {
    const columns = listColumns(table, rows);
    const details = listColumns(table, rows, "detail");
    const content = {
      label: title,
      look: table.name,
      heads: [...columns.map((column) => column.title), ...(details.length > 0 ? ["Details"] : [])],
      numbers: columns
        .filter((column) => rows.every((row) => isNumeric(column.value(row))))
        .map((column) => column.title),
      rows: rows.map((row) => [
        ...columns.map((column) => renderCell(column.value(row), { ...column, ...parts }, row)),
        ...(details.length > 0 ? [renderDetails(row, details, parts)] : []),
      ]),
    };
    const lead = hint !== undefined && html`<p class="hint">${hint}</p>`;
    return isFolded ? renderFoldedTable(content) : renderTablePart(content, lead);
  });
  return [groups, rest];
}

function isNumeric(cell: Cell): boolean {
  return typeof cell === "number" || isEmpty(cell);
}

function renderDetails(row: unknown, details: readonly Column[], parts: PageParts): Piece {
  const told = details.filter(({ value }) => !isEmpty(value(row)) && value(row) !== 0);
  return (
    told.length > 0 &&
    html`<details class="names">
      <summary>Details</summary>
      ${join(
        told.map(
          (column) =>
            html`${column.title}: ${renderCell(column.value(row), { ...column, ...parts }, row)}`,
        ),
        html`<br />`,
      )}
    </details>`
  );
}

interface CellLook extends Partial<Pick<Column, "link" | "isCode">>, Pick<PageParts, "renderLink"> {
  readonly unit?: Column["unit"] | undefined;
}

function renderCell(
  cell: Cell,
  { link, unit, isCode, renderLink = renderPlainLink }: CellLook,
  row?: unknown,
): Piece {
  if (isState(cell) && cell.tone !== "plain") {
    return html`<span class="badge ${toLook(cell.tone)}">${cell.title}</span>`;
  }
  const texts = listTexts(cell, unit);
  const pieces = texts.map((text) => {
    const said = isCode === true ? html`<code>${text}</code>` : text;
    const href = link?.(row, text) ?? null;
    return href === null ? said : renderLink(href, said);
  });
  return renderList(pieces);
}

export function renderPlainLink(href: string, text: Piece): Html {
  return html`<a href="${href}"${href.startsWith("https://") && html` rel="external"`}>${text}</a>`;
}

const FEW = 5;

function renderNames(names: readonly string[]): Piece {
  return renderList(names.map((name) => html`<code>${name}</code>`));
}

/** The first few, the rest folded. */
function renderList(pieces: readonly Piece[]): Piece {
  if (pieces.length === 1) return pieces[0];
  const shown = pieces.length <= FEW + 1 ? pieces : pieces.slice(0, FEW);
  const rest = pieces.slice(shown.length);
  if (rest.length === 0) return join(shown);
  return html`${join(shown)}<details class="names">
    <summary>and ${rest.length} more</summary>
    ${join(rest)}
  </details>`;
}

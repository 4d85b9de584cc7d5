// Blocks as markup of a page.
import { html, type Html, type Piece } from "../../contract/browser/html.js";
import { isFieldOfCode } from "../../contract/field-words.js";
import type { Block, Cell, Column, Fact, State, Table, Words } from "../../contract/layout.js";
import {
  isEmpty,
  isState,
  isTold,
  listColumns,
  listGroups,
  listTexts,
  toSentence,
} from "../cells.js";
import {
  chooseRows,
  AskedTable,
  findChoice,
  readTableView,
  renderRowForm,
  renderSortHead,
  toPartAddress,
  type ShownTable,
  type TableView,
} from "./table-view.js";
import {
  breakName,
  join,
  renderFact,
  renderProse,
  renderFold,
  renderLine,
  renderName,
  renderSection,
} from "./pieces.js";
import { renderRow, renderTableFrame } from "./table.js";

interface PageParts {
  /** In the card of the verdict: the answer itself, and what else can be asked of the same. */
  readonly links?: Piece;
  /** Address of the answer in another `format`. */
  readonly toAddress?: (format: string) => string;
  /** Forms of the route's own, and what they are called. */
  readonly files?: readonly (readonly [format: string, title: string])[];
  /** Renders links whose address is not enough. */
  readonly renderLink?: (href: string, text: Piece) => Html;
  /**
   * Query of the page's address, with the state of the tables; without it they cannot be sorted, and
   * show only their beginning.
   */
  readonly query?: URLSearchParams;
  /** Share of the page, if other blocks stand in it too. */
  readonly share?: number;
  /** Whether long tables are folded: few readers look for a row of them. */
  readonly foldsLong?: boolean;
  /** Whether another column stands beside the blocks. */
  readonly isNarrow?: boolean;
  /** The tables are pictures: their rows, and what stands below the heads. */
  readonly picture?: {
    readonly look: string;
    renderHead(column: Column): Piece;
    renderRow(row: unknown): Html;
  };
}

interface ViewedParts extends PageParts {
  readonly view: TableView | undefined;
}

const FORMATS = [
  ["json", "JSON"],
  ["csv", "CSV"],
  ["xlsx", "Workbook"],
  ["markdown", "Markdown"],
  ["text", "Text"],
] as const;

/** Characters of all tables of a page: what is beyond them is asked for by the next part. */
const MOST_CHARS = 150_000;

export function renderBlocks(blocks: readonly Block[], given: PageParts): Html {
  const parts = { ...given, view: given.query && readTableView(given.query) };
  const groups = new Map(blocks.map((block) => [block, listShown(block, parts)]));
  let left = [...groups.values()].flat().length;
  let room = MOST_CHARS * (parts.view?.table === "" ? (parts.share ?? 1) : 1);
  const renderOne = (group: ShownGroup): Piece => {
    const table = renderGroup(group, parts, Math.floor(room / left));
    left -= 1;
    room -= table.text.length;
    return table;
  };
  return html`${blocks.map((block) => renderBlock(block, parts, (groups.get(block) ?? []).map(renderOne)))}`;
}

function renderBlock(block: Block, parts: PageParts, groups: readonly Piece[]): Piece {
  switch (block.kind) {
    case "verdict":
      return renderVerdict(block, parts);
    case "facts":
      return html`<dl class="facts-row">
        ${block.rows.filter(isTold).map(({ title, value, ...look }) => renderFact(title, renderCell(value, { ...look, ...parts })))}
      </dl>`;
    case "caveat":
      return html`<div class="notice">${renderWords(block.says)} ${renderNames(block.names ?? [])}</div>`;
    case "code":
      return renderLine(block.title, block.text);
    case "table":
      return [
        groups,
        block.total > block.rows.length &&
          html`<p class="hint">${block.rows.length} of ${block.total} are shown.</p>`,
      ];
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

export interface ShownAnswer {
  readonly address: string;
  /** Rows at the address, where the page has more. */
  readonly firstRows?: number | undefined;
}

/** @param where an answer is, or what makes of a form where that is */
export function renderFormats(
  where: ShownAnswer | ((format: string) => string),
  files: PageParts["files"] = [],
): Html {
  const toAddress = (format: string): string => {
    if (typeof where === "function") return where(format);
    const { address } = where;
    return format === "json"
      ? address
      : `${address}${address.includes("?") ? "&" : "?"}format=${format}`;
  };
  const firstRows = typeof where === "function" ? undefined : where.firstRows;
  return html`<ul class="inline formats" aria-label="Download as">
    ${firstRows !== undefined && html`<li>The first ${firstRows.toLocaleString("en")} rows:</li>`}
    ${[...FORMATS, ...files].map(([format, name]) => html`<li><a href="${toAddress(format)}">${name}</a></li>`)}
  </ul>`;
}

function toLook(tone: State["tone"]): string {
  return tone === "plain" ? "" : tone === "good" ? "good" : "bad";
}

function renderWords(words: Words): Piece {
  return renderText(toSentence(words));
}

interface ShownGroup {
  readonly table: Table;
  readonly group: ReturnType<typeof listGroups>[number];
  /** In addresses. */
  readonly name: string;
}

/** The tables of a block that people see: all, or the one that is asked for. */
function listShown(block: Block, { view }: ViewedParts): readonly ShownGroup[] {
  if (block.kind !== "table") return [];
  return listGroups(block)
    .map((group) => ({
      table: block,
      group,
      name: group.code === undefined ? block.name : `${block.name}-${group.code}`,
    }))
    .filter(({ name }) => view === undefined || view.table === "" || view.table === name);
}

/** Names of wider tables are broken, so that no column lies beside the screen. */
const MANY_COLUMNS = 8;
const MOST_UNBROKEN = 12;
/** Shorter tables are seen as a whole, and without a form. */
const FEW_ROWS = 10;
/** Rows that a phone shows before a table is unfolded; the style has the same number. */
const PHONE_ROWS = 3;

/** @param room characters that its rows may take */
function renderGroup({ table, group, name }: ShownGroup, parts: ViewedParts, room: number): Html {
  const { title, rows: all, isFolded } = group;
  const columns = listColumns(table, all);
  const details = listColumns(table, all, "detail");
  const { view, picture } = parts;
  const isAsked = view?.table === name;
  const first = isAsked ? Math.min(view.first, all.length) : 0;
  const rows = isAsked ? chooseRows(table.columns, all, findChoice({ name, view })) : all;
  if (isAsked && view.form !== undefined) throw new AskedTable(view.form, table.columns, rows);
  const hasDetails = details.length > 0;
  const numbers = columns.map((column) => rows.every((row) => isNumeric(column.value(row))));
  const heads = columns.map((column) => column.title);
  const isTight = parts.isNarrow === true || columns.length > MANY_COLUMNS;
  const most = isTight ? MOST_UNBROKEN : undefined;
  const looks = [...heads, ""].map((head, at) => ({ head, isNumber: numbers[at] === true }));
  const shown = renderRows(rows.slice(first), room, (row) =>
    picture === undefined
      ? renderRow(
          [
            ...columns.map((column) =>
              renderCell(column.value(row), { ...column, ...parts, most }, row),
            ),
            ...(hasDetails ? [renderDetails(row, details, parts)] : []),
          ],
          looks,
          table.idOf?.(row),
        )
      : picture.renderRow(row),
  );
  const isWhole = shown.length === all.length;
  const one = view && { name, title, view, isWhole };
  const isLong = one !== undefined && (all.length > FEW_ROWS || !isWhole);
  const content = [
    table.hint !== undefined && html`<p class="hint">${table.hint}</p>`,
    isLong && renderRowForm(one),
    rows.length === 0 && html`<p role="status">No row has these words.</p>`,
    rows.length > 0 &&
      renderTableFrame({
        folds: !isAsked &&
          shown.length > PHONE_ROWS + 1 && {
            id: name,
            label: `Show ${shown.length === rows.length ? "all" : "these"} ${shown.length} rows`,
          },
        label: title,
        look: picture?.look ?? `plain-table stacked ${table.name}`,
        heads: [
          ...columns.map(
            (column, at) =>
              html`<th scope="col"${numbers[at] === true && html` class="number"`}>${isLong ? renderSortHead(column, one) : column.title}${picture?.renderHead(column)}</th>`,
          ),
          hasDetails && html`<th scope="col">Details</th>`,
        ],
        rows: shown,
      }),
    renderParts({ one, first, shown: shown.length, total: rows.length }),
  ];
  const isLongFold = parts.foldsLong === true && all.length > FEW_ROWS;
  return (isFolded || isLongFold) && !isAsked
    ? renderFold(html`${title} <span class="number">${all.length}</span>`, content)
    : renderSection(
        title,
        table.isSums ? undefined : all.length,
        content,
        html` id="table-${name}"`,
      );
}

/** At least one, and then as many as there is room for. */
function renderRows(
  rows: Table["rows"],
  room: number,
  render: (row: unknown) => Html,
): readonly Html[] {
  const shown: Html[] = [];
  let left = room;
  for (const row of rows) {
    if (left <= 0) break;
    const one = render(row);
    shown.push(one);
    left -= one.text.length;
  }
  return shown;
}

interface ShownPart {
  readonly one: ShownTable | undefined;
  readonly first: number;
  readonly shown: number;
  readonly total: number;
}

/** Link to the next rows of the table. */
function renderParts({ one, first, shown, total }: ShownPart): Html | false {
  const next = first + shown;
  if (first === 0 && next >= total) return false;
  const said = html`<li>${first + 1} to ${next} of ${total}</li>`;
  if (one === undefined) return html`<ul class="inline">${said}</ul>`;
  const choice = findChoice(one);
  return html`<nav aria-label="Parts of ${one.title}">
    <ul class="inline">
      ${first > 0 && html`<li><a href="${toPartAddress(one, choice)}">First</a></li>`} ${said}
      ${next < total && html`<li><a rel="next" href="${toPartAddress(one, { ...choice, first: next })}">Next</a></li>`}
    </ul>
  </nav>`;
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

interface CellLook
  extends Pick<Fact, "key" | "href" | "isCode" | "unit">, Pick<PageParts, "renderLink"> {
  /** Characters of a name that stays in one line. */
  readonly most?: number | undefined;
}

/** Longer texts of a cell are cut: the whole is in the answer. */
const MOST_TEXT = 500;
const MOST_PROSE = 4_000;

function cutText(text: string, most = MOST_TEXT): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}

function renderCell(
  cell: Cell,
  {
    key,
    href: find,
    unit,
    isCode = isFieldOfCode(key),
    renderLink = renderPlainLink,
    most,
  }: CellLook,
  row?: unknown,
): Piece {
  if (isState(cell) && cell.tone !== "plain") {
    return html`<span class="badge ${toLook(cell.tone)}">${cell.title}</span>`;
  }
  if (unit === "prose" && typeof cell === "string") return renderProse(cutText(cell, MOST_PROSE));
  return renderList(listTexts(cell, unit), (text) => {
    const said = isCode ? renderName(cutText(text), undefined, most) : renderText(cutText(text));
    const href = find?.(row as never, text) ?? null;
    return href === null ? said : renderLink(href, said);
  });
}

/** A day stays in one line; a long name is broken where its words end. */
function renderText(text: string): Piece {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return html`<time>${text}</time>`;
  return /\S{20}/.test(text) ? breakName(text, 19) : text;
}

export function renderPlainLink(href: string, text: Piece): Html {
  return html`<a href="${href}"${href.startsWith("https://") && html` rel="external"`}>${text}</a>`;
}

const FEW = 5;
/** More are only counted. */
const MOST_NAMES = 50;

/** All folded where they are many: a remark is one line. */
export function renderNames(names: readonly string[]): Piece {
  return renderList(names, (name) => renderName(cutText(name)), 0);
}

/** The first few, the rest folded. */
function renderList(
  texts: readonly string[],
  render: (text: string) => Piece,
  shown: number = FEW,
): Piece {
  const pieces = texts.slice(0, MOST_NAMES).map(render);
  if (texts.length <= FEW + 1) return join(pieces);
  return html`${join(pieces.slice(0, shown))}<details class="names">
    <summary>${shown === 0 ? `${texts.length} names` : `and ${texts.length - shown} more`}</summary>
    ${join(pieces.slice(shown))}${texts.length > MOST_NAMES && `, … (${texts.length} in all)`}
  </details>`;
}

// Blocks as text for a terminal, as wide as it is: what is too long is broken where names and sentences can be.
import { finishSteps, type Steps } from "../contract/text-formats.js";
import type { Block, Table } from "../contract/layout.js";
import { isTold, listColumns, listGroups, listShortTexts, toSentence } from "./cells.js";

/** Default width, as for a file. */
const WIDE = 160;
const NARROWEST_COLUMN = 12;
/** More of what asks for nothing are only named, or counted. */
const FEW_ROWS = 5;
const GAP = "  ";

/** Without a line feed at its end. @param width in characters */
export const renderTerminal = (blocks: readonly Block[], width?: number): string =>
  finishSteps(renderTexts(blocks, width));

/** The same, one row a step. */
export function* renderTexts(blocks: readonly Block[], width = WIDE): Steps<string> {
  const texts: string[] = [];
  for (const block of blocks) {
    const lines = yield* renderBlock(block, width);
    if (lines.length > 0) texts.push(lines.join("\n"));
  }
  return texts.join("\n\n") || "Nothing found.";
}

function* renderBlock(block: Block, width: number): Steps<readonly string[]> {
  switch (block.kind) {
    case "verdict":
      return [toSentence(block.title), ...breakText(toSentence(block.says), width)];
    case "facts": {
      const rows = block.rows.filter(isTold);
      return layRows(
        rows.map((row) => [row.title, listShortTexts(row.value, row).join(", ")]),
        width,
      );
    }
    case "caveat":
      return breakText(
        [toSentence(block.says), (block.names ?? []).join(", ")].join(" ").trimEnd(),
        width,
      );
    case "code":
      return [`${block.title}:`, ...block.text.split("\n").map((line) => GAP + line)];
    case "table":
      return yield* renderTable(block, width);
  }
}

function* renderTable(table: Table, width: number): Steps<readonly string[]> {
  const groups: string[] = [];
  for (const { code, title, rows, isFolded } of listGroups(table)) {
    const columns = listColumns(table, rows);
    const heads = columns.map((column) => column.title);
    const cells: string[][] = [];
    for (const row of rows) {
      cells.push(columns.map((column) => listShortTexts(column.value(row), column).join(", ")));
      yield;
    }
    if (code !== undefined && isFolded && rows.length > FEW_ROWS) {
      const named = columns.findIndex(({ key }) => key === "technical_name");
      const names = cells.map((row) => row[named]).join(", ");
      const told = named === -1 ? "--format csv shows them." : names;
      const said = breakText(told, width - GAP.length, WHOLE_WORD);
      groups.push([`${title} (${rows.length}):`, ...said.map((line) => GAP + line)].join("\n"));
      continue;
    }
    const room = width - GAP.length;
    const widths = measureColumns([heads, ...cells], room);
    const isNarrow = widths.reduce((sum, one) => sum + one + GAP.length, -GAP.length) > room;
    const lines: string[] = [];
    for (const row of isNarrow ? cells : [heads, ...cells]) {
      lines.push(...(isNarrow ? layRecord(heads, row, room) : layRow(row, widths)));
      yield;
    }
    const hint = table.hint === undefined ? [] : breakText(table.hint, width);
    groups.push([`${title}:`, ...hint, ...lines.map((line) => (GAP + line).trimEnd())].join("\n"));
  }
  const { rows, total } = table;
  const rest = total > rows.length ? [`${rows.length} of ${total} are shown.`] : [];
  return groups.length === 0 ? [] : [[...groups, ...rest].join("\n\n")];
}

/** A row as titles and values, where there is no room for columns. */
function layRecord(
  heads: readonly string[],
  cells: readonly string[],
  width: number,
): readonly string[] {
  const told = heads.flatMap((head, at) => (cells[at] === "" ? [] : [[head, cells[at] ?? ""]]));
  return [...layRows(told, width), ""];
}

/** Columns side by side; the widest ones give way. */
function layRows(rows: readonly (readonly string[])[], width: number): readonly string[] {
  const widths = measureColumns(rows, width);
  return rows.flatMap((cells) => layRow(cells, widths));
}

function layRow(cells: readonly string[], widths: readonly number[]): readonly string[] {
  const broken = cells.map((cell, at) => breakText(cell, widths[at] ?? 0));
  const height = Math.max(...broken.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    broken
      .map((lines, at) => (lines[line] ?? "").padEnd(widths[at] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
}

function measureColumns(rows: readonly (readonly string[])[], width: number): readonly number[] {
  const widths: number[] = [];
  for (const cells of rows) {
    for (const [at, { length }] of cells.entries()) widths[at] = Math.max(widths[at] ?? 0, length);
  }
  const room = width - GAP.length * (widths.length - 1);
  let over = widths.reduce((sum, one) => sum + one, 0) - room;
  while (over > 0) {
    const widest = Math.max(...widths);
    if (widest <= NARROWEST_COLUMN) break;
    const next = Math.max(...widths.filter((one) => one < widest), NARROWEST_COLUMN);
    const at = widths.indexOf(widest);
    const taken = Math.min(over, Math.max(1, widest - next));
    widths[at] = widest - taken;
    over -= taken;
  }
  return widths;
}

const PIECE = / ?(?:[^ _./]|\.(?=\d))*[_./]?/g;
const WHOLE_WORD = / ?[^ ]+/g;

/** At blanks, and within a long word after `_`, `.` and `/`, but not in a number; at least one line. */
function breakText(text: string, width: number, pieces = PIECE): readonly string[] {
  const flat = text.replaceAll(/\s+/g, " ");
  if (flat.length <= width) return [flat];
  const lines: string[] = [];
  let line = "";
  for (const piece of flat.match(pieces) ?? []) {
    if (line !== "" && line.length + piece.trimEnd().length > width) {
      lines.push(line);
      line = piece.trimStart();
    } else line += piece;
  }
  return [...lines, line];
}

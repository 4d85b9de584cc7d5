// Tables of Markdown for the pages that follow from declarations.

/** `|` and line breaks within a cell are escaped; no rows, no table. */
export function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  return [toLine(heads), `|${heads.map(() => "---|").join("")}`, ...rows.map(toLine)].join("\n");
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}

/** Paragraphs, tables and headings with a line between them; empty ones are left out. */
export function toText(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== "").join("\n\n");
}

export const toCode = (text: string): string => `\`${text}\``;

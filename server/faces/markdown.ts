// Blocks as Markdown, for tickets and wikis. Names and titles are anyone's, so every sign that Markdown or HTML could
// take for its own is escaped.
import type { Steps } from "../contract/text-formats.js";
import type { Block, Table } from "../contract/layout.js";
import { isTold, listColumns, listGroups, listShortTexts, toSentence } from "./cells.js";

/** One row a step. */
export function* renderMarkdown(blocks: readonly Block[]): Steps<string> {
  const parts: string[] = [];
  for (const block of blocks) for (const part of yield* renderBlock(block)) parts.push(part);
  return parts.map((part) => `${part}\n`).join("\n");
}

function* renderBlock(block: Block): Steps<readonly string[]> {
  switch (block.kind) {
    case "verdict":
      return [`# ${escape(toSentence(block.title))}`, escape(toSentence(block.says))];
    case "facts": {
      const rows = block.rows.filter(isTold);
      return [
        rows
          .map((row) => `- ${escape(`${row.title}: ${listShortTexts(row.value, row).join(", ")}`)}`)
          .join("\n"),
      ];
    }
    case "caveat": {
      const names = (block.names ?? []).map((name) => `\n- ${escape(name)}`).join("");
      return [`> ${escape(toSentence(block.says))}${names === "" ? "" : `\n${names}`}`];
    }
    case "code":
      return [`## ${escape(block.title)}`, block.text.replaceAll(/^/gm, "    ")];
    case "table":
      return yield* renderTable(block);
  }
}

function* renderTable(table: Table): Steps<readonly string[]> {
  const parts: string[] = [];
  for (const { title, rows } of listGroups(table)) {
    const columns = listColumns(table, rows);
    const cells: string[][] = [];
    for (const row of rows) {
      const own = columns.map((column) =>
        listShortTexts(column.value(row), column)
          .map((text) => toLink(text, column.href?.(row, text) ?? null))
          .join(", "),
      );
      cells.push(own);
      yield;
    }
    const heads = columns.map((column) => escape(column.title));
    parts.push(
      `## ${escape(title)}`,
      ...(table.hint === undefined ? [] : [escape(table.hint)]),
      table.isTasks === true
        ? cells.map((one) => `- [ ] ${one.filter(Boolean).join(", ")}`).join("\n")
        : [heads, heads.map(() => "---"), ...cells]
            .map((one) => `| ${one.join(" | ")} |`)
            .join("\n"),
      ...(table.total > table.rows.length
        ? [`${table.rows.length} of ${table.total} are shown.`]
        : []),
    );
  }
  return parts;
}

/** Addresses of pages are of no use elsewhere. */
function toLink(text: string, href: string | null): string {
  return href?.startsWith("https://") === true ? `[${escape(text)}](${href})` : escape(text);
}

function escape(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]<>()#!|&~]/g, String.raw`\$&`);
}

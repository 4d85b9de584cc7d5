// Blocks as Markdown, for tickets and wikis. Names and titles are anyone's, so every sign that Markdown or HTML could
// take for its own is escaped.
import type { Block, Table } from "../contract/layout.js";
import { isTold, listColumns, listGroups, listShortTexts, toSentence } from "./cells.js";

export function renderMarkdown(blocks: readonly Block[]): string {
  return blocks
    .flatMap(renderBlock)
    .map((part) => `${part}\n`)
    .join("\n");
}

function renderBlock(block: Block): readonly string[] {
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
      return renderTable(block);
  }
}

function renderTable(table: Table): readonly string[] {
  return listGroups(table).flatMap(({ title, rows }) => {
    const columns = listColumns(table, rows);
    const cells = rows.map((row) =>
      columns.map((column) =>
        listShortTexts(column.value(row), column)
          .map((text) => toLink(text, column.href?.(row, text) ?? null))
          .join(", "),
      ),
    );
    const heads = columns.map((column) => escape(column.title));
    return [
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
    ];
  });
}

/** Addresses of pages are of no use elsewhere. */
function toLink(text: string, href: string | null): string {
  return href?.startsWith("https://") === true ? `[${escape(text)}](${href})` : escape(text);
}

function escape(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]<>()#!|&~]/g, String.raw`\$&`);
}

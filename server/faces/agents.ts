// Blocks for agents: verdict, facts, caveats and the rows of the tables, without what is empty: they read what they pay for.
import type { Block, Column, Table } from "../contract/layout.js";
import { listSome } from "../contract/problem.js";
import { isEmpty, isTold, listGroups, toSentence, toValue } from "./cells.js";

/** Limit of names in a caveat. */
const FEW_NAMES = 10;

/** JSON-able; the caller makes it fit. @param showsAll also of folded rows all columns */
export function toAgentAnswer(
  blocks: readonly Block[],
  showsAll = false,
): Readonly<Record<string, unknown>> {
  const parts = blocks.flatMap((block): readonly (readonly [string, unknown])[] => {
    switch (block.kind) {
      case "verdict":
        return [["verdict", `${toSentence(block.title)}. ${toSentence(block.says)}`]];
      case "facts":
        return block.rows.filter(isTold).map(({ key, value }) => [key, toValue(value)]);
      case "caveat":
        return [
          ["caveat", `${toSentence(block.says)} ${listSome(block.names ?? [], FEW_NAMES)}`.trim()],
        ];
      case "code":
        return [[block.title, block.text]];
      case "table": {
        if (block.place === "data") return [];
        const columns = block.columns.filter(
          ({ agents, place }) => agents !== false && place !== "data",
        );
        const { name, total } = block;
        const folded = showsAll ? [] : listFolded(block);
        const left = new Set(folded.flatMap(({ rows }) => rows));
        const rows = block.rows
          .filter((row) => !left.has(row))
          .map((row) => toRecord(row, columns));
        return [
          ...(total > block.rows.length ? [[`${name}_total`, total] as const] : []),
          [name, rows],
          ...folded.map((group) => [`${name}_${group.code}`, group.cells] as const),
        ];
      }
    }
  });
  const caveats = parts.filter(([key]) => key === "caveat").map(([, said]) => said);
  const told = parts.filter(([key]) => key !== "caveat");
  const first = told[0]?.[0] === "verdict" ? 1 : 0;
  // Caveats precede rows, which may be cut.
  return Object.fromEntries(
    caveats.length === 0 ? told : told.toSpliced(first, 0, ["caveats", caveats]),
  );
}

/** Folded groups, each with one cell of its rows. */
function listFolded(table: Table) {
  const named = table.columns.find(({ key }) => key === table.groups?.foldedKey);
  if (named === undefined) return [];
  return listGroups(table)
    .filter(({ isFolded }) => isFolded)
    .map(({ code, rows }) => ({ code, rows, cells: rows.map((row) => named.value(row)) }));
}

export function toRecord(row: unknown, columns: readonly Column[]): object {
  const cells = columns.map(({ key, value }) => [key, value(row)] as const);
  return Object.fromEntries(
    cells.filter(([, cell]) => !isEmpty(cell)).map(([key, cell]) => [key, toValue(cell)]),
  );
}

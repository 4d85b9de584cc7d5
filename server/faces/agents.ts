// Blocks for agents: verdict, facts, caveats and the rows of the tables, without what is empty: they read what they pay for.
import type { Block, Column } from "../contract/layout.js";
import { listSome } from "../contract/problem.js";
import { isEmpty, isTold, toSentence, toValue } from "./cells.js";

/** Limit of names in a caveat. */
const FEW_NAMES = 10;

/** JSON-able; the caller makes it fit. */
export function toAgentAnswer(blocks: readonly Block[]): Readonly<Record<string, unknown>> {
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
        const rows = block.rows.map((row) => toRecord(row, columns));
        return [
          ...(block.total > rows.length ? [[`${block.name}_total`, block.total] as const] : []),
          [block.name, rows],
        ];
      }
    }
  });
  const caveats = parts.filter(([key]) => key === "caveat").map(([, said]) => said);
  const told = Object.fromEntries(parts.filter(([key]) => key !== "caveat"));
  return caveats.length === 0 ? told : { ...told, caveats };
}

export function toRecord(row: unknown, columns: readonly Column[]): object {
  const cells = columns.map(({ key, value }) => [key, value(row)] as const);
  return Object.fromEntries(
    cells.filter(([, cell]) => !isEmpty(cell)).map(([key, cell]) => [key, toValue(cell)]),
  );
}

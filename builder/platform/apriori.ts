// Renames from a version of OpenUpgrade, out of its apriori.py: a Python file that binds
// dictionaries of texts, or lists of pairs. Nothing is executed. Pure.
import type { Rename, RenamedThing, RenameKind } from "../../data/platform/renames.js";
import { readConstants } from "../parse/python/constants.js";
import { NO_NAMES } from "../parse/python/literal/literal.js";
import type { Literal } from "../parse/python/literal/literal-value.js";
import { listStatements } from "../parse/python/statements.js";
import { parsePython } from "../parse/python/tree.js";

const TABLES: readonly (readonly [name: string, thing: RenamedThing, kind: RenameKind])[] = [
  ["renamed_modules", "module", "renamed"],
  ["merged_modules", "module", "merged"],
  ["renamed_models", "model", "renamed"],
  ["merged_models", "model", "merged"],
];

/** Drops invalid names, and names that lead to themselves. */
export function parseApriori(text: string, platformVersion: string): readonly Rename[] {
  const root = parsePython(text);
  if (root === undefined) return [];
  const { names } = readConstants(text, listStatements(root), NO_NAMES);
  return TABLES.flatMap(([name, thing, kind]) =>
    listPairs(names(name)).map(([from, to]) => ({ platformVersion, thing, kind, from, to })),
  );
}

function listPairs(table: Literal | undefined): readonly (readonly [from: string, to: string])[] {
  if (table?.kind === "dict") {
    return table.entries.flatMap(({ key, value }) => toPair(key, value));
  }
  if (table?.kind !== "list" && table?.kind !== "tuple") return [];
  return table.items.flatMap((item) =>
    item.kind === "tuple" || item.kind === "list" ? toPair(item.items[0], item.items[1]) : [],
  );
}

function toPair(
  from: Literal | undefined,
  to: Literal | undefined,
): readonly (readonly [from: string, to: string])[] {
  if (from?.kind !== "str" || to?.kind !== "str" || from.value === to.value) return [];
  return isName(from.value) && isName(to.value) ? [[from.value, to.value]] : [];
}

function isName(text: string): boolean {
  return /^[A-Za-z_][\w.-]*$/.test(text);
}

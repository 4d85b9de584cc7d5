// Extracts the entries of a manifest's dictionary, whatever stands around it. Keys are interpreted
// elsewhere.

import { blankLoose } from "./python/text/blank.js";
import { evaluateEntries, evaluateLiteral, NO_NAMES } from "./python/literal/literal.js";
import type { Literal, LiteralEntry } from "./python/literal/literal-value.js";
import { isOperator, splitAssignment, trimBrackets } from "./python/text/split.js";
import { listStatements } from "./python/statements.js";
import { tokenise } from "./python/text/tokens.js";
import { parsePython } from "./python/tree.js";

/**
 * The entries of the last dictionary of the file, also of one that Python would not take; `undefined` where there is none.
 * @param isLiteral whether the file is a dictionary and nothing else
 */
export function readManifestEntries(
  text: string,
  isLiteral: boolean,
): readonly LiteralEntry[] | undefined {
  if (isLiteral) return findFirstDict(text) ?? [];
  const root = parsePython(blankLoose(text));
  if (root === undefined || root.hasError) return findFirstDict(text);
  const names = new Map<string, Literal>();
  let found: readonly LiteralEntry[] | undefined;
  for (const { type, node } of listStatements(root)) {
    if (type !== "expression_statement") continue;
    const tokens = tokenise(text, node.startIndex, node.endIndex);
    const assignment = splitAssignment(tokens);
    const range = assignment?.value ?? trimBrackets({ tokens, from: 0, to: tokens.length });
    const value = evaluateLiteral(range, (name) => names.get(name));
    for (const target of assignment?.targets ?? []) names.set(target, value);
    found = listEntries(value) ?? found;
  }
  return found;
}

/** A comma behind the dictionary makes a tuple of it. */
function listEntries(value: Literal): readonly LiteralEntry[] | undefined {
  const only = value.kind === "tuple" && value.items.length === 1 ? value.items[0] : value;
  return only?.kind === "dict" ? only.entries : undefined;
}

/** The first dictionary of a file with errors; its end may be missing. */
function findFirstDict(text: string): readonly LiteralEntry[] | undefined {
  const tokens = tokenise(text, 0, text.length);
  const at = tokens.findIndex((token) => isOperator(token, "{"));
  const opener = tokens[at];
  if (opener === undefined) return undefined;
  const to = opener.close > at ? opener.close : tokens.length;
  const entries = evaluateEntries({ tokens, from: at + 1, to }, NO_NAMES);
  return entries.length > 0 ? entries : undefined;
}

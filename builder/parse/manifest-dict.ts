// A manifest file → the entries of its dictionary, whatever stands around it. What the keys mean
// is decided elsewhere.

import { blankLoose } from "./python/text/blank.js";
import { evaluateEntries, evaluateLiteral, NO_NAMES } from "./python/literal/literal.js";
import type { Literal, LiteralEntry } from "./python/literal/literal-value.js";
import { isOperator, splitAssignment, trimBrackets } from "./python/text/split.js";
import { listStatements } from "./python/statements.js";
import { type Token, tokenise } from "./python/text/tokens.js";
import { parsePython, type PythonNode } from "./python/tree.js";

interface ManifestDict {
  readonly entries: readonly LiteralEntry[];
  /** UTF-16 index where the dictionary begins. */
  readonly start: number;
  /** Why Python would not take the file as one literal, `null` where it would. */
  readonly fault: string | null;
}

/** A dictionary of the file and where it begins. */
interface Found {
  readonly entries: readonly LiteralEntry[];
  readonly start: number;
}

/** The last dictionary of the file; `undefined` where there is none. */
export function readManifestDict(text: string): ManifestDict | undefined {
  const root = parsePython(blankLoose(text));
  if (root === undefined || root.hasError) {
    const found = findFirstDict(text);
    return found && { entries: found.entries, start: found.start, fault: "syntax error" };
  }
  const { found, isPlain } = findLastDict(text, root);
  if (found === undefined) return undefined;
  const fault = isPlain ? null : "more than one literal";
  return { entries: found.entries, start: found.start, fault };
}

function findLastDict(
  text: string,
  root: PythonNode,
): { readonly found: Found | undefined; readonly isPlain: boolean } {
  const names = new Map<string, Literal>();
  let found: Found | undefined;
  let isPlain = true;
  let statements = 0;
  for (const { type, node } of listStatements(root)) {
    if (type === "comment") continue;
    statements += 1;
    if (type !== "expression_statement") continue;
    const tokens = tokenise(text, node.startIndex, node.endIndex);
    const assignment = splitAssignment(tokens);
    const range = assignment?.value ?? trimBrackets({ tokens, from: 0, to: tokens.length });
    const value = evaluateLiteral(range, (name) => names.get(name));
    for (const target of assignment?.targets ?? []) names.set(target, value);
    isPlain &&= assignment === undefined && value.kind === "dict" && tokens.every(isLiteralToken);
    const entries = listEntries(value);
    if (entries !== undefined) found = { entries, start: tokens[range.from]?.start ?? 0 };
  }
  return { found, isPlain: isPlain && statements === 1 };
}

/** Tokens of what `ast.literal_eval` reads; the sum of two texts is not among it. */
function isLiteralToken(token: Token, index: number, tokens: readonly Token[]): boolean {
  if (token.kind === "name") return /^(?:True|False|None)$/.test(token.text);
  if (token.kind === "string") return !/^\w*[ft]\w*["']/i.test(token.text);
  if (token.kind !== "operator") return token.kind !== "keyword";
  if (token.text === "+") return tokens[index - 1]?.kind !== "string";
  return "()[]{},:-".includes(token.text);
}

/** A comma behind the dictionary makes a tuple of it. */
function listEntries(value: Literal): readonly LiteralEntry[] | undefined {
  const only = value.kind === "tuple" && value.items.length === 1 ? value.items[0] : value;
  return only?.kind === "dict" ? only.entries : undefined;
}

/** The first dictionary of a file with errors; its end may be missing. */
function findFirstDict(text: string): Found | undefined {
  const tokens = tokenise(text, 0, text.length);
  const at = tokens.findIndex((token) => isOperator(token, "{"));
  const opener = tokens[at];
  if (opener === undefined) return undefined;
  const to = opener.close > at ? opener.close : tokens.length;
  const entries = evaluateEntries({ tokens, from: at + 1, to }, NO_NAMES);
  return entries.length > 0 ? { entries, start: opener.start } : undefined;
}

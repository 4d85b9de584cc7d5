// Functions of a class body: name, decorators, signature and docstring.

import type { MethodRecord } from "../../../data/module/records.js";
import { readDocstring, toDocstring } from "./docstring.js";
import { normaliseExpression, normaliseParameters } from "./text/normalise.js";
import { isOperator } from "./text/split.js";
import { type Token, tokenise, tokeniseLine } from "./text/tokens.js";
import type { Statement } from "./statements.js";
import type { PythonNode } from "./tree.js";

interface DefinitionSite {
  readonly start: number;
  readonly end: number;
  readonly decorators: readonly string[];
}

/** The definition inside `decorated_definition`, or the node itself; its type comes with it. */
export function findDefinition(
  text: string,
  node: PythonNode,
  type: string,
): DefinitionSite & { readonly type: string; readonly node: PythonNode } {
  if (type !== "decorated_definition") {
    return { type, node, start: node.startIndex, end: node.endIndex, decorators: [] };
  }
  const decorators: string[] = [];
  let inner = node;
  for (const child of node.namedChildren) {
    if (child.type === "decorator") decorators.push(readDecorator(text, child));
    else inner = child;
  }
  return {
    type: inner.type,
    node: inner,
    start: inner.startIndex,
    end: inner.endIndex,
    decorators,
  };
}

/** `undefined` where the text at the site is no function header. */
export function readFunction(
  text: string,
  site: DefinitionSite,
): Omit<MethodRecord, "line"> | undefined {
  const tokens = tokeniseLine(text, site.start, site.end);
  const at = tokens.findIndex((token) => token.kind === "keyword" && token.text === "def") + 1;
  const name = tokens[at];
  const open = tokens.findIndex((token, index) => index > at && isOperator(token, "("));
  const close = tokens[open]?.close ?? -1;
  if (at === 0 || name === undefined || name.kind === "operator" || close < open) return undefined;
  const colon = findBodyColon(tokens, close);
  let signature = normaliseParameters({ tokens, from: open, to: close + 1 });
  if (isOperator(tokens[close + 1], "->")) {
    signature += ` -> ${normaliseExpression({ tokens, from: close + 2, to: colon })}`;
  }
  return {
    name: name.text,
    decorators: site.decorators,
    signature,
    docstring: readBodyDocstring(text, tokens, colon + 1, site.end),
  };
}

/** The docstring behind the header whose body begins at token `from`. */
export function readBodyDocstring(
  text: string,
  header: readonly Token[],
  from: number,
  end: number,
): string | null {
  const inline = header.slice(from);
  if (inline.some(({ kind }) => kind !== "newline")) return toDocstring(inline);
  return readDocstring(text, header.at(-1)?.end ?? end, end);
}

/** The string literal that a class's first statement is, as written; `undefined` for any other statement. */
export function readDocstringSource(
  text: string,
  { type, node }: Pick<Statement, "type" | "node">,
): string | undefined {
  if (type !== "expression_statement") return undefined;
  const [first, second] = tokeniseLine(text, node.startIndex, node.endIndex);
  const isAlone = second === undefined || second.kind === "newline";
  return first?.kind === "string" && isAlone ? first.text : undefined;
}

/** Index of the colon that ends the header, from the token `from` on. */
export function findBodyColon(tokens: readonly Token[], from: number): number {
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (isOperator(token, ":")) return at;
    if (token !== undefined && token.close > at) at = token.close;
  }
  return tokens.length;
}

function readDecorator(text: string, node: PythonNode): string {
  const tokens = tokenise(text, node.startIndex, node.endIndex);
  const from = isOperator(tokens[0], "@") ? 1 : 0;
  return normaliseExpression({ tokens, from, to: tokens.length });
}

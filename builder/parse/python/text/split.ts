// Token ranges cut at their commas, colons and equals signs, lambdas respected: assignments,
// the arguments of a call, the items of a display.

import type { Token, TokenRange } from "./tokens.js";

interface Assignment {
  /** Plain names only; `a = b = 1` has two. */
  readonly targets: readonly string[];
  readonly value: TokenRange;
}

export interface Argument {
  /** `*` and `**` for what is unpacked, the keyword's name, `null` for a positional argument. */
  readonly key: string | null;
  readonly value: TokenRange;
}

/** `undefined` unless the tokens are a plain or annotated assignment with a value. */
export function splitAssignment(tokens: readonly Token[]): Assignment | undefined {
  const parts: TokenRange[] = [];
  let from = 0;
  let at = 0;
  for (; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || isStatementEnd(token)) break;
    if (token.text === "lambda" && token.kind === "keyword") {
      at = findStatementEnd(tokens, at);
      break;
    }
    if (isOperator(token, "=")) {
      parts.push({ tokens, from, to: at });
      from = at + 1;
    }
    if (token.close > at) at = token.close;
  }
  if (parts.length === 0 || from >= at) return undefined;
  const targets = parts.flatMap((part) => toTarget(part) ?? []);
  return { targets: [...new Set(targets)], value: trimBrackets({ tokens, from, to: at }) };
}

/** The arguments between a call's brackets, given the index of the opening one. */
export function splitArguments(tokens: readonly Token[], open: number): readonly Argument[] {
  const to = tokens[open]?.close ?? -1;
  return splitItems({ tokens, from: open + 1, to }).map(toArgument);
}

/** The parts between commas; empty ones, such as behind a trailing comma, are left out. */
export function splitItems(range: TokenRange): readonly TokenRange[] {
  const items: TokenRange[] = [];
  let { from } = range;
  let lambdas = 0;
  for (let at = range.from; at <= range.to; at += 1) {
    const token = at < range.to ? range.tokens[at] : undefined;
    if (token === undefined || (lambdas === 0 && isOperator(token, ","))) {
      if (from < at) items.push({ tokens: range.tokens, from, to: at });
      from = at + 1;
      continue;
    }
    lambdas = countLambdas(token, lambdas);
    if (token.close > at) at = token.close;
  }
  return items;
}

/** Key and value of `key: value`; `undefined` where there is no colon. */
export function splitPair(range: TokenRange): readonly [TokenRange, TokenRange] | undefined {
  let lambdas = 0;
  for (let at = range.from; at < range.to; at += 1) {
    const token = range.tokens[at];
    if (token === undefined) break;
    if (lambdas === 0 && isOperator(token, ":")) {
      return [
        { ...range, to: at },
        { ...range, from: at + 1 },
      ];
    }
    lambdas = countLambdas(token, lambdas);
    if (token.close > at) at = token.close;
  }
  return undefined;
}

/** The range without brackets that enclose all of it and make no tuple or generator. */
export function trimBrackets(range: TokenRange): TokenRange {
  let { from, to } = range;
  for (;;) {
    const token = range.tokens[from];
    if (token === undefined || !isOperator(token, "(") || token.close !== to - 1) break;
    const inner = { tokens: range.tokens, from: from + 1, to: to - 1 };
    if (inner.from >= inner.to || !isSingleValue(inner)) break;
    ({ from, to } = inner);
  }
  return { tokens: range.tokens, from, to };
}

/** The names of `a.b.c` where the range is nothing else. */
export function readDottedName(range: TokenRange): readonly string[] | undefined {
  if ((range.to - range.from) % 2 === 0) return undefined;
  const names: string[] = [];
  for (let at = range.from; at < range.to; at += 1) {
    const token = range.tokens[at];
    if (token === undefined) return undefined;
    if ((at - range.from) % 2 === 1) {
      if (!isOperator(token, ".")) return undefined;
    } else if (token.kind === "name") names.push(token.text);
    else return undefined;
  }
  return names;
}

export function isOperator(token: Token | undefined, text: string): boolean {
  return token !== undefined && token.kind === "operator" && token.text === text;
}

/** Lambdas that wait for their colon after this token. */
function countLambdas(token: Token, waiting: number): number {
  if (token.kind === "keyword" && token.text === "lambda") return waiting + 1;
  return waiting > 0 && isOperator(token, ":") ? waiting - 1 : waiting;
}

function isStatementEnd(token: Token): boolean {
  return token.kind === "newline" || isOperator(token, ";");
}

function findStatementEnd(tokens: readonly Token[], from: number): number {
  for (let at = from; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || isStatementEnd(token)) return at;
    if (token.close > at) at = token.close;
  }
  return tokens.length;
}

function toTarget(part: TokenRange): string | undefined {
  const name = part.tokens[part.from];
  if (name?.kind !== "name") return undefined;
  const isAnnotated = isOperator(part.tokens[part.from + 1], ":");
  return part.to === part.from + 1 || isAnnotated ? name.text : undefined;
}

function toArgument(item: TokenRange): Argument {
  const first = item.tokens[item.from];
  if (first?.kind === "operator" && (first.text === "*" || first.text === "**")) {
    return { key: first.text, value: { ...item, from: item.from + 1 } };
  }
  if (first?.kind === "name" && isOperator(item.tokens[item.from + 1], "=")) {
    return { key: first.text, value: { ...item, from: item.from + 2 } };
  }
  return { key: null, value: item };
}

function isSingleValue(range: TokenRange): boolean {
  if (isOperator(range.tokens[range.to - 1], ",") || splitItems(range).length !== 1) return false;
  for (let at = range.from; at < range.to; at += 1) {
    const token = range.tokens[at];
    if (token === undefined) return false;
    if (token.kind === "keyword" && (token.text === "for" || token.text === "yield")) return false;
    if (isOperator(token, ":=")) return false;
    if (isOperator(token, "*")) return at !== range.from;
    if (token.close > at) at = token.close;
  }
  return true;
}

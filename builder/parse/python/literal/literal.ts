// Values of constant expressions, read from tokens: what CPython would compute for literals and
// the few operations that declarations use. Nothing is executed and nothing throws.

import { addValues, formatValue, isTruthy, negateValue } from "./literal-operations.js";
import { type Literal, type LiteralEntry, UNKNOWN } from "./literal-value.js";
import {
  isOperator,
  readDottedName,
  splitArguments,
  splitItems,
  splitPair,
  trimBrackets,
} from "../text/split.js";
import { joinStrings } from "./string-value.js";
import type { TokenRange } from "../text/tokens.js";

/** Bindings at an expression. */
export type Environment = (name: string) => Literal | undefined;

export const NO_NAMES: Environment = () => undefined;

/** Deeper nesting is not read: declarations have three or four levels. */
const DEPTH_LIMIT_LEVELS = 50;
const CONSTANTS: ReadonlyMap<string, Literal> = new Map<string, Literal>([
  ["True", { kind: "bool", value: true }],
  ["False", { kind: "bool", value: false }],
  ["None", { kind: "none" }],
]);
/** Functions that give their only argument back, translated at run time. */
const TRANSLATIONS = new Set(["_", "_lt", "_t", "N_"]);

/**
 * Evaluates parts of an expression that are no plain literals; gets the bindings there and the
 * depth of the part.
 */
export type Computation = (range: TokenRange, names: Environment, depth: number) => Literal;

interface Context {
  readonly names: Environment;
  readonly compute: Computation | undefined;
}

/** The value of the expression; parts that are not constant are `unknown` inside it. */
export function evaluateLiteral(
  range: TokenRange,
  names: Environment,
  compute?: Computation,
  depth = 0,
): Literal {
  const context: Context = { names, compute };
  const items = splitItems(range);
  const isTuple = items.length > 1 || isOperator(range.tokens[range.to - 1], ",");
  if (!isTuple) return evaluate(range, context, depth);
  return { kind: "tuple", items: items.flatMap((item) => evaluateItem(item, context, depth)) };
}

/** The entries of a dictionary display, given what is between its brackets. */
export function evaluateEntries(inner: TokenRange, names: Environment): readonly LiteralEntry[] {
  return toEntries(splitItems(inner), { names, compute: undefined }, 0);
}

function evaluate(outer: TokenRange, context: Context, depth: number): Literal {
  if (depth > DEPTH_LIMIT_LEVELS || outer.from >= outer.to) return UNKNOWN;
  const range = trimBrackets(outer);
  const plain = evaluatePlain(range, context, depth);
  if (context.compute === undefined || isSettled(plain)) return plain;
  const computed = context.compute(range, context.names, depth);
  return computed.kind === "unknown" ? plain : computed;
}

/** Whether computing can add nothing: of items and values each was computed by itself. */
function isSettled(value: Literal): boolean {
  if (value.kind === "dict") return value.entries.every(({ key }) => key.kind !== "unknown");
  return value.kind !== "unknown";
}

function evaluatePlain(range: TokenRange, context: Context, depth: number): Literal {
  const operators = findOperators(range);
  if (operators === undefined) return UNKNOWN;
  if (operators.length > 0) return evaluateOperation(range, operators, context, depth);
  return evaluateOperand(range, context, depth + 1);
}

/** Indices of infix `+` and `%` outside brackets; `undefined` where there are other operations. */
function findOperators(range: TokenRange): readonly number[] | undefined {
  const found: number[] = [];
  let afterValue = false;
  for (let at = range.from; at < range.to; at += 1) {
    const token = range.tokens[at];
    if (token === undefined) break;
    if (token.kind === "keyword" && (token.text !== "not" || afterValue)) return undefined;
    if (token.kind === "newline") continue;
    if (token.kind !== "operator") {
      afterValue = token.kind !== "keyword";
    } else if (token.close > at) {
      at = token.close;
      afterValue = true;
    } else if (afterValue && (token.text === "+" || token.text === "%")) {
      found.push(at);
      afterValue = false;
    } else if (afterValue ? token.text !== "." : !"+-".includes(token.text)) {
      return undefined;
    }
  }
  return found;
}

/** `%` binds closer than `+`; both go from left to right. */
function evaluateOperation(
  range: TokenRange,
  operators: readonly number[],
  context: Context,
  depth: number,
): Literal {
  let sum: Literal | undefined;
  let term: Literal | undefined;
  let from = range.from;
  let isFormat = false;
  for (const to of [...operators, range.to]) {
    const operand = evaluate({ ...range, from, to }, context, depth + 1);
    term = isFormat && term !== undefined ? formatValue(term, operand) : operand;
    isFormat = isOperator(range.tokens[to], "%") && to < range.to;
    if (!isFormat) sum = sum === undefined ? term : addValues(sum, term);
    from = to + 1;
  }
  return sum ?? UNKNOWN;
}

function evaluateOperand(outer: TokenRange, context: Context, depth: number): Literal {
  const range = trimBrackets(outer);
  const first = range.tokens[range.from];
  if (first === undefined || range.from >= range.to) return UNKNOWN;
  const length = range.to - range.from;
  if (first.kind === "string") return evaluateStrings(range);
  if (first.kind === "operator" && first.close === range.to - 1) {
    return evaluateDisplay(range, context, depth);
  }
  if (length > 1 && (first.kind === "keyword" || first.kind === "operator")) {
    const operand = evaluate({ ...range, from: range.from + 1 }, context, depth + 1);
    if (first.text === "-") return negateValue(operand);
    if (first.text === "+") return operand.kind === "number" ? operand : UNKNOWN;
    if (first.text !== "not" || operand.kind === "unknown") return UNKNOWN;
    return { kind: "bool", value: !isTruthy(operand) };
  }
  if (first.kind === "number" && length === 1) return toNumber(first.text);
  if (first.kind !== "name") return UNKNOWN;
  if (length === 1) return CONSTANTS.get(first.text) ?? context.names(first.text) ?? UNKNOWN;
  return evaluateCall(range, context, depth);
}

function evaluateStrings(range: TokenRange): Literal {
  const sources: string[] = [];
  for (let at = range.from; at < range.to; at += 1) {
    const token = range.tokens[at];
    if (token?.kind === "string") sources.push(token.text);
    else if (token?.kind !== "newline") return UNKNOWN;
  }
  const joined = joinStrings(sources);
  if (joined.kind === "source" || !joined.isExact) return UNKNOWN;
  return { kind: joined.kind, value: joined.value };
}

function evaluateDisplay(range: TokenRange, context: Context, depth: number): Literal {
  const inner = { tokens: range.tokens, from: range.from + 1, to: range.to - 1 };
  const bracket = range.tokens[range.from]?.text;
  if (hasComprehension(inner)) return UNKNOWN;
  const parts = splitItems(inner);
  if (bracket === "{") {
    const [first] = parts;
    const isDict =
      first === undefined || splitPair(first) !== undefined || isUnpacking(first, "**");
    if (isDict) return { kind: "dict", entries: toEntries(parts, context, depth) };
  }
  const items = parts.flatMap((part) => evaluateItem(part, context, depth + 1));
  if (bracket === "(") return { kind: "tuple", items };
  return { kind: bracket === "[" ? "list" : "set", items };
}

function hasComprehension(range: TokenRange): boolean {
  for (let at = range.from; at < range.to; at += 1) {
    const token = range.tokens[at];
    if (token?.kind === "keyword" && token.text === "for") return true;
    if (token !== undefined && token.close > at) at = token.close;
  }
  return false;
}

function evaluateItem(part: TokenRange, context: Context, depth: number): readonly Literal[] {
  if (!isUnpacking(part, "*")) return [evaluate(part, context, depth)];
  const value = evaluate({ ...part, from: part.from + 1 }, context, depth);
  return "items" in value ? value.items : [UNKNOWN];
}

function isUnpacking(part: TokenRange, stars: "*" | "**"): boolean {
  return isOperator(part.tokens[part.from], stars);
}

function toEntries(
  parts: readonly TokenRange[],
  context: Context,
  depth: number,
): readonly LiteralEntry[] {
  return parts.flatMap((part): readonly LiteralEntry[] => {
    const start = part.tokens[part.from]?.start ?? 0;
    if (isUnpacking(part, "**")) {
      const value = evaluate({ ...part, from: part.from + 1 }, context, depth + 1);
      return value.kind === "dict" ? value.entries : [{ key: UNKNOWN, value, start }];
    }
    const pair = splitPair(part);
    if (pair === undefined) {
      return [{ key: evaluate(part, context, depth + 1), value: UNKNOWN, start }];
    }
    const [key, value] = pair;
    return [
      { key: evaluate(key, context, depth + 1), value: evaluate(value, context, depth + 1), start },
    ];
  });
}

/** `dict(a=1)`, `dict({…})`, `list((…))` and the like, and translated texts. */
function evaluateCall(range: TokenRange, context: Context, depth: number): Literal {
  const open = range.from + 1;
  const isCall = isOperator(range.tokens[open], "(") && range.tokens[open]?.close === range.to - 1;
  const name = readDottedName({ ...range, to: open })?.[0];
  if (!isCall || name === undefined) return UNKNOWN;
  const calls = splitArguments(range.tokens, open);
  if (name === "dict") return evaluateDictCall(calls, context, depth);
  const isSequence = name === "list" || name === "tuple" || name === "set";
  if (isSequence && calls.length === 0) return { kind: name, items: [] };
  const [argument] = calls;
  if (argument === undefined || calls.length !== 1 || argument.key !== null) return UNKNOWN;
  if (hasComprehension(argument.value)) return UNKNOWN;
  const value = evaluate(argument.value, context, depth + 1);
  if (TRANSLATIONS.has(name)) return value;
  return isSequence && "items" in value ? { kind: name, items: value.items } : UNKNOWN;
}

function evaluateDictCall(
  calls: ReturnType<typeof splitArguments>,
  context: Context,
  depth: number,
): Literal {
  const entries = calls.flatMap(({ key, value: range }): readonly LiteralEntry[] => {
    const start = range.tokens[range.from]?.start ?? 0;
    const value = evaluate(range, context, depth + 1);
    if (key !== null && !key.startsWith("*")) {
      return [{ key: { kind: "str", value: key }, value, start }];
    }
    return value.kind === "dict" ? value.entries : [{ key: UNKNOWN, value: UNKNOWN, start }];
  });
  return { kind: "dict", entries };
}

function toNumber(text: string): Literal {
  const plain = text.replaceAll("_", "").replace(/[lL]$/, "");
  const octal = /^0[0-7]+$/.test(plain) ? `0o${plain.slice(1)}` : plain;
  const value = Number(octal);
  return Number.isNaN(value) ? UNKNOWN : { kind: "number", value, text };
}

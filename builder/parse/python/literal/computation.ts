// Evaluates constant Python: comprehensions, items of dictionaries, attributes of classes,
// formatted texts and calls of a few built-in functions. Nothing is executed; the steps and the
// size of everything that one file computes are bounded.

import { isOperator, splitArguments, splitItems, splitPair, type Argument } from "../text/split.js";
import type { TokenRange } from "../text/tokens.js";
import { callFunction, callMethod, findItem, listItems } from "./built-ins.js";
import { evaluateFormatted } from "./formatted.js";
import { isTruthy } from "./literal-operations.js";
import { UNKNOWN, type Literal, type LiteralEntry } from "./literal-value.js";
import { evaluateLiteral, type Computation, type Environment } from "./literal.js";

/** Tokens that one file may have computed, those of a comprehension once for each item, and items of what they make. */
const STEP_LIMIT_TOKENS = 50_000;
/** Items of a comprehension. */
const ITEM_LIMIT = 10_000;

/** The value of a call of a function of the file, `undefined` where it is none that is known. */
export type CallEvaluator = (call: TokenRange, names: Environment) => Literal | undefined;

/** Arguments of a call to a known function. */
export interface GivenValues {
  readonly positional: readonly Literal[];
  readonly named: ReadonlyMap<string, Literal>;
}

/**
 * The value of a call of a function or method that is known by its name alone, `undefined` of another one.
 * @param getOwner what stands before the last dot
 */
type NamedEvaluator = (
  name: string,
  getOwner: () => Literal,
  getGiven: () => GivenValues,
) => Literal | undefined;

/** For the expressions of one file. */
export function createComputation(
  evaluateCall: CallEvaluator,
  evaluateNamed: NamedEvaluator = () => undefined,
): Computation {
  let left = STEP_LIMIT_TOKENS;
  const charge: Charge = ({ from, to }, times) => {
    left -= (to - from) * times;
    return left >= 0;
  };
  const compute: Computation = (range, names, depth) => {
    if (!charge(range, 1)) return UNKNOWN;
    const evaluate: Evaluate = (part, inner = names) =>
      evaluateLiteral(part, inner, compute, depth + 1);
    const value =
      computeDisplay(range, evaluate, names, charge) ?? computeOther(range, evaluate, names);
    if ("items" in value) left -= value.items.length;
    return left < 0 ? UNKNOWN : value;
  };
  const computeOther = (range: TokenRange, evaluate: Evaluate, names: Environment): Literal => {
    const { tokens, from, to } = range;
    if (to - from === 1 && tokens[from]?.kind === "name") return UNKNOWN;
    const text = evaluateFormatted(range, evaluate);
    if (text !== undefined) return text;
    const dotted = toDotted(range);
    if (dotted !== undefined) return names(dotted) ?? UNKNOWN;
    const open = findLastBracket(range);
    if (open === undefined || open === from) return UNKNOWN;
    const owner = { tokens, from, to: open };
    if (isOperator(tokens[open], "[")) {
      return findItem(evaluate(owner), { tokens, from: open + 1, to: to - 1 }, evaluate);
    }
    if (!isOperator(tokens[open], "(")) return UNKNOWN;
    const given = splitArguments(tokens, open);
    const name = tokens[open - 1]?.text ?? "";
    const isMethod = isOperator(tokens[open - 2], ".");
    const getOwner = (): Literal => (isMethod ? evaluate({ ...owner, to: open - 2 }) : UNKNOWN);
    const found = evaluateNamed(name, getOwner, () => toGiven(given, evaluate));
    if (found !== undefined) return found;
    if (isMethod) return callMethod(getOwner(), name, listValues(given, evaluate));
    if (owner.to - owner.from !== 1) return UNKNOWN;
    return (
      evaluateCall(range, names) ??
      callFunction(name, given, toArgumentReader(evaluate, names, charge))
    );
  };
  return compute;
}

/** The value of a part, where names mean what they mean around it or something else. */
type Evaluate = (part: TokenRange, names?: Environment) => Literal;

/** Whether a part may be computed so many times more. */
type Charge = (part: TokenRange, times: number) => boolean;

function toArgumentReader(
  evaluate: Evaluate,
  names: Environment,
  charge: Charge,
): (value: TokenRange) => Literal {
  return (value) => {
    const items = computeItems(value, evaluate, names, charge);
    if (items === undefined) return evaluate(value);
    return items === "unknown" ? UNKNOWN : { kind: "list", items: items.map(evaluateElement) };
  };
}

const evaluateElement = ({ part, names, evaluate }: Step): Literal => evaluate(part, names);

/** The values of arguments, by place and by name. */
export function toGiven(
  given: readonly Argument[],
  evaluate: (value: TokenRange) => Literal,
): GivenValues {
  return {
    positional: given.flatMap(({ key, value }) => (key === null ? [evaluate(value)] : [])),
    named: new Map(
      given.flatMap(({ key, value }) => (key === null ? [] : [[key, evaluate(value)] as const])),
    ),
  };
}

function listValues(given: readonly Argument[], evaluate: Evaluate): readonly Literal[] {
  return given.map(({ key, value }) => (key === null ? evaluate(value) : UNKNOWN));
}

/** A comprehension in its brackets; `undefined` for anything else. */
function computeDisplay(
  range: TokenRange,
  evaluate: Evaluate,
  names: Environment,
  charge: Charge,
): Literal | undefined {
  const { tokens, from, to } = range;
  const bracket = tokens[from];
  if (bracket?.kind !== "operator" || bracket.close !== to - 1) return undefined;
  const steps = computeItems({ tokens, from: from + 1, to: to - 1 }, evaluate, names, charge);
  if (steps === undefined) return undefined;
  if (steps === "unknown" || bracket.text === "(") return UNKNOWN;
  if (bracket.text === "{") {
    const entries = steps.map(toEntry);
    return entries.includes(undefined)
      ? UNKNOWN
      : { kind: "dict", entries: entries.flatMap((entry) => entry ?? []) };
  }
  return { kind: "list", items: steps.map(evaluateElement) };
}

function toEntry({ part, names, evaluate }: Step): LiteralEntry | undefined {
  const [key, value] = splitPair(part) ?? [];
  if (key === undefined || value === undefined) return undefined;
  const start = part.tokens[part.from]?.start ?? 0;
  return { key: evaluate(key, names), value: evaluate(value, names), start };
}

/** The element of a comprehension with what its names mean for one item. */
interface Step {
  readonly part: TokenRange;
  readonly names: Environment;
  readonly evaluate: Evaluate;
}

/** `undefined` where the range is no comprehension. */
function computeItems(
  range: TokenRange,
  evaluate: Evaluate,
  names: Environment,
  charge: Charge,
): readonly Step[] | "unknown" | undefined {
  const clauses = splitClauses(range);
  if (clauses === undefined) return undefined;
  const [first, ...rest] = clauses;
  let environments: readonly Environment[] = [names];
  for (const clause of rest) {
    if (!charge(clause, environments.length)) return "unknown";
    const next: Environment[] = [];
    for (const outer of environments) {
      const found = applyClause(clause, outer, evaluate);
      if (found === undefined || next.length + found.length > ITEM_LIMIT) return "unknown";
      for (const inner of found) next.push(inner);
    }
    environments = next;
  }
  if (first === undefined || !charge(first, environments.length)) return "unknown";
  return environments.map((inner) => ({ part: first, names: inner, evaluate }));
}

/** The element, then each clause with its first word; `undefined` without a `for`. */
function splitClauses(range: TokenRange): readonly TokenRange[] | undefined {
  const starts: number[] = [];
  for (let at = range.from; at < range.to; at += 1) {
    const token = range.tokens[at];
    if (token === undefined) break;
    if (token.kind === "keyword") {
      if (token.text === "for" || (token.text === "if" && starts.length > 0)) starts.push(at);
      else if (token.text === "async" || token.text === "lambda") return undefined;
    }
    if (token.close > at) at = token.close;
  }
  if (starts.length === 0) return undefined;
  const bounds = [range.from, ...starts, range.to];
  return bounds.slice(1).map((to, position) => ({ ...range, from: bounds[position] ?? to, to }));
}

/** Bindings for each item of a `for`, or behind an `if`; `undefined` if unknown. */
function applyClause(
  clause: TokenRange,
  names: Environment,
  evaluate: Evaluate,
): readonly Environment[] | undefined {
  const { tokens, from, to } = clause;
  if (tokens[from]?.text === "if") {
    const condition = evaluate({ ...clause, from: from + 1 }, names);
    if (condition.kind === "unknown") return undefined;
    return isTruthy(condition) ? [names] : [];
  }
  const word = tokens.findIndex((token, at) => at > from && at < to && token.text === "in");
  if (word === -1) return undefined;
  const items = listItems(evaluate({ ...clause, from: word + 1 }, names));
  const targets = readTargets({ tokens, from: from + 1, to: word });
  if (items === undefined || targets === undefined || items.length > ITEM_LIMIT) return undefined;
  const environments: Environment[] = [];
  for (const item of items) {
    const values = targets.isOne ? [item] : listItems(item);
    if (values?.length !== targets.names.length) return undefined;
    const bound = new Map(targets.names.map((name, at) => [name, values[at] ?? UNKNOWN]));
    environments.push((name) => bound.get(name) ?? names(name));
  }
  return environments;
}

/** The names of a `for`; `undefined` where there is more than names. */
export function readTargets(
  range: TokenRange,
): { readonly names: readonly string[]; readonly isOne: boolean } | undefined {
  const { tokens, from, to } = range;
  const isBracketed = isOperator(tokens[from], "(") && tokens[from]?.close === to - 1;
  const inner = isBracketed ? { tokens, from: from + 1, to: to - 1 } : range;
  const items = splitItems(inner);
  const names = items.map((item) => {
    const token = tokens[item.from];
    return item.to - item.from === 1 && token?.kind === "name" ? token.text : undefined;
  });
  if (names.includes(undefined)) return undefined;
  const isOne = items.length === 1 && !isOperator(tokens[inner.to - 1], ",");
  return { names: names.flatMap((name) => name ?? []), isOne };
}

/** `a.b` where the range is nothing else. */
function toDotted({ tokens, from, to }: TokenRange): string | undefined {
  if (to - from !== 3 || !isOperator(tokens[from + 1], ".")) return undefined;
  const [owner, , name] = tokens.slice(from, to);
  return owner?.kind === "name" && name?.kind === "name" ? `${owner.text}.${name.text}` : undefined;
}

/** The bracket that closes at the range's end. */
function findLastBracket({ tokens, from, to }: TokenRange): number | undefined {
  for (let at = from; at < to; at += 1) {
    const close = tokens[at]?.close ?? -1;
    if (close === to - 1) return at;
    if (close > at) at = close;
  }
  return undefined;
}

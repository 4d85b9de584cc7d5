// Built-in functions and methods of Python on constant values, as far as declarations use them.

import { compareText } from "../../../../data/platform/platform-version.js";
import { isOperator, type Argument } from "../text/split.js";
import type { TokenRange } from "../text/tokens.js";
import { isTruthy } from "./literal-operations.js";
import { UNKNOWN, type Literal, type LiteralEntry } from "./literal-value.js";

/** Longer results are not made. */
const ITEM_LIMIT = 10_000;
const TEXT_LIMIT_UNITS = 100_000;

/** Items of a loop over the value, if known. */
export function listItems(value: Literal): readonly Literal[] | undefined {
  if (value.kind === "list" || value.kind === "tuple") return value.items;
  return value.kind === "dict" ? listEntries(value.entries)?.map(({ key }) => key) : undefined;
}

/** Each key once, where it is first, with its last value. */
function listEntries(entries: readonly LiteralEntry[]): readonly LiteralEntry[] | undefined {
  const found = new Map<string, LiteralEntry>();
  for (const entry of entries) {
    if (entry.key.kind !== "str" && entry.key.kind !== "number") return undefined;
    const key = `${entry.key.kind} ${entry.key.value}`;
    found.set(key, { ...(found.get(key) ?? entry), value: entry.value });
  }
  return [...found.values()];
}

/** `str` of a value; `undefined` where that is not plain. */
export function toPlainText(value: Literal | undefined): string | undefined {
  if (value?.kind === "str") return value.value;
  if (value?.kind === "bool") return value.value ? "True" : "False";
  if (value?.kind === "none") return "None";
  if (value?.kind !== "number" || !/^-?\w+$/.test(value.text)) return undefined;
  return Number.isSafeInteger(value.value) && !/[eEjJ]/.test(value.text)
    ? String(value.value)
    : undefined;
}

export function toTextValue(text: string | undefined): Literal {
  return text === undefined || text.length > TEXT_LIMIT_UNITS
    ? UNKNOWN
    : { kind: "str", value: text };
}

/** `value[key]`, and slices of sequences. */
export function findItem(
  value: Literal,
  key: TokenRange,
  evaluate: (part: TokenRange) => Literal,
): Literal {
  const colon = key.tokens.findIndex(
    (token, at) => at >= key.from && at < key.to && isOperator(token, ":"),
  );
  if (colon !== -1) {
    if (value.kind !== "list" && value.kind !== "tuple") return UNKNOWN;
    const from = toBound({ ...key, to: colon }, 0, evaluate);
    const to = toBound({ ...key, from: colon + 1 }, value.items.length, evaluate);
    if (from === undefined || to === undefined) return UNKNOWN;
    return { kind: value.kind, items: value.items.slice(from, to) };
  }
  const wanted = evaluate(key);
  if (value.kind === "dict") return findEntry(value.entries, wanted) ?? UNKNOWN;
  if (wanted.kind !== "number" || !("items" in value) || value.kind === "set") return UNKNOWN;
  return value.items.at(wanted.value) ?? UNKNOWN;
}

function toBound(
  range: TokenRange,
  otherwise: number,
  evaluate: (part: TokenRange) => Literal,
): number | undefined {
  if (range.from >= range.to) return otherwise;
  const value = evaluate(range);
  return value.kind === "number" && Number.isInteger(value.value) ? value.value : undefined;
}

function findEntry(entries: readonly LiteralEntry[], wanted: Literal): Literal | undefined {
  if (wanted.kind !== "str" && wanted.kind !== "number") return undefined;
  if (listEntries(entries) === undefined) return undefined;
  return entries.findLast(
    ({ key }) => key.kind === wanted.kind && "value" in key && key.value === wanted.value,
  )?.value;
}

export function callMethod(owner: Literal, name: string, given: readonly Literal[]): Literal {
  const [first] = given;
  if (owner.kind === "dict") return callDictMethod(owner.entries, name, given);
  if (owner.kind === "list" && name === "copy" && first === undefined) return owner;
  if (owner.kind !== "str") return UNKNOWN;
  if (name === "join" && first !== undefined && given.length === 1) {
    const parts = listItems(first)?.map((item) => (item.kind === "str" ? item.value : undefined));
    return toTextValue(parts?.includes(undefined) ? undefined : parts?.join(owner.value));
  }
  if (first !== undefined) return UNKNOWN;
  if (name === "upper") return toTextValue(owner.value.toUpperCase());
  if (name === "lower") return toTextValue(owner.value.toLowerCase());
  return name === "strip" ? toTextValue(owner.value.trim()) : UNKNOWN;
}

function callDictMethod(
  entries: readonly LiteralEntry[],
  name: string,
  given: readonly Literal[],
): Literal {
  const [wanted, otherwise] = given;
  const known = listEntries(entries);
  if (known === undefined) return UNKNOWN;
  if (name === "get" && wanted !== undefined && wanted.kind !== "unknown") {
    return findEntry(known, wanted) ?? otherwise ?? { kind: "none" };
  }
  if (wanted !== undefined) return UNKNOWN;
  if (name === "copy") return { kind: "dict", entries: known };
  if (name === "keys") return { kind: "list", items: known.map(({ key }) => key) };
  if (name === "values") return { kind: "list", items: known.map(({ value }) => value) };
  if (name !== "items") return UNKNOWN;
  return {
    kind: "list",
    items: known.map(({ key, value }) => ({ kind: "tuple", items: [key, value] })),
  };
}

/** @param read the value of an argument, a list for a generator */
export function callFunction(
  name: string,
  given: readonly Argument[],
  read: (value: TokenRange) => Literal,
): Literal {
  if (given.some(({ key }) => key === "*" || key === "**")) return UNKNOWN;
  const values = given.flatMap(({ key, value }) => (key === null ? [read(value)] : []));
  const named = new Map(given.flatMap(({ key, value }) => (key === null ? [] : [[key, value]])));
  const [first] = values;
  if (name === "range") return named.size > 0 ? UNKNOWN : toRange(values);
  if (first === undefined) return UNKNOWN;
  if (name === "sorted") return sortValue(first, named, read);
  if (named.size > 0) return UNKNOWN;
  if (name === "str" && values.length === 1) return toTextValue(toPlainText(first));
  if (name === "zip") return zipValues(values);
  const items = listItems(first);
  if (items === undefined || values.length !== 1) return UNKNOWN;
  switch (name) {
    case "list":
    case "tuple":
      return { kind: name, items };
    case "reversed":
      return { kind: "list", items: items.toReversed() };
    case "len":
      return toNumber(items.length);
    case "enumerate":
      return {
        kind: "list",
        items: items.map((item, at) => ({ kind: "tuple", items: [toNumber(at), item] })),
      };
    case "dict":
    case "OrderedDict":
      return toDict(items);
    default:
      return UNKNOWN;
  }
}

function toNumber(value: number): Literal {
  return { kind: "number", value, text: String(value) };
}

function toRange(bounds: readonly Literal[]): Literal {
  const numbers = bounds.map((bound) => (bound.kind === "number" ? bound.value : Number.NaN));
  if (!numbers.every(Number.isSafeInteger) || numbers.length === 0 || numbers.length > 3) {
    return UNKNOWN;
  }
  const [first = 0, second, step = 1] = numbers;
  const [from, to] = second === undefined ? [0, first] : [first, second];
  const count = Math.max(0, Math.ceil((to - from) / step));
  if (step === 0 || count > ITEM_LIMIT) return UNKNOWN;
  return {
    kind: "list",
    items: Array.from({ length: count }, (_, at) => toNumber(from + at * step)),
  };
}

function zipValues(values: readonly Literal[]): Literal {
  const columns = values.map(listItems);
  if (columns.includes(undefined)) return UNKNOWN;
  const known = columns.flatMap((column) => (column === undefined ? [] : [column]));
  const count = Math.min(...known.map(({ length }) => length));
  return {
    kind: "list",
    items: Array.from({ length: count }, (_, at) => ({
      kind: "tuple",
      items: known.map((column) => column[at] ?? UNKNOWN),
    })),
  };
}

function toDict(pairs: readonly Literal[]): Literal {
  const entries: LiteralEntry[] = [];
  for (const pair of pairs) {
    const [key, value, ...rest] = listItems(pair) ?? [];
    if (key === undefined || value === undefined || rest.length > 0) return UNKNOWN;
    entries.push({ key, value, start: 0 });
  }
  return { kind: "dict", entries };
}

function sortValue(
  value: Literal,
  named: ReadonlyMap<string, TokenRange>,
  read: (value: TokenRange) => Literal,
): Literal {
  const reverse = named.get("reverse");
  const order = reverse === undefined ? undefined : read(reverse);
  const items = value.kind === "set" ? value.items : listItems(value);
  if (items === undefined || order?.kind === "unknown" || named.size > (order ? 1 : 0)) {
    return UNKNOWN;
  }
  const [first] = items;
  if (first !== undefined && !items.every((item) => isComparable(first, item))) return UNKNOWN;
  const sorted = items.toSorted(compareValues);
  return {
    kind: "list",
    items: order !== undefined && isTruthy(order) ? sorted.toReversed() : sorted,
  };
}

function isComparable(left: Literal, right: Literal): boolean {
  if (left.kind !== right.kind) return false;
  if (left.kind === "str" || left.kind === "number") return true;
  if (left.kind !== "tuple" || right.kind !== "tuple") return false;
  return left.items.every((item, at) => {
    const other = right.items[at];
    return other === undefined || isComparable(item, other);
  });
}

/** Orders comparable values as Python does. */
function compareValues(left: Literal, right: Literal): number {
  if (left.kind === "str" && right.kind === "str") return compareText(left.value, right.value);
  if (left.kind === "number" && right.kind === "number") return left.value - right.value;
  if (left.kind !== "tuple" || right.kind !== "tuple") return 0;
  for (const [at, item] of left.items.entries()) {
    const other = right.items[at];
    const order = other === undefined ? 1 : compareValues(item, other);
    if (order !== 0) return order;
  }
  return left.items.length - right.items.length;
}

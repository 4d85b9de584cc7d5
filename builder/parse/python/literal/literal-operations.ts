// Operators on constant values. Other values give `unknown`.

import { type Literal, UNKNOWN } from "./literal-value.js";

/** Repeated doubling (`a = a + a`) must not grow without bound. */
const SIZE_LIMIT_ITEMS = 1_000_000;
/** Limit for a sum with names of other files. */
const PART_LIMIT = 20;
const PLACEHOLDER = /%(?:\((\w+)\))?([sdr%])/g;

/** Text of a string. */
export function findText(value: Literal | undefined): string | undefined {
  return value?.kind === "str" ? value.value : undefined;
}

/** Python truth; an unknown value counts as true. */
export function isTruthy(value: Literal): boolean {
  switch (value.kind) {
    case "none":
      return false;
    case "str":
    case "bytes":
      return value.value !== "";
    case "number":
      return value.value !== 0;
    case "bool":
      return value.value;
    case "dict":
      return value.entries.length > 0;
    case "list":
    case "tuple":
    case "set":
      return value.items.length > 0;
    case "imported":
    case "sum":
    case "unknown":
      return true;
    default:
      return value satisfies never;
  }
}

export function negateValue(value: Literal): Literal {
  if (value.kind !== "number") return UNKNOWN;
  return { kind: "number", value: -value.value, text: `-${value.text}` };
}

export function addValues(left: Literal, right: Literal): Literal {
  if ((left.kind === "str" || left.kind === "bytes") && right.kind === left.kind) {
    if (left.value.length + right.value.length > SIZE_LIMIT_ITEMS) return UNKNOWN;
    return { kind: left.kind, value: left.value + right.value };
  }
  if ((left.kind === "list" || left.kind === "tuple") && right.kind === left.kind) {
    if (left.items.length + right.items.length > SIZE_LIMIT_ITEMS) return UNKNOWN;
    return { kind: left.kind, items: [...left.items, ...right.items] };
  }
  if (left.kind === "number" && right.kind === "number") {
    const value = left.value + right.value;
    return { kind: "number", value, text: String(value) };
  }
  if (![left, right].some(isImported) || ![left, right].every(isAddable)) return UNKNOWN;
  const parts = [left, right].flatMap((one) => (one.kind === "sum" ? one.parts : [one]));
  return parts.length > PART_LIMIT ? UNKNOWN : { kind: "sum", parts };
}

const isImported = ({ kind }: Literal): boolean => kind === "imported" || kind === "sum";

const isAddable = (value: Literal): boolean =>
  isImported(value) || value.kind === "str" || value.kind === "list" || value.kind === "tuple";

/** `left % right` for texts with plain `%s`, `%d`, `%r` of numbers and `%(name)s`. */
export function formatValue(left: Literal, right: Literal): Literal {
  if (left.kind !== "str") return UNKNOWN;
  const positional = right.kind === "tuple" ? right.items : [right];
  let used = 0;
  let isKnown = true;
  const value = left.value.replace(
    PLACEHOLDER,
    (_match, name: string | undefined, kind: string) => {
      if (kind === "%") return "%";
      const argument = name === undefined ? positional[used] : findEntry(right, name);
      if (name === undefined) used += 1;
      const text = argument === undefined ? undefined : formatArgument(argument, kind);
      if (text === undefined) isKnown = false;
      return text ?? "";
    },
  );
  const isComplete = right.kind === "dict" || used === positional.length;
  const hasOther = /%/.test(left.value.replace(PLACEHOLDER, ""));
  if (!isKnown || !isComplete || hasOther || value.length > SIZE_LIMIT_ITEMS) return UNKNOWN;
  return { kind: "str", value };
}

function findEntry(mapping: Literal, name: string): Literal | undefined {
  if (mapping.kind !== "dict") return undefined;
  return mapping.entries.findLast(({ key }) => key.kind === "str" && key.value === name)?.value;
}

function formatArgument(value: Literal, kind: string): string | undefined {
  if (value.kind === "number") return value.text;
  return value.kind === "str" && kind === "s" ? value.value : undefined;
}

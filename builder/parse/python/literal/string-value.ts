// The value of string tokens and its way back to source: escapes and prefixes.
import { toPythonLiteral } from "../../../../data/module/python-text.js";

/** Value of adjacent string tokens. */
type StringValue =
  /** `isExact` is false where a character name (`\N{…}`) was left in the value as written. */
  | { readonly kind: "str" | "bytes"; readonly value: string; readonly isExact: boolean }
  /** Formatted or of mixed kinds: there is no value before run time. */
  | { readonly kind: "source" };

const PARTS = /^([a-zA-Z]*)("""|'''|"|')/;
const ESCAPE = /\\(?:\n|[0-7]{1,3}|x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}|[\\'"abfnrtv])/g;
const BYTES_ESCAPE = /\\(?:\n|[0-7]{1,3}|x[\da-fA-F]{2}|[\\'"abfnrtv])/g;
const SIMPLE: ReadonlyMap<string, string> = new Map([
  ["\n", ""],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

export function readString(source: string): StringValue {
  const parts = PARTS.exec(source);
  const prefix = parts?.[1]?.toLowerCase() ?? "";
  const quote = parts?.[2] ?? "'";
  const begin = prefix.length + quote.length;
  const isClosed = source.length >= begin + quote.length && source.endsWith(quote);
  const body = source.slice(begin, isClosed ? -quote.length : undefined);
  const kind = prefix.includes("b") ? "bytes" : "str";
  if (/[ft]/.test(prefix)) return { kind: "source" };
  if (prefix.includes("r") || !body.includes("\\")) return { kind, value: body, isExact: true };
  const isExact = kind === "bytes" || !body.includes("\\N{");
  const pattern = kind === "str" ? ESCAPE : BYTES_ESCAPE;
  return { kind, value: body.replace(pattern, toCharacter), isExact };
}

/** The value of adjacent string tokens, which Python joins. */
export function joinStrings(sources: readonly string[]): StringValue {
  const values = sources.map(readString);
  const [first] = values;
  if (first === undefined || first.kind === "source") return { kind: "source" };
  let value = "";
  let isExact = true;
  for (const part of values) {
    if (part.kind === "source" || part.kind !== first.kind) return { kind: "source" };
    value += part.value;
    isExact &&= part.isExact;
  }
  return { kind: first.kind, value, isExact };
}

/** Source text of adjacent string tokens, joined where their value is known. */
export function toSourceText(sources: readonly string[]): string {
  const joined = joinStrings(sources);
  if (joined.kind !== "source" && joined.isExact) return toPythonLiteral(joined.kind, joined.value);
  return sources.length > 1 ? toMixedText(sources) : (sources[0] ?? "").replace(/^[uU]/, "");
}

// Formatted literals and character names stay as written; their plain neighbours are still joined.
function toMixedText(sources: readonly string[]): string {
  const groups: string[][] = [];
  let previous = "";
  for (const source of sources) {
    const value = readString(source);
    const kind = value.kind !== "source" && value.isExact ? value.kind : "source";
    if (kind !== "source" && kind === previous) groups.at(-1)?.push(source);
    else groups.push([source]);
    previous = kind;
  }
  return groups.map(toSourceText).join(" ");
}

function toCharacter(escape: string): string {
  const letter = escape.charAt(1);
  const simple = SIMPLE.get(letter);
  if (simple !== undefined) return simple;
  const isOctal = letter >= "0" && letter <= "7";
  const code = isOctal ? Number.parseInt(escape.slice(1), 8) : Number.parseInt(escape.slice(2), 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : escape;
}

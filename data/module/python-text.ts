// A value as Python's `repr` writes it, which is what a text field holds that was given something else; and back.
import { GIVEN, type GivenValue } from "./given-value.js";
import type { LiteralValue } from "./loaded-module.js";
import { toFullXmlId } from "./xml-id.js";

/** Characters that `str.isprintable` denies: categories Other and Separator, except the space. */
const UNPRINTABLE = /(?! )[\\\p{C}\p{Z}]/u;
const UNPRINTABLE_ALL = /(?! )[\\\p{C}\p{Z}]/gu;

/**
 * References as `%(id)d`, for the database ids that a running Odoo has there.
 * @param module the technical name of the module that the value is written in
 * @returns `undefined` where a part of it is not known
 */
export function toPythonText(value: GivenValue, module: string): string | undefined {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return toPythonLiteral("str", value);
  const [kind, ...items] = value;
  if (kind > GIVEN.reference) return undefined;
  if (kind === GIVEN.reference) return `%(${toFullXmlId(module, String(items[0]))})d`;
  const texts = items.map((item) => toPythonText(item, module));
  if (texts.includes(undefined)) return undefined;
  if (kind === GIVEN.list) return `[${texts.join(", ")}]`;
  if (kind === GIVEN.tuple) return `(${texts.join(", ")}${texts.length === 1 ? "," : ""})`;
  const pairs = texts.flatMap((text, at) => (at % 2 === 0 ? [`${text}: ${texts[at + 1]}`] : []));
  return `{${pairs.join(", ")}}`;
}

/** Source text of a value as Python's `repr` prints it. */
export function toPythonLiteral(kind: "str" | "bytes", value: string): string {
  const quote = value.includes("'") && !value.includes('"') ? '"' : "'";
  let body = UNPRINTABLE.test(value) ? value.replace(UNPRINTABLE_ALL, toEscape) : value;
  if (quote === "'" && body.includes("'")) body = body.replaceAll("'", "\\'");
  if (kind === "str") return quote + body + quote;
  return `b${quote}${body.replace(/[\u0080-\u00ff]/g, toEscape)}${quote}`;
}

function toEscape(character: string): string {
  switch (character) {
    case "\\":
      return "\\\\";
    case "\n":
      return "\\n";
    case "\r":
      return "\\r";
    case "\t":
      return "\\t";
    default: {
      const code = character.codePointAt(0) ?? 0;
      const digits = code.toString(16);
      if (code <= 0xff) return `\\x${digits.padStart(2, "0")}`;
      return code <= 0xffff ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
    }
  }
}

/** Deeper lists are no values: those that fields use have three levels. */
const DEPTH_LIMIT_LEVELS = 8;

const PLAIN_NUMBER = /^-?\d+(?:\.\d+)?$/;
const WORDS: ReadonlyMap<string, LiteralValue> = new Map<string, LiteralValue>([
  ["None", null],
  ["True", true],
  ["False", false],
]);
/** Items of a list: brackets, commas, texts as `toPythonLiteral` writes them, words and numbers. */
const ITEM = /\s*(?:([[\](),])|('[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*")|([\w.-]+))/sy;

/** The value of normalised source text that is a text, a number, a word or a list of these; `undefined` for all other. */
export function parsePythonText(text: string): LiteralValue | undefined {
  const first = text[0];
  if (first === "[" || first === "(") return parseList(text);
  if (first !== "'" && first !== '"') return parseWord(text);
  const end = text.length - 1;
  if (end === 0 || text.indexOf(first, 1) !== end || text.includes("\\")) {
    ITEM.lastIndex = 0;
    return ITEM.exec(text)?.[2] === text ? unescape(text) : undefined;
  }
  return text.slice(1, end);
}

function parseWord(text: string): LiteralValue | undefined {
  return PLAIN_NUMBER.test(text) ? Number(text) : WORDS.get(text);
}

function unescape(text: string): string {
  return text
    .slice(1, -1)
    .replace(
      /\\(?:x([\da-f]{2})|u([\da-f]{4})|U([\da-f]{8})|(.))/gs,
      (_, two, four, eight, one: string) => {
        const digits = (two ?? four ?? eight) as string | undefined;
        return digits === undefined
          ? (ESCAPED.get(one) ?? one)
          : String.fromCodePoint(Math.min(parseInt(digits, 16), 0x10ffff));
      },
    );
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
]);

interface OpenList {
  readonly close: string;
  readonly items: LiteralValue[];
  commas: number;
}

function parseList(text: string): LiteralValue | undefined {
  const open: OpenList[] = [];
  let value: LiteralValue | undefined;
  ITEM.lastIndex = 0;
  for (let found = ITEM.exec(text); found !== null; found = ITEM.exec(text)) {
    const [, sign, quoted, word] = found;
    const list = open.at(-1);
    if (sign === "[" || sign === "(") {
      if (value !== undefined || open.length > DEPTH_LIMIT_LEVELS) return undefined;
      open.push({ close: sign === "[" ? "]" : ")", items: [], commas: 0 });
    } else if (sign === undefined) {
      if (value !== undefined || list === undefined) return undefined;
      value = quoted === undefined ? parseWord(word ?? "") : unescape(quoted);
      if (value === undefined) return undefined;
    } else {
      if (list === undefined) return undefined;
      if (value !== undefined) list.items.push(value);
      if (sign === ",") {
        if (value === undefined) return undefined;
        list.commas += 1;
        value = undefined;
      } else {
        // Brackets around one value are none of a list.
        const isGroup = sign === ")" && list.items.length === 1 && list.commas === 0;
        if (sign !== list.close || isGroup) return undefined;
        open.pop();
        value = list.items;
        if (open.length === 0) return ITEM.lastIndex === text.length ? value : undefined;
      }
    }
  }
  return undefined;
}

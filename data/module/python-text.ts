// A value as Python's `repr` writes it, which is what a text field holds that was given something else.
import { GIVEN, type GivenValue } from "./given-value.js";
import { toFullXmlId } from "./xml-id.js";

/** What `str.isprintable` denies: the Other and Separator categories but for the space. */
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

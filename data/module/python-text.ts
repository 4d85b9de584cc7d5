// A value as Python's `repr` writes it, which is what a text field holds that was given something else.
import { GIVEN, type GivenValue } from "./given-value.js";
import { toFullXmlId } from "./xml-id.js";

/**
 * References as `%(id)d`, for the database ids that a running Odoo has there.
 * @param module the technical name of the module that the value is written in
 * @returns `undefined` where a part of it is not known
 */
export function toPythonText(value: GivenValue, module: string): string | undefined {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return quote(value);
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

function quote(text: string): string {
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll("\\", "\\\\")
    .replaceAll("\n", "\\n")
    .replaceAll("\t", "\\t")
    .replaceAll("\r", "\\r");
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
}

// The fields of a `<record>` of a tree, by name, and what their content means: texts, references and numbers.
// How the platform reads them: `_tag_record` and `_eval_xml` of its `tools/convert.py`. Nothing of an `eval` is executed; what is no literal or `ref(…)` has no value here.
import { listReferenced } from "../given-ids.js";
import { findAttribute, listChildren, toElementText, type XmlElement } from "./tree.js";

/** Fields of a record by name; of one written twice the last, as the platform assigns in turn. */
export function toFields(record: XmlElement): ReadonlyMap<string, XmlElement> {
  const fields = new Map<string, XmlElement>();
  for (const child of listChildren(record)) {
    const name = child.name === "field" ? findValue(child, "name") : null;
    if (name !== null) fields.set(name, child);
  }
  return fields;
}

/** An attribute without white space around it; `null` when it is missing or empty. */
export function findValue(element: XmlElement, name: string): string | null {
  return findAttribute(element, name)?.trim() || null;
}

const STRING_LITERAL = /^u?(["'])([^\\]*)\1$/;

/** The text of a field, or the string that its `eval` is; `null` for none. */
export function findFieldValue(field: XmlElement | undefined): string | null {
  if (field === undefined) return null;
  const text = toElementText(field).trim();
  if (text !== "") return text;
  const expression = findValue(field, "eval");
  return (expression === null ? null : STRING_LITERAL.exec(expression)?.[2]?.trim()) || null;
}

/** A record as written: `ref`, the `ref('…')` of an `eval`, `search:` and the domain, or the text. */
export function findReference(field: XmlElement | undefined): string | null {
  if (field === undefined) return null;
  const reference = findValue(field, "ref");
  if (reference !== null) return reference;
  const expression = findValue(field, "eval");
  if (expression !== null) return listReferenced(expression)[0] ?? null;
  const domain = findValue(field, "search");
  if (domain !== null) return `search:${domain}`;
  return toElementText(field).trim() || null;
}

/** `null` for what is no whole number. */
export function toInteger(text: string | null): number | null {
  if (text === null || !/^[+-]?\d+$/.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : null;
}

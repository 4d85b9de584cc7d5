// Texts that fields of records are given or compared with, where both are written: only one of a selection can be wrong.
import { findChild, type Syntax } from "../../python/syntax.js";
import type { Code, Found } from "./code.js";
import { findRecords, isFieldName, toAttribute } from "./records.js";
import type { Scope } from "./scopes.js";

const LISTS: ReadonlySet<string> = new Set(["list", "tuple", "set"]);
const COMPARING = /^(?:==|!=)$/;
const AMONG = /^(?:not\s+)?in$/;

/** `record.field = "x"`, `record.field == "x"`, `record.field in ("x", "y")` */
export function readCompared(node: Syntax, scope: Scope, code: Code): readonly Found[] {
  const [left, right, more] = node.children;
  if (left?.type !== "attribute" || right === undefined || more !== undefined) return [];
  const name = toAttribute(left, code);
  const operator = code.text.slice(left.end, right.start).trim();
  const values = operator === "=" ? listTexts(right, code) : listCompared(operator, right, code);
  const records =
    values.length > 0 && isFieldName(name)
      ? findRecords(findChild(left, "object"), scope, code)
      : undefined;
  if (records === undefined) return [];
  return [{ reference: { kind: "value", ...records, path: [name], values }, node: right }];
}

/** Texts that a field may have by a comparison, of Python or of a domain. */
export function listCompared(operator: string, node: Syntax, code: Code): readonly string[] {
  if (COMPARING.test(operator) || operator === "=") return listTexts(node, code);
  if (!AMONG.test(operator) || !LISTS.has(node.type)) return [];
  return node.children.flatMap((item) => listTexts(item, code));
}

/** The texts that an expression may give, as far as they are written. */
export function listTexts(node: Syntax, code: Code): readonly string[] {
  if (node.type === "string") return [code.readText(node) ?? ""].filter((text) => text !== "");
  const [first, , other] = node.children;
  if (node.type === "parenthesized_expression") return first ? listTexts(first, code) : [];
  if (node.type !== "conditional_expression") return [];
  return [first, other].flatMap((one) => (one === undefined ? [] : listTexts(one, code)));
}

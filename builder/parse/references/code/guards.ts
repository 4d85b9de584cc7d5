// Whether code expects that something may not be there.
import type { WrittenReference } from "../../../../data/module/module-under-development.js";
import { findChild, type Syntax } from "../../python/syntax.js";
import type { Code } from "./code.js";

/** Exceptions raised for a missing name, and catch-alls. */
const RAISED: Readonly<Record<string, RegExp>> = {
  model: /\b(?:KeyError|LookupError|Exception)\b|^except\s*:/,
  record: /\b(?:ValueError|Exception)\b|^except\s*:/,
  import: /\b(?:ImportError|ModuleNotFoundError|Exception)\b|^except\s*:/,
};
const OF_MEMBERS = /\b(?:AttributeError|KeyError|ValueError|TypeError|Exception)\b|^except\s*:/;

/** Whether it stands in what a `try` tries that catches what would be raised. */
export function isTried(node: Syntax, kind: WrittenReference["kind"], code: Code): boolean {
  let inner = node;
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    const isBody = outer.type === "try_statement" && inner.field === "body";
    const isCaught =
      isBody &&
      outer.children.some(
        (clause) =>
          clause.type === "except_clause" &&
          (RAISED[kind] ?? OF_MEMBERS).test(code.toSourceText(clause).split("\n", 1)[0] ?? ""),
      );
    if (isCaught) return true;
    if (outer.type === "function_definition" || outer.type === "class_definition") return false;
    inner = outer;
  }
  return false;
}

/** `"name" in records`, which asks for a field (`__contains__` in odoo/models.py). */
const FIELD_QUESTION = /["'](\w+)["']\s*(?:not\s+)?in\s+([\w.]+)/g;

/** Whether a condition around a member asks its records for a field, which then are not known, or for a field on the way to them. */
export function isFieldAsked(node: Syntax, owner: Syntax | undefined, code: Code): boolean {
  if (owner === undefined || code.asked.size === 0) return false;
  const records = code.toSourceText(owner);
  const onTheWay = new Set(Array.from(records.matchAll(/\.(\w+)/g), ([, name = ""]) => name));
  for (let outer = node.parent; outer !== undefined; outer = outer.parent) {
    const condition = findCondition(outer);
    const asked = condition && code.toSourceText(condition).matchAll(FIELD_QUESTION);
    for (const [, field = "", of] of asked ?? []) {
      if (of === records || onTheWay.has(field)) return true;
    }
    if (outer.type === "function_definition" || outer.type === "class_definition") return false;
  }
  return false;
}

/** The condition on which the rest of a node is run. */
function findCondition(node: Syntax): Syntax | undefined {
  switch (node.type) {
    case "conditional_expression":
      return node.children[1];
    case "boolean_operator":
      return findChild(node, "left");
    case "if_statement":
    case "elif_clause":
      return findChild(node, "condition");
    default:
      return undefined;
  }
}

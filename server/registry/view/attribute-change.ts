// Effect of an `<attribute>` of a spec on an attribute, as odoo/tools/template_inheritance.py.
import type { PlatformRules } from "../../../data/platform/rules.js";
import { ViewFault } from "./fault.js";
import type { ElementNode } from "./tree.js";

const PYTHON_ATTRIBUTES = new Set([
  "readonly",
  "required",
  "invisible",
  "column_invisible",
  "t-if",
  "t-elif",
]);

const KEYS = new Set(["name", "add", "remove", "separator"]);

/** XML 1.0, fifth edition: [5] Name. */
const NAME =
  /^[:A-Z_a-z\u{c0}-\u{d6}\u{d8}-\u{f6}\u{f8}-\u{2ff}\u{370}-\u{37d}\u{37f}-\u{1fff}\u{200c}-\u{200d}\u{2070}-\u{218f}\u{2c00}-\u{2fef}\u{3001}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{effff}][-.0-9:A-Z_a-z\u{b7}\u{c0}-\u{d6}\u{d8}-\u{f6}\u{f8}-\u{37d}\u{37f}-\u{1fff}\u{200c}-\u{200d}\u{203f}-\u{2040}\u{2070}-\u{218f}\u{2c00}-\u{2fef}\u{3001}-\u{d7ff}\u{f900}-\u{fdcf}\u{fdf0}-\u{fffd}\u{10000}-\u{effff}]*$/u;

type AttributeRules = Pick<PlatformRules, "joinsExpressions">;

/**
 * Sets, changes or, where nothing is left, removes an attribute of a target. `operation` is no attribute of
 * the platform's: views have it for the module base_view_inheritance_extension, which computes the value.
 */
export function changeAttribute(
  target: ElementNode,
  change: ElementNode,
  rules: AttributeRules,
): void {
  const name = change.attributes.get("name") ?? "";
  const operation = change.attributes.get("operation");
  if (operation !== undefined) throw new ViewFault("operation", operation);
  if (!NAME.test(name)) throw new ViewFault("invalid_attribute", `name="${name}"`);
  const value = computeValue(name, target.attributes.get(name) ?? "", change, rules);
  target.changed ??= new Map();
  if (value === "") {
    target.attributes.delete(name);
    target.changed.delete(name);
  } else {
    target.attributes.set(name, value);
    target.changed.set(name, change.origin);
  }
}

function computeValue(
  name: string,
  value: string,
  change: ElementNode,
  { joinsExpressions }: AttributeRules,
): string {
  const [first] = change.children;
  const text = first?.kind === "text" ? first.text : "";
  const add = change.attributes.get("add") ?? "";
  const remove = change.attributes.get("remove") ?? "";
  if (joinsExpressions) {
    const odd = [...change.attributes.keys()].find(
      (key) => !KEYS.has(key) && !key.startsWith("data-oe-"),
    );
    if (odd !== undefined) throw new ViewFault("invalid_attribute", odd);
  }
  if (add === "" && remove === "") return text;
  if (text !== "") throw new ViewFault("invalid_attribute", "text beside add or remove");
  const separator = change.attributes.get("separator");
  if (separator === "") throw new ViewFault("invalid_attribute", 'separator=""');
  return joinsExpressions && (PYTHON_ATTRIBUTES.has(name) || name.startsWith("decoration-"))
    ? joinExpression(value, { add, remove, operator: (separator ?? "").trim() })
    : joinParts(value, { add, remove, separator: separator ?? ",", dropsEmpty: joinsExpressions });
}

interface Parts {
  readonly add: string;
  readonly remove: string;
  readonly separator: string;
  readonly dropsEmpty: boolean;
}

function joinParts(value: string, { add, remove, separator, dropsEmpty }: Parts): string {
  const removed = new Set(splitParts(remove, separator));
  const kept = splitParts(value, separator).filter(
    (part) => !removed.has(part) && !(dropsEmpty && part === ""),
  );
  const added = splitParts(add, separator).filter((part) => part !== "");
  return [...kept, ...added].join(separator);
}

/** By a blank: at any white space, and no part is empty. */
const splitParts = (text: string, separator: string): string[] =>
  separator === " "
    ? text.split(/\s+/).filter((part) => part !== "")
    : text.split(separator).map((part) => part.trim());

interface Operands {
  readonly add: string;
  readonly remove: string;
  readonly operator: string;
}

function joinExpression(value: string, { add, remove, operator }: Operands): string {
  if (operator !== "and" && operator !== "or") {
    throw new ViewFault("invalid_attribute", `separator="${operator}" of an expression`);
  }
  const kept = remove === "" ? value : removeOperand(value, remove, operator);
  if (add === "") return kept;
  return kept === "" ? add : `(${kept}) ${operator} (${add})`;
}

/** The platform reads what is removed as a regular expression when it compares it with the whole. */
function removeOperand(value: string, remove: string, operator: string): string {
  const bare = value.replace(/^\(*/, "").replace(/\)*$/, "");
  if (bare === remove && !/[()[\]{}+*?|\\^$]/.test(remove)) return "";
  const written = [
    `(${remove}) ${operator} `,
    ` ${operator} (${remove})`,
    `${remove} ${operator} `,
    ` ${operator} ${remove}`,
  ].find((part) => value.includes(part));
  if (written === undefined) return value;
  const at = value.indexOf(written);
  return value.slice(0, at) + value.slice(at + written.length);
}

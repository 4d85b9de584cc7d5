// The four kinds of values of XPath 1.0, and how one becomes another (sections 3.2 to 3.4 and 4 of the
// recommendation).
import { listDescendants, type ChildNode, type DocumentNode, type ElementNode } from "../tree.js";
import { spendSteps, type StepBudget } from "./fault.js";

export interface AttributeNode {
  readonly kind: "attribute";
  readonly parent: ElementNode;
  readonly name: string;
  readonly value: string;
}

export type XPathNode = DocumentNode | ChildNode | AttributeNode;

/** A set of nodes is a list without repetitions, in document order. */
export type XPathValue = boolean | number | string | readonly XPathNode[];

export const isNodeSet = (value: XPathValue): value is readonly XPathNode[] =>
  typeof value === "object";

export function toText(value: XPathValue, budget: StepBudget): string {
  if (typeof value === "string") return value;
  if (typeof value === "number") return writeNumber(value);
  if (typeof value === "boolean") return String(value);
  const [first] = value;
  return first === undefined ? "" : getText(first, budget);
}

/** With an exponent, as libxml2 reads it. */
const NUMBER = /^[ \t\r\n]*-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?[ \t\r\n]*$/;

export function toNumber(value: XPathValue, budget: StepBudget): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  const text = toText(value, budget);
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

export function toBoolean(value: XPathValue): boolean {
  if (typeof value === "number") return value !== 0 && !Number.isNaN(value);
  return typeof value === "boolean" ? value : value.length > 0;
}

/** The string-value of a node. */
export function getText(node: XPathNode, budget: StepBudget): string {
  if (node.kind === "attribute") return node.value;
  if (node.kind === "text") return node.text;
  const texts: string[] = [];
  for (const inner of listDescendants(node)) {
    spendSteps(budget, 1);
    if (inner.kind === "text") texts.push(inner.text);
  }
  return texts.join("");
}

function writeNumber(value: number): string {
  if (value === 0) return "0";
  const text = String(value);
  if (!text.includes("e")) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, "") : BigInt(value).toString();
}

export type ComparisonOperator = "=" | "!=" | "<" | "<=" | ">" | ">=";

type Single = boolean | number | string;

/** Section 3.4: of sets it is true where it is true of some node of each. */
export function compareValues(
  operator: ComparisonOperator,
  left: XPathValue,
  right: XPathValue,
  budget: StepBudget,
): boolean {
  const test = (a: Single, b: Single): boolean => compareSingle(operator, a, b, budget);
  if (!isNodeSet(left)) {
    return isNodeSet(right)
      ? compareSet(right, left, budget, (a, b) => test(b, a))
      : test(left, right);
  }
  if (!isNodeSet(right)) return compareSet(left, right, budget, test);
  const texts = right.map((node) => getText(node, budget));
  spendSteps(budget, left.length * texts.length);
  return left.some((node) => {
    const text = getText(node, budget);
    return texts.some((other) => test(text, other));
  });
}

function compareSet(
  set: readonly XPathNode[],
  value: Single,
  budget: StepBudget,
  test: (one: Single, value: Single) => boolean,
): boolean {
  return typeof value === "boolean"
    ? test(set.length > 0, value)
    : set.some((node) => test(getText(node, budget), value));
}

function compareSingle(
  operator: ComparisonOperator,
  left: Single,
  right: Single,
  budget: StepBudget,
): boolean {
  if (operator === "=" || operator === "!=") {
    return isEqual(left, right, budget) === (operator === "=");
  }
  const [a, b] = [toNumber(left, budget), toNumber(right, budget)];
  if (operator === "<") return a < b;
  if (operator === "<=") return a <= b;
  return operator === ">" ? a > b : a >= b;
}

function isEqual(left: Single, right: Single, budget: StepBudget): boolean {
  if (typeof left === "boolean" || typeof right === "boolean") {
    return toBoolean(left) === toBoolean(right);
  }
  if (typeof left === "number" || typeof right === "number") {
    return toNumber(left, budget) === toNumber(right, budget);
  }
  return left === right;
}

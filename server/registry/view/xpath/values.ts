// The four kinds of values of XPath 1.0, and how one becomes another (sections 3.2 to 3.4 and 4 of the
// recommendation), and why an expression has none.
import { listDescendants, type ChildNode, type DocumentNode, type ElementNode } from "../tree.js";
import { spendSteps, spendText, type StepBudget } from "../../../lookup/limits.js";

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

/** @throws XPathFault where it is none */
export function toSet(value: XPathValue): readonly XPathNode[] {
  if (!isNodeSet(value)) throw new XPathFault("a set of nodes is wanted");
  return value;
}

export function toStringValue(value: XPathValue, budget: StepBudget): string {
  if (typeof value === "number") return writeNumber(value);
  if (!isNodeSet(value)) return String(value);
  const [first] = value;
  return first === undefined ? "" : getText(first, budget);
}

/** With an exponent, as libxml2 reads it. */
const NUMBER = /^[ \t\r\n]*-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?[ \t\r\n]*$/;

export function toNumber(value: XPathValue, budget: StepBudget): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  const text = toStringValue(value, budget);
  spendText(budget, text);
  return NUMBER.test(text) ? Number(text) : Number.NaN;
}

export function toBoolean(value: XPathValue): boolean {
  if (typeof value === "number") return value !== 0 && !Number.isNaN(value);
  return typeof value === "boolean" ? value : value.length > 0;
}

/** The string-value of a node. */
export function getText(node: XPathNode, budget: StepBudget): string {
  let text = "";
  if (node.kind === "attribute") text = node.value;
  else {
    for (const inner of listDescendants(node)) {
      spendSteps(budget, 1);
      if (inner.kind === "text") text += inner.text;
    }
  }
  spendText(budget, text);
  return text;
}

function writeNumber(value: number): string {
  if (value === 0) return "0";
  const text = String(value);
  if (!text.includes("e")) return text;
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, "") : BigInt(value).toString();
}

export const COMPARISONS = ["=", "!=", "<", "<=", ">", ">="] as const;

type Comparison = (typeof COMPARISONS)[number];

type Single = boolean | number | string;

/** Section 3.4: of sets it is true where it is true of some node of each; beside a boolean a set is one. */
export function compareValues(
  operator: Comparison,
  left: XPathValue,
  right: XPathValue,
  budget: StepBudget,
): boolean {
  const list = (value: XPathValue, other: XPathValue): readonly Single[] => {
    if (!isNodeSet(value)) return [value];
    if (typeof other === "boolean") return [value.length > 0];
    return value.map((node) => getText(node, budget));
  };
  const others = list(right, left);
  return list(left, right).some((one) =>
    others.some((other) => compareSingle(operator, one, other, budget)),
  );
}

function compareSingle(
  operator: Comparison,
  left: Single,
  right: Single,
  budget: StepBudget,
): boolean {
  spendSteps(budget, 1);
  if (operator === "=") return isEqual(left, right, budget);
  if (operator === "!=") return !isEqual(left, right, budget);
  const [a, b] = [toNumber(left, budget), toNumber(right, budget)];
  if (operator === "<") return a < b;
  if (operator === "<=") return a <= b;
  return operator === ">" ? a > b : a >= b;
}

function isEqual(left: Single, right: Single, budget: StepBudget): boolean {
  const isEither = (kind: string): boolean => typeof left === kind || typeof right === kind;
  if (isEither("boolean")) return toBoolean(left) === toBoolean(right);
  if (isEither("number")) return toNumber(left, budget) === toNumber(right, budget);
  spendText(budget, String(left));
  return left === right;
}

/** An expression that cannot be read, or that cannot be evaluated. */
export class XPathFault extends Error {
  constructor(
    message: string,
    readonly isTooLong = false,
  ) {
    super(message);
  }
}

/** Steps of one expression. */
export const createSteps = (left: number): StepBudget => ({
  left,
  fault: () => new XPathFault("it takes too many steps", true),
});

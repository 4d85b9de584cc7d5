// Compiled XPath expressions: functions of a focus for literals, operators and calls.
import { spendSteps } from "../../../lookup/limits.js";
import {
  XPathFault,
  COMPARISONS,
  compareValues,
  toBoolean,
  toNumber,
  toSet,
  type XPathNode,
  type XPathValue,
} from "./values.js";
import { sortNodes, type Focus, type Scope } from "./focus.js";
import { FUNCTIONS, NUMBER_FUNCTIONS, type XPathFunction } from "./functions.js";

/** @throws XPathFault */
type Operation = (focus: Focus) => XPathValue;

export interface Expression {
  readonly evaluate: Operation;
  /** Whether its value is a number: as a predicate, the position of a node among the others. */
  readonly isNumber: boolean;
  /** Whether it depends on the position of its node among the others. */
  readonly asksPosition: boolean;
  /** Text of a pure literal. */
  readonly literal?: string;
  /** The name, where it is nothing but `@name`. */
  readonly attribute?: string | undefined;
  /** The first node of its set, where that is found without the others. */
  readonly findFirst?: ((scope: Scope) => XPathNode | undefined) | undefined;
}

export const createLiteral = (value: string | number): Expression => ({
  evaluate: () => value,
  isNumber: typeof value === "number",
  asksPosition: false,
  ...(typeof value === "string" ? { literal: value } : {}),
});

export const negate = (operand: Expression): Expression => ({
  evaluate: (focus) => -toNumber(operand.evaluate(focus), focus.scope.budget),
  isNumber: true,
  asksPosition: operand.asksPosition,
});

type Operator = (left: Operation, right: Operation) => Operation;

const calculate =
  (operate: (a: number, b: number) => number): Operator =>
  (left, right) =>
  (focus) => {
    const { budget } = focus.scope;
    return operate(toNumber(left(focus), budget), toNumber(right(focus), budget));
  };

const ARITHMETIC: ReadonlyMap<string, Operator> = new Map([
  ["+", calculate((a, b) => a + b)],
  ["-", calculate((a, b) => a - b)],
  ["*", calculate((a, b) => a * b)],
  ["div", calculate((a, b) => a / b)],
  ["mod", calculate((a, b) => a % b)],
]);

const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...ARITHMETIC,
  ...COMPARISONS.map((comparison): [string, Operator] => [
    comparison,
    (left, right) => (focus) =>
      compareValues(comparison, left(focus), right(focus), focus.scope.budget),
  ]),
  ["and", (left, right) => (focus) => toBoolean(left(focus)) && toBoolean(right(focus))],
  ["or", (left, right) => (focus) => toBoolean(left(focus)) || toBoolean(right(focus))],
  [
    "|",
    (left, right) => (focus) =>
      sortNodes([...toSet(left(focus)), ...toSet(right(focus))], focus.scope),
  ],
]);

/** The most frequent predicate of all: `@name = "value"`. */
const createAttributeTest =
  (name: string, value: string): Operation =>
  ({ node }) =>
    node.kind === "element" && node.attributes.get(name) === value;

export function createBinary(operator: string, left: Expression, right: Expression): Expression {
  const operation =
    operator === "=" && left.attribute !== undefined && right.literal !== undefined
      ? createAttributeTest(left.attribute, right.literal)
      : OPERATORS.get(operator)?.(left.evaluate, right.evaluate);
  if (operation === undefined) throw new XPathFault(`there is no operator ${operator}`);
  return {
    evaluate: (focus) => {
      spendSteps(focus.scope.budget, 1);
      return operation(focus);
    },
    isNumber: ARITHMETIC.has(operator),
    asksPosition: left.asksPosition || right.asksPosition,
  };
}

/** @throws XPathFault where it takes another number of operands */
export function createCall(
  name: string,
  [fewest, most, call]: XPathFunction,
  operands: readonly Expression[],
): Expression {
  if (operands.length < fewest || operands.length > most) {
    throw new XPathFault(`${name}() does not take ${operands.length} operands`);
  }
  const isAboutContext = operands.length === 0 && fewest === 0 && most === 1;
  return {
    evaluate: (focus) => {
      const values = operands.map(({ evaluate }) => evaluate(focus));
      const value = call(isAboutContext ? [[focus.node]] : values, focus);
      spendSteps(focus.scope.budget, typeof value === "string" ? 1 + value.length : 1);
      return value;
    },
    isNumber: NUMBER_FUNCTIONS.has(name),
    asksPosition:
      name === "position" || name === "last" || operands.some((operand) => operand.asksPosition),
  };
}

/** @throws XPathFault where there is none */
export function getFunction(name: string): XPathFunction {
  const found = FUNCTIONS.get(name);
  if (found === undefined) throw new XPathFault(`there is no function ${name}()`);
  return found;
}

// Compiled XPath expressions: functions of a focus for literals, operators and calls.
// The functions of XPath 1.0 (section 4 of the recommendation), and the platform's `hasclass`
// (odoo/addons/base/models/ir_ui_view.py). Characters are code points.
import { spendSteps, spendText, type StepBudget } from "../../../lookup/limits.js";
import {
  XPathFault,
  COMPARISONS,
  compareValues,
  toBoolean,
  toNumber,
  toSet,
  type XPathNode,
  type XPathValue,
  getText,
  toStringValue,
} from "./values.js";
import { sortNodes, type Focus, type Scope } from "./axes.js";

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

type Call<Operand> = (operands: readonly Operand[], focus: Focus) => XPathValue;

type XPathFunction = readonly [fewest: number, most: number, call: Call<XPathValue>];

/** A predicate with one of these is the position of a node. */
const NUMBER_FUNCTIONS: ReadonlySet<string> = new Set(
  "last position count number sum floor ceiling round string-length".split(" "),
);

const ofTexts =
  (call: Call<string>): Call<XPathValue> =>
  (operands, focus) =>
    call(
      operands.map((operand) => toStringValue(operand, focus.scope.budget)),
      focus,
    );

const FUNCTIONS: ReadonlyMap<string, XPathFunction> = new Map<string, XPathFunction>([
  ["last", [0, 0, (_, { size }) => size]],
  ["position", [0, 0, (_, { position }) => position]],
  ["count", [1, 1, ([set = []]) => toSet(set).length]],
  ["sum", [1, 1, ([set = []], { scope }) => addNumbers(toSet(set), scope.budget)]],
  ["id", [1, 1, () => []]],
  ["name", [0, 1, ([set = []]) => getName(toSet(set)[0])]],
  ["local-name", [0, 1, ([set = []]) => getName(toSet(set)[0]).replace(/^[^:]*:/, "")]],
  ["namespace-uri", [0, 1, ([set = []]) => getNamespace(toSet(set)[0])]],
  ["boolean", [1, 1, ([value = false]) => toBoolean(value)]],
  ["not", [1, 1, ([value = false]) => !toBoolean(value)]],
  ["true", [0, 0, () => true]],
  ["false", [0, 0, () => false]],
  ["number", [0, 1, ([value = 0], { scope }) => toNumber(value, scope.budget)]],
  ["floor", [1, 1, ([value = 0], { scope }) => Math.floor(toNumber(value, scope.budget))]],
  ["ceiling", [1, 1, ([value = 0], { scope }) => Math.ceil(toNumber(value, scope.budget))]],
  ["round", [1, 1, ([value = 0], { scope }) => Math.round(toNumber(value, scope.budget))]],
  ["substring", [2, 3, cutOut]],
  ["string", [0, 1, ofTexts(([text = ""]) => text)]],
  ["concat", [2, Infinity, ofTexts((texts) => texts.join(""))]],
  ["starts-with", [2, 2, ofTexts(([text = "", start = ""]) => text.startsWith(start))]],
  [
    "contains",
    [2, 2, ofTexts(([text = "", part = ""], focus) => findPart(text, part, focus) !== -1)],
  ],
  ["substring-before", [2, 2, ofTexts((texts, focus) => cutAt(texts, focus, true))]],
  ["substring-after", [2, 2, ofTexts((texts, focus) => cutAt(texts, focus, false))]],
  ["string-length", [0, 1, ofTexts(([text = ""], focus) => listCharacters(text, focus).length)]],
  ["normalize-space", [0, 1, ofTexts(([text = ""], focus) => splitAtSpace(text, focus).join(" "))]],
  ["translate", [3, 3, ofTexts(translate)]],
  ["lang", [1, 1, ofTexts(isInLanguage)]],
  ["hasclass", [0, Infinity, ofTexts(hasClasses)]],
]);

function addNumbers(nodes: readonly XPathNode[], budget: StepBudget): number {
  return nodes.reduce((sum, node) => sum + toNumber(getText(node, budget), budget), 0);
}

function getName(node: XPathNode | undefined): string {
  if (node?.kind === "element") return node.tag;
  return node?.kind === "attribute" ? node.name : "";
}

const getNamespace = (node: XPathNode | undefined): string =>
  node?.kind === "element" ? node.namespace : "";

function findPart(text: string, part: string, { scope }: Focus): number {
  // At worst all of the part is compared at each character.
  spendSteps(scope.budget, (text.length >> 4) * (1 + (part.length >> 6)));
  return text.indexOf(part);
}

function cutAt([text = "", part = ""]: readonly string[], focus: Focus, isBefore: boolean): string {
  const at = findPart(text, part, focus);
  if (at === -1) return "";
  return isBefore ? text.slice(0, at) : text.slice(at + part.length);
}

/** The characters whose positions, from 1 on, are at least `start` and less than `start` and `length` together. */
function cutOut([value = "", start = 1, length]: readonly XPathValue[], focus: Focus): string {
  const { budget } = focus.scope;
  const from = Math.round(toNumber(start, budget));
  const to = length === undefined ? Infinity : from + Math.round(toNumber(length, budget));
  return listCharacters(toStringValue(value, budget), focus)
    .filter((_, at) => at + 1 >= from && at + 1 < to)
    .join("");
}

/** Characters of `from` become those at the same position in `to`, or nothing. */
function translate([text = "", from = "", to = ""]: readonly string[], focus: Focus): string {
  const wanted = listCharacters(to, focus);
  const changes = new Map<string, string>();
  for (const [at, character] of listCharacters(from, focus).entries()) {
    if (!changes.has(character)) changes.set(character, wanted[at] ?? "");
  }
  return listCharacters(text, focus)
    .map((character) => changes.get(character) ?? character)
    .join("");
}

function listCharacters(text: string, { scope }: Focus): readonly string[] {
  spendSteps(scope.budget, 2 * text.length);
  return [...text];
}

function isInLanguage([wanted = ""]: readonly string[], { node: from, scope }: Focus): boolean {
  for (let node: XPathNode | null = from; node !== null; node = node.parent) {
    spendSteps(scope.budget, 1);
    const found = node.kind === "element" ? node.attributes.get("xml:lang") : undefined;
    if (found === undefined) continue;
    spendText(scope.budget, found);
    return `${found}-`.toLowerCase().startsWith(`${wanted}-`.toLowerCase());
  }
  return false;
}

function splitAtSpace(text: string, { scope }: Focus): readonly string[] {
  spendSteps(scope.budget, text.length >> 1);
  return text.split(/[ \t\r\n]+/).filter((part) => part !== "");
}

/** Whether an element has all of these classes. */
function hasClasses(wanted: readonly string[], focus: Focus): boolean {
  const { node } = focus;
  const written = (node.kind === "element" && node.attributes.get("class")) || "";
  if (!wanted.every((name) => findPart(written, name, focus) !== -1)) return false;
  const own = splitAtSpace(written, focus);
  return wanted.every((name) => own.includes(name));
}

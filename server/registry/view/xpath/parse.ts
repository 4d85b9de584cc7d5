// An XPath 1.0 expression out of its tokens: the grammar of the recommendation by recursive descent.
import { XPathFault } from "./fault.js";
import { FUNCTION_OPERANDS } from "./function-operands.js";
import {
  AXES,
  isPositional,
  type Axis,
  type Expression,
  type NodeTest,
  type Step,
} from "./syntax.js";
import { readTokens, type Token } from "./tokens.js";

const MOST_CHARACTERS = 4000;
const MOST_NESTED = 60;

/** Weakest first; all are left-associative. */
const BINARY_OPERATORS: readonly (readonly string[])[] = [
  ["or"],
  ["and"],
  ["=", "!="],
  ["<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "div", "mod"],
];

const ANY_NODE: NodeTest = { kind: "type", type: "node" };

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  nested: number;
}

/** @throws XPathFault */
export function parseExpression(text: string): Expression {
  if (text.length > MOST_CHARACTERS) throw new XPathFault("longer than an expression may be", true);
  const reader: Reader = { tokens: readTokens(text), at: 0, nested: 0 };
  const expression = parseOr(reader);
  if (reader.at < reader.tokens.length) throw unexpected(reader);
  return expression;
}

function parseOr(reader: Reader): Expression {
  if ((reader.nested += 1) > MOST_NESTED) throw new XPathFault("nested too deeply", true);
  const expression = parseBinary(reader, 0);
  reader.nested -= 1;
  return expression;
}

function parseBinary(reader: Reader, level: number): Expression {
  const operators = BINARY_OPERATORS[level];
  if (operators === undefined) return parseUnary(reader);
  let left = parseBinary(reader, level + 1);
  for (;;) {
    const operator = operators.find((text) => takeIf(reader, "operator", text));
    if (operator === undefined) return left;
    left = toBinary(operator, left, parseBinary(reader, level + 1));
  }
}

function toBinary(operator: string, left: Expression, right: Expression): Expression {
  const name = operator === "=" ? findAttributeName(left) : undefined;
  return name !== undefined && right.kind === "literal" && typeof right.value === "string"
    ? { kind: "attribute_is", name, value: right.value }
    : { kind: "binary", operator, left, right };
}

function findAttributeName(expression: Expression): string | undefined {
  if (expression.kind !== "path" || expression.start !== "context") return undefined;
  const [step, ...rest] = expression.steps;
  const isPlain = rest.length === 0 && step?.axis === "attribute" && step.predicates.length === 0;
  return isPlain && step.test.kind === "name" ? (step.test.name ?? undefined) : undefined;
}

function parseUnary(reader: Reader): Expression {
  let signs = 0;
  while (takeIf(reader, "operator", "-")) signs += 1;
  let expression = parsePath(reader);
  while (takeIf(reader, "operator", "|")) {
    expression = { kind: "binary", operator: "|", left: expression, right: parsePath(reader) };
  }
  if (signs === 0) return expression;
  const negated: Expression = { kind: "negate", operand: expression };
  return signs % 2 === 1 ? negated : { kind: "negate", operand: negated };
}

function parsePath(reader: Reader): Expression {
  const primary = parsePrimary(reader);
  if (primary !== undefined) {
    let filtered = primary;
    while (takeIf(reader, "symbol", "[")) {
      filtered = { kind: "filter", start: filtered, predicate: parsePredicate(reader) };
    }
    const steps = parseMoreSteps(reader, []);
    return steps.length === 0 ? filtered : { kind: "path", start: filtered, steps };
  }
  if (takeIf(reader, "operator", "//")) {
    const steps = [toStep("descendant-or-self", ANY_NODE, [])];
    // `////a` is none by the recommendation; libxml2 reads it, and views have it.
    if (takeIf(reader, "operator", "//")) steps.push(...steps);
    else takeIf(reader, "operator", "/");
    return toPath("root", parseMoreSteps(reader, [...steps, parseStep(reader)]));
  }
  if (!takeIf(reader, "operator", "/")) {
    return toPath("context", parseMoreSteps(reader, [parseStep(reader)]));
  }
  const steps = startsStep(peek(reader)) ? [parseStep(reader)] : [];
  return toPath("root", steps.length === 0 ? [] : parseMoreSteps(reader, steps));
}

function parsePrimary(reader: Reader): Expression | undefined {
  const token = peek(reader);
  if (token?.kind === "literal" || token?.kind === "number") {
    reader.at += 1;
    return {
      kind: "literal",
      value: token.kind === "number" ? Number(token.text) : token.text,
    };
  }
  if (token?.kind === "function") return parseCall(reader, token);
  if (!takeIf(reader, "symbol", "(")) return undefined;
  const expression = parseOr(reader);
  take(reader, "symbol", ")");
  return expression;
}

function parseCall(reader: Reader, { text: name }: Token): Expression {
  reader.at += 1;
  const range = FUNCTION_OPERANDS.get(name);
  if (range === undefined) throw new XPathFault(`there is no function ${name}()`);
  const operands: Expression[] = [];
  take(reader, "symbol", "(");
  if (!takeIf(reader, "symbol", ")")) {
    do operands.push(parseOr(reader));
    while (takeIf(reader, "symbol", ","));
    take(reader, "symbol", ")");
  }
  if (operands.length < range[0] || operands.length > range[1]) {
    throw new XPathFault(`${name}() does not take ${operands.length} operands`);
  }
  const literals = operands.flatMap((operand) =>
    operand.kind === "literal" && typeof operand.value === "string" ? [operand.value] : [],
  );
  return name === "hasclass" && literals.length === operands.length
    ? { kind: "has_classes", names: literals }
    : { kind: "call", name, operands };
}

const startsStep = (token: Token | undefined): boolean =>
  token !== undefined &&
  (["name", "axis", "node_type"].includes(token.kind) ||
    (token.kind === "symbol" && [".", "..", "@", "*"].includes(token.text)));

function parseMoreSteps(reader: Reader, steps: Step[]): Step[] {
  for (;;) {
    if (takeIf(reader, "operator", "//")) steps.push(toStep("descendant-or-self", ANY_NODE, []));
    else if (!takeIf(reader, "operator", "/")) return steps;
    steps.push(parseStep(reader));
  }
}

function parseStep(reader: Reader): Step {
  if (takeIf(reader, "symbol", ".")) return toStep("self", ANY_NODE, []);
  if (takeIf(reader, "symbol", "..")) return toStep("parent", ANY_NODE, []);
  const axis = parseAxis(reader);
  const test = parseNodeTest(reader);
  const predicates: Expression[] = [];
  while (takeIf(reader, "symbol", "[")) predicates.push(parsePredicate(reader));
  return toStep(axis, test, predicates);
}

function parseAxis(reader: Reader): Axis {
  if (takeIf(reader, "symbol", "@")) return "attribute";
  const token = peek(reader);
  if (token?.kind !== "axis") return "child";
  const axis = AXES.find((name) => name === token.text);
  if (axis === undefined) throw new XPathFault(`there is no axis ${token.text}`);
  reader.at += 1;
  take(reader, "symbol", "::");
  return axis;
}

function parseNodeTest(reader: Reader): NodeTest {
  if (takeIf(reader, "symbol", "*")) return { kind: "name", name: null };
  const token = peek(reader);
  if (token?.kind !== "name" && token?.kind !== "node_type") throw unexpected(reader);
  reader.at += 1;
  if (token.kind === "name") return { kind: "name", name: token.text };
  take(reader, "symbol", "(");
  if (token.text === "processing-instruction" && peek(reader)?.kind === "literal") reader.at += 1;
  take(reader, "symbol", ")");
  return { kind: "type", type: token.text };
}

function parsePredicate(reader: Reader): Expression {
  const predicate = parseOr(reader);
  take(reader, "symbol", "]");
  return predicate;
}

const toStep = (axis: Axis, test: NodeTest, predicates: readonly Expression[]): Step => ({
  axis,
  test,
  predicates,
  isPositional: predicates.some(isPositional),
});

/** `//name` is one step where no predicate asks for a place among the children of one element. */
function toPath(start: "root" | "context", steps: readonly Step[]): Expression {
  const shorter: Step[] = [];
  for (const step of steps) {
    const before = shorter.at(-1);
    const isAnywhere =
      before?.axis === "descendant-or-self" &&
      before.test === ANY_NODE &&
      before.predicates.length === 0;
    if (isAnywhere && step.axis === "child" && !step.isPositional) {
      shorter[shorter.length - 1] = { ...step, axis: "descendant" };
    } else shorter.push(step);
  }
  return { kind: "path", start, steps: shorter };
}

const peek = (reader: Reader): Token | undefined => reader.tokens[reader.at];

function takeIf(reader: Reader, kind: Token["kind"], text: string): boolean {
  const token = peek(reader);
  if (token?.kind !== kind || token.text !== text) return false;
  reader.at += 1;
  return true;
}

function take(reader: Reader, kind: Token["kind"], text: string): void {
  if (!takeIf(reader, kind, text)) throw unexpected(reader);
}

function unexpected(reader: Reader): XPathFault {
  const token = peek(reader);
  return new XPathFault(
    token === undefined
      ? "it ends too early"
      : `not an expression from character ${token.at + 1} on`,
  );
}

// The grammar of XPath 1.0 by recursive descent, out of tokens. What `*` and the words `and`, `or`, `div` and `mod` are follows from
// where they stand. Expressions are evaluated at the root of an arch, and cached, since the same ones stand in many views.
import { getRoot, type DocumentNode } from "../tree.js";
import { keepRecent } from "../../../lookup/memo.js";
import { type StepBudget, MOST_CHARACTERS, MOST_NESTED } from "../../../lookup/limits.js";
import {
  type Expression,
  createBinary,
  createCall,
  createLiteral,
  getFunction,
  negate,
} from "./expression.js";
import { isNodeSet, type XPathNode, type XPathValue, XPathFault } from "./values.js";
import { AXES, type Axis } from "./axes.js";
import {
  createFilter,
  createNameTest,
  createPath,
  createStep,
  ANY_NODE,
  type NodeTest,
  type Step,
} from "./path.js";

/** Some 20,000 different ones are in all modules of the community. */
const MOST_CACHED = 2000;

const cached = keepRecent<Expression>(MOST_CACHED);

/** @throws XPathFault */
export function evaluateExpression(
  text: string,
  document: DocumentNode,
  budget: StepBudget,
): XPathValue {
  const scope = { document, budget, order: undefined };
  return compileExpression(text).evaluate({ node: getRoot(document), position: 1, size: 1, scope });
}

/** The first node of a set; `undefined` for an empty set, `null` for what is none. @throws XPathFault */
export function evaluateFirst(
  text: string,
  document: DocumentNode,
  budget: StepBudget,
): XPathNode | null | undefined {
  // The most frequent kind, `//field[@name='x']`, ends where it is found.
  const { findFirst } = compileExpression(text);
  if (findFirst !== undefined) return findFirst({ document, budget, order: undefined });
  const value = evaluateExpression(text, document, budget);
  return isNodeSet(value) ? value[0] : null;
}

function compileExpression(text: string): Expression {
  return cached(text, () => parseExpression(text));
}

/** Weakest first; all are left-associative. */
const BINARY_OPERATORS: readonly (readonly string[])[] = [
  ["or"],
  ["and"],
  ["=", "!="],
  ["<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "div", "mod"],
];

/** `%(id)d`, as which the number of a record is written, is a literal; a name may have the prefix `xml`. */
const TOKEN =
  /\s*(?:(?<literal>"[^"]*"|'[^']*')|(?<id>%\([^()]*\)d)|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<name>(?:xml:)?[\p{L}_][\p{L}\p{N}\p{M}_.\u{b7}-]*)|\.\.|::|\/\/|!=|<=|>=|[()[\].@,/|+=<>*-])/uy;

interface Token {
  readonly kind: "literal" | "number" | "name" | "symbol";
  readonly text: string;
  readonly at: number;
}

interface Reader {
  readonly tokens: readonly Token[];
  at: number;
  nested: number;
}

/** @throws XPathFault */
function parseExpression(text: string): Expression {
  if (text.length > MOST_CHARACTERS) throw new XPathFault("longer than an expression may be", true);
  const reader: Reader = { tokens: readTokens(text), at: 0, nested: 0 };
  const expression = parseOr(reader);
  if (reader.at < reader.tokens.length) throw unexpected(reader);
  return expression;
}

function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end; at = TOKEN.lastIndex) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw new XPathFault(`not an expression from character ${at + 1} on`);
    const { literal, id, number, name } = match.groups ?? {};
    if (literal !== undefined) tokens.push({ kind: "literal", text: literal.slice(1, -1), at });
    else if (id !== undefined) tokens.push({ kind: "literal", text: id, at });
    else if (number !== undefined) tokens.push({ kind: "number", text: number, at });
    else if (name !== undefined) tokens.push({ kind: "name", text: name, at });
    else tokens.push({ kind: "symbol", text: match[0].trim(), at });
  }
  return tokens;
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
    const operator = operators.find((text) => takeIf(reader, text));
    if (operator === undefined) return left;
    left = createBinary(operator, left, parseBinary(reader, level + 1));
  }
}

function parseUnary(reader: Reader): Expression {
  let signs = 0;
  while (takeIf(reader, "-")) signs += 1;
  let expression = parsePath(reader);
  while (takeIf(reader, "|")) expression = createBinary("|", expression, parsePath(reader));
  if (signs === 0) return expression;
  const negated = negate(expression);
  return signs % 2 === 1 ? negated : negate(negated);
}

function parsePath(reader: Reader): Expression {
  const primary = parsePrimary(reader);
  if (primary !== undefined) {
    let filtered = primary;
    while (takeIf(reader, "[")) filtered = createFilter(filtered, parsePredicate(reader));
    const steps = parseMoreSteps(reader, []);
    return steps.length === 0 ? filtered : createPath(filtered, steps);
  }
  if (takeIf(reader, "//")) {
    const steps = [createStep("descendant-or-self")];
    // `////a` is none by the recommendation; libxml2 reads it, and views have it.
    if (takeIf(reader, "//")) steps.push(...steps);
    else takeIf(reader, "/");
    return createPath("root", parseMoreSteps(reader, [...steps, parseStep(reader)]));
  }
  if (takeIf(reader, "/")) {
    return createPath(
      "root",
      startsStep(reader) ? parseMoreSteps(reader, [parseStep(reader)]) : [],
    );
  }
  return createPath("context", parseMoreSteps(reader, [parseStep(reader)]));
}

function parsePrimary(reader: Reader): Expression | undefined {
  const token = peek(reader);
  if (token?.kind === "literal" || token?.kind === "number") {
    reader.at += 1;
    return createLiteral(token.kind === "number" ? Number(token.text) : token.text);
  }
  if (isFunction(reader)) return parseCall(reader);
  if (!takeIf(reader, "(")) return undefined;
  const expression = parseOr(reader);
  take(reader, ")");
  return expression;
}

function parseCall(reader: Reader): Expression {
  const name = peek(reader)?.text ?? "";
  const found = getFunction(name);
  reader.at += 1;
  const operands: Expression[] = [];
  take(reader, "(");
  if (!takeIf(reader, ")")) {
    do operands.push(parseOr(reader));
    while (takeIf(reader, ","));
    take(reader, ")");
  }
  return createCall(name, found, operands);
}

function parseMoreSteps(reader: Reader, steps: Step[]): readonly Step[] {
  for (;;) {
    if (takeIf(reader, "//")) steps.push(createStep("descendant-or-self"));
    else if (!takeIf(reader, "/")) return steps;
    steps.push(parseStep(reader));
  }
}

function parseStep(reader: Reader): Step {
  if (takeIf(reader, ".")) return createStep("self");
  if (takeIf(reader, "..")) return createStep("parent");
  const axis = parseAxis(reader);
  const test = parseNodeTest(reader);
  const predicates: Expression[] = [];
  while (takeIf(reader, "[")) predicates.push(parsePredicate(reader));
  return createStep(axis, test, predicates);
}

function parseAxis(reader: Reader): Axis {
  if (takeIf(reader, "@")) return "attribute";
  const name = peek(reader)?.text ?? "";
  if (!isBefore(reader, "::")) return "child";
  if (!Object.hasOwn(AXES, name)) throw new XPathFault(`there is no axis ${name}`);
  reader.at += 2;
  return name as Axis;
}

function parseNodeTest(reader: Reader): NodeTest {
  if (takeIf(reader, "*"))
    return { passes: ({ kind }) => kind === "element" || kind === "attribute" };
  const token = peek(reader);
  const isOther = isFunction(reader) || isBefore(reader, "::");
  if (token?.kind !== "name" || isOther) throw unexpected(reader);
  reader.at += 1;
  const { text: name } = token;
  if (!takeIf(reader, "(")) return createNameTest(name);
  if (name === "processing-instruction" && peek(reader)?.kind === "literal") reader.at += 1;
  take(reader, ")");
  return name === "node" ? ANY_NODE : { passes: ({ kind }) => kind === name };
}

function parsePredicate(reader: Reader): Expression {
  const predicate = parseOr(reader);
  take(reader, "]");
  return predicate;
}

const peek = (reader: Reader): Token | undefined => reader.tokens[reader.at];

const NODE_TYPES = new Set(["node", "text", "comment", "processing-instruction"]);

/** Whether a name is what comes now, and this symbol behind it. */
function isBefore({ tokens, at }: Reader, symbol: string): boolean {
  const behind = tokens[at + 1];
  return tokens[at]?.kind === "name" && behind?.kind === "symbol" && behind.text === symbol;
}

const isFunction = (reader: Reader): boolean =>
  isBefore(reader, "(") && !NODE_TYPES.has(peek(reader)?.text ?? "");

function startsStep(reader: Reader): boolean {
  const token = peek(reader);
  if (token?.kind === "name") return !isFunction(reader);
  return token?.kind === "symbol" && [".", "..", "@", "*"].includes(token.text);
}

function takeIf(reader: Reader, text: string): boolean {
  const token = peek(reader);
  const isIt = token?.text === text && (token.kind === "symbol" || token.kind === "name");
  if (isIt) reader.at += 1;
  return isIt;
}

function take(reader: Reader, text: string): void {
  if (!takeIf(reader, text)) throw unexpected(reader);
}

function unexpected(reader: Reader): XPathFault {
  const token = peek(reader);
  return new XPathFault(
    token === undefined
      ? "it ends too early"
      : `not an expression from character ${token.at + 1} on`,
  );
}

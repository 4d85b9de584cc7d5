// The value of an XPath expression over an arch. Steps are counted: expressions are anyone's.
import { getRoot, listDescendants, type DocumentNode } from "../tree.js";
import { walkAxis } from "./axes.js";
import { spendSteps, XPathFault, type StepBudget } from "./fault.js";
import { callFunction, hasClasses } from "./functions.js";
import { REVERSE_AXES, type Expression, type NodeTest, type Step } from "./syntax.js";
import {
  compareValues,
  isNodeSet,
  toBoolean,
  toNumber,
  type XPathNode,
  type XPathValue,
} from "./values.js";

/** Where an expression is evaluated: at a node, as one of several. */
interface Focus {
  readonly node: XPathNode;
  readonly position: number;
  readonly size: number;
}

interface Evaluation {
  readonly document: DocumentNode;
  readonly budget: StepBudget;
  order: ReadonlyMap<XPathNode, number> | undefined;
}

/** The value at the root of an arch. @throws XPathFault */
export function evaluateExpression(
  expression: Expression,
  document: DocumentNode,
  budget: StepBudget,
): XPathValue {
  const focus = { node: getRoot(document), position: 1, size: 1 };
  return evaluate(expression, focus, { document, budget, order: undefined });
}

/**
 * The first node of a set in document order, at the root of an arch; `undefined` for an empty set, `null` for
 * what is no set. @throws XPathFault
 */
export function evaluateFirst(
  expression: Expression,
  document: DocumentNode,
  budget: StepBudget,
): XPathNode | null | undefined {
  const [step, ...more] = expression.kind === "path" ? expression.steps : [];
  const isDirect =
    expression.kind === "path" &&
    typeof expression.start === "string" &&
    step !== undefined &&
    more.length === 0 &&
    !step.isPositional &&
    !REVERSE_AXES.has(step.axis);
  if (!isDirect) {
    const value = evaluateExpression(expression, document, budget);
    return isNodeSet(value) ? value[0] : null;
  }
  // The most frequent kind, `//field[@name='x']`, ends where it is found.
  const evaluation = { document, budget, order: undefined };
  let found: XPathNode | undefined;
  const start = expression.start === "root" ? document : getRoot(document);
  walkAxis(step.axis, start, (node) => {
    spendSteps(evaluation.budget, 1);
    if (!passes(node, step.test) || !satisfiesAll(node, step.predicates, evaluation)) return false;
    found = node;
    return true;
  });
  return found;
}

type QuickTest = Expression & { readonly kind: "attribute_is" | "has_classes" };

const isQuick = (expression: Expression): expression is QuickTest =>
  expression.kind === "attribute_is" || expression.kind === "has_classes";

const satisfies = (node: XPathNode, test: QuickTest): boolean =>
  test.kind === "has_classes"
    ? hasClasses(node, test.names)
    : node.kind === "element" && node.attributes.get(test.name) === test.value;

const satisfiesAll = (
  node: XPathNode,
  predicates: readonly Expression[],
  evaluation: Evaluation,
): boolean =>
  predicates.every((predicate) =>
    isQuick(predicate)
      ? satisfies(node, predicate)
      : toBoolean(evaluate(predicate, { node, position: 1, size: 1 }, evaluation)),
  );

function evaluate(expression: Expression, focus: Focus, evaluation: Evaluation): XPathValue {
  switch (expression.kind) {
    case "literal":
      return expression.value;
    case "attribute_is":
    case "has_classes":
      return satisfies(focus.node, expression);
    case "negate":
      return -toNumber(evaluate(expression.operand, focus, evaluation), evaluation.budget);
    case "binary":
      return evaluateBinary(expression, focus, evaluation);
    case "call": {
      const operands = expression.operands.map((operand) => evaluate(operand, focus, evaluation));
      const value = callFunction(expression.name, operands, {
        ...focus,
        budget: evaluation.budget,
      });
      spendSteps(evaluation.budget, typeof value === "string" ? value.length : 1);
      return value;
    }
    case "filter": {
      const set = toSet(evaluate(expression.start, focus, evaluation));
      return filterNodes(set, expression.predicate, evaluation);
    }
    case "path": {
      const { start } = expression;
      let nodes: readonly XPathNode[] =
        start === "root"
          ? [evaluation.document]
          : start === "context"
            ? [focus.node]
            : toSet(evaluate(start, focus, evaluation));
      for (const step of expression.steps) nodes = takeStep(nodes, step, evaluation);
      return nodes;
    }
  }
}

function evaluateBinary(
  { operator, left, right }: Expression & { readonly kind: "binary" },
  focus: Focus,
  evaluation: Evaluation,
): XPathValue {
  const first = evaluate(left, focus, evaluation);
  if (operator === "and" && !toBoolean(first)) return false;
  if (operator === "or" && toBoolean(first)) return true;
  const second = evaluate(right, focus, evaluation);
  const getNumber = (value: XPathValue): number => toNumber(value, evaluation.budget);
  switch (operator) {
    case "and":
    case "or":
      return toBoolean(second);
    case "|":
      return sortDistinct([...toSet(first), ...toSet(second)], evaluation);
    case "+":
      return getNumber(first) + getNumber(second);
    case "-":
      return getNumber(first) - getNumber(second);
    case "*":
      return getNumber(first) * getNumber(second);
    case "div":
      return getNumber(first) / getNumber(second);
    case "mod":
      return getNumber(first) % getNumber(second);
    case "=":
    case "!=":
    case "<":
    case "<=":
    case ">":
    case ">=":
      return compareValues(operator, first, second, evaluation.budget);
    default:
      throw new XPathFault(`there is no operator ${operator}`);
  }
}

function toSet(value: XPathValue): readonly XPathNode[] {
  if (!isNodeSet(value)) throw new XPathFault("a set of nodes is wanted");
  return value;
}

function takeStep(
  from: readonly XPathNode[],
  step: Step,
  evaluation: Evaluation,
): readonly XPathNode[] {
  const [only] = from;
  if (only === undefined) return from;
  if (from.length === 1) {
    const nodes = takeStepFrom(only, step, evaluation);
    return REVERSE_AXES.has(step.axis) ? nodes.toReversed() : nodes;
  }
  const all: XPathNode[] = [];
  for (const node of from) all.push(...takeStepFrom(node, step, evaluation));
  return step.axis === "self" || step.axis === "attribute" ? all : sortDistinct(all, evaluation);
}

/** In the order of the axis. */
function takeStepFrom(from: XPathNode, step: Step, evaluation: Evaluation): readonly XPathNode[] {
  let nodes: XPathNode[] = [];
  walkAxis(step.axis, from, (node) => {
    spendSteps(evaluation.budget, 1);
    const isTaken =
      passes(node, step.test) &&
      (step.isPositional || satisfiesAll(node, step.predicates, evaluation));
    if (isTaken) nodes.push(node);
    return false;
  });
  if (step.isPositional) {
    for (const predicate of step.predicates) nodes = filterNodes(nodes, predicate, evaluation);
  }
  return nodes;
}

/** A number is the place of the node that is meant. */
function filterNodes(
  nodes: readonly XPathNode[],
  predicate: Expression,
  evaluation: Evaluation,
): XPathNode[] {
  const size = nodes.length;
  return nodes.filter((node, at) => {
    spendSteps(evaluation.budget, 1);
    const value = evaluate(predicate, { node, position: at + 1, size }, evaluation);
    return typeof value === "number" ? value === at + 1 : toBoolean(value);
  });
}

/** A name without a prefix is in no namespace. */
function passes(node: XPathNode, test: NodeTest): boolean {
  if (test.kind === "type") {
    return test.type === "node" || (test.type === "text" && node.kind === "text");
  }
  if (node.kind === "attribute") return test.name === null || node.name === test.name;
  if (node.kind !== "element") return false;
  return test.name === null || (node.tag === test.name && node.namespace === "");
}

function sortDistinct(nodes: readonly XPathNode[], evaluation: Evaluation): readonly XPathNode[] {
  const distinct = [...new Set(nodes)];
  if (distinct.length < 2) return distinct;
  const order = (evaluation.order ??= orderNodes(evaluation));
  const getPlace = (node: XPathNode): number =>
    node.kind === "attribute" ? (order.get(node.parent) ?? 0) + 0.5 : (order.get(node) ?? 0);
  return distinct.toSorted((a, b) => getPlace(a) - getPlace(b));
}

function orderNodes(evaluation: Evaluation): ReadonlyMap<XPathNode, number> {
  const order = new Map<XPathNode, number>();
  for (const node of listDescendants(evaluation.document)) order.set(node, order.size);
  spendSteps(evaluation.budget, order.size);
  return order;
}

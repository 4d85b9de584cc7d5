// Location paths and predicates: sets of nodes step by step.
import { getRoot } from "../tree.js";
import { AXES, REVERSE_AXES, type Axis, sortNodes, type Scope } from "./axes.js";
import { spendSteps } from "../../../lookup/limits.js";
import type { Expression } from "./expression.js";
import { toBoolean, toSet, type XPathNode } from "./values.js";

export interface NodeTest {
  readonly passes: (node: XPathNode) => boolean;
  /** Passes only nodes of this name. */
  readonly name?: string;
}

export const ANY_NODE: NodeTest = { passes: () => true };

/** A name without a prefix is in no namespace. */
export const createNameTest = (name: string): NodeTest => ({
  passes: (node) =>
    node.kind === "element"
      ? node.tag === name && node.namespace === ""
      : node.kind === "attribute" && node.name === name,
  name,
});

export interface Step {
  readonly axis: Axis;
  readonly test: NodeTest;
  readonly predicates: readonly Expression[];
  /** The first predicate that asks for the position of a node among the others, and what is behind it. */
  readonly positional: readonly Expression[];
}

export function createStep(
  axis: Axis,
  test: NodeTest = ANY_NODE,
  predicates: readonly Expression[] = [],
): Step {
  const found = predicates.findIndex(({ isNumber, asksPosition }) => isNumber || asksPosition);
  const at = found === -1 ? predicates.length : found;
  return { axis, test, predicates: predicates.slice(0, at), positional: predicates.slice(at) };
}

/** @param start the document, the context node, or the set of an expression */
export function createPath(
  start: "root" | "context" | Expression,
  written: readonly Step[],
): Expression {
  const steps = joinSteps(written);
  const [only, ...more] = steps;
  const isOne = typeof start === "string" && only !== undefined && more.length === 0;
  const isPlain = isOne && only.predicates.length + only.positional.length === 0;
  return {
    evaluate: (focus) => {
      const { scope } = focus;
      let nodes: readonly XPathNode[];
      if (typeof start === "object") nodes = toSet(start.evaluate(focus));
      else nodes = [start === "root" ? scope.document : focus.node];
      for (const step of steps) nodes = takeStep(nodes, step, scope);
      return nodes;
    },
    isNumber: false,
    asksPosition: typeof start === "object" && start.asksPosition,
    attribute:
      isPlain && start === "context" && only.axis === "attribute" ? only.test.name : undefined,
    findFirst:
      isOne && only.positional.length === 0 && !REVERSE_AXES.has(only.axis)
        ? (scope) => {
            const from = start === "root" ? scope.document : getRoot(scope.document);
            return takeStepFrom(from, only, scope, 1)[0];
          }
        : undefined,
  };
}

/** `//name` is one step where no predicate asks for a position among the children of one element. */
function joinSteps(steps: readonly Step[]): readonly Step[] {
  const joined: Step[] = [];
  for (const step of steps) {
    const before = joined.at(-1);
    const isAnywhere =
      before?.axis === "descendant-or-self" &&
      before.test === ANY_NODE &&
      before.predicates.length + before.positional.length === 0;
    if (isAnywhere && step.axis === "child" && step.positional.length === 0) {
      joined[joined.length - 1] = { ...step, axis: "descendant" };
    } else joined.push(step);
  }
  return joined;
}

/** The nodes of a set of which a predicate is true. */
export const createFilter = (start: Expression, predicate: Expression): Expression => ({
  evaluate: (focus) => filterNodes(toSet(start.evaluate(focus)), predicate, focus.scope),
  isNumber: false,
  asksPosition: start.asksPosition,
});

function takeStep(from: readonly XPathNode[], step: Step, scope: Scope): readonly XPathNode[] {
  const [only] = from;
  if (only === undefined) return from;
  if (from.length === 1) {
    const nodes = takeStepFrom(only, step, scope);
    return REVERSE_AXES.has(step.axis) ? nodes.toReversed() : nodes;
  }
  const all: XPathNode[] = [];
  for (const node of from) {
    for (const found of takeStepFrom(node, step, scope)) all.push(found);
  }
  return step.axis === "self" || step.axis === "attribute" ? all : sortNodes(all, scope);
}

/** Beside the nodes that it visits: to begin one takes as long as to look at some. */
const STEPS_PER_WALK = 2;

/** In the order of the axis. @param most how many are asked for */
function takeStepFrom(
  from: XPathNode,
  { axis, test, predicates, positional }: Step,
  scope: Scope,
  most = Infinity,
): readonly XPathNode[] {
  const nodes: XPathNode[] = [];
  const visit = (node: XPathNode): boolean => {
    spendSteps(scope.budget, 1);
    return test.passes(node) && satisfiesAll(node, predicates, scope) && nodes.push(node) === most;
  };
  spendSteps(scope.budget, STEPS_PER_WALK);
  AXES[axis](from, visit, scope.budget);
  let left = nodes;
  for (const predicate of positional) left = filterNodes(left, predicate, scope);
  return left;
}

function satisfiesAll(node: XPathNode, predicates: readonly Expression[], scope: Scope): boolean {
  if (predicates.length === 0) return true;
  const focus = { node, position: 1, size: 1, scope };
  return predicates.every((predicate) => toBoolean(predicate.evaluate(focus)));
}

/** A number is the position of the node that is meant. */
function filterNodes(
  nodes: readonly XPathNode[],
  predicate: Expression,
  scope: Scope,
): XPathNode[] {
  const size = nodes.length;
  return nodes.filter((node, at) => {
    spendSteps(scope.budget, 1);
    const value = predicate.evaluate({ node, position: at + 1, size, scope });
    return typeof value === "number" ? value === at + 1 : toBoolean(value);
  });
}

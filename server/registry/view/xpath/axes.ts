// The axes of XPath: each visits the nodes to which it leads, nearest first, and ends when its visitor says so. Beside them the
// focus of an expression, and document order.
import { listDescendants, type ChildNode, type ElementNode, type DocumentNode } from "../tree.js";
import { spendSteps, type StepBudget } from "../../../lookup/limits.js";
import type { AttributeNode, XPathNode } from "./values.js";

/** @returns whether the walk shall end */
type Visitor = (node: XPathNode) => boolean;
type Walk = (from: XPathNode, visit: Visitor, budget: StepBudget) => boolean;

export const AXES = {
  self: (from, visit) => visit(from),
  child: (from, visit) => listChildren(from).some(visit),
  parent: ({ parent }, visit) => parent !== null && visit(parent),
  attribute: (from, visit) => listAttributes(from).some(visit),
  descendant: visitInside,
  "descendant-or-self": (from, visit) => visit(from) || visitInside(from, visit),
  ancestor: ({ parent }, visit) => listUpwards(parent).some(visit),
  "ancestor-or-self": (from, visit) => listUpwards(from).some(visit),
  "following-sibling": (from, visit, budget) => listSiblings(from, 1, budget).some(visit),
  "preceding-sibling": (from, visit, budget) => listSiblings(from, -1, budget).some(visit),
  following: (from, visit, budget) =>
    // The element's content follows its attribute.
    (from.kind === "attribute" && visitInside(from.parent, visit)) ||
    listUpwards(from).some((node) =>
      listSiblings(node, 1, budget).some((next) => visit(next) || visitInside(next, visit)),
    ),
  preceding: (from, visit, budget) =>
    listUpwards(from).some((node) =>
      listSiblings(node, -1, budget).some((before) =>
        [...listDescendants(before)].toReversed().some(visit),
      ),
    ),
  namespace: () => false,
} as const satisfies Readonly<Record<string, Walk>>;

export type Axis = keyof typeof AXES;

/** Axes in reverse document order. */
export const REVERSE_AXES: ReadonlySet<Axis> = new Set([
  "ancestor",
  "ancestor-or-self",
  "preceding",
  "preceding-sibling",
]);

function listChildren(node: XPathNode): readonly ChildNode[] {
  return node.kind === "element" || node.kind === "document" ? node.children : [];
}

/** Without a generator, since each spec walks the arch. */
function visitInside(top: XPathNode, visit: Visitor): boolean {
  const open: [children: readonly ChildNode[], at: number][] = [];
  let children = listChildren(top);
  for (let at = 0; ; at += 1) {
    const node = children[at];
    if (node === undefined) {
      const above = open.pop();
      if (above === undefined) return false;
      [children, at] = above;
    } else if (visit(node)) return true;
    else if (node.kind === "element" && node.children.length > 0) {
      open.push([children, at]);
      children = node.children;
      at = -1;
    }
  }
}

function listUpwards(from: XPathNode | null): readonly XPathNode[] {
  const nodes: XPathNode[] = [];
  for (let node = from; node !== null; node = node.parent) nodes.push(node);
  return nodes;
}

function listSiblings(
  node: XPathNode,
  direction: 1 | -1,
  budget: StepBudget,
): readonly ChildNode[] {
  if (node.parent === null || node.kind === "attribute") return [];
  const { children } = node.parent;
  spendSteps(budget, 1 + (children.length >> 4));
  const at = (children as readonly XPathNode[]).indexOf(node);
  return direction === 1 ? children.slice(at + 1) : children.slice(0, at).toReversed();
}

const attributesOf = new WeakMap<ElementNode, Map<string, AttributeNode>>();

/** Attribute nodes, stable as long as the value is. Namespace declarations are left out. */
function listAttributes(element: XPathNode): readonly AttributeNode[] {
  if (element.kind !== "element") return [];
  let known = attributesOf.get(element);
  if (known === undefined) attributesOf.set(element, (known = new Map<string, AttributeNode>()));
  const nodes: AttributeNode[] = [];
  for (const [name, value] of element.attributes) {
    if (name === "xmlns" || name.startsWith("xmlns:")) continue;
    let node = known.get(name);
    if (node?.value !== value) {
      node = { kind: "attribute", parent: element, name, value };
      known.set(name, node);
    }
    nodes.push(node);
  }
  return nodes;
}

/** State shared by one evaluation. */
export interface Scope {
  readonly document: DocumentNode;
  readonly budget: StepBudget;
  /** Nodes by their position in the document, once that was asked for. */
  order: ReadonlyMap<XPathNode, number> | undefined;
}

/** A node, as one of several. */
export interface Focus {
  readonly node: XPathNode;
  readonly position: number;
  readonly size: number;
  readonly scope: Scope;
}

/** A set of nodes: without repetitions, in document order. */
export function sortNodes(nodes: readonly XPathNode[], scope: Scope): readonly XPathNode[] {
  const distinct = [...new Set(nodes)];
  if (distinct.length < 2) return distinct;
  spendSteps(scope.budget, distinct.length);
  const order = (scope.order ??= orderDocument(scope));
  const getPosition = (node: XPathNode): number =>
    node.kind === "attribute" ? (order.get(node.parent) ?? 0) + 0.5 : (order.get(node) ?? 0);
  return distinct.toSorted((a, b) => getPosition(a) - getPosition(b));
}

function orderDocument({ document, budget }: Scope): ReadonlyMap<XPathNode, number> {
  const order = new Map<XPathNode, number>();
  for (const node of listDescendants(document)) order.set(node, order.size);
  spendSteps(budget, order.size);
  return order;
}

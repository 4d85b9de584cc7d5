// Focus of an expression, and document order.
import { listDescendants, type DocumentNode } from "../tree.js";
import { spendSteps, type StepBudget } from "../../../lookup/limits.js";
import type { XPathNode } from "./values.js";

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

// Walks along the axes of XPath, nearest node first. A walk ends when its visitor says so.
import type { ElementNode, ParentNode } from "../tree.js";
import type { Axis } from "./syntax.js";
import type { AttributeNode, XPathNode } from "./values.js";

/** @returns whether the walk shall end */
export type Visitor = (node: XPathNode) => boolean;

export function walkAxis(axis: Axis, from: XPathNode, visit: Visitor): boolean {
  switch (axis) {
    case "self":
      return visit(from);
    case "child":
      return hasChildren(from) && from.children.some(visit);
    case "descendant":
      return hasChildren(from) && walkDown(from, visit);
    case "descendant-or-self":
      return visit(from) || (hasChildren(from) && walkDown(from, visit));
    case "parent":
      return from.parent !== null && visit(from.parent);
    case "ancestor":
      return walkUp(from.parent, visit);
    case "ancestor-or-self":
      return walkUp(from, visit);
    case "attribute":
      return from.kind === "element" && listAttributes(from).some(visit);
    case "following-sibling":
      return listSiblings(from, 1).some(visit);
    case "preceding-sibling":
      return listSiblings(from, -1).some(visit);
    case "following":
      return walkFollowing(from, visit);
    case "preceding":
      return walkPreceding(from, visit);
    case "namespace":
      return false;
  }
}

const hasChildren = (node: XPathNode): node is ParentNode =>
  node.kind === "element" || node.kind === "document";

function walkDown(top: ParentNode, visit: Visitor): boolean {
  const parents: ParentNode[] = [];
  const places: number[] = [];
  let parent = top;
  let at = 0;
  for (;;) {
    const node = parent.children[at];
    at += 1;
    if (node === undefined) {
      const above = parents.pop();
      if (above === undefined) return false;
      parent = above;
      at = places.pop() ?? 0;
    } else if (visit(node)) return true;
    else if (node.kind === "element" && node.children.length > 0) {
      parents.push(parent);
      places.push(at);
      parent = node;
      at = 0;
    }
  }
}

function walkUp(from: XPathNode | null, visit: Visitor): boolean {
  for (let node: XPathNode | null = from; node !== null; node = node.parent) {
    if (visit(node)) return true;
  }
  return false;
}

function listSiblings(node: XPathNode, direction: 1 | -1): readonly XPathNode[] {
  if (node.parent === null || node.kind === "attribute") return [];
  const { children } = node.parent;
  const at = (children as readonly XPathNode[]).indexOf(node);
  return direction === 1 ? children.slice(at + 1) : children.slice(0, at).toReversed();
}

/** Of an attribute: what is in its element, too. */
function walkFollowing(from: XPathNode, visit: Visitor): boolean {
  if (from.kind === "attribute" && walkDown(from.parent, visit)) return true;
  const start: XPathNode = from.kind === "attribute" ? from.parent : from;
  for (let node: XPathNode | null = start; node !== null; node = node.parent) {
    for (const sibling of listSiblings(node, 1)) {
      if (visit(sibling) || (hasChildren(sibling) && walkDown(sibling, visit))) return true;
    }
  }
  return false;
}

function walkPreceding(from: XPathNode, visit: Visitor): boolean {
  const start: XPathNode = from.kind === "attribute" ? from.parent : from;
  for (let node: XPathNode | null = start; node !== null; node = node.parent) {
    for (const sibling of listSiblings(node, -1)) {
      const inner: XPathNode[] = [sibling];
      if (hasChildren(sibling)) walkDown(sibling, (one) => (inner.push(one), false));
      if (inner.toReversed().some(visit)) return true;
    }
  }
  return false;
}

const attributesOf = new WeakMap<ElementNode, Map<string, AttributeNode>>();

/** The same node each time, as long as the value is the same. Declarations of namespaces are none. */
function listAttributes(element: ElementNode): readonly AttributeNode[] {
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

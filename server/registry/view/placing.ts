// Putting nodes into a tree and taking them out, with what odoo/tools/template_inheritance.py makes of the
// texts around them.
import type { ChildNode, ElementNode, ParentNode, Origin } from "./tree.js";

/** An element in a tree that marks where something comes. */
export type Anchor = ElementNode & { parent: ParentNode };

/** Puts an anchor into a parent at an index of its children; `takeElement` takes it out. */
export function createAnchor(parent: ElementNode, at: number): Anchor {
  const anchor: Anchor = {
    kind: "element",
    parent,
    tag: "sentinel",
    namespace: "",
    attributes: new Map(),
    changed: undefined,
    origin: parent.origin,
    children: [],
  };
  parent.children.splice(at, 0, anchor);
  return anchor;
}

/** All at once: one after the other each would move all that is behind it. */
export function insertBefore(anchor: Anchor, nodes: readonly ChildNode[]): void {
  if (nodes.length === 0) return;
  const { children } = anchor.parent;
  const behind = children.splice(children.indexOf(anchor));
  for (const node of nodes) {
    const before = children.at(-1);
    if (node.kind === "text" && before?.kind === "text") before.text += node.text;
    else {
      node.parent = anchor.parent;
      children.push(node);
    }
  }
  for (const node of behind) children.push(node);
}

/** Text before an anchor: the text that stands there, if any, loses the white space at its end, even for no text. */
export function insertTextBefore(anchor: Anchor, text: string, origin: Origin): void {
  const { children } = anchor.parent;
  const at = children.indexOf(anchor);
  const before = children[at - 1];
  if (before?.kind === "text") {
    before.text = before.text.trimEnd() + text;
    if (before.text === "") children.splice(at - 1, 1);
  } else if (text !== "") {
    children.splice(at, 0, { kind: "text", parent: anchor.parent, text, origin });
  }
}

/** Takes an element out of its parent and leaves the text behind it. */
export function takeElement(element: ElementNode, parent: ParentNode): void {
  const { children } = parent;
  const at = children.indexOf(element);
  const [before, behind] = [children[at - 1], children[at + 1]];
  children.splice(at, 1);
  element.parent = null;
  if (before?.kind !== "text" || behind?.kind !== "text") return;
  // The text with which an element begins loses its end, other texts do not.
  before.text = (at === 1 ? before.text.trimEnd() : before.text) + behind.text;
  children.splice(at, 1);
}

/** Takes an element out of its parent, with the text behind it. */
export function removeElement(element: ElementNode, parent: ParentNode): void {
  const at = parent.children.indexOf(element);
  parent.children.splice(at, parent.children[at + 1]?.kind === "text" ? 2 : 1);
  element.parent = null;
}

// The tree in which views are combined: elements and texts that can be moved, each with the view and line that put
// it there. As in lxml no two texts stand beside each other. Nothing here recurses: archs are anyone's.
import type { ArchNode } from "../../../data/module/loaded-module.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import {
  MOST_ARCH_CHARACTERS,
  MOST_NODES,
  spendSteps,
  TooComplex,
  type StepBudget,
} from "../../lookup/limits.js";

/** A line of an arch: of the view at this index among those that are combined. */
export interface Origin {
  readonly view: number;
  readonly line: number;
}

export interface DocumentNode {
  readonly kind: "document";
  readonly parent: null;
  readonly children: ChildNode[];
}

export interface ElementNode {
  readonly kind: "element";
  parent: ParentNode | null;
  readonly tag: string;
  /** The default namespace, empty for none: names without a prefix find only elements without one. */
  readonly namespace: string;
  readonly attributes: Map<string, string>;
  /** Origins of attributes that another view changed. */
  changed: Map<string, Origin> | undefined;
  readonly origin: Origin;
  readonly children: ChildNode[];
}

interface TextNode {
  readonly kind: "text";
  parent: ParentNode | null;
  text: string;
  readonly origin: Origin;
}

export type ParentNode = DocumentNode | ElementNode;
export type ChildNode = ElementNode | TextNode;

/** Author of an arch. */
interface ArchSource {
  /** Index of the view among those that are combined. */
  readonly view: number;
  /** The ids in it are this module's where they name none; `null` where `%` means nothing. */
  readonly module: string | null;
  /** Line of its root. */
  readonly line: number;
}

/** Remaining size of archs together. */
export interface ArchRoom {
  readonly nodes: StepBudget;
  readonly characters: StepBudget;
}

/** @param what is combined: `view` */
export function createArchRoom(what: string): ArchRoom {
  const refuse = (most: number, unit: string) => () =>
    new TooComplex(`The archs of the ${what} have more than ${most} ${unit}.`);
  return {
    nodes: { left: MOST_NODES, fault: refuse(MOST_NODES, "elements and texts") },
    characters: { left: MOST_ARCH_CHARACTERS, fault: refuse(MOST_ARCH_CHARACTERS, "characters") },
  };
}

const NO_BUDGET: StepBudget = { left: Infinity, fault: () => new Error("unbounded") };
const BOUNDLESS: ArchRoom = { nodes: NO_BUDGET, characters: NO_BUDGET };

export function createDocument(root: ElementNode): DocumentNode {
  const document: DocumentNode = { kind: "document", parent: null, children: [root] };
  root.parent = document;
  return document;
}

export const getRoot = (document: DocumentNode): ElementNode => document.children[0] as ElementNode;

/**
 * A tree of an arch. Its ids, `%(id)d`, become full ones, and `%%` becomes `%` (odoo/tools/convert.py).
 * @throws what its room ends with
 */
export function plantArch(
  arch: ArchNode,
  { view, module, line }: ArchSource,
  { nodes, characters }: ArchRoom = BOUNDLESS,
): ElementNode {
  const plant = (node: ArchNode, parent: ElementNode | null): ElementNode => {
    const written = node[1];
    const attributes = new Map<string, string>();
    for (const name of Object.keys(written)) {
      const value = toFullIds(written[name] as string, module);
      spendSteps(characters, name.length + value.length);
      attributes.set(name, value);
    }
    spendSteps(nodes, 1);
    return {
      kind: "element",
      parent,
      tag: node[0],
      namespace: written["xmlns"] ?? parent?.namespace ?? "",
      attributes,
      changed: undefined,
      origin: { view, line: parent === null ? line : parent.origin.line + node[2] },
      children: [],
    };
  };
  const root = plant(arch, null);
  const open: [ElementNode, ArchNode][] = [[root, arch]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [parent, [, , , children]] = next;
    for (const child of children) {
      if (typeof child === "string") {
        const text = toFullIds(child, module);
        spendSteps(nodes, 1);
        spendSteps(characters, text.length);
        parent.children.push({ kind: "text", parent, text, origin: parent.origin });
      } else {
        const element = plant(child, parent);
        parent.children.push(element);
        open.push([element, child]);
      }
    }
  }
  return root;
}

function toFullIds(text: string, module: string | null): string {
  if (module === null || !text.includes("%")) return text;
  return text.replaceAll(/(?<!%)%\(([^()]*)\)[ds]|%%/g, (_, id: string | undefined) =>
    id === undefined ? "%" : `%(${toFullXmlId(module, id.trim())})d`,
  );
}

/** A copy that stands nowhere. */
export function copyTree(element: ElementNode): ElementNode {
  const copy = copyElement(element, null);
  const open: [ElementNode, ElementNode][] = [[element, copy]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, to] = next;
    for (const child of from.children) {
      if (child.kind === "text") to.children.push({ ...child, parent: to });
      else {
        const copied = copyElement(child, to);
        to.children.push(copied);
        open.push([child, copied]);
      }
    }
  }
  return copy;
}

const copyElement = (element: ElementNode, parent: ElementNode | null): ElementNode => ({
  ...element,
  parent,
  attributes: new Map(element.attributes),
  changed: element.changed && new Map(element.changed),
  children: [],
});

/** Characters that an element takes when it is written, about. */
export function measureTree(element: ElementNode): number {
  let size = 0;
  for (const node of listDescendants(element)) {
    if (node.kind === "text") size += node.text.length;
    else if (node.kind === "element") {
      size += 2 * node.tag.length + 5;
      for (const [name, value] of node.attributes) size += name.length + value.length + 4;
    }
  }
  return size;
}

/** Itself and what is in it, in document order. */
export function* listDescendants(top: ParentNode | ChildNode): Generator<ParentNode | ChildNode> {
  const open: (ParentNode | ChildNode)[] = [top];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    yield node;
    if (node.kind === "text") continue;
    for (let at = node.children.length - 1; at >= 0; at -= 1) {
      open.push(node.children[at] as ChildNode);
    }
  }
}

/** The elements of a tree, in document order. */
export const listElements = (top: DocumentNode): readonly ElementNode[] =>
  [...listDescendants(top)].filter((node) => node.kind === "element");

export function isInside(node: ChildNode, ancestor: ElementNode): boolean {
  for (let at: ParentNode | ChildNode | null = node; at !== null; at = at.parent) {
    if (at === ancestor) return true;
  }
  return false;
}

/** Name of a member; other names belong to widgets or to nothing. */
export const MEMBER_NAME = /^[a-z_]\w*$/i;

/** @param type the attribute of a button */
export function findMemberKind(tag: string, type?: string): "field" | "method" | undefined {
  if (tag === "field" || tag === "groupby") return "field";
  return (tag === "button" || tag === "a") && type === "object" ? "method" : undefined;
}

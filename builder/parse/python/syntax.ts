// The tree of a Python text as plain values, made once: asking the library for one node after another takes longer than
// reading the text. Comments are left out.
import type { PythonNode } from "./tree.js";

/** A named node; indices are UTF-16 code units of the text. */
export interface Syntax {
  /** Node type of the grammar: `call`, `attribute`, … */
  readonly type: string;
  readonly start: number;
  readonly end: number;
  /** Field of its parent: `left`, `function`, …; empty if the grammar has no name for it. */
  readonly field: string;
  readonly parent: Syntax | undefined;
  readonly children: readonly Syntax[];
}

/** Nodes whose children the grammar has no names for. */
const UNNAMING: ReadonlySet<string> = new Set(
  "module block argument_list list tuple dictionary expression_statement return_statement".split(
    " ",
  ),
);

/** By the numbers that the grammar has for types; none for signs, keywords, comments and errors. */
const typesById = new Map<number, string | undefined>();

interface GrowingSyntax extends Syntax {
  children: Syntax[];
}

/** Shared by all leaves, which are most nodes. */
const NO_CHILDREN: Syntax[] = [];

/** Nested deeper than any code. Walks recurse once or twice a level. */
const DEEPEST = 1_000;

/** Names and nothing else, which lie in each other as their text says; each step of the cursor takes longer. */
const CHAIN = /^\w+(?:\.\w+){1,20}$/;

/**
 * Drops everything below a thousand nodes.
 * @param isOpened whether anybody asks for what lies in a node; each node that is not made is time saved
 */
export function toSyntax(
  text: string,
  root: PythonNode,
  isOpened: (node: Syntax) => boolean,
): Syntax {
  const cursor = root.walk();
  const create = (type: string, parent?: Syntax): GrowingSyntax => ({
    type,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: parent === undefined || UNNAMING.has(parent.type) ? "" : (cursor.currentFieldName ?? ""),
    parent,
    children: NO_CHILDREN,
  });
  const findType = (): string | undefined => {
    const id = cursor.nodeTypeId;
    if (!typesById.has(id)) {
      const isKept = cursor.nodeIsNamed && !/^(?:comment|ERROR)$/.test(cursor.nodeType);
      // A key is one text for all nodes, which is compared by its place; the library makes another for each.
      typesById.set(id, isKept ? Object.keys({ [cursor.nodeType]: id })[0] : undefined);
    }
    return typesById.get(id);
  };
  const top = create(cursor.nodeType);
  top.children = [];
  const open = [top];
  let isDown = cursor.gotoFirstChild();
  while (open.length > 0) {
    const parent = open.at(-1);
    if (isDown && parent !== undefined) {
      const type = findType();
      if (type !== undefined) {
        const node = create(type, parent);
        parent.children.push(node);
        const isChain = type === "attribute" && CHAIN.test(text.slice(node.start, node.end));
        if (isChain) addChain(text, node);
        else if (isOpened(node) && open.length < DEEPEST && cursor.gotoFirstChild()) {
          node.children = [];
          open.push(node);
          continue;
        }
      }
      isDown = cursor.gotoNextSibling();
      continue;
    }
    open.pop();
    if (open.length === 0) break;
    cursor.gotoParent();
    isDown = cursor.gotoNextSibling();
  }
  return top;
}

/** @param chain an attribute whose text is dotted names */
function addChain(text: string, chain: GrowingSyntax): void {
  let node = chain;
  for (;;) {
    const { start, end } = node;
    const dot = text.lastIndexOf(".", end - 1);
    const isLast = text.lastIndexOf(".", dot - 1) < start;
    const object: GrowingSyntax = {
      type: isLast ? "identifier" : "attribute",
      start,
      end: dot,
      field: "object",
      parent: node,
      children: NO_CHILDREN,
    };
    const last = {
      type: "identifier",
      start: dot + 1,
      end,
      field: "attribute",
      parent: node,
      children: NO_CHILDREN,
    };
    node.children = [object, last];
    if (isLast) return;
    node = object;
  }
}

/** The child that the grammar calls so. */
export function findChild(node: Syntax | undefined, field: string): Syntax | undefined {
  return node?.children.find((child) => child.field === field);
}

export const FUNCTIONS: ReadonlySet<string> = new Set(["function_definition"]);

export function findAround(node: Syntax, types: ReadonlySet<string>): Syntax | undefined {
  let at = node.parent;
  while (at !== undefined && !types.has(at.type)) at = at.parent;
  return at;
}

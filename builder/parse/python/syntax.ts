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

/** Nested deeper than any code. Walks recurse once or twice a level. */
const DEEPEST = 1_000;

/** Drops everything below a thousand nodes. */
export function toSyntax(root: PythonNode): Syntax {
  const cursor = root.walk();
  const create = (parent: Syntax | undefined): Syntax & { readonly children: Syntax[] } => ({
    type: cursor.nodeType,
    start: cursor.startIndex,
    end: cursor.endIndex,
    field: cursor.currentFieldName ?? "",
    parent,
    children: [],
  });
  const top = create(undefined);
  const open = [top];
  let isDown = cursor.gotoFirstChild();
  while (open.length > 0) {
    const parent = open.at(-1);
    if (isDown && parent !== undefined) {
      if (cursor.nodeIsNamed && cursor.nodeType !== "comment") {
        const node = create(parent);
        parent.children.push(node);
        if (open.length < DEEPEST && cursor.gotoFirstChild()) {
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

/** The child that the grammar calls so. */
export function findChild(node: Syntax | undefined, field: string): Syntax | undefined {
  return node?.children.find((child) => child.field === field);
}

export const FUNCTIONS: ReadonlySet<string> = new Set(["function_definition"]);

/** The nearest node around one that is of one of these types. */
export function findAround(node: Syntax, types: ReadonlySet<string>): Syntax | undefined {
  let at = node.parent;
  while (at !== undefined && !types.has(at.type)) at = at.parent;
  return at;
}

// The statements of a body, those inside `if`, `try`, `with` and loops included, in source order; and of a
// whole file the classes and imports.

import type { PythonNode } from "./tree.js";

export interface Statement {
  /** Node type of the grammar: `expression_statement`, `function_definition`, … */
  readonly type: string;
  readonly node: PythonNode;
}

/** Nodes with further statements of the same scope; broken text keeps its content. */
const CONTAINERS: ReadonlySet<string> = new Set(
  (
    "block if_statement elif_clause else_clause try_statement except_clause except_group_clause finally_clause " +
    "with_statement for_statement while_statement match_statement case_clause ERROR"
  ).split(" "),
);

/** The statements directly in `body` or in compound statements in it. */
export function listStatements(body: PythonNode): readonly Statement[] {
  const statements: Statement[] = [];
  const waiting = body.namedChildren.toReversed();
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const { type } = node;
    if (!CONTAINERS.has(type)) statements.push({ type, node });
    // One by one: broken text may have more children than a call takes arguments.
    else for (const child of node.namedChildren.toReversed()) waiting.push(child);
  }
  return statements;
}

const WORD = /\b(?:class|import|from)\b/g;
const TYPES: ReadonlyMap<string, string> = new Map([
  ["class", "class_definition"],
  ["import", "import_statement"],
  ["from", "import_from_statement"],
]);

/**
 * All classes and imports, wherever they are, in source order. They are looked up by their words, since
 * most of a tree is neither.
 * @param blanked the text without what is inside comments and strings, at the same positions
 */
export function listByWords(blanked: string, root: PythonNode): readonly PythonNode[] {
  // With errors a node may have no keyword of its own.
  if (root.hasError) return root.descendantsOfType([...TYPES.values()]);
  return Array.from(blanked.matchAll(WORD), ({ index, 0: word }) => {
    const { parent } = root.descendantForIndex(index);
    const isMeant = parent?.type === TYPES.get(word) && parent?.startIndex === index;
    return isMeant && parent !== null ? [parent] : [];
  }).flat();
}

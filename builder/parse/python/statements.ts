// The statements of a body, those inside `if`, `try`, `with` and loops included, in source order.

import type { PythonNode } from "./tree.js";

export interface Statement {
  /** Node type of the grammar: `expression_statement`, `function_definition`, … */
  readonly type: string;
  readonly node: PythonNode;
}

/** What holds further statements of the same scope; broken text keeps what it holds. */
const CONTAINERS = new Set([
  "block",
  "if_statement",
  "elif_clause",
  "else_clause",
  "try_statement",
  "except_clause",
  "except_group_clause",
  "finally_clause",
  "with_statement",
  "for_statement",
  "while_statement",
  "match_statement",
  "case_clause",
  "ERROR",
]);

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

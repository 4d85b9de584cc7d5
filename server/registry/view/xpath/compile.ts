// Expressions evaluated at the root of an arch. They are cached, since the same ones stand in many views.
import { getRoot, type DocumentNode } from "../tree.js";
import { keepRecent } from "../../../lookup/bounded-cache.js";
import type { StepBudget } from "../../../lookup/limits.js";
import type { Expression } from "./expression.js";
import { parseExpression } from "./parse.js";
import { isNodeSet, type XPathNode, type XPathValue } from "./values.js";

/** Some 20,000 different ones are in all modules of the community. */
const MOST_CACHED = 2000;

const cached = keepRecent<Expression>(MOST_CACHED);

/** @throws XPathFault */
export function evaluateExpression(
  text: string,
  document: DocumentNode,
  budget: StepBudget,
): XPathValue {
  const scope = { document, budget, order: undefined };
  return compileExpression(text).evaluate({ node: getRoot(document), position: 1, size: 1, scope });
}

/** The first node of a set; `undefined` for an empty set, `null` for what is none. @throws XPathFault */
export function evaluateFirst(
  text: string,
  document: DocumentNode,
  budget: StepBudget,
): XPathNode | null | undefined {
  // The most frequent kind, `//field[@name='x']`, ends where it is found.
  const { findFirst } = compileExpression(text);
  if (findFirst !== undefined) return findFirst({ document, budget, order: undefined });
  const value = evaluateExpression(text, document, budget);
  return isNodeSet(value) ? value[0] : null;
}

function compileExpression(text: string): Expression {
  return cached(text, () => parseExpression(text));
}

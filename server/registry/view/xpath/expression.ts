// Expressions that were parsed before, those that were used last kept: the same ones stand in many views.
import { XPathFault } from "./fault.js";
import { parseExpression } from "./parse.js";
import type { Expression } from "./syntax.js";

/** Some 20,000 different ones are in all modules of the community. */
const MOST_HELD = 2000;

const held = new Map<string, Expression | XPathFault>();

/** @throws XPathFault */
export function compileExpression(text: string): Expression {
  let known = held.get(text);
  if (known === undefined) {
    known = compile(text);
    if (held.size >= MOST_HELD) held.delete(held.keys().next().value as string);
  } else held.delete(text);
  held.set(text, known);
  if (known instanceof XPathFault) throw known;
  return known;
}

function compile(text: string): Expression | XPathFault {
  try {
    return parseExpression(text);
  } catch (error) {
    if (error instanceof XPathFault) return error;
    throw error;
  }
}

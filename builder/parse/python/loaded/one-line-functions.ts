// Functions of a file that do nothing but return an expression of their parameters: with literal
// arguments a call of one is as good as a literal.

import type { CallEvaluator } from "../literal/computation.js";
import { evaluateLiteral } from "../literal/literal.js";
import type { Literal } from "../literal/literal-value.js";
import { isOperator, splitArguments } from "../text/split.js";
import { tokeniseLine } from "../text/tokens.js";

const FUNCTION = /^def[ \t]+(\w+)[ \t]*\(([\w, \t]*)\)[ \t]*:\s*return\b/gm;
/** Longer expressions are not evaluated. */
const EXPRESSION_LIMIT_UNITS = 500;

interface OneLineFunction {
  readonly parameters: readonly string[];
  /** UTF-16 index behind `return`. */
  readonly start: number;
}

/** @param blanked the text without what is inside comments and strings, at the same positions */
export function createCallEvaluator(text: string, blanked: string): CallEvaluator {
  let functions: ReadonlyMap<string, OneLineFunction> | undefined;
  return ({ tokens, from, to }, names) => {
    const open = from + 1;
    if (!isOperator(tokens[open], "(") || tokens[open]?.close !== to - 1) return undefined;
    functions ??= listFunctions(blanked);
    const called = functions.get(tokens[from]?.text ?? "");
    if (called === undefined) return undefined;
    const given = splitArguments(tokens, open);
    if (given.length !== called.parameters.length) return undefined;
    const values = new Map<string, Literal>();
    for (const [position, { key, value }] of given.entries()) {
      const parameter = key ?? called.parameters[position] ?? "";
      values.set(parameter, evaluateLiteral(value, names));
    }
    const end = Math.min(text.length, called.start + EXPRESSION_LIMIT_UNITS);
    const line = tokeniseLine(text, called.start, end);
    const last = line.findIndex(({ kind }) => kind === "newline");
    const expression = { tokens: line, from: 0, to: last === -1 ? line.length : last };
    return evaluateLiteral(expression, (name) => values.get(name) ?? names(name));
  };
}

function listFunctions(blanked: string): ReadonlyMap<string, OneLineFunction> {
  const functions = new Map<string, OneLineFunction>();
  for (const { 0: match, 1: name = "", 2: listed = "", index } of blanked.matchAll(FUNCTION)) {
    const parameters = listed.split(",").flatMap((one) => one.trim() || []);
    functions.set(name, { parameters, start: index + match.length });
  }
  return functions;
}

// The Python expressions of data files (`eval`): literals, and in them references to records, `ref('…')`,
// and commands, `Command.link(…)` (`_get_idref` of the platform's `tools/convert.py`). Nothing is executed.
import { evaluateLiteral, NO_NAMES } from "../python/literal/literal.js";
import { UNKNOWN, type Literal } from "../python/literal/literal-value.js";
import { tokenise } from "../python/text/tokens.js";

/** A longer expression is not read: it is data, not what a view is. */
const EXPRESSION_LIMIT_CHARS = 100_000;

/** Begins the text that a reference is read as; no text of an XML file holds it. */
const REFERENCE_MARK = "\u0000";

const REFERENCE_CALL =
  /\b(?:(?:self|obj\(\))\.env\.)?ref\(\s*u?(["'])([\w.-]+)\1\s*\)(?:\.ids?\b)?/g;

const COMMAND_CALL = /\bCommand\.(create|update|delete|unlink|link|clear|set)\(/g;

/** The tuples that commands stand for (`Command` of the platform's `fields.py`). */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["create", "(0, 0, "],
  ["update", "(1, "],
  ["delete", "(2, "],
  ["unlink", "(3, "],
  ["link", "(4, "],
  ["clear", "(5, "],
  ["set", "(6, 0, "],
]);

/** The value of an expression; parts that only running code knows are `unknown` in it. */
export function evaluateExpression(expression: string): Literal {
  if (expression.length > EXPRESSION_LIMIT_CHARS) return UNKNOWN;
  const source = expression
    .replaceAll(REFERENCE_MARK, "")
    .replaceAll(REFERENCE_CALL, (_call, quote: string, id: string) => toMarked(quote, id))
    .replaceAll(COMMAND_CALL, (_call, name: string) => COMMANDS.get(name) ?? "(");
  const tokens = tokenise(source, 0, source.length);
  return evaluateLiteral({ tokens, from: 0, to: tokens.length }, NO_NAMES);
}

/** A reference as a value. */
export function toReferenceValue(id: string): Literal {
  return { kind: "str", value: REFERENCE_MARK + id };
}

/** The id that a value refers to as written; `undefined` for any other value. */
export function findReferencedId(value: Literal): string | undefined {
  const isReference = value.kind === "str" && value.value.startsWith(REFERENCE_MARK);
  return isReference ? value.value.slice(REFERENCE_MARK.length) : undefined;
}

/**
 * The ids that a list of commands leaves in a field, `-` before one that is taken away; `undefined`
 * where it is no list of such commands.
 */
export function findLinkedIds(value: Literal): readonly string[] | undefined {
  if (!("items" in value)) return undefined;
  let linked: string[] = [];
  for (const command of value.items) {
    const [code, ...rest] = "items" in command ? command.items : [];
    if (code?.kind !== "number") return undefined;
    const operands = rest.flatMap((operand) => ("items" in operand ? operand.items : [operand]));
    const ids = operands.flatMap((operand) => findReferencedId(operand) ?? []);
    const isKnown = operands.every(
      (operand) => operand.kind === "number" || findReferencedId(operand) !== undefined,
    );
    if (!isKnown || code.value < 3 || code.value > 6) return undefined;
    if (code.value > 4) linked = [];
    linked.push(...(code.value === 3 ? ids.map((id) => `-${id}`) : ids));
  }
  return linked;
}

function toMarked(quote: string, id: string): string {
  return quote + REFERENCE_MARK + id + quote;
}

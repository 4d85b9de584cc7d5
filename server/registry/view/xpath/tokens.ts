// The tokens of an XPath 1.0 expression, by section 3.7 of the recommendation: what `*` and the words `and`,
// `or`, `mod` and `div` are depends on the token before them.
import { XPathFault } from "./fault.js";

export interface Token {
  readonly kind:
    | "name"
    | "operator"
    | "symbol"
    | "literal"
    | "number"
    | "function"
    | "node_type"
    | "axis";
  readonly text: string;
  readonly at: number;
}

const NODE_TYPES = new Set(["node", "text", "comment", "processing-instruction"]);
const OPERATOR_NAMES = new Set(["and", "or", "mod", "div"]);

/** `%(id)d`, as which the number of a record is written, is a literal; a name may have the prefix `xml`. */
const TOKEN =
  /\s*(?:(?<literal>"[^"]*"|'[^']*')|(?<id>%\([^()]*\)d)|(?<number>\d+(?:\.\d*)?|\.\d+)|(?<name>(?:xml:)?[\p{L}_][\p{L}\p{N}\p{M}_.\u{b7}-]*)|(?<symbol>\.\.|::|\/\/|!=|<=|>=|[()[\].@,/|+=<>*-]))/uy;

/** What may stand before an operator ends an operand. */
const endsOperand = (token: Token | undefined): boolean =>
  token !== undefined &&
  (["name", "literal", "number"].includes(token.kind) ||
    (token.kind === "symbol" && [")", "]", ".", "..", "*"].includes(token.text)));

export function readTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) throw new XPathFault(`not an expression from character ${at + 1} on`);
    const token = toToken(match.groups ?? {}, tokens.at(-1), text.slice(TOKEN.lastIndex));
    tokens.push({ ...token, at });
    at = TOKEN.lastIndex;
  }
  return tokens;
}

function toToken(
  groups: Readonly<Record<string, string | undefined>>,
  before: Token | undefined,
  rest: string,
): Omit<Token, "at"> {
  const { literal, id, number, name, symbol = "" } = groups;
  if (literal !== undefined) return { kind: "literal", text: literal.slice(1, -1) };
  if (id !== undefined) return { kind: "literal", text: id };
  if (number !== undefined) return { kind: "number", text: number };
  const isOperator = endsOperand(before);
  if (name !== undefined) {
    if (isOperator && OPERATOR_NAMES.has(name)) return { kind: "operator", text: name };
    if (/^\s*::/.test(rest)) return { kind: "axis", text: name };
    if (/^\s*\(/.test(rest)) {
      return { kind: NODE_TYPES.has(name) ? "node_type" : "function", text: name };
    }
    return { kind: "name", text: name };
  }
  if (symbol === "*" && isOperator) return { kind: "operator", text: "*" };
  const isAlways = ["/", "//", "|", "+", "-", "=", "!=", "<", "<=", ">", ">="].includes(symbol);
  return { kind: isAlways ? "operator" : "symbol", text: symbol };
}

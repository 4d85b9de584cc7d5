// Formatted string literals whose replacement fields are constants.

import { tokenise, type TokenRange } from "../text/tokens.js";
import { toPlainText, toTextValue } from "./built-ins.js";
import { UNKNOWN, type Literal } from "./literal-value.js";
import { readString } from "./string-value.js";

const LITERAL = /^([a-zA-Z]*)("""|'''|"|')/;
/** Plain text, a doubled brace, or a field with neither format nor conversion but `!s`. */
const PIECE = /[^{}]+|\{\{|\}\}|\{([^{}"'!:=]*(?:\[(?:"[^"]*"|'[^']*')\][^{}"'!:=]*)*)(?:!s)?\}/y;

/** The text of adjacent string tokens, `undefined` where there are others. */
export function evaluateFormatted(
  { tokens, from, to }: TokenRange,
  evaluate: (part: TokenRange) => Literal,
): Literal | undefined {
  const texts: (string | undefined)[] = [];
  for (let at = from; at < to; at += 1) {
    const token = tokens[at];
    if (token?.kind === "string") texts.push(readFormatted(token.text, evaluate));
    else if (token?.kind !== "newline") return undefined;
  }
  return texts.includes(undefined) ? UNKNOWN : toTextValue(texts.join(""));
}

function readFormatted(
  source: string,
  evaluate: (part: TokenRange) => Literal,
): string | undefined {
  const [opening = "", prefix = "", quote = ""] = LITERAL.exec(source) ?? [];
  if (!/f/i.test(prefix)) {
    const plain = readString(source);
    return plain.kind === "str" ? plain.value : undefined;
  }
  const body = source.slice(opening.length, -quote.length);
  const plainPrefix = prefix.replace(/f/i, "");
  let text = "";
  PIECE.lastIndex = 0;
  while (PIECE.lastIndex < body.length) {
    const piece = PIECE.exec(body);
    if (piece === null) return undefined;
    const { lastIndex } = PIECE;
    const [match, field] = piece;
    const part =
      field === undefined
        ? readPlain(match, plainPrefix + quote, quote)
        : readField(field, evaluate);
    if (part === undefined) return undefined;
    text += part;
    // Fields may hold formatted literals themselves.
    PIECE.lastIndex = lastIndex;
  }
  return text;
}

function readPlain(match: string, opening: string, quote: string): string | undefined {
  if (match === "{{" || match === "}}") return match.charAt(0);
  const plain = readString(opening + match + quote);
  return plain.kind === "str" ? plain.value : undefined;
}

function readField(source: string, evaluate: (part: TokenRange) => Literal): string | undefined {
  const tokens = tokenise(source, 0, source.length);
  return toPlainText(evaluate({ tokens, from: 0, to: tokens.length }));
}

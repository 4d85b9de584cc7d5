// Docstrings: which string of a body is one, and its text as `inspect.cleandoc` gives it.

import { isOperator } from "./text/split.js";
import { joinStrings } from "./literal/string-value.js";
import { type Token, tokeniseLine } from "./text/tokens.js";

const TAB_COLUMNS = 8;
/** Beginning of a statement that can be a docstring. */
const BEGINNING = /(?:\(|[rRuU]{0,2}["'])/y;
const SPACE = /[ \t\f\n]*(?:\\\n|#[^\n]*)?/y;

/** The docstring of the body that begins at `start`; `null` where its first statement is none. */
export function readDocstring(text: string, start: number, end: number): string | null {
  let at = start;
  for (let length = -1; length !== 0; at += length) {
    SPACE.lastIndex = at;
    length = SPACE.exec(text)?.[0].length ?? 0;
  }
  BEGINNING.lastIndex = at;
  return BEGINNING.test(text) ? toDocstring(tokeniseLine(text, at, end)) : null;
}

/** The docstring that a statement's tokens make, `null` where they make none. */
export function toDocstring(tokens: readonly Token[]): string | null {
  const sources: string[] = [];
  let depth = 0;
  for (const token of tokens) {
    if (token.kind === "string") sources.push(token.text);
    else if (token.kind === "newline" || isOperator(token, ";")) break;
    else if (isOperator(token, "(") && sources.length === 0) depth += 1;
    else if (isOperator(token, ")") && depth > 0) depth -= 1;
    else return null;
  }
  if (depth > 0 || sources.length === 0) return null;
  const joined = joinStrings(sources);
  return joined.kind === "str" ? cleanDocstring(joined.value) : null;
}

/** Tabs expanded, common indentation and empty lines at both ends removed. */
export function cleanDocstring(text: string): string {
  const lines = text.split("\n").map(expandTabs);
  const margins = lines.slice(1).flatMap((line) => {
    const content = line.trimStart();
    return content === "" ? [] : [line.length - content.length];
  });
  const margin = margins.reduce((least, width) => Math.min(least, width), Infinity);
  const cut = lines.map((line, index) => {
    if (index === 0) return line.trimStart();
    return margin === Infinity ? line : line.slice(margin);
  });
  let from = 0;
  let to = cut.length;
  while (to > from && cut[to - 1] === "") to -= 1;
  while (from < to && cut[from] === "") from += 1;
  return cut.slice(from, to).join("\n");
}

function expandTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let column = 0;
  let expanded = "";
  for (const character of line) {
    const width = character === "\t" ? TAB_COLUMNS - (column % TAB_COLUMNS) : 1;
    expanded += character === "\t" ? " ".repeat(width) : character;
    column = character === "\r" ? 0 : column + width;
  }
  return expanded;
}

// Text → Python tokens, iteratively, for any slice of a file and both major versions of the
// language. Comments and white space are dropped; brackets know their partner.

import { findStringEnd } from "../literal/string-end.js";

type TokenKind = "name" | "keyword" | "number" | "string" | "operator" | "newline";

export interface Token {
  readonly kind: TokenKind;
  /** Source text; `\n` for the end of a logical line. */
  readonly text: string;
  /** UTF-16 index in the whole text. */
  readonly start: number;
  readonly end: number;
  /** For an opening bracket the index of its closing token in the list, else -1. */
  readonly close: number;
}

/** Part of a token list: from `from` up to, not including, `to`. */
export interface TokenRange {
  readonly tokens: readonly Token[];
  readonly from: number;
  readonly to: number;
}

/** `True`, `False` and `None` are names here: they stand where a value stands. */
const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "and as assert async await break class continue def del elif else except finally for from " +
    "global if import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);
const STRING_PREFIX = /^(?:[rubft]|br|rb|fr|rf|ur|tr|rt)$/i;
const NUMBER =
  /(?:0[xX][\da-fA-F_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.(?:\d[\d_]*)?)?|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)[jJlL]?/y;
const OPERATOR = /\*\*=?|\/\/=?|>>=?|<<=?|<>|\.\.\.|->|:=|[-+*/%@&|^=!<>]=|[^]/uy;
/** Neither word can stand inside brackets: a line that begins so shows that one was not closed. */
const STATEMENT_LINE = /[ \t\f]*(?:def|class)[ \t]+\w+[ \t]*[(:]/y;
/** An assignment or decorator; inside brackets it would be a badly indented argument. */
const SIMPLE_LINE = /([ \t\f]*)(?:@|[A-Za-z_]\w*[ \t]*=(?!=))/y;
/** Brackets left open that a closing one is matched across. */
const UNCLOSED_LIMIT_BRACKETS = 8;
/** Opening brackets by the closing ones. */
export const PARTNER: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["}", "{"],
]);

interface Slice {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** Stop after the first logical line that holds a token. */
  readonly oneLine: boolean;
  /** Brackets may be open that nothing closes. */
  readonly isDamaged: boolean;
}

interface OpenToken extends Token {
  close: number;
}

export function tokenise(text: string, start: number, end: number): readonly Token[] {
  return scan({ text, start, end, oneLine: false, isDamaged: false });
}

/**
 * All tokens of a text with errors: a bracket left open also ends where an assignment or decorator
 * begins a line that is indented no deeper than the statement of the bracket.
 */
export function tokeniseDamaged(text: string): readonly Token[] {
  return scan({ text, start: 0, end: text.length, oneLine: false, isDamaged: true });
}

/** The tokens of the first logical line at or after `start`, its newline token included. */
export function tokeniseLine(text: string, start: number, end: number): readonly Token[] {
  return scan({ text, start, end, oneLine: true, isDamaged: false });
}

function scan(slice: Slice): readonly Token[] {
  const { text, end } = slice;
  const tokens: OpenToken[] = [];
  const open: number[] = [];
  let at = slice.start;
  let statement = at;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === 32 || code === 9 || code === 12) at += 1;
    else if (code === 10) {
      at += 1;
      if (open.length > 0 && startsStatement(slice, at, statement)) open.length = 0;
      if (open.length === 0 && endLine(tokens, at) && slice.oneLine) break;
    } else if (code === 35) at = findLineEnd(text, at, end);
    else if (code === 92 && text.charCodeAt(at + 1) === 10) at += 2;
    else {
      const token = readToken(text, at, code);
      if ((tokens.at(-1)?.kind ?? "newline") === "newline") statement = at;
      at = Math.min(token.end, end);
      if (token.kind === "operator") matchBrackets(tokens, open, token.text);
      tokens.push(token);
    }
  }
  return tokens;
}

/** Whether the line at `at` must be a new statement, though a bracket of the last one is open. */
function startsStatement(slice: Slice, at: number, statement: number): boolean {
  const { text } = slice;
  STATEMENT_LINE.lastIndex = at;
  if (STATEMENT_LINE.test(text)) return true;
  SIMPLE_LINE.lastIndex = at;
  const indent = slice.isDamaged ? SIMPLE_LINE.exec(text)?.[1] : undefined;
  if (indent === undefined) return false;
  // No line end so near before the statement: it is indented at least as deep.
  const from = statement - indent.length;
  return from >= 0 && !text.slice(from, statement).includes("\n");
}

/** Adds a newline token unless the line holds nothing; says whether it did. */
function endLine(tokens: OpenToken[], at: number): boolean {
  const last = tokens.at(-1);
  if (last === undefined || last.kind === "newline") return false;
  tokens.push({ kind: "newline", text: "\n", start: at - 1, end: at, close: -1 });
  return true;
}

function findLineEnd(text: string, at: number, end: number): number {
  const found = text.indexOf("\n", at);
  return found === -1 || found > end ? end : found;
}

function matchBrackets(tokens: OpenToken[], open: number[], operator: string): void {
  if (operator === "(" || operator === "[" || operator === "{") {
    open.push(tokens.length);
    return;
  }
  const partner = PARTNER.get(operator);
  if (partner === undefined) return;
  const lowest = Math.max(0, open.length - UNCLOSED_LIMIT_BRACKETS);
  for (let level = open.length - 1; level >= lowest; level -= 1) {
    const opener = tokens[open[level] ?? 0];
    if (opener?.text !== partner) continue;
    opener.close = tokens.length;
    open.length = level;
    return;
  }
}

function readToken(text: string, at: number, code: number): OpenToken {
  if (isNameCode(code) && !isDigit(code)) return readWord(text, at);
  if (code === 39 || code === 34) return toToken("string", text, at, findStringEnd(text, at, ""));
  if (isDigit(code) || (code === 46 && isDigit(text.charCodeAt(at + 1)))) {
    NUMBER.lastIndex = at;
    const length = NUMBER.exec(text)?.[0].length ?? 1;
    return toToken("number", text, at, at + length);
  }
  OPERATOR.lastIndex = at;
  return toToken("operator", text, at, at + (OPERATOR.exec(text)?.[0].length ?? 1));
}

function readWord(text: string, at: number): OpenToken {
  let end = at + 1;
  while (isNameCode(text.charCodeAt(end))) end += 1;
  const next = text.charCodeAt(end);
  const word = text.slice(at, end);
  if ((next === 39 || next === 34) && end - at <= 2 && STRING_PREFIX.test(word)) {
    return toToken("string", text, at, findStringEnd(text, end, word.toLowerCase()));
  }
  const kind = KEYWORDS.has(word) ? "keyword" : "name";
  return { kind, text: word, start: at, end, close: -1 };
}

function toToken(kind: TokenKind, text: string, start: number, end: number): OpenToken {
  return { kind, text: text.slice(start, end), start, end, close: -1 };
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Letters, digits, underscore and everything beyond ASCII; false for NaN, the end of the text. */
function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    code === 95 ||
    isDigit(code) ||
    code >= 128
  );
}

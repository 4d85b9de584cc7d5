// Tokens → normalised source text: the same for every way to wrap, space, quote or comment an
// expression, and with the same meaning. Spacing follows PEP 8. Python 2 spellings of numbers and
// of `<>` become those of Python 3.

import { trimBrackets } from "./split.js";
import { toSourceText } from "../literal/string-value.js";
import { tokenise, type Token, type TokenRange } from "./tokens.js";

type FrameKind = "call" | "group" | "list" | "subscript" | "braces" | "parameters";

interface Frame {
  readonly kind: FrameKind;
  commas: number;
  /** Lambdas whose colon is still to come. */
  lambdas: number;
  /** The current parameter has an annotation, so PEP 8 puts spaces around its `=`. */
  isAnnotated: boolean;
}

interface Printer {
  /** A list, since the end of a growing string is costly to look at. */
  readonly parts: string[];
  readonly frames: Frame[];
  /** The token printed last ends a value: what follows is an infix operator or a call. */
  afterValue: boolean;
  /** A space is due before the next word, value or prefix operator. */
  spaceDue: boolean;
}

const PREFIX = new Set(["-", "+", "~", "*", "**", "/"]);
const OPENING = new Set(["(", "[", "{"]);
const CLOSING = new Set([")", "]", "}"]);

/** Normalised text of an expression, without brackets that only let it span lines. */
export function normaliseExpression(range: TokenRange): string {
  return print(trimBrackets(range), "group");
}

/** Normalises an expression that is a text of its own. */
export function normaliseSource(text: string): string {
  const tokens = tokenise(text, 0, text.length);
  return normaliseExpression({ tokens, from: 0, to: tokens.length });
}

/** Normalised text of a parameter list, given with its brackets. */
export function normaliseParameters(range: TokenRange): string {
  return print(range, "parameters");
}

function print(range: TokenRange, outermost: "group" | "parameters"): string {
  const printer: Printer = {
    parts: [],
    frames: [newFrame("group")],
    afterValue: false,
    spaceDue: false,
  };
  let at = range.from;
  while (at < range.to) {
    const token = range.tokens[at];
    if (token === undefined) break;
    if (token.kind === "string") at = printStrings(printer, range, at);
    else if (token.kind === "operator" && OPENING.has(token.text)) {
      at = printOpening(printer, range, at, outermost);
    } else {
      printToken(printer, token);
      at += 1;
    }
  }
  return printer.parts.join("");
}

function newFrame(kind: FrameKind): Frame {
  return { kind, commas: 0, lambdas: 0, isAnnotated: false };
}

function printToken(printer: Printer, token: Token): void {
  if (token.kind === "newline") return;
  if (token.kind === "name") printValue(printer, token.text);
  else if (token.kind === "number") printValue(printer, toNumber(token.text));
  else if (token.kind === "keyword") printKeyword(printer, token.text);
  else printOperator(printer, token.text);
}

function printValue(printer: Printer, text: string): void {
  if (printer.spaceDue || printer.afterValue) pad(printer);
  printer.parts.push(text);
  printer.afterValue = true;
  printer.spaceDue = false;
}

function pad(printer: Printer): void {
  if (printer.parts.length > 0 && printer.parts.at(-1) !== " ") printer.parts.push(" ");
}

function printKeyword(printer: Printer, word: string): void {
  if (printer.spaceDue || printer.afterValue) pad(printer);
  printer.parts.push(word);
  printer.afterValue = false;
  printer.spaceDue = true;
  const frame = printer.frames.at(-1);
  if (word === "lambda" && frame !== undefined) frame.lambdas += 1;
}

/** Prints a run of adjacent string tokens as one and gives the index behind it. */
function printStrings(printer: Printer, range: TokenRange, at: number): number {
  let end = at;
  const sources: string[] = [];
  for (; end < range.to; end += 1) {
    const token = range.tokens[end];
    if (token?.kind === "string") sources.push(token.text);
    else if (token?.kind !== "newline") break;
  }
  printValue(printer, toSourceText(sources));
  return end;
}

function printOpening(
  printer: Printer,
  range: TokenRange,
  at: number,
  outermost: "group" | "parameters",
): number {
  const token = range.tokens[at];
  const bracket = token?.text ?? "";
  if (bracket === "(" && !printer.afterValue && at > range.from) {
    const end = findStringsInBrackets(range, at);
    if (end !== undefined) {
      printStrings(printer, { ...range, to: end }, at + 1);
      return end + 1;
    }
  }
  const isPostfix = printer.afterValue && bracket !== "{";
  if (!isPostfix && (printer.spaceDue || printer.afterValue)) pad(printer);
  printer.parts.push(bracket);
  printer.frames.push(newFrame(toFrameKind(bracket, isPostfix, at === range.from && outermost)));
  printer.afterValue = false;
  printer.spaceDue = false;
  return at + 1;
}

/** The index of the closing bracket where nothing but strings is inside. */
function findStringsInBrackets(range: TokenRange, at: number): number | undefined {
  const close = range.tokens[at]?.close ?? -1;
  if (close <= at + 1 || close >= range.to) return undefined;
  for (let inner = at + 1; inner < close; inner += 1) {
    if (range.tokens[inner]?.kind !== "string") return undefined;
  }
  return close;
}

function toFrameKind(
  bracket: string,
  isPostfix: boolean,
  outermost: "group" | "parameters" | false,
): FrameKind {
  if (bracket === "{") return "braces";
  if (bracket === "[") return isPostfix ? "subscript" : "list";
  if (outermost === "parameters") return "parameters";
  return isPostfix ? "call" : "group";
}

function printOperator(printer: Printer, operator: string): void {
  const frame = printer.frames.at(-1) ?? newFrame("group");
  if (CLOSING.has(operator)) closeBracket(printer, frame, operator);
  else if (operator === ",") printComma(printer, frame);
  else if (operator === ":") printColon(printer, frame);
  else if (operator === ".") printDot(printer);
  else if (operator === "...") printValue(printer, operator);
  else if (operator === "=" && (frame.lambdas > 0 || !frame.isAnnotated)) printTight(printer, "=");
  else if (!printer.afterValue && PREFIX.has(operator)) printPrefix(printer, operator);
  else {
    pad(printer);
    printer.parts.push(operator === "<>" ? "!=" : operator);
    printer.afterValue = false;
    printer.spaceDue = true;
  }
}

function closeBracket(printer: Printer, frame: Frame, operator: string): void {
  if (printer.parts.at(-1) === ",") {
    const isTuple = frame.kind === "group" || frame.kind === "subscript";
    if (!isTuple || frame.commas > 1) printer.parts.pop();
  }
  if (printer.frames.length > 1) printer.frames.pop();
  printer.parts.push(operator);
  printer.afterValue = true;
  printer.spaceDue = false;
}

function printComma(printer: Printer, frame: Frame): void {
  printer.parts.push(",");
  if (frame.lambdas === 0) frame.commas += 1;
  frame.isAnnotated = false;
  printer.afterValue = false;
  printer.spaceDue = true;
}

function printColon(printer: Printer, frame: Frame): void {
  printer.parts.push(":");
  printer.afterValue = false;
  printer.spaceDue = frame.lambdas > 0 || frame.kind !== "subscript";
  if (frame.lambdas > 0) frame.lambdas -= 1;
  else if (frame.kind === "parameters") frame.isAnnotated = true;
}

// `1 .real`: without the space the dot would belong to the number.
function printDot(printer: Printer): void {
  if (/^\d[\d_]*$/.test(printer.parts.at(-1) ?? "")) pad(printer);
  printTight(printer, ".");
}

function printTight(printer: Printer, operator: string): void {
  printer.parts.push(operator);
  printer.afterValue = false;
  printer.spaceDue = false;
}

function printPrefix(printer: Printer, operator: string): void {
  if (printer.spaceDue) pad(printer);
  printTight(printer, operator);
}

// Python 2 wrote octal numbers with a bare zero and marked long ones.
function toNumber(text: string): string {
  const plain = text.replace(/[lL]$/, "");
  return /^0[0-7]+$/.test(plain) && !/^0+$/.test(plain) ? `0o${plain.slice(1)}` : plain;
}

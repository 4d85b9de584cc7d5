// A tree for every Python text: sound ones are parsed as they are; in damaged or Python 2 ones what
// does not matter or cannot be read is blanked, so that errors do not spread. Positions stay.
import { blankLoose, blankRanges, type TextRange } from "./blank.js";
import { HEADERS } from "../neighbours.js";
import { findBodyColon } from "../functions.js";
import { toDocstring } from "../docstring.js";
import { type Token, tokeniseDamaged } from "./tokens.js";
import { findFirstError, parsePython, type PythonNode } from "../tree.js";

interface PythonReading {
  /** The text without what is inside comments and string literals; positions are the same. */
  readonly blanked: string;
  /** Tree of the text or of its readable parts; `undefined` where nothing can be made of it. */
  readonly root: PythonNode | undefined;
  /** Position and text of the first Python 3 syntax error. */
  readonly error: { readonly start: number; readonly detail: string } | undefined;
}

/** A logical line of the text. */
interface Line {
  readonly tokens: readonly Token[];
  readonly start: number;
  readonly end: number;
  readonly column: number;
  readonly header: "def" | "other" | undefined;
}

const COMPOUND = new Set([...HEADERS, "async"]);
/** Lines that are tried on their own; a file with more is left as it is. */
const TRIAL_LIMIT_LINES = 20_000;
/** A longer line is left as it is: recovery takes the square of its length. */
const TRIAL_LIMIT_UNITS = 2_000;

/** Parses a text, a second and third time with its damaged parts blanked where there are errors. */
export function readPythonTree(source: string): PythonReading {
  const text = blankLoose(source);
  const first = parsePython(text);
  if (first !== undefined && !first.hasError) {
    return { blanked: text, root: first, error: findPython2(text, first) };
  }
  const start = first === undefined ? 0 : (findFirstError(first) ?? 0);
  const error = { start, detail: "syntax error" };
  const masked = blankRanges(text, listBodies(listLines(text)), "0");
  const second = parsePython(masked);
  if (second !== undefined && !second.hasError) return { blanked: text, root: second, error };
  const broken = listBrokenLines(masked);
  const third = broken.length > 0 ? parsePython(blankRanges(masked, broken, "0")) : undefined;
  return { blanked: text, root: third ?? second ?? first, error };
}

function listLines(text: string): readonly Line[] {
  const lines: Line[] = [];
  const tokens = tokeniseDamaged(text);
  let from = 0;
  for (let at = 0; at <= tokens.length; at += 1) {
    if (at < tokens.length && tokens[at]?.kind !== "newline") continue;
    const line = tokens.slice(from, at);
    const [first] = line;
    const last = line.at(-1);
    if (first !== undefined && last !== undefined) lines.push(toLine(text, line, first, last.end));
    from = at + 1;
  }
  return lines;
}

function toLine(text: string, tokens: readonly Token[], first: Token, end: number): Line {
  const { start } = first;
  const column = start - (text.lastIndexOf("\n", start - 1) + 1);
  const isFunction = first.text === "def" || (first.text === "async" && tokens[1]?.text === "def");
  const header = isFunction ? "def" : COMPOUND.has(first.text) ? "other" : undefined;
  return { tokens, start, end, column, header };
}

/** The bodies of functions, docstrings and classes in them aside. */
function listBodies(lines: readonly Line[]): readonly TextRange[] {
  const bodies: TextRange[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at];
    if (line?.header !== "def") continue;
    let last = at;
    while ((lines[last + 1]?.column ?? -1) > line.column) last += 1;
    const colon = findBodyColon(line.tokens, 0);
    const inline = line.tokens[colon + 1];
    const begin = inline ?? lines[at + 1];
    if (begin === undefined || (inline === undefined && last === at)) continue;
    const tokens = inline === undefined ? lines[at + 1]?.tokens : line.tokens.slice(colon + 1);
    const keep = toDocstring(tokens ?? []) === null ? 0 : 1;
    const from = keep === 0 ? begin.start : (lines[at + 1]?.end ?? line.end);
    const end = lines[last]?.end ?? line.end;
    if (from < end) bodies.push({ start: from, end });
    at = last;
  }
  return bodies;
}

/** Simple statements that are wrong by themselves. */
function listBrokenLines(text: string): readonly TextRange[] {
  const lines = listLines(text);
  if (lines.length > TRIAL_LIMIT_LINES) return [];
  return lines.filter((line) => {
    if (line.header !== undefined || line.tokens[0]?.text === "@") return false;
    if (line.end - line.start > TRIAL_LIMIT_UNITS) return false;
    return parsePython(text.slice(line.start, line.end))?.hasError ?? true;
  });
}

/**
 * Signs of Python 2 in a text without comments and string contents. Each begins with a word or sign
 * if possible, since an engine finds those far faster than a lookbehind.
 */
const CONSTRUCTS: readonly { readonly pattern: RegExp; readonly detail: string }[] = [
  {
    pattern: /print(?<=(?:^|[:;])[ \t]*print)[ \t]+[^\s=(),.:;[\]>&|^*%/<+-]/gm,
    detail: "print statement",
  },
  {
    pattern: /exec(?<=(?:^|[:;])[ \t]*exec)[ \t]+[^\s=(),.:;[\]>&|^*%/<+-]/gm,
    detail: "exec statement",
  },
  {
    pattern: /\bexcept[ \t]*[\w.(][^:\n#]{0,200},[ \t]*\w+[ \t]*:/g,
    detail: "except with a comma",
  },
  { pattern: /\braise[ \t]+[\w.]+[ \t]*,/g, detail: "raise with a comma" },
  { pattern: /<>/g, detail: "operator <>" },
  { pattern: /`/g, detail: "backquotes" },
  { pattern: /(?<![\w.])(?:0\d*[1-9]\d*(?![\w.])|\d+[lL]\b|0[0-7]+[lL]\b)/g, detail: "number" },
  { pattern: /(?<!\w)[uU][rR]["']/g, detail: "ur prefix" },
  {
    pattern: /\bdef[ \t]+\w+[ \t]*\((?:[^()]{0,1000},)?[ \t\n]*\(/g,
    detail: "parameter in brackets",
  },
  { pattern: /\blambda[ \t]*\(/g, detail: "parameter in brackets" },
];
const WORD = /^(?:print|exec)\b/;

/**
 * The first construct that Python 3 would refuse.
 * @param text as `blankLoose` gives it
 */
function findPython2(
  text: string,
  root: PythonNode,
): { readonly start: number; readonly detail: string } | undefined {
  let first: { start: number; detail: string } | undefined;
  for (const { pattern, detail } of CONSTRUCTS) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      if (first !== undefined && start >= first.start) break;
      if (!isPython2(text, root, start, match.index + match[0].length - 1)) continue;
      first = { start, detail: `Python 2: ${detail}` };
      break;
    }
  }
  return first;
}

function isPython2(text: string, root: PythonNode, start: number, end: number): boolean {
  const node = root.descendantForIndex(start);
  if (WORD.test(text.slice(start, start + 6))) {
    return node.parent?.type === "print_statement" || node.parent?.type === "exec_statement";
  }
  if (node.type === "def" || node.type === "lambda") {
    return root.descendantForIndex(end).parent?.type === "tuple_pattern";
  }
  // `except (A, b):` names two classes; only a clause with a second value is meant.
  if (node.type === "except") return (node.parent?.childrenForFieldName("value").length ?? 0) > 1;
  return true;
}

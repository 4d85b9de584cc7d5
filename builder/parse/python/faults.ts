// Counts places that cannot be Python by neighbouring words and signs alone: in one pass, without a
// tree. A text without such places may still be wrong.
import { PARTNER } from "./text/tokens.js";

/** Kind of a word or sign, for its possible neighbours. */
type Kind =
  | "value"
  | "string"
  /** Stands before a value: `not`, `lambda`. */
  | "prefix"
  /** Stands before a value or between two: `-`, `*`. */
  | "both"
  /** Stands between two values: `and`, `=`. */
  | "infix"
  /** Stands between two values or begins a statement: `if`, `from`. */
  | "clause"
  | "statement"
  | "comma"
  | "colon"
  | "open"
  /** Opens, and stands behind no value. */
  | "brace"
  | "close"
  | "junk";

/** State of the scan: decides what may follow. */
type Place = keyof typeof FOLLOWERS;

interface Word {
  readonly kind: Kind;
  /** State behind the word. */
  readonly place: Place;
}

const BEFORE_VALUE: readonly Kind[] = ["value", "string", "prefix", "both", "open", "brace"];
const BEHIND_VALUE: readonly Kind[] = "both infix clause comma colon open close".split(
  " ",
) as Kind[];

/** Possible followers of each state. */
const FOLLOWERS = {
  start: new Set<Kind>([...BEFORE_VALUE, "clause", "statement"]),
  value: new Set<Kind>(BEHIND_VALUE),
  string: new Set<Kind>([...BEHIND_VALUE, "string"]),
  operator: new Set<Kind>(BEFORE_VALUE),
  /** Behind `class`, then behind `def` and the name after it; `async` is a name in Python 2. */
  naming: new Set<Kind>(["value", "both"]),
  defining: new Set<Kind>(["value", "both"]),
  defined: new Set<Kind>(["open"]),
  /** Behind `not`, which `in` may follow. */
  negation: new Set<Kind>([...BEFORE_VALUE, "infix"]),
  open: new Set<Kind>([...BEFORE_VALUE, "close", "colon"]),
  brace: new Set<Kind>([...BEFORE_VALUE, "close"]),
  /** Before `=` and `in` too: `a, = b`. */
  comma: new Set<Kind>([...BEFORE_VALUE, "infix", "close", "colon"]),
  /** A value may follow, and need not: behind `return`, `lambda` and `*`. */
  loose: new Set<Kind>([...BEFORE_VALUE, "close", "colon", "comma"]),
  colon: new Set<Kind>([...BEFORE_VALUE, "close", "colon", "comma", "statement"]),
  /** Behind words that begin statements only where they are not names: `print`, `match`. */
  soft: new Set<Kind>([...BEFORE_VALUE, ...BEHIND_VALUE, "statement"]),
} as const;

/** States in which a line cannot end. */
const OPEN_ENDED: ReadonlySet<Place> = new Set<Place>(
  "operator naming defining defined negation open brace".split(" ") as Place[],
);

const STRING: Word = { kind: "string", place: "string" };
const VALUE: Word = { kind: "value", place: "value" };
const SOFT: Word = { kind: "value", place: "soft" };
/** The dots of `from ..models import a`. */
const PARENT: Word = { kind: "both", place: "soft" };
const DECORATOR: Word = { kind: "prefix", place: "operator" };
const SIGN: Word = { kind: "infix", place: "operator" };

const WORDS: ReadonlyMap<string, Word> = new Map([
  ...listWords("pass break continue", "statement", "value"),
  ...listWords("class", "statement", "naming"),
  ...listWords("def", "statement", "defining"),
  ...listWords("del global nonlocal assert while with", "statement", "operator"),
  ...listWords("elif try finally except return raise", "statement", "loose"),
  ...listWords("and or is in as", "infix", "operator"),
  ...listWords("if for import from", "clause", "operator"),
  ...listWords("else", "clause", "loose"),
  ...listWords("lambda await yield", "prefix", "loose"),
  ["yield from", { kind: "prefix", place: "operator" }],
  ...listWords("~", "prefix", "operator"),
  ...listWords("async", "both", "soft"),
  ...listWords("not", "both", "negation"),
  ...listWords("+ -", "both", "operator"),
  ...listWords("* ** /", "both", "loose"),
  ...listWords("( [", "open", "open"),
  ...listWords("{", "brace", "brace"),
  ...listWords(") ] }", "close", "value"),
  ...listWords(",", "comma", "comma"),
  ...listWords(":", "colon", "colon"),
  ...listWords("$ ? ! \\ ' \"", "junk", "operator"),
  ["...", VALUE],
  [":=", SIGN],
  ["->", SIGN],
]);
const SOFT_WORDS = new Set("print exec match case type async".split(" "));

/** Keywords, and the signs that are counted with them. */
const KEYWORDS = new Set(
  [...WORDS.keys(), ...SOFT_WORDS].filter((one) => /^([a-z]|:=|->)/.test(one)),
);

/** Words whose line has a colon. */
export const HEADERS: ReadonlySet<string> = new Set(
  "class def if elif else for while with try except finally".split(" "),
);

const TOKEN =
  /[bfrtuBFRTU]{0,2}("""|'''|"|')\s*\1|yield from\b|[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|0[xXoObB][\da-fA-F]+[lL]?|\.?\d[\d._]*(?:[eE][-+]?\d+)?[jJlL]?|\.\.\.|->|:=|\*\*=?|\/\/=?|>>=?|<<=?|<>|[-+*/%@&|^=!<>]=|\n|[^ \t\f\r]/g;
/** A line that shows that no bracket is open, see tokens.ts. */
const STATEMENT_LINE = /[ \t\f]*(?:(?:def|class)[ \t]+\w|@)/y;

/** Words that stand between values only in brackets, or in statements that begin with another word. */
const BRACKETED: ReadonlyMap<string, string> = new Map([
  ["for", "async"],
  ["from", "raise"],
  ["import", "from"],
]);

/** Faults and words, signs counted as words. */
interface FaultCount {
  readonly faults: number;
  readonly words: number;
}

/**
 * Counts pairs of neighbours that no Python has, of either major version, brackets that do not match, blocks without a
 * statement, and colons and keywords that a line has no place for. Takes time in proportion to the text.
 * @param text as `blankLoose` gives it
 */
export function countFaults(text: string): FaultCount {
  let faults = 0;
  let words = 0;
  let place: Place = "start";
  /** Open brackets, the innermost last. */
  const open: string[] = [];
  let first = "";
  /** Start of the line; `undefined` behind a semicolon. */
  let lineStart: number | undefined = 0;
  let width = 0;
  let colons = 0;
  let keywords = 0;
  /** Whether the line still wants the colon that opens its block. */
  let isHeader = false;
  /** Width of the line before, if it opens a block. */
  let opener = -1;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const [written] = found;
    if (written === "\n" || (written === ";" && open.length === 0)) {
      if (written === "\n") keywords = 0;
      if (open.length > 0 && !startsStatement(text, found.index + 1)) continue;
      open.length = 0;
      if (OPEN_ENDED.has(place) || isHeader) faults += 1;
      isHeader = false;
      if (place !== "start") opener = place === "colon" ? width : -1;
      lineStart = written === "\n" ? found.index + 1 : undefined;
      if (lineStart !== undefined) colons = 0;
      place = "start";
      continue;
    }
    words += 1;
    // Python 2 may enclose any value in these.
    if (written === "`") continue;
    const isFirst = place === "start";
    if (isFirst && lineStart !== undefined) {
      width = measureIndentation(text.slice(lineStart, found.index));
      if (width <= opener) faults += 1;
    }
    // Behind a colon a statement may begin, and `if` may belong to it.
    const begins = isFirst || (place === "colon" && open.length === 0);
    if (begins) first = written;
    if (isFirst) isHeader = HEADERS.has(written);
    const word: Word = found[1] === undefined ? toWord(written, begins, first) : STRING;
    const isOutside = open.length === 0 && !isFirst && word.kind === "clause";
    if (!FOLLOWERS[place].has(word.kind)) faults += 1;
    else if (isOutside && (BRACKETED.get(written) ?? first) !== first) faults += 1;
    if (written === "lambda") colons -= 1;
    if (word.kind === "colon" && open.length === 0) {
      isHeader = false;
      if (++colons > MOST_COLONS) faults += 1;
    }
    if (KEYWORDS.has(written) && ++keywords > MOST_KEYWORDS) faults += 1;
    if (word.kind === "open" || word.kind === "brace") open.push(written);
    if (word.kind === "close" && open.pop() !== PARTNER.get(written)) faults += 1;
    place = place === "defining" ? "defined" : word.place;
  }
  return { faults, words };
}

/** Colons of a line outside of brackets, beside those of `lambda`: `if a: b: int = 1`. */
const MOST_COLONS = 2;

/** Keywords, `:=` and `->` of a line as it is written: no person writes so many. */
const MOST_KEYWORDS = 64;

const TAB_WIDTH = 8;

/** Indentation as the parser's scanner counts it: a tab for eight, a form feed resets it. */
export function measureIndentation(indentation: string): number {
  let width = 0;
  for (const sign of indentation) {
    if (sign === "\f") width = 0;
    else width += sign === "\t" ? TAB_WIDTH : 1;
  }
  return width;
}

/** Whether the line at `at` shows that no bracket is open. */
function startsStatement(text: string, at: number): boolean {
  STATEMENT_LINE.lastIndex = at;
  return STATEMENT_LINE.test(text);
}

/** @param first the first word of the statement */
function toWord(written: string, begins: boolean, first: string): Word {
  if (begins && written === "@") return DECORATOR;
  if (begins && SOFT_WORDS.has(written)) return SOFT;
  if (first === "from" && /^\.+$/.test(written)) return PARENT;
  const known = WORDS.get(written);
  if (known !== undefined) return known;
  return written !== "." && /^[\w.\u0080-\uffff]/.test(written) ? VALUE : SIGN;
}

function listWords(words: string, kind: Kind, place: Place): readonly (readonly [string, Word])[] {
  return words.split(" ").map((word) => [word, { kind, place }] as const);
}

// Counts places that cannot be Python by neighbouring words and signs, and by the brackets around them: in one pass,
// without a tree. A text without such places may still be wrong.
import {
  FOLLOWERS,
  HEADERS,
  KEYWORDS,
  OPEN_ENDED,
  SOFT_HEADERS,
  STRING,
  toWord,
} from "./neighbours.js";
import type { Kind, Place, Word } from "./neighbours.js";
import { PARTNER } from "./text/tokens.js";

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
 * A bracket that is open, a `lambda` before its colon, or the line around all, with what was counted since its last
 * comma.
 */
interface Enclosure {
  readonly opener: string;
  /** Whether a bracket is open. */
  readonly isInside: boolean;
  /** Outside of brackets, since the line began. */
  colons: number;
  /** Signs `=`. */
  assignments: number;
  /** Words `if` that want an `else`, or need none; not reset by a comma. */
  conditions: number;
  /** Whether it holds names that are defined: parameters, or parts of one. */
  readonly isParameters: boolean;
}

/** State of the scan. */
interface Scan {
  place: Place;
  /** The innermost last; the first is the line. */
  enclosures: [Enclosure, ...Enclosure[]];
  /** First word of the statement. */
  first: string;
  /** Start of the line; `undefined` behind a semicolon. */
  lineStart: number | undefined;
  width: number;
  /** Keywords of the line as it is written. */
  keywords: number;
  /** Whether the line still wants the colon that opens its block. */
  isHeader: boolean;
  /** Whether a block may follow the line. */
  mayOpen: boolean;
  /** Width of the line before, if it opens a block. */
  blockWidth: number;
}

/**
 * Counts pairs of neighbours that no Python has, of either major version, brackets that do not match, blocks without a
 * statement, and colons, assignments and keywords that a line has no place for. Takes time in proportion to the text.
 * @param text as `blankLoose` gives it
 */
export function countFaults(text: string): FaultCount {
  const scan: Scan = {
    place: "start",
    enclosures: [enclose("", false, false)],
    first: "",
    lineStart: 0,
    width: 0,
    keywords: 0,
    isHeader: false,
    mayOpen: false,
    blockWidth: -1,
  };
  let faults = 0;
  let words = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    const [written] = found;
    const { isInside } = innermost(scan);
    if (written === "\n") {
      scan.keywords = 0;
      if (isInside && !startsStatement(text, found.index + 1)) continue;
      faults += endLine(scan, found.index + 1);
    } else if (written === ";" && !isInside) {
      faults += endLine(scan, undefined);
    } else {
      words += 1;
      if (scan.place === "start") faults += beginLine(scan, text, found);
      faults += take(scan, written, found[1] !== undefined);
    }
  }
  if (innermost(scan).isInside) faults += 1;
  return { faults, words };
}

function innermost({ enclosures }: Scan): Enclosure {
  return enclosures.at(-1) ?? enclosures[0];
}

/** Ends a line. Returns its faults that only show there. */
function endLine(scan: Scan, nextLine: number | undefined): number {
  const { place } = scan;
  const isBlock = scan.mayOpen && scan.enclosures[0].colons === 1;
  const isDecorator = scan.first === "@" && nextLine === undefined;
  const isCut =
    isDecorator ||
    scan.enclosures.length > MOST_OPEN ||
    OPEN_ENDED.has(place) ||
    scan.isHeader ||
    UNENDED.has(innermost(scan).opener);
  scan.isHeader = false;
  if (place !== "start") scan.blockWidth = place === "colon" ? scan.width : -1;
  scan.lineStart = nextLine;
  scan.enclosures = [enclose("", false, false)];
  scan.place = "start";
  return isCut || (place === "colon" && !isBlock) ? 1 : 0;
}

/** Begins a line with its first word. Returns whether a block lacks its statement, as a number. */
function beginLine(scan: Scan, text: string, { 0: written, index }: RegExpExecArray): number {
  scan.isHeader = HEADERS.has(written);
  scan.mayOpen = scan.isHeader || SOFT_HEADERS.has(written);
  if (scan.lineStart === undefined) return 0;
  scan.width = measureIndentation(text.slice(scan.lineStart, index));
  return scan.width <= scan.blockWidth ? 1 : 0;
}

/** Takes the next word of a line. Returns its faults. */
function take(scan: Scan, written: string, isString: boolean): number {
  const { place } = scan;
  const within = innermost(scan);
  // Behind a colon a statement may begin, and `if` may belong to it.
  const begins = place === "start" || (place === "colon" && !within.isInside);
  if (begins) scan.first = written;
  const word = isString ? STRING : toWord(written, begins, scan.first, within.opener);
  let faults = FOLLOWERS[place].has(word.kind) && hasPlace(scan, word, written) ? 0 : 1;
  if (KEYWORDS.has(written) && ++scan.keywords > MOST_KEYWORDS) faults += 1;
  scan.place = place === "defining" ? "defined" : word.place;
  if (word.kind === "open" || word.kind === "brace") {
    const isName = isParameterName(within);
    scan.enclosures.push(
      enclose(written, written !== "`" || within.isInside, isName || place === "defined"),
    );
  } else if (written === "lambda") {
    scan.enclosures.push(enclose(written, within.isInside, true));
  } else if (word.kind === "close") {
    if (within.opener !== (PARTNER.get(written) ?? written)) faults += 1;
    if (scan.enclosures.length > 1) scan.enclosures.pop();
    const isBases = scan.first === "class" && scan.enclosures.length === 1;
    if (written === ")" && (within.isParameters || isBases)) scan.place = "declared";
  } else if (written === ":" && within.opener === "lambda") {
    scan.enclosures.pop();
  } else {
    if (written === ":" && !within.isInside) scan.isHeader = false;
    if (!begins && isSurplus(within, written)) faults += 1;
  }
  return faults;
}

function enclose(opener: string, isInside: boolean, isParameters: boolean): Enclosure {
  return { opener, isInside, colons: 0, assignments: 0, conditions: 0, isParameters };
}

/** Whether the next value is the name of a parameter, and neither an annotation nor a default. */
function isParameterName({ colons, assignments, isParameters }: Enclosure): boolean {
  return isParameters && colons === 0 && assignments === 0;
}

/** Whether a word that may follow the one before may also stand in this statement and in this bracket. */
function hasPlace(scan: Scan, word: Word, written: string): boolean {
  const { place, first } = scan;
  const within = innermost(scan);
  const isLiteral = word.kind === "string" || /^\d/.test(written);
  const opens = word.kind === "open" || word.kind === "brace";
  if (first === "import" || first === "from") {
    return !isLiteral && written !== "**" && (!opens || (written === "(" && place === "operator"));
  }
  if (isParameterName(within)) {
    // Python 2 unpacks a parameter: `lambda (a, b): a`.
    return !isLiteral && (!opens || (written === "(" && place !== "value"));
  }
  if (place === "star" && !within.isParameters) return !AFTER_BARE_STAR.has(word.kind);
  if (within.isInside || place === "start") return true;
  if (word.kind === "clause") return (BRACKETED.get(written) ?? first) === first;
  if (word.kind !== "comma" || within.opener === "lambda") return true;
  const isAnnotation = !scan.mayOpen && within.colons > 0;
  return place !== "colon" && !isAnnotation && !UNLISTED.has(first);
}

/** Counts a word where it stands. Returns whether there is no place for one more. */
function isSurplus(within: Enclosure, written: string): boolean {
  const isLine = within.opener === "";
  if (written === "," && !isLine) {
    within.assignments = 0;
    within.colons = 0;
  } else if (written === "if") {
    within.conditions += 1;
  } else if (written === "else") {
    within.conditions -= 1;
    return within.conditions < 0;
  } else if (written === ":") {
    within.colons += 1;
    return within.colons > MOST_COLONS;
  } else if (written === "=" || AUGMENTED.test(written)) {
    const most = MOST_ASSIGNMENTS.get(within.opener) ?? 0;
    within.assignments += written === "=" ? 1 : Math.max(most, 2);
    return within.assignments > most;
  }
  return within.isInside && (written === ";" || written === "->");
}

/** Brackets inside each other that a line may leave open: `MAXLEVEL` of CPython's `Parser/tokenizer.c`. */
const MOST_OPEN = 200;

/** Colons of a slice, or of a line outside of brackets: `if a: b: int = 1`. */
const MOST_COLONS = 2;

/** Signs `=` by what encloses them. A statement may have any number of targets, but no person writes so many. */
const MOST_ASSIGNMENTS: ReadonlyMap<string, number> = new Map([
  ["", 64],
  ["(", 1],
  ["lambda", 1],
]);

/** Keywords, `:=` and `->` of a line as it is written: no person writes so many. */
const MOST_KEYWORDS = 64;

const AUGMENTED = /^(?:[-+*@/%&|^]|\*\*|\/\/|<<|>>)=$/;

/** Openers that a line cannot end in; a newline does not matter in the others. */
const UNENDED = new Set(["lambda", "`"]);

/** Followers of a `*` that is a parameter by itself, and of no other. */
const AFTER_BARE_STAR: ReadonlySet<Kind> = new Set<Kind>(["comma", "colon", "close"]);

/** Statements that have no comma outside of brackets. */
const UNLISTED = new Set("if elif while @".split(" "));

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

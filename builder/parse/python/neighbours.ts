// Kinds of the words and signs of Python, of either major version, and what may stand behind each.

/** Kind of a word or sign, for its possible neighbours. */
export type Kind =
  | "value"
  | "string"
  /** Stands before a value: `not`, `lambda`. */
  | "prefix"
  /** Stands before a value or between two: `-`. */
  | "both"
  /** Does too, but not behind another: `*`. */
  | "star"
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
export type Place = keyof typeof FOLLOWERS;

export interface Word {
  readonly kind: Kind;
  /** State behind the word. */
  readonly place: Place;
}

const STARRED = "value string prefix both open brace".split(" ") as Kind[];
const BEFORE_VALUE: readonly Kind[] = [...STARRED, "star"];
const BEHIND_VALUE = "both star infix clause comma colon open close".split(" ") as Kind[];

/** Possible followers of each state. */
export const FOLLOWERS = {
  start: new Set<Kind>([...BEFORE_VALUE, "clause", "statement"]),
  value: new Set<Kind>(BEHIND_VALUE),
  string: new Set<Kind>([...BEHIND_VALUE, "string"]),
  operator: new Set<Kind>(BEFORE_VALUE),
  /** Behind `class` and a dot, then behind `def` and the name after it; `async` is a name in Python 2. */
  naming: new Set<Kind>(["value", "both"]),
  defining: new Set<Kind>(["value", "both"]),
  defined: new Set<Kind>(["open"]),
  /** Behind parameters and bases. */
  declared: new Set<Kind>(["infix", "comma", "colon", "close"]),
  /** Behind `not`, which `in` may follow. */
  negation: new Set<Kind>([...BEFORE_VALUE, "infix"]),
  open: new Set<Kind>([...BEFORE_VALUE, "close"]),
  /** Behind the first backtick of Python 2. */
  repr: new Set<Kind>(BEFORE_VALUE),
  subscript: new Set<Kind>([...BEFORE_VALUE, "close", "colon"]),
  /** Before `=` and `in` too: `a, = b`. */
  comma: new Set<Kind>([...BEFORE_VALUE, "infix", "close", "colon"]),
  /** Behind `*`, which may be a parameter by itself. */
  star: new Set<Kind>([...STARRED, "close", "colon", "comma"]),
  /** A value may follow, and need not: behind `return` and `lambda`. */
  loose: new Set<Kind>([...BEFORE_VALUE, "close", "colon", "comma"]),
  colon: new Set<Kind>([...BEFORE_VALUE, "close", "colon", "comma", "statement"]),
  /** Behind words that begin statements only where they are not names: `print`, `match`. */
  soft: new Set<Kind>([...BEFORE_VALUE, ...BEHIND_VALUE]),
  async: new Set<Kind>([...BEFORE_VALUE, ...BEHIND_VALUE, "statement"]),
} as const;

/** States in which a line cannot end. */
export const OPEN_ENDED: ReadonlySet<Place> = new Set<Place>(
  "operator naming defining defined negation open repr subscript star".split(" ") as Place[],
);

export const STRING: Word = { kind: "string", place: "string" };
const VALUE: Word = { kind: "value", place: "value" };
const SOFT: Word = { kind: "value", place: "soft" };
/** The dots of `from ..models import a`. */
const PARENT: Word = { kind: "both", place: "soft" };
const DECORATOR: Word = { kind: "prefix", place: "operator" };
/** Sign for all names: `from a import *`. */
const ALL: Word = { kind: "value", place: "value" };
const REPR: Word = { kind: "brace", place: "repr" };
const REPR_END: Word = { kind: "close", place: "value" };
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
  ...listWords("async", "both", "async"),
  ...listWords("not", "both", "negation"),
  ...listWords("+ -", "both", "operator"),
  ...listWords("* ** /", "star", "star"),
  ["(", { kind: "open", place: "open" }],
  ["[", { kind: "open", place: "subscript" }],
  ["{", { kind: "brace", place: "open" }],
  ...listWords(") ] }", "close", "value"),
  ...listWords(",", "comma", "comma"),
  ...listWords(":", "colon", "colon"),
  ...listWords("$ ? ! \\ ' \"", "junk", "operator"),
  ["...", VALUE],
  [".", { kind: "infix", place: "naming" }],
  [":=", SIGN],
  ["->", SIGN],
]);
const SOFT_WORDS = new Set("print exec match case type".split(" "));

/** Keywords, and the signs that are counted with them. */
export const KEYWORDS: ReadonlySet<string> = new Set(
  [...WORDS.keys(), ...SOFT_WORDS].filter((one) => /^([a-z]|:=|->)/.test(one)),
);

/** Words whose line has a colon. */
export const HEADERS: ReadonlySet<string> = new Set(
  "class def if elif else for while with try except finally".split(" "),
);

/** Words whose line has a colon where they are not names. */
export const SOFT_HEADERS: ReadonlySet<string> = new Set("async match case".split(" "));

/**
 * @param written anything but a string
 * @param begins whether it is the first word of its statement
 * @param first the first word of the statement
 * @param opener the innermost bracket that is open
 */
export function toWord(written: string, begins: boolean, first: string, opener: string): Word {
  if (written === "`") return opener === "`" ? REPR_END : REPR;
  if (begins && written === "@") return DECORATOR;
  if (begins && SOFT_WORDS.has(written)) return SOFT;
  if (first === "from" && /^\.+$/.test(written)) return PARENT;
  if (first === "from" && written === "*") return ALL;
  const known = WORDS.get(written);
  if (known !== undefined) return known;
  return /^[\w.\u0080-\uffff]/.test(written) ? VALUE : SIGN;
}

function listWords(words: string, kind: Kind, place: Place): readonly (readonly [string, Word])[] {
  return words.split(" ").map((word) => [word, { kind, place }] as const);
}

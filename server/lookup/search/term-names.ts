// Matches words of a term with the names of a module: numbers of words are compared, no text is
// read, and nothing is allocated, since a term can be in the names of most modules.
import { NAME_END } from "../../../data/text/term-fields.js";

/** A word that is searched for, as numbers in the vocabulary of the snapshot. */
export interface AskedWord {
  /** Number of the word itself; -1 if no text has it. */
  readonly whole: number;
  /** Words that begin with it, itself among them, are those from here … */
  readonly first: number;
  /** … to before this. */
  readonly end: number;
}

export interface NameMatch {
  /** The words of the term are the name, in order. */
  readonly isExact: boolean;
  /** Words of the name beyond those of the term; `undefined` where one of these is no whole word of it. */
  readonly extraWords: number | undefined;
  /** The words of the term, or words that begin with them, stand side by side and in order. */
  readonly isAdjacent: boolean;
}

const MOST_EXTRA_WORDS = 254;
const NOT_WHOLE = MOST_EXTRA_WORDS + 1;

/** Ranks of names that are the term are less, all others are not. */
const NOT_EXACT = (NOT_WHOLE + 1) * 2;

/** The rank where no name has all words of a term. A word alone stands beside nothing: it is adjacent anywhere. */
export function rankElsewhere(asked: readonly AskedWord[]): number {
  return toRank(false, NOT_WHOLE, asked.length === 1);
}

/**
 * The least rank of any of the names: it is by exactness, then by extra words, then by adjacency.
 * @param names the words of each in order, every one once, and after each NAME_END
 * @param asked the words of a term, likewise
 */
export function rankNames(names: Uint32Array, asked: readonly AskedWord[]): number {
  let best = rankElsewhere(asked);
  let start = 0;
  while (start < names.length) {
    const border = names.indexOf(NAME_END, start);
    const end = border < 0 ? names.length : border;
    best = Math.min(best, rankName(names, { start, end }, asked));
    start = end + 1;
  }
  return best;
}

/** Decodes a rank of names. */
export function readNameRank(rank: number): NameMatch {
  const extraWords = (rank >>> 1) & NOT_WHOLE;
  return {
    isExact: rank < NOT_EXACT,
    extraWords: extraWords === NOT_WHOLE ? undefined : extraWords,
    isAdjacent: (rank & 1) === 0,
  };
}

function toRank(isExact: boolean, extraWords: number, isAdjacent: boolean): number {
  return (isExact ? 0 : NOT_EXACT) + extraWords * 2 + (isAdjacent ? 0 : 1);
}

/** Start and end of a name. */
interface Span {
  readonly start: number;
  readonly end: number;
}

function rankName(names: Uint32Array, span: Span, asked: readonly AskedWord[]): number {
  const extraWords = span.end - span.start - asked.length;
  const isAdjacent = asked.length === 1 || hasRun(names, span, asked);
  if (extraWords < 0 || !hasAll(names, span, asked)) return toRank(false, NOT_WHOLE, isAdjacent);
  return toRank(extraWords === 0 && isAdjacent, Math.min(extraWords, MOST_EXTRA_WORDS), isAdjacent);
}

function hasAll(names: Uint32Array, { start, end }: Span, asked: readonly AskedWord[]): boolean {
  for (const { whole } of asked) {
    let at = start;
    while (at < end && names[at] !== whole) at += 1;
    if (at === end) return false;
  }
  return true;
}

function hasRun(names: Uint32Array, { start, end }: Span, asked: readonly AskedWord[]): boolean {
  for (let from = start; from + asked.length <= end; from++) {
    let at = 0;
    while (at < asked.length && beginsWith(names[from + at], asked[at])) at += 1;
    if (at === asked.length) return true;
  }
  return false;
}

function beginsWith(word: number | undefined, asked: AskedWord | undefined): boolean {
  return word !== undefined && asked !== undefined && word >= asked.first && word < asked.end;
}

// The order by relevance: rules one after another, of which the first that tells two modules apart
// decides, as in Meilisearch (https://www.meilisearch.com/docs/learn/relevancy/ranking_rules).
//
//   1. exact          the term is the technical or the display name, word for word
//   2. extra words    all its words are whole words of one of these names: the fewest others in it first
//   3. adjacent       its words stand side by side and in order in one of them
//   4. whole words    every word is a word of the module, before those where some only begin one
//   5. field          of the word that has the worst best field: technical name, display name, summary,
//                     description
//   6. dependents     what most modules depend on first
//   7. maturity       by development status
//   8. installable    what can be installed first
//
// Ties go by technical name. Of modules of one name that the first five rules do not tell apart the original stands first
// (dependency/trusted-order.ts).
import { TERM_FIELDS, type TermField, NAME_END } from "../../../data/text/term-fields.js";
import { deriveOnce, memoizeEach } from "../memo.js";
import {
  getStatusByNumber,
  isInstallable,
  findMaturity,
  STATUSES,
  UNSAID_STATUS,
} from "../entries.js";

/** Match of a term in a module: input of the first five rules. */
export interface TermMatch extends NameMatch {
  /** Every word of the term is a word of the module, not only the beginning of one. */
  readonly isWhole: boolean;
  readonly field: TermField;
}

/**
 * The first five rules as one number, less for what comes first.
 * @param name a rank of names
 * @param field a number in TERM_FIELDS
 */
export function toTermRank(name: number, isWhole: boolean, field: number): number {
  return (name * 2 + (isWhole ? 0 : 1)) * TERM_FIELDS.length + field;
}

/** Decodes such a number. */
export function readTermRank(rank: number): TermMatch {
  const field = TERM_FIELDS[rank % TERM_FIELDS.length] ?? TERM_FIELDS[0];
  const rest = Math.floor(rank / TERM_FIELDS.length);
  const { isExact, extraWords, isAdjacent } = readNameRank(rest >>> 1);
  return { isExact, extraWords, isAdjacent, isWhole: (rest & 1) === 0, field };
}

/** Rank of each entry by the other rules, for any search; each rank is given once. */
export const getStandings = deriveOnce((snapshot): Uint32Array => {
  const { entries, names, nameDependents } = snapshot;
  /** An index in STATUSES or -1. */
  const findMaturityOf = memoizeEach((status: number) =>
    findMaturity(getStatusByNumber(snapshot, status) ?? UNSAID_STATUS),
  );
  // All in one number, since numbers are sorted ten times as fast as objects.
  const keys = Float64Array.from({ length: entries.length }, (_, entry) => {
    let key = names.length - nameDependents.get(entries.name.get(entry));
    key =
      key * (STATUSES.length + 1) + STATUSES.length - 1 - findMaturityOf(entries.status.get(entry));
    key = key * 2 + (isInstallable(snapshot, entry) ? 0 : 1);
    return key * entries.length + entry;
  }).toSorted();
  const standings = new Uint32Array(entries.length);
  keys.forEach((key, at) => (standings[key % entries.length] = at));
  return standings;
});

// Words of a term are matched with the names of a module by their numbers: no text is read, and nothing is allocated, since a
// term can be in the names of most modules.

/** A word that is searched for, as numbers in the vocabulary of the snapshot. */
export interface AskedWord {
  /** Number of the word itself; -1 if no text has it. */
  readonly whole: number;
  /** Words that begin with it, itself among them, are those from here … */
  readonly first: number;
  /** … to before this. */
  readonly end: number;
}

interface NameMatch {
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

function readNameRank(rank: number): NameMatch {
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

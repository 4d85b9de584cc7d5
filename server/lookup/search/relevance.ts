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
// Ties go by technical name, then as a plan would take them (dependency/choose-provider.ts).
import { TERM_FIELDS, type TermField } from "../../../data/text/term-fields.js";
import { deriveOnce } from "../derived.js";
import { getStatusByNumber, isInstallable } from "../entries.js";
import { memoizeEach } from "../memo.js";
import { findMaturity, STATUSES, UNSAID_STATUS } from "../maturity.js";
import { readNameRank, type NameMatch } from "./term-names.js";

/** Match of a term in a module: input of the first five rules. */
export interface TermMatch extends NameMatch {
  /** Every word of the term is a word of the module, not only the beginning of one. */
  readonly isWhole: boolean;
  readonly field: TermField;
}

/**
 * The first five rules as one number, less for what comes first.
 * @param name a rank of names, see term-names.ts
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

// Merges whose number is another repository's: of the one that a history was taken from, or of a fork. A repository
// numbers its pull requests as they are opened, so that one which was opened after another was merged has the higher
// number. Pure.
import { findFirst } from "../../../data/binary-search.js";

/** A merge that names a pull request. */
export interface NumberedMerge {
  readonly number: number;
  readonly mergedSeconds: number;
  /** When the first of the commits that it brought was written: it cannot have been opened long before. */
  readonly bornSeconds: number;
  /** True if it was the tip of the branch. */
  readonly isOnLine: boolean;
}

const DAY_SECONDS = 24 * 60 * 60;
/** A rewritten pull request looks younger, but not by this much. */
const REWRITTEN_SECONDS = 365 * DAY_SECONDS;
/**
 * Least number of contradictions against a number; they must also outweigh agreement: some requests
 * are rewritten, others belong to forks.
 */
const LEAST_CONTRADICTIONS = 8;

/** For each merge: is its number not this repository's? */
export function findForeign(merges: readonly NumberedMerge[]): readonly boolean[] {
  const taken = findTaken(merges);
  const own = merges.filter(({ isOnLine }, at) => isOnLine && taken[at] !== true);
  const ofForks = findOfForks(merges, own);
  return merges.map((_, at) => taken[at] === true || ofForks[at] === true);
}

/** Numbers of a history that began elsewhere: requests opened here later have lower ones. */
function findTaken(merges: readonly NumberedMerge[]): readonly boolean[] {
  const later = countLower(merges, ({ mergedSeconds }) => mergedSeconds);
  const contradicting = countLower(merges, ({ bornSeconds }) => bornSeconds - REWRITTEN_SECONDS);
  const found = merges.filter((_, at) => {
    const count = contradicting[at] ?? 0;
    return count >= LEAST_CONTRADICTIONS && 2 * count >= (later[at] ?? 0);
  });
  // Until the last of them the history was elsewhere.
  const until = Math.max(...found.map(({ mergedSeconds }) => mergedSeconds));
  return merges.map(({ mergedSeconds }) => mergedSeconds <= until);
}

/** For each merge how many have a lower number and a later time. */
function countLower(
  merges: readonly NumberedMerge[],
  toTime: (merge: NumberedMerge) => number,
): readonly number[] {
  const numbers = [...new Set(merges.map(({ number }) => number))].toSorted((a, b) => a - b);
  const ranks = new Map(numbers.map((number, rank) => [number, rank]));
  const sums = new PrefixSums(numbers.length);
  const newestFirst = merges.toSorted((left, right) => toTime(right) - toTime(left));
  const counts = merges.map(() => 0);
  const order = [...merges.keys()].toSorted(
    (left, right) => (merges[right]?.mergedSeconds ?? 0) - (merges[left]?.mergedSeconds ?? 0),
  );
  let next = 0;
  for (const at of order) {
    const merge = merges[at];
    if (merge === undefined) continue;
    for (; next < newestFirst.length; next++) {
      const one = newestFirst[next];
      if (one === undefined || toTime(one) <= merge.mergedSeconds) break;
      sums.add(ranks.get(one.number) ?? 0);
    }
    counts[at] = sums.countBelow(findRank(numbers, merge.number));
  }
  return counts;
}

/** Numbers inside other requests: higher numbers were merged long before these were written. */
function findOfForks(
  merges: readonly NumberedMerge[],
  own: readonly NumberedMerge[],
): readonly boolean[] {
  const byTime = own.toSorted((left, right) => left.mergedSeconds - right.mergedSeconds);
  let highest = 0;
  const highestUntil = byTime.map(({ number }) => (highest = Math.max(highest, number)));
  const times = byTime.map(({ mergedSeconds }) => mergedSeconds);
  return merges.map(({ number, bornSeconds, isOnLine }) => {
    const before = findRank(times, bornSeconds - REWRITTEN_SECONDS);
    return !isOnLine && (highestUntil[before - 1] ?? 0) > number;
  });
}

/** Number of sorted values below one. */
function findRank(sorted: readonly number[], value: number): number {
  return findFirst(0, sorted.length, (at) => (sorted[at] ?? 0) >= value);
}

/** Counts of added values below a rank, in logarithmic time: a Fenwick tree. */
class PrefixSums {
  readonly #sums: Uint32Array;

  constructor(length: number) {
    this.#sums = new Uint32Array(length + 1);
  }

  add(rank: number): void {
    for (let at = rank + 1; at < this.#sums.length; at += at & -at) {
      this.#sums[at] = (this.#sums[at] ?? 0) + 1;
    }
  }

  countBelow(rank: number): number {
    let count = 0;
    for (let at = rank; at > 0; at -= at & -at) count += this.#sums[at] ?? 0;
    return count;
  }
}

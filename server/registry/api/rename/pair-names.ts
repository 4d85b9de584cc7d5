// Pairs names that are gone with names that are new, where one thing alone fits each.
import type { ApiEvidence } from "../../../contract/shape/api-changes.js";
import type { Members } from "../api-side.js";

/** Fields, or methods, of a model that may be the same under other names. */
export interface Unpaired<T> {
  /** Members of the module at both versions. */
  readonly before: Members<T>;
  readonly now: Members<T>;
  /** Members that nobody has at the later version. */
  readonly gone: Members<T>;
  /** Members that the module lacked at the earlier one. */
  readonly added: Members<T>;
  /** Whether nobody had it at the earlier one. */
  isNew(name: string): boolean;
}

/** The new name of each that has one, with what says so. */
export type Renames = ReadonlyMap<string, Renamed>;

export interface Renamed {
  readonly name: string;
  readonly evidence: readonly ApiEvidence[];
}

/** Evidence that two names mean the same thing. */
export interface Likeness {
  readonly weight: number;
  readonly evidence: readonly ApiEvidence[];
}

interface Candidate extends Likeness {
  readonly from: string;
  readonly to: string;
}

export interface Named<T> {
  readonly name: string;
  /** In load order. */
  readonly given: readonly T[];
}

interface Comparison<T, Described> {
  /** Description for comparing pairs, once for each name. */
  describe(named: Named<T>): Described;
  /** @returns a likeness where anything speaks for it */
  compare(from: Described, to: Described): Likeness | undefined;
}

/** Beyond this none is found: who changed so much of a model renamed nothing that could be recognised. */
const MOST_PAIRS = 40_000;

/** Pairs that are the best match for both names. */
export function pairNames<T, Described>(
  { gone, added, isNew }: Unpaired<T>,
  { describe, compare }: Comparison<T, Described>,
): Renames {
  if (gone.size * added.size > MOST_PAIRS) return new Map();
  const describeAll = (members: Members<T>): readonly (readonly [string, Described])[] =>
    Array.from(members, ([name, defined]) => {
      const given = defined.map(({ definition }) => definition);
      return [name, describe({ name, given })];
    });
  const after = describeAll(added);
  const candidates: Candidate[] = [];
  for (const [from, before] of describeAll(gone)) {
    for (const [to, now] of after) {
      const likeness = compare(before, now);
      if (likeness !== undefined && isNew(to)) candidates.push({ from, to, ...likeness });
    }
  }
  const [ofFrom, ofTo] = [listBest(candidates, "from"), listBest(candidates, "to")];
  const best = candidates.filter((one) => ofFrom.has(one) && ofTo.has(one));
  return new Map(best.map(({ from, to, evidence }) => [from, { name: to, evidence }]));
}

/** Best match of each name, if it outweighs all others. */
function listBest(candidates: readonly Candidate[], end: "from" | "to"): ReadonlySet<Candidate> {
  const best = new Map<string, Candidate>();
  const tied = new Set<Candidate>();
  for (const one of candidates) {
    const other = best.get(one[end]);
    if (other === undefined || other.weight < one.weight) best.set(one[end], one);
    else if (other.weight === one.weight) tied.add(other);
  }
  return new Set([...best.values()].filter((one) => !tied.has(one)));
}

export type Words = ReadonlySet<string>;

/** @param common words that do not count */
export function splitWords(name: string, common: Words = new Set()): Words {
  return new Set(name.split("_").filter((word) => word !== "" && !common.has(word)));
}

/** Common words of two names. */
export function compareWords(one: Words, other: Words) {
  const shared: string[] = [];
  for (const word of one) if (other.has(word)) shared.push(word);
  const all = one.size + other.size - shared.length;
  return {
    shared,
    /** Shared words of all, from 0 to 1. */
    share: all === 0 ? 0 : shared.length / all,
    /** Whether one name has all words of the other, and more. */
    isWithin: one.size !== other.size && shared.length === Math.min(one.size, other.size),
  };
}

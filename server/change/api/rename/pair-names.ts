// Pairs names that are gone with names that are new, where one thing alone fits each.
import { addToGroup } from "../../../../data/grouped.js";
import type { ApiEvidence } from "../../../contract/shape/api-changes.js";
import type { Members } from "../api-side.js";

/** Fields, or methods, of a model that may be the same under other names. */
export interface Unpaired<T> {
  /** All that the module has at the two versions. */
  readonly before: Members<T>;
  readonly now: Members<T>;
  /** What nobody has at the later version. */
  readonly gone: Members<T>;
  /** What the module did not have at the earlier one. */
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

/** Two names that may be of the same thing. */
export interface Candidate {
  readonly from: string;
  readonly to: string;
  /** How much speaks for it. */
  readonly weight: number;
  readonly evidence: readonly ApiEvidence[];
}

/** Beyond this none is found: who changed so much of a model renamed nothing that could be recognised. */
const MOST_PAIRS = 40_000;

/**
 * Of all pairs those for which more speaks than for all others of either name.
 * @param compare gives a candidate where anything speaks for it
 */
export function pairNames<T>(
  { gone, added, isNew }: Unpaired<T>,
  compare: (from: Named<T>, to: Named<T>) => Candidate | undefined,
): Renames {
  if (gone.size * added.size > MOST_PAIRS) return new Map();
  const after = listNamed(added);
  const candidates = listNamed(gone)
    .flatMap((from) => after.flatMap((to) => compare(from, to) ?? []))
    .filter(({ to }) => isNew(to));
  const byFrom = new Map<string, Candidate[]>();
  const byTo = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    addToGroup(byFrom, candidate.from, candidate);
    addToGroup(byTo, candidate.to, candidate);
  }
  const isBest = (one: Candidate, others: readonly Candidate[] = []): boolean =>
    others.every((other) => other === one || other.weight < one.weight);
  const best = candidates.filter(
    (one) => isBest(one, byFrom.get(one.from)) && isBest(one, byTo.get(one.to)),
  );
  return new Map(best.map(({ from, to, evidence }) => [from, { name: to, evidence }]));
}

export interface Named<T> {
  readonly name: string;
  /** In load order. */
  readonly given: readonly T[];
}

function listNamed<T>(members: Members<T>): readonly Named<T>[] {
  return [...members].map(([name, defined]) => ({
    name,
    given: defined.map(({ definition }) => definition),
  }));
}

/** What two names have in common. */
interface CommonWords {
  readonly shared: readonly string[];
  /** Shared words of all, from 0 to 1. */
  readonly share: number;
  /** Whether one name has all words of the other, and more. */
  readonly isWithin: boolean;
}

export function compareWords(from: string, to: string): CommonWords {
  const [one, other] = [from, to].map((name) => new Set(name.split("_").filter(Boolean)));
  if (one === undefined || other === undefined) return { shared: [], share: 0, isWithin: false };
  const shared = [...one].filter((word) => other.has(word));
  const all = one.size + other.size - shared.length;
  return {
    shared,
    share: all === 0 ? 0 : shared.length / all,
    isWithin: one.size !== other.size && shared.length === Math.min(one.size, other.size),
  };
}

// Two sets of named things compared: what came, what went, what is now called otherwise, and what
// changed in those that stayed.
import type { FactChange, FactValue, Rename, SetDiff } from "../../contract/shape/diff.js";
import { compareText } from "../../../data/platform-version.js";
import { measureDistance } from "../../../data/text/edit-distance.js";

/** What is said of a thing, by key. */
export type Facts = Readonly<Record<string, FactValue>>;

/** Why two things may be the same under two names; `undefined` when nothing says so. */
export type RenameGuess<T> = (
  from: readonly [name: string, thing: T],
  to: readonly [name: string, thing: T],
) => string | undefined;

export interface Things<T> {
  readonly from: ReadonlyMap<string, T>;
  readonly to: ReadonlyMap<string, T>;
}

export function diffFacts(from: Facts, to: Facts): readonly FactChange[] {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].toSorted(compareText);
  return keys
    .map((key) => ({ key, from: readFact(from, key), to: readFact(to, key) }))
    .filter((change) => JSON.stringify(change.from) !== JSON.stringify(change.to));
}

function readFact(facts: Facts, key: string): FactValue {
  return Object.hasOwn(facts, key) ? (facts[key] ?? null) : null;
}

export function diffSets<T>(
  { from, to }: Things<T>,
  readFacts: (thing: T) => Facts,
  guess: RenameGuess<T>,
): SetDiff {
  const { added, removed, renamed } = diffNames({ from, to }, guess);
  const changed = [...from].flatMap(([name, before]) => {
    const after = to.get(name);
    const changes = after === undefined ? [] : diffFacts(readFacts(before), readFacts(after));
    return changes.length === 0 ? [] : [{ name, changes }];
  });
  return { added, removed, renamed, changed: changed.toSorted(compareByName) };
}

function compareByName(left: { readonly name: string }, right: { readonly name: string }): number {
  return compareText(left.name, right.name);
}

/** Beyond this nothing is guessed: who changed so much renamed nothing that could be recognised. */
const MOST_PAIRS = 20_000;

/** A rename is guessed where exactly one name that came fits exactly one that went. */
export function diffNames<T>(
  { from, to }: Things<T>,
  guess: RenameGuess<T>,
): Omit<SetDiff, "changed"> {
  const removed = [...from].filter(([name]) => !to.has(name));
  const added = [...to].filter(([name]) => !from.has(name));
  const pairs: Rename[] = [];
  if (removed.length * added.length <= MOST_PAIRS) {
    for (const before of removed) {
      for (const after of added) {
        const reason = guess(before, after);
        if (reason !== undefined) pairs.push({ from: before[0], to: after[0], reason });
      }
    }
  }
  const uses = { from: countBy(pairs, "from"), to: countBy(pairs, "to") };
  const renamed = pairs.filter(
    (pair) => uses.from.get(pair.from) === 1 && uses.to.get(pair.to) === 1,
  );
  const went = new Set(renamed.map((pair) => pair.from));
  const came = new Set(renamed.map((pair) => pair.to));
  return {
    added: listOthers(added, came),
    removed: listOthers(removed, went),
    renamed: renamed.toSorted((left, right) => compareText(left.from, right.from)),
  };
}

function countBy(pairs: readonly Rename[], side: "from" | "to"): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const pair of pairs) counts.set(pair[side], (counts.get(pair[side]) ?? 0) + 1);
  return counts;
}

function listOthers(
  things: readonly (readonly [string, unknown])[],
  taken: ReadonlySet<string>,
): readonly string[] {
  return things
    .map(([name]) => name)
    .filter((name) => !taken.has(name))
    .toSorted(compareText);
}

/** Names farther from each other than this are not taken for one. */
const MOST_SLIPS = 2;

/** One or two letters differ, or one name is the other with something before or after it. */
export function areNamesNear(left: string, right: string): boolean {
  const [shorter, longer] = left.length < right.length ? [left, right] : [right, left];
  if (shorter.length < 3) return false;
  if (longer.startsWith(shorter) || longer.endsWith(shorter)) return true;
  const limit = Math.min(MOST_SLIPS, Math.floor(shorter.length / 4));
  return measureDistance(left, right, limit) <= limit;
}

// Two sets of named things compared: what came, what went, what is now called otherwise, and what
// changed in those that stayed.
import type { FactChange, FactValue, Rename, SetDiff } from "../../contract/shape/diff.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Renamed } from "../api/rename/pair-names.js";

/** What is said of a thing, by key. */
export type Facts = Readonly<Record<string, FactValue>>;

/** What a thing is called now, with what says so; `undefined` where nothing does. */
export type FindRename = (name: string) => Renamed | undefined;

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
  findRename?: FindRename,
): SetDiff {
  const changed = [...from].flatMap(([name, before]) => {
    const after = to.get(name);
    const changes = after === undefined ? [] : diffFacts(readFacts(before), readFacts(after));
    return changes.length === 0 ? [] : [{ name, changes }];
  });
  return { ...diffNames({ from, to }, findRename), changed: changed.toSorted(compareByName) };
}

function compareByName(left: { readonly name: string }, right: { readonly name: string }): number {
  return compareText(left.name, right.name);
}

/** A rename of what is gone counts where what it is called now is there. */
export function diffNames(
  { from, to }: Things<unknown>,
  findRename: FindRename = () => undefined,
): Omit<SetDiff, "changed"> {
  const gone = [...from.keys()].filter((name) => !to.has(name)).toSorted(compareText);
  const renamed = gone.flatMap((name): readonly Rename[] => {
    const now = findRename(name);
    if (now === undefined || !to.has(now.name)) return [];
    const { name: later, evidence } = now;
    const reason = evidence.map(({ kind, value }) => `${kind} ${value}`).join(", ");
    return [{ from: name, to: later, reason, evidence }];
  });
  const went = new Set(renamed.map((pair) => pair.from));
  const came = new Set(renamed.map((pair) => pair.to));
  return {
    added: [...to.keys()]
      .filter((name) => !from.has(name) && !came.has(name))
      .toSorted(compareText),
    removed: gone.filter((name) => !went.has(name)),
    renamed,
  };
}

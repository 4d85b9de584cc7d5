// The one comparison: two sides as lists of things, by the keys that make two of them one, and what is said of both. A kind
// of change is how its things are listed, their keys, and what is said of them.
import { addToGroup } from "../../data/grouped.js";
import type { LoadedTableObject } from "../../data/module/loaded-module.js";
import { compareText } from "../../data/platform/platform-version.js";
import type { Steps } from "../../data/yield.js";
import type { FactChange, FactValue } from "../contract/shape/diff.js";

/** Facts of a thing, by key. */
export type Facts = Readonly<Record<string, FactValue>>;

/** A thing on one side, or a pair matched by a key. */
interface Pair<T> {
  readonly before: T | undefined;
  readonly after: T | undefined;
  /** Index of the matching key. */
  readonly by: number;
}

/** @returns `undefined` where nothing is asked by it; of what was before under the names that it has afterwards */
export type PairKey<T> = (thing: T, isBefore: boolean) => string | undefined;

/** Things that a step looks at: an upgrade of forty modules compares a hundred thousand. */
export const THINGS_A_STEP = 100;

/**
 * Pairs by one key after the other, each thing once and in order; then lost things, then new ones.
 */
export function* pairThings<T>(
  from: Iterable<T>,
  to: Iterable<T>,
  keys: readonly PairKey<T>[],
): Steps<readonly Pair<T>[]> {
  const [gone, added] = [new Set(from), new Set(to)];
  const pairs: Pair<T>[] = [];
  let looked = 0;
  for (const [by, toKey] of keys.entries()) {
    const waiting = new Map<string, T[]>();
    for (const one of gone.size === 0 ? [] : added) {
      const key = toKey(one, false);
      if (key !== undefined) addToGroup(waiting, key, one);
      if (++looked % THINGS_A_STEP === 0) yield;
    }
    for (const before of waiting.size === 0 ? [] : gone) {
      const key = toKey(before, true);
      const after = key === undefined ? undefined : waiting.get(key)?.shift();
      if (++looked % THINGS_A_STEP === 0) yield;
      if (after === undefined) continue;
      gone.delete(before);
      added.delete(after);
      pairs.push({ before, after, by });
    }
  }
  for (const before of gone) pairs.push({ before, after: undefined, by: keys.length });
  for (const after of added) pairs.push({ before: undefined, after, by: keys.length });
  return pairs;
}

/** Rules by which equal things are recognised. */
interface Likeness<T> {
  /** Two texts that no other thing of a side has, of those that are looked at. */
  readonly toKeys: readonly [(thing: T) => string, (thing: T) => string];
  readonly isLookedAt: (thing: T) => boolean;
  readonly isSame: (before: T, after: T) => boolean;
}

/** Both sides without their equal things. A small part is mostly left. */
export function* dropEqual<T>(
  from: readonly T[],
  to: readonly T[],
  { toKeys: [toOuter, toInner], isLookedAt, isSame }: Likeness<T>,
): Steps<readonly [from: readonly T[], to: readonly T[]]> {
  const indexes = new Map<string, Map<string, number>>();
  for (const [at, one] of to.entries()) {
    if (at % THINGS_A_STEP === 0) yield;
    if (!isLookedAt(one)) continue;
    const outer = toOuter(one);
    const group = indexes.get(outer) ?? new Map<string, number>();
    indexes.set(outer, group.set(toInner(one), at));
  }
  const alike = new Uint8Array(to.length);
  const left: T[] = [];
  for (const [at, before] of from.entries()) {
    if (at % THINGS_A_STEP === 0) yield;
    const index = isLookedAt(before)
      ? (indexes.get(toOuter(before))?.get(toInner(before)) ?? -1)
      : -1;
    const after = to[index];
    if (after !== undefined && isSame(before, after)) alike[index] = 1;
    else left.push(before);
  }
  return [left, to.filter((_, at) => alike[at] === 0)];
}

/** By key; what only one side says the other has as `null`. */
export function diffFacts(from: Facts, to: Facts): readonly FactChange[] {
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].toSorted(compareText);
  return keys
    .map((key) => ({ key, from: readFact(from, key), to: readFact(to, key) }))
    .filter((change) => JSON.stringify(change.from) !== JSON.stringify(change.to));
}

function readFact(facts: Facts, key: string): FactValue {
  return Object.hasOwn(facts, key) ? (facts[key] ?? null) : null;
}

/**
 * A constraint or an index as the database has it, in whatever form a class writes it: a unique index keeps rows apart as
 * a constraint does.
 */
export function toStoredForm({ kind, definition }: Pick<LoadedTableObject, "kind" | "definition">) {
  const isUnique = kind === "unique_index";
  return {
    kind: kind === "index" ? ("index" as const) : ("constraint" as const),
    definition: definition === null ? null : (isUnique ? "unique" : "") + toNormalForm(definition),
  };
}

/** `cons_text` of odoo/addons/base/models/ir_model.py, and white space as one blank. */
function toNormalForm(definition: string): string {
  return definition
    .toLowerCase()
    .replaceAll(", ", ",")
    .replaceAll(" (", "(")
    .replace(/[\t\n]/g, " ")
    .replace(/ {2,}/g, " ")
    .trim();
}

export type ToldRow<Row> = Omit<Row, "class" | "code" | "covered_by" | "renamed" | "definitions">;

/** A change under its module, with the facts of both sides. */
export interface Told<Row, T> {
  readonly section: string;
  readonly row: ToldRow<Row>;
  readonly before: T | undefined;
  readonly after: T | undefined;
}

// Pairs of what was recorded of two systems, and what is told of one before it is said what it means.
import { addToGroup } from "../../../data/grouped.js";
import type { Steps } from "../../../data/yield.js";
import type { UpgradeNames } from "./upgrade-names.js";

/**
 * What both have by one key is taken from both, each once, those of a key in their order; a step looks at one.
 * @param toKey of what was before it is asked under the names that it has afterwards
 */
export function* takePairs<T extends { readonly module: string; readonly model: string }>(
  gone: Set<T>,
  added: Set<T>,
  names: UpgradeNames,
  toKey: (one: T, module: string, model: string) => string | undefined,
): Steps<readonly (readonly [old: T, now: T])[]> {
  const waiting = new Map<string, T[]>();
  for (const now of added) {
    const key = toKey(now, now.module, now.model);
    if (key !== undefined) addToGroup(waiting, key, now);
    yield;
  }
  const pairs: (readonly [old: T, now: T])[] = [];
  for (const old of gone) {
    const [module, model] = [names.toModule(old.module), names.toModel(old.model)];
    const now = waiting.get(toKey(old, module, model) ?? "")?.shift();
    yield;
    if (now === undefined) continue;
    gone.delete(old);
    added.delete(now);
    pairs.push([old, now]);
  }
  return pairs;
}

export type ToldRow<Row> = Omit<Row, "class" | "code" | "covered_by" | "renamed" | "definitions">;

// Pairs of what was recorded of two systems, and what is told of one before it is said what it means.
import { addToGroup } from "../../../data/grouped.js";
import type { UpgradeNames } from "./upgrade-names.js";

/**
 * What both have by one key is taken from both, each once, those of a key in their order.
 * @param toKey of what was before it is asked under the names that it has afterwards
 */
export function takePairs<T extends { readonly module: string; readonly model: string }>(
  gone: Set<T>,
  added: Set<T>,
  names: UpgradeNames,
  toKey: (one: T, module: string, model: string) => string | undefined,
): readonly (readonly [old: T, now: T])[] {
  const waiting = new Map<string, T[]>();
  for (const now of added) {
    const key = toKey(now, now.module, now.model);
    if (key !== undefined) addToGroup(waiting, key, now);
  }
  return [...gone].flatMap((old) => {
    const [module, model] = [names.toModule(old.module), names.toModel(old.model)];
    const now = waiting.get(toKey(old, module, model) ?? "")?.shift();
    if (now === undefined) return [];
    gone.delete(old);
    added.delete(now);
    return [[old, now] as const];
  });
}

export type ToldRow<Row> = Omit<
  Row,
  "class" | "code" | "covered_by" | "renamed" | "definitions" | "line"
>;

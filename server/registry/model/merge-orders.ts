// The order in which Python looks through the bases of a class.
import { spendSteps, type StepBudget } from "../../lookup/limits.js";

/**
 * Merges the method resolution orders of bases into one that keeps each (C3, as described in Python's "The
 * Python 2.3 Method Resolution Order"). Where no order keeps all, which Python refuses to load, the first
 * of what is left comes next.
 * @throws TooComplex where that takes more steps than are left
 */
export function mergeOrders<T>(orders: readonly (readonly T[])[], steps: StepBudget): T[] {
  const waiting = orders
    .filter((order) => order.length > 0)
    .map((order): Queue<T> => ({ order, position: 0 }));
  spendSteps(
    steps,
    waiting.reduce((sum, { order }) => sum + order.length, 0),
  );
  const behind = countBehindFirst(waiting);
  const merged: T[] = [];
  for (let next = findNext(waiting, behind); next !== undefined; next = findNext(waiting, behind)) {
    merged.push(next);
    spendSteps(steps, waiting.length);
    for (const queue of waiting) {
      if (queue.order[queue.position] !== next) continue;
      queue.position += 1;
      const first = queue.order[queue.position];
      if (first !== undefined) behind.set(first, (behind.get(first) ?? 0) - 1);
    }
  }
  return [...new Set(merged)];
}

interface Queue<T> {
  readonly order: readonly T[];
  position: number;
}

/** In how many orders something stands behind the first place. */
function countBehindFirst<T>(queues: readonly Queue<T>[]): Map<T, number> {
  const behind = new Map<T, number>();
  for (const { order } of queues) {
    for (let position = 1; position < order.length; position += 1) {
      const item = order[position] as T;
      behind.set(item, (behind.get(item) ?? 0) + 1);
    }
  }
  return behind;
}

/** The first that stands nowhere behind another; where there is none, the first of all. */
function findNext<T>(waiting: readonly Queue<T>[], behind: ReadonlyMap<T, number>): T | undefined {
  let first: T | undefined;
  for (const { order, position } of waiting) {
    const candidate = order[position];
    if (candidate === undefined) continue;
    if ((behind.get(candidate) ?? 0) === 0) return candidate;
    first ??= candidate;
  }
  return first;
}

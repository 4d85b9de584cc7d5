// The order in which Python looks through the bases of a class.

/**
 * Merges the method resolution orders of bases into one that keeps each (C3, as described in Python's "The
 * Python 2.3 Method Resolution Order"). Where no order keeps all, which Python refuses to load, the first
 * of what is left comes next.
 */
export function mergeOrders<T>(orders: readonly (readonly T[])[]): T[] {
  const waiting = orders
    .filter((order) => order.length > 0)
    .map((order) => ({ order, position: 0 }));
  const behind = countBehindFirst(waiting.map(({ order }) => order));
  const merged: T[] = [];
  const placed = new Set<T>();
  while (waiting.length > 0) {
    const next = findNext(waiting, behind);
    merged.push(next);
    placed.add(next);
    for (let at = waiting.length - 1; at >= 0; at -= 1) {
      const queue = waiting[at] as Queue<T>;
      while (queue.position < queue.order.length && placed.has(queue.order[queue.position] as T)) {
        queue.position += 1;
        const first = queue.order[queue.position];
        if (first !== undefined) behind.set(first, (behind.get(first) ?? 0) - 1);
      }
      if (queue.position === queue.order.length) waiting.splice(at, 1);
    }
  }
  return merged;
}

interface Queue<T> {
  readonly order: readonly T[];
  position: number;
}

/** In how many orders something stands behind the first place. */
function countBehindFirst<T>(orders: readonly (readonly T[])[]): Map<T, number> {
  const behind = new Map<T, number>();
  for (const order of orders) {
    for (const item of order.slice(1)) behind.set(item, (behind.get(item) ?? 0) + 1);
  }
  return behind;
}

function findNext<T>(waiting: readonly Queue<T>[], behind: ReadonlyMap<T, number>): T {
  const firsts = waiting.map(({ order, position }) => order[position] as T);
  return firsts.find((first) => (behind.get(first) ?? 0) === 0) ?? (firsts[0] as T);
}

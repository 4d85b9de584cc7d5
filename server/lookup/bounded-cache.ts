// Caches with a bound in bytes, which drop the least recently used values first. All caches of a
// snapshot share one budget: the bound holds for any mix of questions, and a busy cache gets more
// of it.
import { LRUCache } from "lru-cache";
import { deriveOnce } from "./derived.js";

/** Bytes of all caches of a snapshot together. */
export const BUDGET_BYTES = 40 * 1024 * 1024;

/** A value with what it takes in memory. */
interface Sized<T> {
  readonly value: T;
  readonly bytes: number;
}

interface Cached extends Sized<unknown> {
  /** Takes it out of its cache. */
  forget(): void;
}

type Budget = LRUCache<Cached, Cached>;

export const getBudget = deriveOnce(() => createBudget(BUDGET_BYTES));

export function createBudget(mostBytes: number): Budget {
  return new LRUCache<Cached, Cached>({
    maxSize: atLeastOne(mostBytes),
    sizeCalculation: ({ bytes }) => atLeastOne(bytes),
    disposeAfter: (one) => one.forget(),
  });
}

interface BoundedCache<T, Key extends string | number = string> {
  /** Cached value, or the result of `create`, which is cached if it is small enough. */
  get(key: Key, create: () => Sized<T>): T;
  /** Cached value. For callers that cannot make a value at once, and `hold` it later. */
  find(key: Key): T | undefined;
  /** Caches a value where it is small enough, in the place of what was cached under the key. */
  hold(key: Key, one: Sized<T>): void;
  clear(): void;
  /** Bytes of all cached values. */
  readonly bytes: number;
}

interface CacheLimits {
  /** Budget shared with other caches; default: none. */
  readonly budget?: Budget;
  /** Limit of this cache, even if the budget has room. */
  readonly mostBytes: number;
  /** Limit of one value; default: a quarter. A larger value would evict many others. */
  readonly largestBytes?: number;
}

export function createBoundedCache<T, Key extends string | number = string>({
  budget,
  mostBytes,
  largestBytes = mostBytes / 4,
}: CacheLimits): BoundedCache<T, Key> {
  const cached = new LRUCache<Key, Cached & Sized<T>>({
    maxSize: atLeastOne(mostBytes),
    sizeCalculation: ({ bytes }) => atLeastOne(bytes),
    // Values that the budget evicted are not evicted twice: with many at once each would wait for
    // the next.
    disposeAfter: (one) => void (budget?.has(one) === true && budget.delete(one)),
  });
  const find = (key: Key): Sized<T> | undefined => {
    const one = cached.get(key);
    // To the budget, too, it was asked for last.
    if (one !== undefined) budget?.get(one);
    return one;
  };
  const hold = (key: Key, { value, bytes }: Sized<T>): void => {
    cached.delete(key);
    if (bytes > largestBytes) return;
    const forget = (): void => void (cached.peek(key) === one && cached.delete(key));
    const one = { value, bytes, forget };
    cached.set(key, one);
    budget?.set(one, one);
  };
  return {
    find: (key) => find(key)?.value,
    hold,
    get(key, create) {
      const known = find(key);
      if (known !== undefined) return known.value;
      const one = create();
      hold(key, one);
      return one.value;
    },
    clear: () => cached.clear(),
    get bytes() {
      return cached.calculatedSize;
    },
  };
}

/** Cache for large values: the results of the last so many keys. */
export function keepRecent<T extends object, Key extends string | number = string>(
  most: number,
): (key: Key, find: () => T) => T {
  const recent = new LRUCache<Key, T>({ max: most });
  return (key, find) => {
    const value = recent.get(key) ?? find();
    recent.set(key, value);
    return value;
  };
}

/** The library takes no size below one, and no fraction. */
function atLeastOne(bytes: number): number {
  return Math.max(1, Math.ceil(bytes));
}

// Caches with a bound in bytes, which forget first what was not asked for the longest time. All caches of a
// snapshot share one budget: what they take together has the same bound whatever mix of questions is asked, and
// who is asked more has more of it.
import { LRUCache } from "lru-cache";
import { deriveOnce } from "./derived.js";

/** Of all caches of a snapshot together. */
export const BUDGET_BYTES = 40 * 1024 * 1024;

/** A value with what it takes in memory. */
interface Sized<T> {
  readonly value: T;
  readonly bytes: number;
}

/** What is cached, of whichever cache. */
interface Cached extends Sized<unknown> {
  /** Takes it out of its cache. */
  forget(): void;
}

/** What caches share. */
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
  /** What is cached under the key, or else what `create` gives, which is cached where it is small enough. */
  get(key: Key, create: () => Sized<T>): T;
  /** What is cached under the key; for who cannot make a value at once, and `hold`s it then. */
  find(key: Key): T | undefined;
  /** Caches a value where it is small enough, in the place of what was cached under the key. */
  hold(key: Key, one: Sized<T>): void;
  clear(): void;
  /** Of all that is cached. */
  readonly bytes: number;
}

interface CacheLimits {
  /** What it shares with other caches; by default nothing. */
  readonly budget?: Budget;
  /** Of all that is cached, also where the budget has room for more. */
  readonly mostBytes: number;
  /** Of one value; default a quarter of that: one that would drive out many others is not worth it. */
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
    // What the budget has forgotten is not forgotten there again: of many at once each would wait for the next.
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

/** For values of which each is large: finds again what was found for a key, of the last so many keys. */
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

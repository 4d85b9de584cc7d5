// Values that are kept up to so many bytes in all, those that were not asked for the longest time forgotten
// first. All caches of a snapshot share one budget: what they take together has the same bound whatever mix of
// questions is asked, and who is asked more has more of it.
import { deriveOnce } from "../lookup/derived.js";

/** Of all caches of a snapshot together. */
export const BUDGET_BYTES = 40 * 1024 * 1024;

/** What is kept, of whichever cache. */
interface Held {
  readonly bytes: number;
  forget(): void;
}

/** What caches share. */
export interface Budget {
  /** Adds one, or says that it was asked for again. */
  use(held: Held): void;
  remove(held: Held): void;
  /** Forgets what was not asked for the longest time until the rest is small enough. */
  keepTo(): void;
  /** Of all that is kept. */
  readonly bytes: number;
}

export const getBudget = deriveOnce(() => createBudget(BUDGET_BYTES));

export function createBudget(mostBytes: number): Budget {
  /** In the order in which they were asked for last. */
  const all = new Set<Held>();
  let bytes = 0;
  const remove = (held: Held): void => {
    if (all.delete(held)) bytes -= held.bytes;
  };
  return {
    use(held) {
      remove(held);
      all.add(held);
      bytes += held.bytes;
    },
    remove,
    keepTo() {
      for (const oldest of all) {
        if (bytes <= mostBytes) return;
        oldest.forget();
      }
    },
    get bytes() {
      return bytes;
    },
  };
}

export interface BoundedCache<T, Key extends string | number = string> {
  /** What is kept under the key, or else what `create` gives, which is kept where it is small enough. */
  get(key: Key, create: () => Sized<T>): T;
  /** What is kept under the key; for who cannot make a value at once, and `hold`s it then. */
  find(key: Key): T | undefined;
  /** Keeps a value where it is small enough, in the place of what was kept under the key. */
  hold(key: Key, one: Sized<T>): void;
  /** Of all that is kept. */
  readonly bytes: number;
}

/** A value with what it takes in memory. */
export interface Sized<T> {
  readonly value: T;
  readonly bytes: number;
}

export interface CacheLimits {
  /** The share of the budget that the cache takes at most. */
  readonly mostBytes: number;
  /** Of one value; default a quarter of that: one that would drive out many others is not worth it. */
  readonly largestBytes?: number;
}

export function createBoundedCache<T, Key extends string | number = string>(
  budget: Budget,
  { mostBytes, largestBytes = mostBytes / 4 }: CacheLimits,
): BoundedCache<T, Key> {
  /** In the order in which they were asked for last. */
  const held = new Map<Key, Held & Sized<T>>();
  let bytes = 0;
  const forget = (key: Key): void => {
    const one = held.get(key);
    if (one === undefined) return;
    held.delete(key);
    budget.remove(one);
    bytes -= one.bytes;
  };
  const hold = (key: Key, { value, bytes: added }: Sized<T>): void => {
    forget(key);
    if (added > largestBytes) return;
    const one = { value, bytes: added, forget: () => forget(key) };
    held.set(key, one);
    budget.use(one);
    bytes += added;
    for (const oldest of held.keys()) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
    budget.keepTo();
  };
  const find = (key: Key): Sized<T> | undefined => {
    const known = held.get(key);
    if (known === undefined) return undefined;
    held.delete(key);
    held.set(key, known);
    budget.use(known);
    return known;
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
    get bytes() {
      return bytes;
    },
  };
}

// Caches: answers of functions that are found once, tables derived from a snapshot or another long-lived object on first use, and
// values with a bound in bytes, of which the least recently used are dropped first. All caches of a snapshot share one budget: the
// bound holds for any mix of questions, and a busy cache gets more of it.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { LRUCache } from "lru-cache";

export function once<T>(find: () => T): () => T {
  let found: { readonly value: T } | undefined;
  return () => (found ??= { value: find() }).value;
}

/** Keeps an answer for each key, so the keys must be bounded. */
export function memoizeEach<Key, T>(find: (key: Key) => T): (key: Key) => T {
  const known = new Map<Key, { readonly value: T }>();
  return (key) => {
    let kept = known.get(key);
    if (kept === undefined) known.set(key, (kept = { value: find(key) }));
    return kept.value;
  };
}

/** Caches found values only: callers may ask for any key. */
export function memoizeFound<Key, T extends object | number | true>(
  find: (key: Key) => T | undefined,
): (key: Key) => T | undefined {
  const known = new Map<Key, T>();
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const found = find(key);
    if (found !== undefined) known.set(key, found);
    return found;
  };
}

/** Present and largest depth of recursion, shared by functions that call each other. */
interface Depth<Key> {
  /** Longest chain of keys. */
  readonly deepest: number;
  /** Error beyond the limit. */
  readonly refuse: (key: Key) => Error;
  /** Number of keys under computation. */
  open: number;
  /** Depth of the deepest key requested by the last of these. */
  below: number;
  /**
   * Errors, and whether all their callers are too deep as well: the others only started too high.
   */
  readonly refusals: WeakMap<object, boolean>;
}

export function createDepth<Key>(deepest: number, refuse: Depth<Key>["refuse"]): Depth<Key> {
  return { deepest, refuse, open: 0, below: 0, refusals: new WeakMap() };
}

/**
 * Like `memoizeEach`, but a key requested during its own computation yields undefined, which breaks
 * cycles. Depth is limited, and the limit does not depend on earlier calls.
 */
export function memoizeAcyclic<Key, T>(
  find: (key: Key) => T | undefined,
  depth: Depth<Key>,
): (key: Key) => T | undefined {
  const { deepest, refuse, refusals } = depth;
  const known = new Map<Key, { value: T | undefined; depth: number }>();
  const refused = new Map<Key, Error>();
  const giveUp = (asked: Key, isCertain: boolean): Error => {
    const error = refuse(asked);
    refusals.set(error, isCertain);
    return error;
  };
  return (key) => {
    const kept = known.get(key);
    if (kept !== undefined) {
      depth.below = Math.max(depth.below, kept.depth);
      return kept.value;
    }
    const before = refused.get(key);
    if (before !== undefined) throw before;
    if (depth.open >= deepest) throw giveUp(key, false);
    const below = depth.below;
    const own = { value: undefined as T | undefined, depth: 0 };
    known.set(key, own);
    depth.open += 1;
    depth.below = 0;
    try {
      own.value = find(key);
      own.depth = depth.below + 1;
      if (own.depth > deepest) throw giveUp(key, true);
      return own.value;
    } catch (error) {
      // Another fault: cache nothing.
      known.delete(key);
      const isCertain = refusals.get(error as Error);
      if (isCertain === true || (isCertain === false && depth.open === 1)) {
        refused.set(key, error as Error);
      }
      throw error;
    } finally {
      depth.open -= 1;
      depth.below = Math.max(below, own.depth);
    }
  };
}

/** `build` runs once for each; what it gives must be bounded by its size. */
export function deriveOnce<T, Of extends object = Snapshot>(build: (of: Of) => T): (of: Of) => T {
  const tables = new WeakMap<Of, { readonly value: T }>();
  return (of) => {
    let table = tables.get(of);
    if (table === undefined) tables.set(of, (table = { value: build(of) }));
    return table.value;
  };
}

/** Derives a value for each key, so keys must be bounded. */
export function deriveEach<Key, T, Of extends object = Snapshot>(
  build: (of: Of, key: Key) => T,
): (of: Of, key: Key) => T {
  const createKept = deriveOnce((of: Of) => memoizeEach((key: Key) => build(of, key)));
  return (of, key) => createKept(of)(key);
}

/**
 * Derives a value for each platform version of a snapshot. Unknown versions are not cached: callers
 * may ask for any.
 */
export function deriveAtVersion<T>(
  build: (snapshot: Snapshot, version: string) => T,
): (snapshot: Snapshot, version: string) => T {
  const get = deriveEach(build);
  return (snapshot, version) =>
    (snapshot.versions.includes(version) ? get : build)(snapshot, version);
}

export function* listAllEntries(snapshot: Snapshot): Generator<number> {
  for (let entry = 0; entry < snapshot.entries.length; entry++) yield entry;
}

/** The entries of each platform version, by its number, in order. */
const getEntriesByVersion = deriveOnce((snapshot): readonly (readonly number[])[] => {
  const lists: number[][] = snapshot.versions.map(() => []);
  for (const entry of listAllEntries(snapshot)) {
    lists[snapshot.entries.version.get(entry)]?.push(entry);
  }
  return lists;
});

/** Entries of a platform version, in order; none when the snapshot does not have it. */
export function listEntriesAtVersion(snapshot: Snapshot, version: string): readonly number[] {
  return getEntriesByVersion(snapshot)[snapshot.versions.indexOf(version)] ?? [];
}

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

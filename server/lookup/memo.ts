// Functions that find each of their answers once.

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
 * @param identify identity of keys, if not the key itself
 */
export function memoizeAcyclic<Key, T>(
  find: (key: Key) => T | undefined,
  depth: Depth<Key>,
  identify: (key: Key) => unknown = (key) => key,
): (key: Key) => T | undefined {
  const { deepest, refuse, refusals } = depth;
  const known = new Map<unknown, { value: T | undefined; depth: number }>();
  const refused = new Map<unknown, Error>();
  const giveUp = (asked: Key, isCertain: boolean): Error => {
    const error = refuse(asked);
    refusals.set(error, isCertain);
    return error;
  };
  return (asked) => {
    const key = identify(asked);
    const kept = known.get(key);
    if (kept !== undefined) {
      depth.below = Math.max(depth.below, kept.depth);
      return kept.value;
    }
    const before = refused.get(key);
    if (before !== undefined) throw before;
    if (depth.open >= deepest) throw giveUp(asked, false);
    const below = depth.below;
    const own = { value: undefined as T | undefined, depth: 0 };
    known.set(key, own);
    depth.open += 1;
    depth.below = 0;
    try {
      own.value = find(asked);
      own.depth = depth.below + 1;
      if (own.depth > deepest) throw giveUp(asked, true);
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

// Values that are kept up to so many bytes in all, those that were not asked for the longest time forgotten
// first.

export interface BoundedCache<T, Key extends string | number = string> {
  /** What is kept under the key, or else what `create` gives, which is kept where it is small enough. */
  get(key: Key, create: () => Sized<T>): T;
  /** What is kept under the key; for who cannot make a value at once, and `hold`s it then. */
  find(key: Key): T | undefined;
  /** Keeps a value where it is small enough. */
  hold(key: Key, one: Sized<T>): void;
  /** Of all that is kept. */
  readonly bytes: number;
}

/** A value with what it takes in memory. */
export interface Sized<T> {
  readonly value: T;
  readonly bytes: number;
}

export function createBoundedCache<T, Key extends string | number = string>(
  mostBytes: number,
): BoundedCache<T, Key> {
  /** In the order in which they were asked for last. */
  const held = new Map<Key, Sized<T>>();
  let bytes = 0;
  const hold = (key: Key, one: Sized<T>): void => {
    // One that would drive out many others is not worth it.
    if (one.bytes > mostBytes / 4 || held.has(key)) return;
    held.set(key, one);
    bytes += one.bytes;
    for (const [oldest, { bytes: freed }] of held) {
      if (bytes <= mostBytes) return;
      held.delete(oldest);
      bytes -= freed;
    }
  };
  const find = (key: Key): Sized<T> | undefined => {
    const known = held.get(key);
    if (known === undefined) return undefined;
    held.delete(key);
    held.set(key, known);
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

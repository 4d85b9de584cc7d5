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

/** As `memoizeEach`, but what is asked for while it is looked for is not there: what leads back to itself ends. */
export function memoizeAcyclic<Key, T>(
  find: (key: Key) => T | undefined,
): (key: Key) => T | undefined {
  const known = new Map<Key, T | undefined>();
  return (key) => {
    if (known.has(key)) return known.get(key);
    known.set(key, undefined);
    const found = find(key);
    known.set(key, found);
    return found;
  };
}

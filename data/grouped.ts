// Values by key.

/** Adds a value to the list of a key, in place; a key that has none gets one. */
export function addToGroup<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

/** The values of each key, in their order. */
export function toGroups<Key, Value>(
  values: Iterable<Value>,
  toKey: (value: Value) => Key,
): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) addToGroup(groups, toKey(value), value);
  return groups;
}

export function toRecord<Key extends string, Value>(
  keys: readonly Key[],
  make: (key: Key) => Value,
): Readonly<Record<Key, Value>> {
  const values = Object.fromEntries(keys.map((key) => [key, make(key)]));
  return values as Record<Key, Value>;
}

/** Counts equal values; the order is that of first occurrence. */
export function countEach<Value>(values: Iterable<Value>): Map<Value, number> {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

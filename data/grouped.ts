// Lists by key, made one value after another.

/** Adds a value to the list of a key, in place; a key that has none gets one. */
export function addToGroup<Key, Value>(groups: Map<Key, Value[]>, key: Key, value: Value): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}

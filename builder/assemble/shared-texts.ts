// Texts that recur in what is read from files, once in memory: versions, people, names of modules.

/**
 * A function that lets equal texts of all values that it is given be one, however deep they stand.
 * It changes values in place, which must be nobody else's yet.
 */
export function createSharedTexts(): <T>(value: T) => T {
  const known = new Map<string, string>();
  const share = (value: unknown): unknown => {
    if (typeof value === "string") {
      const text = known.get(value);
      if (text === undefined) known.set(value, value);
      return text ?? value;
    }
    if (typeof value !== "object" || value === null) return value;
    const object = value as Record<string, unknown>;
    for (const key of Object.keys(object)) object[key] = share(object[key]);
    return value;
  };
  return (value) => share(value) as typeof value;
}

// The known key nearest to a misspelt one, for hints. Pure.

/** Typing errors that still count as a misspelling. */
const DISTANCE_LIMIT_EDITS = 3;

/** A longer key is near no known one, and the comparison is quadratic. */
const KEY_LIMIT_CHARACTERS = 40;

/** The key of `known` nearest to `key`, `undefined` where none is near. */
export function findNearestKey(key: string, known: Iterable<string>): string | undefined {
  if (key.length > KEY_LIMIT_CHARACTERS) return undefined;
  let nearest: string | undefined;
  let least = Math.min(DISTANCE_LIMIT_EDITS, Math.floor(key.length / 3)) + 1;
  for (const candidate of known) {
    const distance = countEdits(key.toLowerCase(), candidate);
    if (distance < least) [nearest, least] = [candidate, distance];
  }
  return nearest;
}

/** Levenshtein distance. */
function countEdits(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_unused, index) => index);
  for (let row = 1; row <= left.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= right.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1);
      const inserted = (current[column - 1] ?? 0) + 1;
      const deleted = (previous[column] ?? 0) + 1;
      current.push(Math.min(replaced, inserted, deleted));
    }
    previous = current;
  }
  return previous[right.length] ?? 0;
}

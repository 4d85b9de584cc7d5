// Edit distance between two texts: for searches, for hints, for renames.

/**
 * Optimal string alignment distance: the fewest insertions, deletions, substitutions and swaps of
 * neighbours that turn one text into the other, no part being edited twice. Computed only up to
 * `limit`; anything farther is `limit + 1`. Takes `limit` times the length of a text.
 * Source: F. J. Damerau, "A technique for computer detection and correction of spelling errors",
 * 1964, in the restricted form; the band is that of E. Ukkonen, "Algorithms for approximate string
 * matching", 1985.
 */
export function measureDistance(one: string, other: string, limit: number): number {
  const tooFar = limit + 1;
  if (Math.abs(one.length - other.length) > limit) return tooFar;
  const [left, right] = cutCommon(one, other);
  let beforeLast = new Uint16Array(right.length + 2);
  let last = Uint16Array.from(beforeLast, (_, column) => Math.min(column, tooFar));
  let current = new Uint16Array(right.length + 2);
  for (let row = 1; row <= left.length; row++) {
    // Outside the band the distance exceeds the limit, whatever the letters are.
    const from = Math.max(1, row - limit);
    const to = Math.min(right.length, row + limit);
    let least = from === 1 ? Math.min(row, tooFar) : tooFar;
    current[from - 1] = least;
    for (let column = from; column <= to; column++) {
      const same = left.charCodeAt(row - 1) === right.charCodeAt(column - 1);
      let distance = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        tooFar,
      );
      if (isSwap(left, right, row, column)) {
        distance = Math.min(distance, (beforeLast[column - 2] ?? 0) + 1);
      }
      current[column] = distance;
      least = Math.min(least, distance);
    }
    if (least > limit) return tooFar;
    current[to + 1] = tooFar;
    [beforeLast, last, current] = [last, current, beforeLast];
  }
  return Math.min(last[right.length] ?? 0, tooFar);
}

/** Without what both begin and end with, which is most of texts that are nearly equal: their distance is the same. */
function cutCommon(one: string, other: string): readonly [string, string] {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start += 1;
  let end = 0;
  const last = [one.length - 1, other.length - 1] as const;
  while (
    end < shorter - start &&
    one.charCodeAt(last[0] - end) === other.charCodeAt(last[1] - end)
  ) {
    end += 1;
  }
  return [one.slice(start, one.length - end), other.slice(start, other.length - end)];
}

function isSwap(left: string, right: string, row: number, column: number): boolean {
  return (
    row > 1 &&
    column > 1 &&
    left.charCodeAt(row - 1) === right.charCodeAt(column - 2) &&
    left.charCodeAt(row - 2) === right.charCodeAt(column - 1)
  );
}

/** A suggestion may have every third letter of the name wrong. */
const LETTERS_FOR_A_FAULT = 3;

/** The nearest of the known names, the first of equally near ones; none where all are too far. */
export function findNearestName(wanted: string, known: readonly string[]): string | undefined {
  const limit = Math.floor(wanted.length / LETTERS_FOR_A_FAULT);
  const [nearest] = known
    .map((name) => [name, measureDistance(wanted, name, limit)] as const)
    .filter(([, distance]) => distance <= limit)
    .toSorted(([, near], [, far]) => near - far);
  return nearest?.[0];
}

// Binary search.

/**
 * The first number from `start` to before `end` of which it is true, where it is then true of all after it;
 * else `end`.
 */
export function findFirst(
  start: number,
  end: number,
  isBehind: (number: number) => boolean,
): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBehind(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

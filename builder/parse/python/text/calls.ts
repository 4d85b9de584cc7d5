// Where a text calls a function.

/**
 * Tells whether a function is called from one UTF-16 index up to, not including, another; the text is
 * looked through once, at the first call.
 * @param blanked without what is inside comments and strings
 * @param call global, of what a call begins with
 */
export function createCallFinder(
  blanked: string,
  call: RegExp,
): (start: number, end: number) => boolean {
  let calls: readonly number[] | undefined;
  return (start, end) => {
    calls ??= Array.from(blanked.matchAll(call), ({ index }) => index);
    let low = 0;
    let high = calls.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((calls[middle] ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    return (calls[low] ?? end) < end;
  };
}

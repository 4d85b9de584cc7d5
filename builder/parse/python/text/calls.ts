// Where a text calls a function.
import { findFirst } from "../../../../data/binary-search.js";

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
    const own = (calls ??= Array.from(blanked.matchAll(call), ({ index }) => index));
    const first = findFirst(0, own.length, (at) => (own[at] ?? 0) >= start);
    return (own[first] ?? end) < end;
  };
}

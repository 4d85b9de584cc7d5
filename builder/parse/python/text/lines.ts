// Line numbers of places in a text.
import { findFirst } from "../../../../data/binary-search.js";

/** Gives the 1-based line of a UTF-16 index; the text is looked through once, at the first call. */
export function createLineFinder(text: string): (index: number) => number {
  let ends: readonly number[] | undefined;
  return (index) => {
    const own = (ends ??= listLineEnds(text));
    return findFirst(0, own.length, (at) => (own[at] ?? 0) >= index) + 1;
  };
}

function listLineEnds(text: string): readonly number[] {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) ends.push(at);
  return ends;
}

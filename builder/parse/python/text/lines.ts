// Line numbers of places in a text.

/** Gives the 1-based line of a UTF-16 index; the text is looked through once, at the first call. */
export function createLineFinder(text: string): (index: number) => number {
  let ends: readonly number[] | undefined;
  return (index) => {
    ends ??= listLineEnds(text);
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ends[middle] ?? 0) < index) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}

function listLineEnds(text: string): readonly number[] {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) ends.push(at);
  return ends;
}

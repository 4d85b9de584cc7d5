// What a commit changes of a file, in pieces of squashed text. Pure.
import type { SquashedText } from "./squashed-text.js";

/** Lines by their positions, the last one left out. */
export interface Hunk {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Cells of a table that one piece may take; more is a hunk as a whole. */
const MOST_CELLS = 400_000;

/** The shortest difference of lines, where it can be found at once; formatting is none. */
export function diffTexts(before: SquashedText, after: SquashedText): readonly Hunk[] {
  const old = listLines(before);
  const now = listLines(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let oldEnd = old.length;
  let newEnd = now.length;
  while (oldEnd > start && newEnd > start && old[oldEnd - 1] === now[newEnd - 1]) {
    oldEnd -= 1;
    newEnd -= 1;
  }
  const hunks = splitHunk(old, now, {
    oldFrom: start,
    oldTo: oldEnd,
    newFrom: start,
    newTo: newEnd,
  });
  return hunks.filter(
    ({ oldFrom, oldTo, newFrom, newTo }) =>
      old.slice(oldFrom, oldTo).join("") !== now.slice(newFrom, newTo).join(""),
  );
}

function listLines({ text, starts }: SquashedText): readonly string[] {
  return starts.map((start, at) => text.slice(start, starts[at + 1]));
}

function splitHunk(old: readonly string[], now: readonly string[], whole: Hunk): readonly Hunk[] {
  const { oldFrom, oldTo, newFrom, newTo } = whole;
  const rows = oldTo - oldFrom;
  const columns = newTo - newFrom;
  if (rows === 0 && columns === 0) return [];
  if (rows === 0 || columns === 0 || rows * columns > MOST_CELLS) return [whole];
  // Lengths of the longest common lists of lines of what is left.
  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      lengths[row * width + column] =
        old[oldFrom + row] === now[newFrom + column]
          ? (lengths[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(
              lengths[(row + 1) * width + column] ?? 0,
              lengths[row * width + column + 1] ?? 0,
            );
    }
  }
  const hunks: Hunk[] = [];
  let row = 0;
  let column = 0;
  while (row < rows || column < columns) {
    if (row < rows && column < columns && old[oldFrom + row] === now[newFrom + column]) {
      row += 1;
      column += 1;
      continue;
    }
    const from = { oldFrom: oldFrom + row, newFrom: newFrom + column };
    while (
      (row < rows || column < columns) &&
      !(row < rows && column < columns && old[oldFrom + row] === now[newFrom + column])
    ) {
      const down = row < rows ? (lengths[(row + 1) * width + column] ?? 0) : -1;
      const right = column < columns ? (lengths[row * width + column + 1] ?? 0) : -1;
      if (down >= right) row += 1;
      else column += 1;
    }
    hunks.push({ ...from, oldTo: oldFrom + row, newTo: newFrom + column });
  }
  return hunks;
}

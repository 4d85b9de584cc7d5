// What a commit changes of a file, in pieces of squashed text. Pure.
import type { SquashedText } from "./squashed-text.js";

/** Lines by their positions, the last one left out. */
export interface Hunk {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Cells of a table that one piece may take; a larger one is cut at lines that both sides have once. */
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
  const whole = { oldFrom: start, oldTo: oldEnd, newFrom: start, newTo: newEnd };
  const pieces = isLarge(whole) ? cutAtAnchors(old, now, whole) : [whole];
  return pieces
    .flatMap((piece) => splitHunk(old, now, piece))
    .filter(
      ({ oldFrom, oldTo, newFrom, newTo }) =>
        !isSame(old.slice(oldFrom, oldTo).join(""), now.slice(newFrom, newTo).join("")),
    );
}

/** But for one pair of brackets that holds an expression of several lines together. */
function isSame(old: string, now: string): boolean {
  if (old === now) return true;
  const [short, long] = old.length < now.length ? [old, now] : [now, old];
  if (long.length !== short.length + 2) return false;
  const open = findDifference(short, long);
  if (long[open] !== "(" || !/(?:^|[=(]|return|yield|in|help=)$/.test(long.slice(0, open))) {
    return false;
  }
  const rest = long.slice(0, open) + long.slice(open + 1);
  const close = findDifference(short, rest);
  return rest[close] === ")" && rest.slice(0, close) + rest.slice(close + 1) === short;
}

function findDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}

function isLarge({ oldFrom, oldTo, newFrom, newTo }: Hunk): boolean {
  return (oldTo - oldFrom) * (newTo - newFrom) > MOST_CELLS;
}

/** What lies between lines that both have once, as far as these are in one order. */
function cutAtAnchors(
  old: readonly string[],
  now: readonly string[],
  whole: Hunk,
): readonly Hunk[] {
  const places = findOnce(now, whole.newFrom, whole.newTo);
  const anchors = [...findOnce(old, whole.oldFrom, whole.oldTo)].flatMap(([line, oldAt]) => {
    const newAt = places.get(line);
    return newAt === undefined ? [] : [{ oldAt, newAt }];
  });
  const pieces: Hunk[] = [];
  let [oldFrom, newFrom] = [whole.oldFrom, whole.newFrom];
  for (const { oldAt, newAt } of keepAscending(anchors)) {
    pieces.push({ oldFrom, oldTo: oldAt, newFrom, newTo: newAt });
    [oldFrom, newFrom] = [oldAt + 1, newAt + 1];
  }
  return [...pieces, { oldFrom, oldTo: whole.oldTo, newFrom, newTo: whole.newTo }];
}

/** Lines that are there once, in their order, with where. */
function findOnce(lines: readonly string[], from: number, to: number): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (let at = from; at < to; at++) {
    const line = lines[at] ?? "";
    places.set(line, places.has(line) ? -1 : at);
  }
  return new Map([...places].filter(([, at]) => at >= 0));
}

interface Anchor {
  readonly oldAt: number;
  readonly newAt: number;
}

/** The most of them that ascend on both sides. @param anchors ascending in the old text */
function keepAscending(anchors: readonly Anchor[]): readonly Anchor[] {
  // By length, the end of the list of that length whose last line comes first.
  const ends: number[] = [];
  const before: number[] = [];
  for (const [at, { newAt }] of anchors.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((anchors[ends[middle] ?? 0]?.newAt ?? 0) < newAt) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1] ?? -1);
    ends[low] = at;
  }
  const kept: Anchor[] = [];
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const anchor = anchors[at];
    if (anchor !== undefined) kept.push(anchor);
  }
  return kept.toReversed();
}

function listLines({ text, starts }: SquashedText): readonly string[] {
  return starts.map((start, at) => text.slice(start, starts[at + 1]));
}

function splitHunk(old: readonly string[], now: readonly string[], whole: Hunk): readonly Hunk[] {
  const { oldFrom, oldTo, newFrom, newTo } = whole;
  const rows = oldTo - oldFrom;
  const columns = newTo - newFrom;
  if (rows === 0 && columns === 0) return [];
  if (rows === 0 || columns === 0 || isLarge(whole)) return [whole];
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

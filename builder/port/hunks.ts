// Changes of a commit in one file, in pieces of squashed text. Pure.
import type { SquashedText } from "./squashed-text.js";

/** Lines by their positions, the last one left out. */
export interface Hunk {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Limit of differing lines; beyond it the whole is one piece. */
const MOST_EDITS = 1500;

/** The shortest difference of lines, where it is not too long; formatting is none. */
export function diffTexts(before: SquashedText, after: SquashedText): readonly Hunk[] {
  const [old, now] = [before.said, after.said];
  return diffLines(old, now).filter(
    ({ oldFrom, oldTo, newFrom, newTo }) =>
      old.slice(oldFrom, oldTo).join("") !== now.slice(newFrom, newTo).join(""),
  );
}

/**
 * The greedy algorithm of Eugene W. Myers, "An O(ND) Difference Algorithm and Its Variations" (1986). A diagonal is by how
 * many lines one is further in the old than in the new text; for each it is kept how far in the old one comes.
 */
function diffLines(old: readonly string[], now: readonly string[]): readonly Hunk[] {
  const whole = [{ oldFrom: 0, oldTo: old.length, newFrom: 0, newTo: now.length }];
  if (old.length === 0 || now.length === 0) return whole;
  const most = Math.min(MOST_EDITS, old.length + now.length);
  const reached = new Int32Array(2 * most + 3);
  const before: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    before.push(reached.slice(most - edits, most + edits + 3));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const middle = most + 1 + diagonal;
      let at = isTaken(reached, middle, edits - diagonal, edits + diagonal)
        ? (reached[middle + 1] ?? 0)
        : (reached[middle - 1] ?? 0) + 1;
      while (at < old.length && at - diagonal < now.length && old[at] === now[at - diagonal]) at++;
      reached[middle] = at;
      if (at >= old.length && at - diagonal >= now.length) {
        return toHunks(walkBack(before, old.length, now.length));
      }
    }
  }
  return whole;
}

/** True if the last edit to a diagonal takes a line from the new text. */
function isTaken(reached: Int32Array, middle: number, above: number, below: number): boolean {
  if (below === 0) return true;
  return above > 0 && (reached[middle - 1] ?? 0) < (reached[middle + 1] ?? 0);
}

/** A line that is left out of the old text, or taken from the new one, with where both are then. */
interface Edit {
  readonly oldAt: number;
  readonly newAt: number;
  readonly isTaken: boolean;
}

/** @param before for each number of edits how far one came with fewer, on the diagonals next to those */
function walkBack(before: readonly Int32Array[], oldEnd: number, newEnd: number): readonly Edit[] {
  const edits: Edit[] = [];
  let [oldAt, newAt] = [oldEnd, newEnd];
  for (let count = before.length - 1; count > 0; count--) {
    const reached = before[count] ?? new Int32Array();
    const diagonal = oldAt - newAt;
    const middle = (reached.length - 1) / 2 + diagonal;
    const taken = isTaken(reached, middle, count - diagonal, count + diagonal);
    oldAt = reached[taken ? middle + 1 : middle - 1] ?? 0;
    newAt = oldAt - diagonal + (taken ? -1 : 1);
    edits.push({ oldAt, newAt, isTaken: taken });
  }
  return edits.toReversed();
}

function toHunks(edits: readonly Edit[]): readonly Hunk[] {
  const hunks: Hunk[] = [];
  for (const { oldAt, newAt, isTaken: taken } of edits) {
    const last = hunks.at(-1);
    const isNext = last?.oldTo === oldAt && last.newTo === newAt;
    const { oldFrom, newFrom } = isNext ? last : { oldFrom: oldAt, newFrom: newAt };
    if (isNext) hunks.pop();
    hunks.push({
      oldFrom,
      oldTo: taken ? oldAt : oldAt + 1,
      newFrom,
      newTo: taken ? newAt + 1 : newAt,
    });
  }
  return hunks;
}

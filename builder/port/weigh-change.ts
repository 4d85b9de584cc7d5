// Pieces of a commit's change in one file, and what another branch lacks of each. Pure.
import type { CodePlace } from "../../data/history/port-verdict.js";
import { toOffset, type PieceFinder } from "./find-pieces.js";
import type { Hunk } from "./hunks.js";
import { getLine, type SquashedText } from "./squashed-text.js";

/** A file before and after a commit, with what differs. */
interface ChangedText {
  /** Relative to the folder of the module. */
  readonly path: string;
  readonly before: SquashedText;
  readonly after: SquashedText;
  readonly hunks: readonly Hunk[];
}

/** Part of a change; sizes are characters of squashed text. */
export interface Piece {
  /** Lines that it replaces, and those that it brings. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Size of what it adds, or removes without a replacement. */
  readonly changed: number;
  /** Part that the commit's own branch no longer has. */
  readonly replaced: number;
  /** Part that the other branch lacks: not added there, or still there. */
  readonly missing: number;
  /** True if nothing that it replaces is there, or for an addition nothing that it stands beside. */
  readonly hasNoPlace: boolean;
  /** True in files that load others, or describe the module. */
  readonly isLoading: boolean;
  /** True if what it replaces is missing there as well, or most of it is there. */
  readonly isReworded: boolean;
  /** True for a reworded one that is hardly longer than the text it replaces. */
  readonly isExchange: boolean;
  /** Its first line that is there, and its place in the commit. */
  readonly found: CodePlace | undefined;
  readonly place: CodePlace;
}

interface Branches {
  /** Files of the branch that may lack the change, and of that which has it. */
  readonly target: PieceFinder;
  readonly source: PieceFinder;
}

/** If so little of a piece is missing, this part was reworded. */
const ADAPTED_SHARE = 0.3;
/** A longer replacement adds something. */
const MOST_GROWTH = 1.3;

export function weighChange(text: ChangedText, branches: Branches): readonly Piece[] {
  const { path, before, after } = text;
  const isLoading = /(?:^|\/)__\w+__\.py$/.test(path);
  return text.hunks.map((hunk) => {
    const weight = weighHunk(text, hunk, branches);
    const [removed, added] = [
      before.said.slice(hunk.oldFrom, hunk.oldTo),
      after.said.slice(hunk.newFrom, hunk.newTo),
    ];
    const isMissing = weight.missing > 0;
    const isReworded =
      isMissing &&
      added.length > 0 &&
      !listNumbers(hunk.oldFrom, hunk.oldTo).some((line) =>
        isThere(before, line, branches.target),
      ) &&
      (removed.length > 0 || weight.missing <= ADAPTED_SHARE * weight.changed);
    return {
      ...weight,
      removed,
      added,
      hasNoPlace: isMissing && isPlaceGone(text, hunk, branches.target),
      isLoading,
      isReworded,
      isExchange: isReworded && weight.changed <= MOST_GROWTH * removed.join("").length,
      place: { path, line: after.lines[hunk.newFrom] ?? after.lines.at(-1) ?? 1 },
    };
  });
}

/** Squashed line that imports something. */
export const IMPORT = /^(?:from[\w.]+import|import[\w.]+$)/;

/** A piece that is taken away is gone where no more than this is left of it: lines that stand elsewhere too. */
const GONE_SHARE = 0.5;

function weighHunk(
  { before, after }: ChangedText,
  { oldFrom, oldTo, newFrom, newTo }: Hunk,
  { target, source }: Branches,
): Pick<Piece, "changed" | "replaced" | "missing" | "found"> {
  if (newFrom === newTo) {
    const changed = toOffset(before, oldTo) - toOffset(before, oldFrom);
    const left = listNumbers(oldFrom, oldTo).filter((line) => isThere(before, line, target));
    // Lines that the commit's own branch has again are not to be taken away.
    const unwanted = left.filter((line) => !isThere(before, line, source));
    const isGone = measure(before, left) <= GONE_SHARE * changed;
    return {
      changed,
      replaced: 0,
      missing: isGone ? 0 : measure(before, unwanted),
      found: undefined,
    };
  }
  const changed = toOffset(after, newTo) - toOffset(after, newFrom);
  const whole = target.find(after, newFrom, newTo);
  if (whole !== undefined) return { changed, replaced: 0, missing: 0, found: whole };
  const numbers = listNumbers(newFrom, newTo);
  const places = numbers.map((line) => target.find(after, line, line + 1));
  const lacking = numbers.filter((_, at) => places[at] === undefined);
  const missing = measure(
    after,
    lacking.filter((line) => isThere(after, line, source)),
  );
  const found = places.find((place) => place !== undefined);
  return { changed, replaced: measure(after, lacking) - missing, missing, found };
}

function listNumbers(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, at) => from + at);
}

/** Characters of lines. */
function measure(text: SquashedText, lines: readonly number[]): number {
  return lines.reduce((sum, line) => sum + getLine(text, line).length, 0);
}

function isThere(text: SquashedText, line: number, finder: PieceFinder): boolean {
  return finder.find(text, line, line + 1) !== undefined;
}

/** Least length of a line that tells a place, and how many of them on each side do. */
const TELLING_CHARS = 12;
const TELLING_LINES = 2;
/** Largest share of replaced lines that may be left if the place counts as gone. */
const REPLACED_REST = 0.2;

/** Squashed line that begins a definition, whose place is a class or a file. */
const DEFINITION =
  /^(?:@|def\w|\w+=fields\.|class\w|<(?:act_window|menuitem|record|report|template)\b)/;

function isPlaceGone(
  { before, after }: ChangedText,
  { oldFrom, oldTo, newFrom }: Hunk,
  target: PieceFinder,
): boolean {
  // A new file needs no place.
  if (before.starts.length === 0) return false;
  const replaced = listNumbers(oldFrom, oldTo).filter((line) => isTelling(getLine(before, line)));
  if (replaced.length > 0) {
    const left = replaced.filter((line) => target.hasText(getBeginning(getLine(before, line))));
    return measure(before, left) <= REPLACED_REST * measure(before, replaced);
  }
  if (oldFrom < oldTo) return false;
  if (DEFINITION.test(getLine(after, newFrom))) return !hasHolder(before, oldFrom, target);
  const beside = [...listTelling(before, oldFrom - 1, -1), ...listTelling(before, oldTo, 1)];
  return !beside.some((line) => target.has(before, line));
}

/** True if the class that a line is in is there, or it is in none. */
function hasHolder(text: SquashedText, from: number, target: PieceFinder): boolean {
  for (let line = from - 1; line >= 0; line--) {
    if (/^class\w/.test(getLine(text, line))) return target.has(text, line);
  }
  return true;
}

/** True if it says enough to tell a place by. */
export function isTelling(line: string): boolean {
  return line.length >= TELLING_CHARS && !IMPORT.test(line);
}

/** A line that begins so is the same one, reworded; elements differ in their attributes. */
function getBeginning(line: string): string {
  return line.slice(0, Math.max(TELLING_CHARS, line.length * (line.startsWith("<") ? 0.75 : 0.5)));
}

/** The next lines that tell a place. */
function listTelling(text: SquashedText, from: number, step: number): readonly number[] {
  const found: number[] = [];
  for (let line = from; line in text.starts && found.length < TELLING_LINES; line += step) {
    if (isTelling(getLine(text, line))) found.push(line);
  }
  return found;
}

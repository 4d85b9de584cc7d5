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

/** Part of a change. */
export interface Piece {
  /** Lines that it replaces, and those that it brings. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly place: CodePlace;
  /** Looks for it in both branches, once; most verdicts do without. */
  readonly weigh: () => Weight;
}

/** Sizes are characters of squashed text. */
export interface Weight {
  /** Size of what it adds, or removes without a replacement. */
  readonly changed: number;
  /** Part that the commit's own branch no longer has. */
  readonly replaced: number;
  /** Part that the other branch lacks: not added there, or still there. */
  readonly missing: number;
  /** True if nothing that it replaces is there, or for an addition nothing that it stands beside. */
  readonly hasNoPlace: boolean;
  /** True if a line that it replaces or takes away is there. */
  readonly stands: boolean;
  /** True if none is, and it is hardly longer than these, or the branch has something of the name that it brings. */
  readonly isExchange: boolean;
  /** True if its place is not as the commit found it, and the branch has most names that its file gains. */
  readonly isReworded: () => boolean;
  /** Its first line that is there, and its place in the commit. */
  readonly found: CodePlace | undefined;
}

interface Branches {
  /** Files of the branch that may lack the change, and of that which has it. */
  readonly target: PieceFinder;
  readonly source: PieceFinder;
}

/** A replacement that is longer than this, and has more characters, adds something. */
const MOST_GROWTH = 1.5;
const MOST_GROWN_CHARS = 20;

/** @param open called when the first piece is weighed */
export function listPieces(text: ChangedText, open: () => Branches): readonly Piece[] {
  const { path, before, after } = text;
  let branches: Branches | undefined;
  return text.hunks.map((hunk) => {
    const removed = before.said.slice(hunk.oldFrom, hunk.oldTo);
    const added = after.said.slice(hunk.newFrom, hunk.newTo);
    const line = after.lines[hunk.newFrom] ?? after.lines.at(-1) ?? 1;
    let weight: Weight | undefined;
    const weigh = (): Weight =>
      (weight ??= weighPiece(text, { hunk, removed, added }, (branches ??= open())));
    return { removed, added, place: { path, line }, weigh };
  });
}

interface HunkLines extends Pick<Piece, "removed" | "added"> {
  readonly hunk: Hunk;
}

function weighPiece(
  text: ChangedText,
  { hunk, removed, added }: HunkLines,
  branches: Branches,
): Weight {
  const { before } = text;
  const weight = weighHunk(text, hunk, branches);
  const isMissing = weight.missing > 0;
  const stands = isMissing && isStanding(before, hunk, branches.target);
  return {
    ...weight,
    hasNoPlace: isMissing && isPlaceGone(text, hunk, branches.target),
    stands,
    isExchange:
      isMissing &&
      !stands &&
      (isHardlyLonger(weight.changed, removed) || isNamed(before, added, branches.target)),
    isReworded: () =>
      !isIntact(before, hunk, branches.target) &&
      hasMost(listGained(text), branches.target.hasName),
  };
}

/** Least share of replaced text that is there if the place is as the commit found it. */
const INTACT_SHARE = 0.5;

/** True if the branch has the lines that it replaces, or those on both sides of an addition; a new file needs none. */
function isIntact(before: SquashedText, { oldFrom, oldTo }: Hunk, target: PieceFinder): boolean {
  if (before.starts.length === 0) return true;
  const replaced = listNumbers(oldFrom, oldTo);
  if (replaced.length > 0) {
    const left = replaced.filter((line) => isThere(before, line, target));
    return measure(before, left) >= INTACT_SHARE * measure(before, replaced);
  }
  const [above, below] = [oldFrom - 1, oldTo];
  const around = before.text.slice(
    toOffset(before, Math.max(0, above)),
    toOffset(before, below + 1),
  );
  return (
    target.hasText(around) ||
    (above >= 0 &&
      below < before.starts.length &&
      [above, below].every((line) => isThere(before, line, target)))
  );
}

/** Names that are in a file only after the change. */
function listGained({ before, after }: ChangedText): readonly string[] {
  const known = before.listNames();
  return [...after.listNames()].filter((name) => !known.has(name));
}

/** True if the branch has so many of the names that it has what brings them. */
function hasMost(names: readonly string[], has: (name: string) => boolean): boolean {
  return names.filter((name) => has(name)).length >= NAMED_SHARE * names.length;
}

function isHardlyLonger(chars: number, removed: readonly string[]): boolean {
  const replaced = removed.join("").length;
  return replaced > 0 && chars <= Math.max(MOST_GROWN_CHARS, MOST_GROWTH * replaced);
}

/** True if a line that a hunk replaces is there; a short one counts with its neighbours. */
function isStanding(before: SquashedText, { oldFrom, oldTo }: Hunk, target: PieceFinder): boolean {
  return listNumbers(oldFrom, oldTo).some((line) =>
    isTelling(getLine(before, line)) ? target.has(before, line) : isThere(before, line, target),
  );
}

/** Squashed beginnings of definitions, up to the end of the name: of classes and records, and of what is in them. */
const NAMES = [
  /^class\w+[(:]|^<\w+?id=[\w.]+?(?=model=|name=|inherit_id=|[/>])|^<recordmodel=[\w.]+?id=[\w.]+(?=[/>]|$)/,
  /^(?:(?:async)?def\w+\(|\w+=fields\.)/,
];
/** Least share of the names that a piece brings which the branch has if it has the piece in other words. */
const NAMED_SHARE = 0.5;

/** True if it defines what the file did not have before, and the branch has things of these names. */
function isNamed(before: SquashedText, added: readonly string[], target: PieceFinder): boolean {
  const own =
    NAMES.map((pattern) =>
      added
        .flatMap((line) => pattern.exec(line) ?? [])
        .filter((name) => !before.text.includes(name)),
    ).find((names) => names.length > 0) ?? [];
  return own.length > 0 && hasMost(own, target.hasText);
}

/** Squashed line that imports something. */
export const IMPORT = /^(?:from[\w.]+import|import[\w.]+$)/;

/** A piece that is taken away is gone where no more than this is left of it: lines that stand elsewhere too. */
const GONE_SHARE = 0.5;

function weighHunk(
  { before, after }: ChangedText,
  { oldFrom, oldTo, newFrom, newTo }: Hunk,
  { target, source }: Branches,
): Pick<Weight, "changed" | "replaced" | "missing" | "found"> {
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
  const lacking = numbers.filter(
    (line, at) => places[at] === undefined && !isBrought(before, getLine(after, line), target),
  );
  const missing = measure(
    after,
    lacking.filter((line) => isThere(after, line, source)),
  );
  const found = places.find((place) => place !== undefined);
  return { changed, replaced: measure(after, lacking) - missing, missing, found };
}

/** True if the branch has a line that begins so, and the file was there without one: it needs no neighbours. */
function isBrought(before: SquashedText, line: string, target: PieceFinder): boolean {
  if (before.text === "" || !isTelling(line)) return false;
  const beginning = getBeginning(line);
  return !before.text.includes(beginning) && target.hasText(beginning);
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
  { oldFrom, oldTo, newFrom, newTo }: Hunk,
  target: PieceFinder,
): boolean {
  // A new file needs no place.
  if (before.starts.length === 0) return false;
  const replaced = listNumbers(oldFrom, oldTo).filter((line) => isTelling(getLine(before, line)));
  if (replaced.length > 0) {
    const left = replaced.filter((line) => target.hasText(getBeginning(getLine(before, line))));
    if (measure(before, left) > REPLACED_REST * measure(before, replaced)) return false;
    const added = toOffset(after, newTo) - toOffset(after, newFrom);
    const isAddition =
      newTo - newFrom > oldTo - oldFrom &&
      !isHardlyLonger(added, before.said.slice(oldFrom, oldTo));
    return !isAddition || !hasOne(before, listTelling(before, oldFrom - 1, -1), target);
  }
  if (oldFrom < oldTo) return false;
  if (DEFINITION.test(getLine(after, newFrom))) return !hasHolder(before, oldFrom, target);
  const beside = [...listTelling(before, oldFrom - 1, -1), ...listTelling(before, oldTo, 1)];
  return !hasOne(before, beside, target);
}

/** True if one of some lines is there; a line that the file has more than once counts with the next or previous one. */
function hasOne(text: SquashedText, lines: readonly number[], target: PieceFinder): boolean {
  return lines.some((at) => {
    const line = getLine(text, at);
    if (!text.listRepeated().has(line)) return target.has(text, at);
    return [getLine(text, at - 1) + line, line + getLine(text, at + 1)].some(
      (both) => both.length > line.length && target.hasText(both),
    );
  });
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

/** A line that begins so is the same one, reworded; elements differ in their attributes, entries of lists in their ends. */
function getBeginning(line: string): string {
  if (line.endsWith("|")) return line;
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

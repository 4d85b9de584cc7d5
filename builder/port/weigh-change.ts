// Share of a commit's change in a file that another branch lacks. Pure.
import type { CodePlace } from "../../data/history/port-verdict.js";
import { toOffset, type PieceFinder } from "./find-pieces.js";
import type { Hunk } from "./hunks.js";
import { getLine, type SquashedText } from "./squashed-text.js";

/** A file before and after a commit, with what differs. */
export interface ChangedText {
  /** Relative to the folder of the module. */
  readonly path: string;
  readonly before: SquashedText;
  readonly after: SquashedText;
  readonly hunks: readonly Hunk[];
}

/** Characters of squashed text. */
export interface ChangeWeight {
  /** Characters that the commit adds, and that it removes without a replacement. */
  readonly changed: number;
  /** The change in lines, with everything removed. */
  readonly lines: number;
  /** Part that the commit's own branch no longer has. */
  readonly replaced: number;
  /** Part that the other branch lacks: not added there, or still there. */
  readonly missing: number;
  /** Missing part without a place: nothing that it replaces or stands beside is there. */
  readonly placeGone: number;
  /** Missing part that imports names of Python, and could be put in. */
  readonly imports: number;
  /** Missing part that replaces a text missing there, or belongs to a piece that is there. */
  readonly rewritten: number;
  /** Part of the rewritten one that is hardly longer than the text it replaces. */
  readonly exchanged: number;
  /** True if something that the file defines is there. */
  readonly hasHeads: boolean;
  /** The first line of each piece that is there. */
  readonly found: readonly CodePlace[];
  /** Places of the missing pieces. */
  readonly lacking: readonly CodePlace[];
}

interface Branches {
  /** Files of the branch that may lack the change, and of that which has it. */
  readonly target: PieceFinder;
  readonly source: PieceFinder;
}

export function weighChange(text: ChangedText, branches: Branches): ChangeWeight {
  const found: CodePlace[] = [];
  const lacking: CodePlace[] = [];
  let [changed, lines, replaced, missing, placeGone, imports, rewritten, exchanged] = [
    0, 0, 0, 0, 0, 0, 0, 0,
  ];
  for (const hunk of text.hunks) {
    const weight = weighHunk(text, hunk, branches);
    changed += weight.changed;
    lines += hunk.oldTo - hunk.oldFrom + (hunk.newTo - hunk.newFrom);
    replaced += weight.replaced;
    missing += weight.missing;
    if (weight.place !== undefined) found.push(weight.place);
    if (weight.missing === 0) continue;
    const line = text.after.lines[hunk.newFrom] ?? text.after.lines.at(-1) ?? 1;
    lacking.push({ path: text.path, line });
    if (isPlaceGone(text, hunk, branches.target)) placeGone += weight.missing;
    else if (isImport(text, hunk)) imports += weight.missing;
    if (!isReplaced(text.before, hunk, branches.target)) continue;
    if (hunk.oldFrom < hunk.oldTo || weight.missing <= ADAPTED_SHARE * weight.changed) {
      rewritten += weight.missing;
      if (isExchange(text, hunk)) exchanged += weight.missing;
    }
  }
  return {
    changed,
    lines,
    replaced,
    missing,
    placeGone,
    imports,
    rewritten,
    exchanged,
    hasHeads: text.before.starts.some((_, line) => hasHead(getLine(text.before, line), branches)),
    found,
    lacking,
  };
}

/** Squashed line that defines something, with what it begins with wherever that is defined. */
const HEAD =
  /^(def\w+\(|\w+=fields\.|<\w+id=\w+)|^(?:async)?(\w{6,})(?::(?:async)?function)?\(.*\{$/;

function hasHead(line: string, { target }: Branches): boolean {
  const [, head, name = head] = HEAD.exec(line) ?? [];
  return name !== undefined && target.hasText(name);
}

/** Squashed line that imports something. */
export const IMPORT = /^(?:from[\w.]+import|import[\w.]+$)/;

/** True for imports, but for those of `__init__.py`: they load what the module has. */
function isImport({ path, after }: ChangedText, { newFrom, newTo }: Hunk): boolean {
  if (!path.endsWith(".py") || path.endsWith("__init__.py")) return false;
  for (let line = newFrom; line < newTo; line++) {
    if (!IMPORT.test(getLine(after, line))) return false;
  }
  return newFrom < newTo;
}

/** If so little of a piece is missing, this part was reworded. */
const ADAPTED_SHARE = 0.3;

/** A piece that is taken away is gone where no more than this is left of it: lines that stand elsewhere too. */
const GONE_SHARE = 0.5;

interface HunkWeight extends Pick<ChangeWeight, "changed" | "replaced" | "missing"> {
  /** Place of the piece. */
  readonly place: CodePlace | undefined;
}

function weighHunk({ before, after }: ChangedText, hunk: Hunk, branches: Branches): HunkWeight {
  const { oldFrom, oldTo, newFrom, newTo } = hunk;
  const { target, source } = branches;
  if (newFrom === newTo) {
    const changed = toOffset(before, oldTo) - toOffset(before, oldFrom);
    const there = sumLines(before, oldFrom, oldTo, (line) => isThere(before, line, target));
    if (there <= GONE_SHARE * changed)
      return { changed, replaced: 0, missing: 0, place: undefined };
    // Lines that the commit's own branch has again are not to be taken away.
    const missing = sumLines(
      before,
      oldFrom,
      oldTo,
      (line) => isThere(before, line, target) && !isThere(before, line, source),
    );
    return { changed, replaced: 0, missing, place: undefined };
  }
  const changed = toOffset(after, newTo) - toOffset(after, newFrom);
  const whole = target.find(after, newFrom, newTo);
  if (whole !== undefined) return { changed, replaced: 0, missing: 0, place: whole };
  let place: CodePlace | undefined;
  let replaced = 0;
  const missing = sumLines(after, newFrom, newTo, (line) => {
    const there = target.find(after, line, line + 1);
    place ??= there;
    if (there !== undefined) return false;
    if (source.find(after, line, line + 1) !== undefined) return true;
    replaced += toOffset(after, line + 1) - toOffset(after, line);
    return false;
  });
  return { changed, replaced, missing, place };
}

/** Characters of the lines of which it is true. */
function sumLines(
  text: SquashedText,
  from: number,
  to: number,
  isCounted: (line: number) => boolean,
): number {
  let sum = 0;
  for (let line = from; line < to; line++) {
    if (isCounted(line)) sum += toOffset(text, line + 1) - toOffset(text, line);
  }
  return sum;
}

/** A longer replacement adds something. */
const MOST_GROWTH = 1.3;

function isExchange(
  { before, after }: ChangedText,
  { oldFrom, oldTo, newFrom, newTo }: Hunk,
): boolean {
  const removed = toOffset(before, oldTo) - toOffset(before, oldFrom);
  return toOffset(after, newTo) - toOffset(after, newFrom) <= MOST_GROWTH * removed;
}

/** True if a piece adds something, and replaces nothing that exists. */
function isReplaced(
  before: SquashedText,
  { oldFrom, oldTo, newFrom, newTo }: Hunk,
  target: PieceFinder,
): boolean {
  if (newFrom === newTo) return false;
  return sumLines(before, oldFrom, oldTo, (line) => isThere(before, line, target)) === 0;
}

function isThere(text: SquashedText, line: number, finder: PieceFinder): boolean {
  return finder.find(text, line, line + 1) !== undefined;
}

/** Lines that say enough to tell a place by, and how many of them on each side do. */
export const TELLING_CHARS = 12;
const TELLING_LINES = 2;

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
  const isAbsent = (line: number): boolean => !target.has(before, line);
  const replaced = Array.from({ length: oldTo - oldFrom }, (_, at) => oldFrom + at);
  if (!replaced.every(isAbsent)) return false;
  const above = listTelling(before, oldFrom - 1, -1);
  const below = listTelling(before, oldTo, 1);
  // Lines below a replaced one belong to it, or both to the line above.
  const [parent] = above;
  if (replaced.length === 0) {
    const isDefinition = DEFINITION.test(getLine(after, newFrom));
    return isDefinition
      ? !hasHolder(before, oldFrom, target)
      : [...above, ...below].every(isAbsent);
  }
  return below.length > 0 ? below.every(isAbsent) : parent === undefined || isAbsent(parent);
}

/** True if the class that a line is in is there, or it is in none. */
function hasHolder(text: SquashedText, from: number, target: PieceFinder): boolean {
  for (let line = from - 1; line >= 0; line--) {
    if (/^class\w/.test(getLine(text, line))) return target.has(text, line);
  }
  return true;
}

/** The next lines that tell a place. */
function listTelling(text: SquashedText, from: number, step: number): readonly number[] {
  const found: number[] = [];
  for (let line = from; line in text.starts && found.length < TELLING_LINES; line += step) {
    if (getLine(text, line).length >= TELLING_CHARS) found.push(line);
  }
  return found;
}

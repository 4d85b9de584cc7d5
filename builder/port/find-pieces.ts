// Pieces of squashed text in files of a branch, however these break lines. Pure.
import { findFirst } from "../../data/binary-search.js";
import type { CodePlace } from "../../data/history/port-verdict.js";
import { toPortedKind } from "./file-kind.js";
import { getLine, type SquashedText } from "./squashed-text.js";

/** A file of a branch. */
interface PairedFile {
  /** Relative to the folder of the module. */
  readonly path: string;
  /** Its text, squashed when first searched. */
  readonly squash: () => SquashedText;
}

export interface PieceFinder {
  /** Position of a text's lines, without the last; short ones need their neighbours too. */
  find(text: SquashedText, from: number, to: number): CodePlace | undefined;
  /** True if the lines are there, neighbours ignored. */
  has(text: SquashedText, line: number): boolean;
  /** True if a piece of squashed text is there. */
  hasText(piece: string): boolean;
  /** True if a file has the word. */
  hasName(name: string): boolean;
}

/**
 * A text of this length is certain by itself; a shorter one needs this much with its neighbours.
 */
const LONG_CHARS = 40;
const BESIDE_CHARS = 16;

/** Texts that are searched for one commit, all together; what is looked for after that is not found. */
const MOST_SEARCHED_CHARS = 100_000_000;

export function createFinder(paired: readonly PairedFile[]): PieceFinder {
  let left = MOST_SEARCHED_CHARS;
  const files = paired.map(openFile);
  const indexOf = (file: OpenFile, piece: string): number => {
    const squashed = file.squash();
    if (left < 0) return -1;
    const at = squashed.text.indexOf(piece);
    left -= at < 0 ? squashed.text.length : at;
    return at;
  };
  const findIn = (file: OpenFile, text: string, start: number, end: number): number => {
    if (file.hasEntries || end - start >= LONG_CHARS) return indexOf(file, text.slice(start, end));
    const before = Math.max(0, start - BESIDE_CHARS);
    const at = indexOf(file, text.slice(before, end));
    return at >= 0 ? at + start - before : indexOf(file, text.slice(start, end + BESIDE_CHARS));
  };
  const hasText = (piece: string): boolean => files.some((file) => indexOf(file, piece) >= 0);
  return {
    find(text, from, to) {
      for (const file of files) {
        const at = findIn(file, text.text, toOffset(text, from), toOffset(text, to));
        if (at >= 0) return { path: file.path, line: findLine(file.squash(), at) };
      }
      return undefined;
    },
    has: (text, line) => hasText(getLine(text, line)),
    hasText,
    hasName: (name) => files.some((file) => file.squash().listNames().has(name)),
  };
}

interface OpenFile extends PairedFile {
  /** True if neighbours of a piece say nothing. */
  readonly hasEntries: boolean;
}

/** Its text is read with every piece. */
function openFile({ path, squash }: PairedFile): OpenFile {
  let text: SquashedText | undefined;
  return {
    path,
    hasEntries: toPortedKind(path) === "manifest",
    squash: () => (text ??= squash()),
  };
}

/** Offset of a line; for the one behind the last, the end. */
export function toOffset({ text, starts }: SquashedText, line: number): number {
  return starts[line] ?? text.length;
}

function findLine({ starts, lines }: SquashedText, offset: number): number {
  const next = findFirst(0, starts.length, (at) => (starts[at] ?? 0) > offset);
  return lines[next - 1] ?? 1;
}

// Text with parts of it replaced by spaces, their line ends too: what follows keeps its position.

import { findStringEnd } from "../literal/string-end.js";

/** From `start` up to, not including, `end`; UTF-16 indices. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const LOOSE = /#[^\n]*|\\\r?\n|[a-zA-Z]{0,2}["']/g;
const WORD_END = /[\w\u0080-\uffff]/;

/**
 * Python text without comments, line continuations and what is inside string literals: nothing of
 * it matters to the structure, and the grammar takes the square of the length for some of it.
 */
export function blankLoose(text: string): string {
  const ranges: TextRange[] = [];
  LOOSE.lastIndex = 0;
  for (let found = LOOSE.exec(text); found !== null; found = LOOSE.exec(text)) {
    const start = found.index;
    const [match] = found;
    const first = match.charAt(0);
    if (first === "#" || first === "\\") {
      ranges.push({ start, end: start + match.length });
      continue;
    }
    const at = start + match.length - 1;
    // `xor"…"` has no prefix: the letters are the end of a longer word.
    const isWord = match.length > 1 && start > 0 && WORD_END.test(text.charAt(start - 1));
    const end = findStringEnd(text, at, isWord ? "" : match.slice(0, -1));
    LOOSE.lastIndex = end;
    const width = text.startsWith(text.charAt(at).repeat(3), at) ? 3 : 1;
    const isClosed = end >= at + 2 * width && text.endsWith(text.slice(at, at + width), end);
    if (isClosed) ranges.push({ start: at + width, end: end - width });
  }
  return blankRanges(text, ranges, "");
}

/** The text with every range, in ascending order, replaced by `mark` and spaces. */
export function blankRanges(text: string, ranges: readonly TextRange[], mark: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end } of ranges) {
    if (start >= end) continue;
    parts.push(text.slice(at, start), mark, " ".repeat(end - start - mark.length));
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

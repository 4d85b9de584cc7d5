// The line of a file at which a finding's own words stand: an element or a definition may go over several lines, and what
// is known of it is where it begins.
import type { Finding } from "./finding.js";
import { FINDING_KINDS } from "./finding-kinds.js";

/** Definitions and elements are rarely longer. */
const MOST_LINES = 60;

/** @param all of the file @returns the finding's line where the words are not found */
export function findWrittenLine({ rule, line, name }: Finding, all: readonly string[]): number {
  const lines = all.slice(line - 1, line - 1 + MOST_LINES);
  for (const words of FINDING_KINDS[rule].listWritten?.(name) ?? []) {
    const at = lines.findIndex((one) => holds(one, words));
    if (at !== -1) return line + at;
  }
  return line;
}

/** Whether a line has some words as a whole. */
function holds(line: string, words: string): boolean {
  for (let at = line.indexOf(words); at !== -1; at = line.indexOf(words, at + 1)) {
    const [before = "", after = ""] = [line[at - 1], line[at + words.length]];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

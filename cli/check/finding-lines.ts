// The line of a file at which a finding's own words stand: an element or a definition may go over several lines, and what
// is known of it is where it begins.
import type { Finding } from "../../server/registry/check/development/finding.js";

/** Definitions and elements are rarely longer. */
const MOST_LINES = 60;

/** @param text of the file @returns the finding's line where the words are not found */
export function findWrittenLine({ rule, line, name }: Finding, text: string): number {
  const lines = text.split("\n").slice(line - 1, line - 1 + MOST_LINES);
  for (const words of listWritten(rule, name)) {
    const at = lines.findIndex((one) => holds(one, words));
    if (at !== -1) return line + at;
  }
  return line;
}

/** How the name may be written, the longest first. */
function listWritten(rule: Finding["rule"], name: string): readonly string[] {
  switch (rule) {
    case "unknown-field":
      return [name.slice(name.lastIndexOf(".") + 1)];
    case "unknown-method":
    case "unknown-super":
    case "wrong-override":
      return [name.slice(name.lastIndexOf("#") + 1)];
    case "unknown-record":
      return [name, name.slice(name.indexOf(".") + 1)];
    case "unknown-place":
      return [...name.matchAll(/ (?:expr|name)="(.+?)"(?= [\w:-]+="|>)/g)].map(
        ([, value = ""]) => value,
      );
    case "unknown-model":
    case "no-access":
      return [name];
    case "unknown-module":
    case "missing-file":
    case "unreadable-file":
      return [];
    default:
      return rule satisfies never;
  }
}

/** Whether a line has some words as a whole. */
function holds(line: string, words: string): boolean {
  for (let at = line.indexOf(words); at !== -1; at = line.indexOf(words, at + 1)) {
    const [before = "", after = ""] = [line[at - 1], line[at + words.length]];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

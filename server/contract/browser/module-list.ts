// A list of modules as somebody has it, read for what it is: names in any writing, `depends` of a
// manifest, a requirements.txt, a table of `ir.module.module`, a repos.yaml or an addons.yaml, a file that starts Odoo. Total:
// any text gives a list, and what was left out of it.
import { isCommandList, parseCommandList } from "./command-list.js";
import {
  collectList,
  MOST_LINE_CHARS,
  type ListCollector,
  type ModuleList,
} from "./listed-modules.js";
import { isModuleTable, parseModuleTable } from "./module-table.js";
import { isRepositoryList, parseRepositoryList } from "./repository-list.js";
import { isRequirements, parseRequirements } from "./requirement-list.js";

/** In UTF-16 units. */
export const MOST_LIST_CHARS = 1_048_576;

export function parseModuleList(text: string): ModuleList {
  const whole = text.replace(/^\uFEFF/, "");
  const read = whole.slice(0, MOST_LIST_CHARS).replaceAll(/\r\n?/g, "\n");
  const list = parseList(read);
  if (whole.length > MOST_LIST_CHARS) list.leaveOut("too_long", whole.slice(MOST_LIST_CHARS));
  return list.finish();
}

function parseList(text: string): ListCollector {
  if (isModuleTable(text)) return parseModuleTable(text);
  const lines = text.split("\n");
  if (isCommandList(lines)) return parseCommandList(lines);
  if (isRequirements(lines)) return parseRequirements(lines);
  if (isRepositoryList(lines)) return parseRepositoryList(lines);
  return parseNames(text);
}

/** `depends` of a manifest, from its name to the list itself; `=` as in a call. */
const DEPENDS = /\bdepends["']?\s*[:=]\s*[[(]/g;

/** Of a manifest only what stands in `depends`, of anything else every word. */
function parseNames(text: string): ListCollector {
  const list = collectList("names");
  let end = 0;
  for (const { index, 0: head } of text.matchAll(DEPENDS)) {
    if (index < end) continue;
    const start = index + head.length;
    const close = text.indexOf(head.endsWith("[") ? "]" : ")", start);
    leaveOutLines(text.slice(end, index), list);
    end = close < 0 ? text.length : close + 1;
    addWords(text.slice(start, close < 0 ? text.length : close), list);
  }
  if (end === 0) addWords(withoutHeading(text, list), list);
  else leaveOutLines(text.slice(end), list);
  return list;
}

/** A bullet, or the number of a line. */
const BULLET = /^[ \t]*(?:[-*+•–]|\d+[.)])(?=\s)/gmu;

/** A first line that is a title, as spreadsheets have one, above lines of a name each. */
function withoutHeading(text: string, list: ListCollector): string {
  const [heading = "", ...lines] = text.trimStart().split("\n", 3);
  const isShort = [heading, ...lines].every((line) => line.length <= MOST_LINE_CHARS);
  if (!isShort || !/[A-Z :]/.test(heading) || /[,;]|^(?:[-*+•–#]|\d+[.)])/u.test(heading))
    return text;
  const [next = "", ...rest] = lines.map((line) => line.replace(BULLET, "").trim());
  if (!/^[a-z0-9_./-]+$/.test(next) || rest.some((line) => /\s/.test(line))) return text;
  list.leaveOut("heading", heading);
  return text.trimStart().slice(heading.length);
}

/** What follows a `#` in a line is for people. */
function addWords(text: string, list: ListCollector): void {
  const plain = text.replaceAll(/#.*$/gm, "").replaceAll(BULLET, "");
  const words = plain.split(/[\s,;|"'`()[\]{}]+/);
  for (const word of words) if (/[^-*+•–]/u.test(word)) list.addModule(toName(word));
}

/** The last part of a path: `./addons/sale_order_type/`. */
function toName(word: string): string {
  const isPath = /^[\w./-]+$/.test(word) && /^\.{0,2}\/|\/.+\/./.test(word);
  return isPath ? (word.split("/").findLast(Boolean) ?? word) : word;
}

function leaveOutLines(text: string, list: ListCollector): void {
  for (const line of text.split("\n")) if (/\w/.test(line)) list.leaveOut("outside", line);
}

// A list of modules as somebody has it, read for what it is: names in any writing, `depends` of a
// manifest, a requirements.txt, a CSV of `ir.module.module`, a repos.yaml or an addons.yaml. Total:
// any text gives a list, and what was left out of it.
import { collectList, type ListCollector, type ModuleList } from "./listed-modules.js";
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
  if (end === 0) addWords(text, list);
  else leaveOutLines(text.slice(end), list);
  return list;
}

/** What follows a `#` in a line is for people, and so are bullets. */
function addWords(text: string, list: ListCollector): void {
  const words = text.replaceAll(/#.*$/gm, "").split(/[\s,;|"'`()[\]{}]+/);
  for (const word of words) if (/[^-*+•–]/u.test(word)) list.addModule(word);
}

function leaveOutLines(text: string, list: ListCollector): void {
  for (const line of text.split("\n")) if (/\w/.test(line)) list.leaveOut("outside", line);
}

// Names of modules: the lists of dependencies of a manifest or a setup.py, and any other text, of which names are taken and sentences are not.
import { MOST_LINE_CHARS, type ListCollector, type ListFormat } from "./collect-list.js";
import { readRequirement } from "./requirements.js";

/** A list from its name on; `=` as in a call, or of a pyproject.toml that is pasted without its table. */
const LIST = /\b(depends|dependencies|install_requires)["']?\s*[:=]\s*[[(]/g;

/** `install_requires` of a setup.cfg: the lines further in below it. */
const INDENTED = /^install_requires\s*=((?:[^\n]*\n?)(?:[ \t]+\S[^\n]*\n?)*)/gm;

/** A file of dependencies: only these count. */
export const DEPENDENCIES: ListFormat = {
  kind: "dependencies",
  read(text, list) {
    const quoted = listQuoted(text);
    const parts = quoted.length > 0 ? quoted : listIndented(text);
    let read = 0;
    for (const { start, end, addItem } of parts) {
      leaveOutLines(text.slice(read, start).replace(LIST, ""), list);
      for (const item of listItems(text.slice(start, end))) addItem(item, list);
      read = end;
    }
    if (parts.length > 0) leaveOutLines(text.slice(read), list);
    return parts.length > 0;
  },
};

interface Part {
  /** Start of its items. */
  readonly start: number;
  readonly end: number;
  addItem(item: string, list: ListCollector): void;
}

function listQuoted(text: string): readonly Part[] {
  const parts: Part[] = [];
  for (const { index, 0: head, 1: name } of text.matchAll(LIST)) {
    if (index < (parts.at(-1)?.end ?? 0)) continue;
    const start = index + head.length;
    const close = text.indexOf(head.endsWith("[") ? "]" : ")", start);
    const end = close < 0 ? text.length : close + 1;
    parts.push({ start, end, addItem: name === "depends" ? addName : readRequirement });
  }
  return parts;
}

function listIndented(text: string): readonly Part[] {
  return Array.from(text.matchAll(INDENTED), ({ index, 0: all, 1: part = "" }) => {
    const end = index + all.length;
    return { start: end - part.length, end, addItem: readRequirement };
  });
}

function addName(name: string, list: ListCollector): void {
  list.addModule(name);
}

/** Quoted texts, else each line. */
function listItems(text: string): readonly string[] {
  const plain = text.replaceAll(/(?:^|\s)#.*$/gm, "");
  const quoted = Array.from(plain.matchAll(/(["'])([^"'\n]*)\1/g), ([, , word = ""]) => word);
  const items = quoted.length > 0 ? quoted : plain.split(/[\n,[\]()]+/);
  return items.map((item) => item.trim()).filter(Boolean);
}

function leaveOutLines(text: string, list: ListCollector): void {
  for (const line of text.split("\n")) if (/\w/.test(line)) list.leaveOut("outside", line);
}

/** A bullet, the number of a line, a box to tick. */
const BULLET = /^\s*(?:(?:[-*+•–]|\d+[.)])\s+)?(?:\[[ xX]\]\s+)?/u;

const NAME = /^[a-z0-9_]+$/;

/** Words of sentences in the languages that most lists are written in, none of which is a module. */
const SENTENCE_WORDS = new Set(
  `a an and are for from have i in is it list module modules need of on our please the these this to we with you
  aber bitte das der die ein eine für ist mit module sind und unsere von wir
  avec de des du en est et la le les nos nous pour une
  con del el e i il los las los modulos módulos o para per por que sono un una y
  de een en het met onze os voor`.split(/\s+/),
);

/** A name in front of what it is called, or of its version. */
const DESCRIBED = /^([a-z0-9][a-z0-9_]*)(?:\s*[:(]|\s+[-–—=>|]|\s+v?\d+\.\d)\s*(?=\S)/u;

/** Input to a Python shell, above its output. */
const TYPED_IN = /^\s*(?:>>>|\.\.\.|In \[\d+\]:)(?:\s|$)/;

/** `Thanks`, `Bob`: no module is called so where others are called as modules are. */
const CAPITALISED = /^\p{Lu}\p{L}*[.!?]?$/u;

export const NAMES: ListFormat = {
  kind: "names",
  read(text, list) {
    const lines = text.split("\n");
    const isColumn = lines.some((line) => NAME.test(toPlain(line)));
    for (const line of lines) {
      if (TYPED_IN.test(line)) list.leaveOut("not_understood", line);
      else if (line.length > MOST_LINE_CHARS) readParts(line, false, list);
      else readLine(toPlain(line), isColumn, list);
    }
    return true;
  },
};

/** Without its bullet; what follows a `#` is for people. */
function toPlain(line: string): string {
  return line.slice(0, MOST_LINE_CHARS).replace(/#.*$/, "").replace(BULLET, "").trim();
}

/** @param isColumn whether lines of the text are a name each */
function readLine(line: string, isColumn: boolean, list: ListCollector): void {
  const [, described] = DESCRIBED.exec(line) ?? [];
  if (described === undefined || /^[\w ,;]*$/.test(line)) return readParts(line, isColumn, list);
  list.addModule(described);
  return undefined;
}

function readParts(line: string, isColumn: boolean, list: ListCollector): void {
  for (const part of line.split(/[,;|\t"'()[\]{}]+/)) {
    const words = part
      .trim()
      .split(/[\s`]+/)
      .filter((word) => /[^-*+•–]/u.test(word));
    const [first = "", second] = words;
    if (second === undefined && isColumn && CAPITALISED.test(first))
      list.leaveOut("not_understood", part);
    else if (second === undefined && /[^:]$/.test(first)) list.addModule(toName(first));
    else if (words.length > 0) readWords(words, isColumn, part, list);
  }
}

/** Several words without a sign between them: all names, or a sentence, of which only what has a `_` surely is one. */
function readWords(
  words: readonly string[],
  isColumn: boolean,
  part: string,
  list: ListCollector,
): void {
  const isOfNames = words.every((word) => NAME.test(toName(word)) && !SENTENCE_WORDS.has(word));
  const isList = isOfNames && (!isColumn || words.some((word) => word.includes("_")));
  if (isList) return words.forEach((word) => list.addModule(toName(word)));
  for (const word of words) {
    const name = word.replace(/[.:!?]+$/, "");
    if (NAME.test(name) && name.includes("_")) list.addModule(name);
  }
  return list.leaveOut("not_understood", part);
}

/** The last part of a path: `./addons/sale_order_type/`. */
function toName(word: string): string {
  const isPath = /^[\w./-]+$/.test(word) && /^\.{0,2}\/|\/.+\/./.test(word);
  return isPath ? (word.split("/").findLast(Boolean) ?? word) : word;
}

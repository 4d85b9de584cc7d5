// Names of modules: the lists of dependencies of a manifest or a setup.py, and any other text, of which names are taken and sentences are not.
import {
  MODULE_KEYS,
  MOST_LINE_CHARS,
  parseBranchVersion,
  type ListCollector,
  type ListFormat,
} from "./collect-list.js";
import { readRequirement } from "./requirements.js";
import { addModuleRow, isState, isYesOrNo } from "./states.js";

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

interface Group {
  /** Start of its items. */
  readonly start: number;
  readonly end: number;
  addItem(item: string, list: ListCollector): void;
}

function listQuoted(text: string): readonly Group[] {
  const parts: Group[] = [];
  for (const { index, 0: head, 1: name } of text.matchAll(LIST)) {
    if (index < (parts.at(-1)?.end ?? 0)) continue;
    const start = index + head.length;
    const close = text.indexOf(head.endsWith("[") ? "]" : ")", start);
    const end = close < 0 ? text.length : close + 1;
    parts.push({ start, end, addItem: name === "depends" ? addName : readRequirement });
  }
  return parts;
}

function listIndented(text: string): readonly Group[] {
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

/** A bullet, the `>` of a quote, the number of a line, a state of git, a box to tick. */
const BULLET =
  /^\s*(?:(?:[-*+•◦‣·▪●○■□✓✔–—>]|\d+[.)]|[a-z]\)|\d[\d.]*[KMG]?(?=\t)|\p{Extended_Pictographic}\uFE0F?|\?\?|[MADRCU]{2}|[MDRCU])\s+|[-*•](?=[a-z]\w*\s*$)|A(?:\t| {2}))?(?:\[[ xX]\]\s+)?/u;

/** The number of a line, with or without a sign behind it. */
const NUMBER = /^\s*[#(]?\d{1,4}(?:[.):/]+\s*|\s+(?:[-–|]\s+)?)(?=[[*`'"]*[a-z])/i;

const NAME = /^(?!\d+$)[a-z0-9_]+$/;

/** Words of sentences in the languages that most lists are written in, none of which is a module. */
const SENTENCE_WORDS = new Set(
  `a an and are custom for from have i in is it list module modules need of on our please plus some the these this to we with you
  aber bitte das der die ein eine für ist mit module sind und unsere von wir
  avec de des du en est et la le les nos nous pour une
  con del el e i il los las los modulos módulos o para per por que sono un una y
  de een en het met onze os voor`.split(/\s+/),
);

/** Before the last of several. */
const CONJUNCTION = /,?\s+(?:and|und|et|y|e|en|og|och|&)\s+/g;

/** A name in front of what it is called, or of its version. */
const DESCRIBED = /^(?!https?:)([a-z0-9][a-z0-9_]*)(?:\s*[:(]|\s+[-–—=>|]|\s+v?\d+\.\d)\s*(?=\S)/u;

/** A module where a forge shows its folder or a file of it: repository, branch and path. */
const ADDRESS =
  /https?:\/\/[\w.-]+\/(?:([\w.-]+\/[\w.-]+)\/(?:-\/)?(?:tree|blob|raw|src\/branch)|apps\/(?:modules|themes))\/([\w.-]+)\/([\w./-]+)/;

/** Folders and files of which each is in a module, as lists of changed files have them. */
const INNER =
  /([^/\s]+)\/(?:models|views|wizards?|data|demo|security|controllers|reports?|static|i18n|tests|migrations|readme|__init__\.py|__(?:manifest|openerp|terp)__\.py|README\.\w+)(?:\/|$|[\s:])/;

/** A file beside modules, as `ls` has it. */
const FILE = /^[\w-]+\.(?:md|rst|txt|cfg|toml|ya?ml|json|lock|sh|py|ini)$/i;

/** A line of `ls -l`, and a folder of `dir`. */
const LISTED = /^(?:[dl-](?:[r-][w-][xsStT-]){3}\S? .*|\d\d[/.].* <DIR>.*) (\S+)$/;

/** A commit's subject, with its tags and the module that it is about. */
const SUBJECT =
  /^(?:[0-9a-f]{7,40} )?((?:\[[\w.]{1,20}\] ?)+)([a-z0-9_]+(?:, [a-z0-9_]+)*)(?=:|\s*$)/;

/** A plan's own address. */
const PLAN = /[?&]modules=([\w,]+)/;

/** A setting that is no list. */
const SETTING = /^(\w{1,100})\s*=\s*["'][^"']*["']$/;

/** Names alone between other signs than commas. */
const SIGNED = /^[a-z0-9_]+(?: *[|/+] *[a-z0-9_]+){2,}$/;

/** Input to a Python shell, above its output; code, and statements of SQL; the head of a mail; heads of columns, and of a section; what is commented out. */
const TYPED_IN =
  /^\s*(?:(?:>>>|\.\.\.|In \[\d+\]:)(?:\s|$)|import \w|from [\w.]+ import |Traceback \(|File "[^"]*"|[\w.]*(?:Error|Exception): |\{\||.*\b(?:env\[|self\.)|\s{4,}[\w.= ]*\w\(.*\)$|.*\bir_module_module\b|(?:Subject|From|To|Cc|Date|Betreff|Von|An|Datum|Objet|De|À|Asunto|Para|Oggetto|Onderwerp): |(?:(?:technical_)?name|module)\s+(?:state|status|version)\s*$|\[[\w.-]+\]\s*$|(?:;|\/\/|--)\s?\w|(?:di)?graph\b.{0,20}$|(?:curl|wget) )/i;

/** The name of a list in code, and what a list was made with. */
const ASSIGNED = /^\w+\s*=\s*(?=[[({"'])|\b[A-Za-z_]\w{0,100}(?=\(\s*[[{('"])/;

/** A name behind its title: `Inventory (stock)`. */
const TITLED = /\p{Lu}[\p{L}\p{N}&/ -]{0,100}? ?\(([a-z0-9_]{1,200})\)/gu;

/** A name and what state it is in. */
const STATED = /^([a-z0-9_]+)(?:\s*[:=|(-]\s*|\s+)([^\s()][^()]{0,40})\)?$/;

/** `Thanks`, `Bob`: no module is called so where others are called as modules are. */
const CAPITALISED = /^\p{Lu}\p{L}*[.!?]?$/u;

export const NAMES: ListFormat = {
  kind: "names",
  *read(text, list) {
    const lines = text.split("\n");
    const isNumbered = lines.filter((line) => NUMBER.test(line)).length > 1;
    const plain: string[] = [];
    let [isColumn, isTitled] = [false, false];
    for (const line of lines) {
      const one = toPlain(isNumbered ? line.replace(NUMBER, "") : line);
      isColumn ||= NAME.test(one) || DESCRIBED.test(one);
      isTitled ||= isColumn || isSentence(one);
      if (plain.push(one) % LINES_A_STEP === 0) yield;
    }
    const around = { isColumn, isTitled };
    for (const [at, line] of lines.entries()) {
      if (at % LINES_A_STEP === 0) yield;
      if (line.length > MOST_LINE_CHARS) readLongLine(line, list);
      else if (TYPED_IN.test(line) || isSetting(line)) list.leaveOut("not_understood", line);
      else readLine(plain[at] ?? "", around, list);
    }
    return true;
  },
};

const LINES_A_STEP = 100;

/** Limit of names on one line, in UTF-16 units. */
const MOST_LONG_LINE_CHARS = 100_000;

function readLongLine(line: string, list: ListCollector): void {
  readParts(line.slice(0, MOST_LONG_LINE_CHARS), { isColumn: false, isTitled: false }, list);
  if (line.length > MOST_LONG_LINE_CHARS)
    list.leaveOut("too_long", line.slice(MOST_LONG_LINE_CHARS));
}

function isSetting(line: string): boolean {
  return !MODULE_KEYS.test(SETTING.exec(line)?.[1] ?? "modules");
}

/** Without its bullet; what follows a `#` is for people. */
function toPlain(line: string): string {
  const said = line.slice(0, MOST_LINE_CHARS).replace(/#.*$/, "").replace(BULLET, "");
  // Markdown's links and what it shows as code or bold.
  return said
    .replaceAll(/\[([^\]]{0,200})\]\([^)]{0,1000}\)/g, "$1")
    .replaceAll(/\*\*|`/g, "")
    .replaceAll(/(?<!\w)\*(\w{1,200})\*(?!\w)/g, "$1")
    .replace(/^Out ?\[\d+\]: /, "")
    .replace(/^[A-Za-z]:\\.*/, (path) => path.slice(2).replaceAll("\\", "/"))
    .replace(ASSIGNED, "")
    .replaceAll(TITLED, "$1")
    .trim();
}

/** The text around a line. */
interface Around {
  /** Lines of it are a name each. */
  readonly isColumn: boolean;
  /** A capitalised word alone is no name. */
  readonly isTitled: boolean;
}

function readLine(line: string, around: Around, list: ListCollector): void {
  const [, provider, branch = "", path] = ADDRESS.exec(line) ?? [];
  if (path !== undefined) {
    if (provider !== undefined) list.addPreferred(provider);
    const version = parseBranchVersion(branch);
    if (version !== undefined) list.addVersion(version, line);
    return list.addModule(toName(`./${path}`));
  }
  const [, folder = INNER.exec(line)?.[1]] = LISTED.exec(line) ?? [];
  if (folder !== undefined) return list.addModule(folder);
  const [, tags = "", about = PLAN.exec(line)?.[1]] = SUBJECT.exec(line) ?? [];
  if (about !== undefined) {
    const version = /\[(\d{1,2}\.0)\]/.exec(tags) ?? /platform_version=(\d{1,2}\.0)/.exec(line);
    if (version?.[1] !== undefined) list.addVersion(version[1], line);
    for (const name of about.split(/, ?/)) list.addModule(name);
    return undefined;
  }
  const [, named = "", state = ""] = STATED.exec(line) ?? [];
  if (isState(state) || isYesOrNo(state)) return addModuleRow(named, state, list);
  const [, described] = DESCRIBED.exec(line) ?? [];
  const [, heading = "", names = ""] = /^([^,:]{1,100}:)\s+(.+)$/.exec(line) ?? [];
  const isHeading =
    described === undefined || MODULE_KEYS.test(described) || described.startsWith("depend");
  const listed = names.replaceAll(CONJUNCTION, ", ").replaceAll(/^[[({]|['"]|[\])}]$/g, "");
  if (isHeading && names !== "" && isOfNames(listed.split(/[\s,;]+/))) {
    list.leaveOut("not_understood", heading);
    return readParts(listed, around, list);
  }
  if (SIGNED.test(line)) return readParts(line.replaceAll(/[/+]/g, ","), around, list);
  if (described === undefined || /^[\w ,;]*$/.test(line)) return readParts(line, around, list);
  if (MODULE_KEYS.test(described)) list.leaveOut("not_understood", line);
  else list.addModule(described);
  return undefined;
}

interface Part {
  readonly text: string;
  readonly words: readonly string[];
}

function splitParts(line: string): readonly Part[] {
  return line
    .replaceAll(/\bu(?=["'])/g, "")
    .split(/[,;|\t"'()[\]{}“”„«»‘’]+/)
    .map((text) => ({
      text,
      words: text.split(/[\s`]+/).filter((word) => /[^-*+•–]/u.test(word)),
    }));
}

function isSentence(line: string): boolean {
  return splitParts(line).some(({ words }) => words.length > 1 && !isOfNames(words));
}

function readParts(line: string, around: Around, list: ListCollector): void {
  const parts = splitParts(line);
  // A word in brackets, or between commas of a sentence, is one of its words.
  const isOfSentence = isSentence(line);
  const isTitled = around.isTitled || parts.some(({ words: [word = ""] }) => word.includes("_"));
  for (const { text, words } of parts) {
    const [first = "", second] = words;
    const isTitle = SENTENCE_WORDS.has(first) || (isTitled && CAPITALISED.test(first));
    const isWord = isOfSentence ? !first.includes("_") : isTitle;
    if (second === undefined && (isWord || isState(first)) && first !== "")
      list.leaveOut("not_understood", text);
    else if (second === undefined && /[^:]$/.test(first)) list.addModule(toName(first));
    else if (words.length > 0) readWords(words, isOfSentence || around.isColumn, text, list);
  }
}

/**
 * Several words without a sign between them: all names, or a sentence, of which only what has a `_` surely is one.
 * @param isDoubtful whether plain words are hardly names
 */
function readWords(
  words: readonly string[],
  isDoubtful: boolean,
  part: string,
  list: ListCollector,
): void {
  const names = words.filter((word) => !FILE.test(word));
  const isList = isOfNames(names) && (!isDoubtful || names.some((word) => word.includes("_")));
  if (isList) {
    for (const name of names) list.addModule(toName(name));
    if (names.length === words.length) return;
  } else
    for (const word of words) {
      const name = word.replace(/[.:!?]+$/, "");
      if (NAME.test(name) && name.includes("_")) list.addModule(name);
    }
  list.leaveOut("not_understood", part);
}

function isOfNames(words: readonly string[]): boolean {
  return words.every((word) => NAME.test(toName(word)) && !SENTENCE_WORDS.has(word));
}

/** The last part of a path, as `./addons/sale_order_type/`, without a version and what ends an archive or a sentence. */
function toName(said: string): string {
  const word = said
    .replace(/[.!?]+$|(?<=\w)\/$/, "")
    .replace(/(?:[@-]v?\d+\.\d[\w.]*?)?(?:\.zip|\.tar\.gz)?$/, "");
  const isPath =
    /^[\w./-]+$/.test(word) && /^\.{0,2}\/|\/.+\/.|^[\w-]*addons\/.|^(?:src|custom)\/./.test(word);
  return isPath ? (word.split("/").findLast(Boolean) ?? word) : word;
}

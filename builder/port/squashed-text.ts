// A file without what formatters, linters and versions of the platform change: white space, quotes, commas, comments,
// docstrings. As one text, in which whole blocks are found however they are broken into lines. Pure.

import { toPortedKind } from "./file-kind.js";
import { toWords } from "./subjects.js";

export interface SquashedText {
  readonly text: string;
  /** Start in `text` of each line that is not blank. */
  readonly starts: readonly number[];
  /** Line number in the file, from 1. */
  readonly lines: readonly number[];
  /** Text of each. */
  readonly said: readonly string[];
  /** Words of the file that are long enough to name something. */
  readonly listNames: () => ReadonlySet<string>;
  /** Lines that the file has more than once. */
  readonly listRepeated: () => ReadonlySet<string>;
}

export const NOTHING_SQUASHED: SquashedText = {
  text: "",
  starts: [],
  lines: [],
  said: [],
  listNames: () => new Set(),
  listRepeated: () => new Set(),
};

export function getLine({ said }: SquashedText, line: number): string {
  return said[line] ?? "";
}

/** @param path relative to the module's folder; tells the language */
export function squash(path: string, text: string): SquashedText {
  const clean = findCleaner(path)(text);
  const starts: number[] = [];
  const lines: number[] = [];
  const said: string[] = [];
  let length = 0;
  for (const [at, line] of clean.replaceAll(IGNORED, "").split("\n").entries()) {
    for (const entry of line.includes(NEXT_ENTRY) ? line.split(NEXT_ENTRY) : [line]) {
      if (entry === "") continue;
      starts.push(length);
      lines.push(at + 1);
      said.push(entry);
      length += entry.length;
    }
  }
  let names: ReadonlySet<string> | undefined;
  // Few files are asked for their names, so that the clean text is not kept for them.
  const listNames = () => (names ??= new Set(findCleaner(path)(text).match(NAME)));
  let repeated: ReadonlySet<string> | undefined;
  const listRepeated = () => (repeated ??= findRepeated(said));
  return { text: said.join(""), starts, lines, said, listNames, listRepeated };
}

function findRepeated(lines: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(lines.filter((line) => seen.size === seen.add(line).size));
}

const NAME = /[A-Za-z_]\w{2,}/g;

/** Stands between what is on one line and is looked for one by one. */
const NEXT_ENTRY = "\u0001";

const IGNORED = /(?:[^\S\n]|["'`,;\\])+/g;

const NOT_NEWLINE = /[^\n]+/g;

/** Lines keep their numbers. */
function blank(text: string): string {
  return text.replaceAll(NOT_NEWLINE, "");
}

const PYTHON_TOKEN = /#[^\n]*|("""|''')[\s\S]*?\1|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\\./g;

function cleanPython(text: string): string {
  const code = text.replaceAll(PYTHON_TOKEN, (token, quotes: string | undefined, at: number) =>
    token.startsWith("#") || (quotes !== undefined && isDocstring(text, at)) ? blank(token) : token,
  );
  return dropLabels(code)
    .replaceAll("self.env._(", "_(")
    .replaceAll(/\b(?:self\.)?(?:env\.|_)cr\b/g, "cr")
    .replaceAll(/\bsuper\(\w+,\s*(?:self|cls)\)/g, "super()")
    .replaceAll(/^from \. import\b/gm, "import")
    .replaceAll(/\bopenerp\b/g, "odoo")
    .replaceAll(/^[^\S\n]*@api\.(?:multi|one|model_cr\w*)\b/gm, "")
    .replaceAll(LOG_CALL, blank);
}

const FIELD_OR_LABEL =
  /\b((\w+)\s*=\s*fields\.\w+\()(?:\s*(["'])([^"'\n]*)\3(?=\s*[,)]))?|\bstring\s*=\s*(["'])([^"'\n]*)\5/g;

/** Removes labels that the fields have without them, which a linter asks for. */
function dropLabels(text: string): string {
  let name = "";
  return text.replaceAll(
    FIELD_OR_LABEL,
    (said, head: string | undefined, field: string | undefined, ...labels: readonly string[]) => {
      if (field !== undefined) name = toWords(field.replace(/_ids?$/, "").replaceAll("_", " "));
      const [, first, , later] = labels;
      return toWords(first ?? later ?? "") === name ? (head ?? "") : said;
    },
  );
}

/** Line of the log, which changes nothing that the module does; one that is longer, or deeper in brackets, stays. */
const LOG_CALL =
  /^[^\S\n]*(?:_?logger|logging|console)\.(?:debug|info|warn|warning|error|exception|critical|log)\([^()]{0,2000}(?:\([^()]{0,500}(?:\([^()]{0,200}\)[^()]{0,200}){0,9}\)[^()]{0,500}){0,20}\)[^\S\n]*;?[^\S\n]*$/gim;

/** True if nothing precedes it, or the head of a class or function. */
function isDocstring(text: string, at: number): boolean {
  let before = at - 1;
  while (before >= 0 && /[\s\w]/.test(text[before] ?? "") && text[before] !== "\n") before -= 1;
  if (before >= 0 && text[before] !== "\n") return false;
  while (before >= 0 && /\s/.test(text[before] ?? "")) before -= 1;
  return before < 0 || text[before] === ":";
}

/** Keys of a manifest that say what a module does; the others say what it is. */
const WORKING_KEY =
  /^(?:depends|excludes|external_dependencies|python|bin|data|init_xml|update_xml|assets|qweb|js|css|auto_install|bootstrap|post_load|\w+_hook)$/;

/** Entries of lists each with their key and an end, since names of modules are parts of others, and order says nothing. */
function cleanManifest(text: string): string {
  let key = "";
  return cleanPython(text)
    .split("\n")
    .map((line) => {
      key = /^\s{0,8}[{]?\s*u?["'](\w+)["']\s*:/.exec(line)?.[1] ?? key;
      if (!WORKING_KEY.test(key)) return "";
      return line
        .split(/(?<=[[,:{])|(?=[\]}])/)
        .filter((entry) => /\w/.test(entry) && !entry.endsWith(":"))
        .filter((entry) => toPortedKind(entry.replaceAll(IGNORED, "")) === "code")
        .map((entry) => `${key}:${entry}|`)
        .join(NEXT_ENTRY);
    })
    .join("\n");
}

/** Without its end to that of the text, which else would be looked for from each beginning of one. */
const BLOCK_COMMENT = /\/\*[\s\S]*?(?:\*\/|$)/g;

const SCRIPT_TOKEN =
  /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\\./g;

function cleanScript(text: string): string {
  return text
    .replaceAll(SCRIPT_TOKEN, (token) => (token.startsWith("/") ? blank(token) : token))
    .replaceAll(LOG_CALL, blank);
}

/** Removes markup that no version of a view depends on, or that each writes differently. */
function cleanXml(text: string): string {
  return text
    .replaceAll(
      /<!--[\s\S]*?(?:-->|$)|<\?xml[^>]*(?:>|$)|<\/?(?:odoo|openerp|data)\b[^>]*(?:>|$)/g,
      blank,
    )
    .replaceAll(/<(?:tree|list|form)\b[^>]*/g, (tag) =>
      tag.replace(/^<tree/, "<list").replace(/\sstring\s*=\s*(?:"[^"]*"|'[^']*')/, blank),
    )
    .replaceAll(/<\/tree>/g, "</list>")
    .replaceAll(/\bt-(?:esc|raw)=/g, "t-out=");
}

const CLEANERS = new Map<string, (text: string) => string>([
  ["py", cleanPython],
  ["xml", cleanXml],
  ["js", cleanScript],
  ["scss", cleanScript],
  ["less", cleanScript],
  ["css", (text) => text.replaceAll(BLOCK_COMMENT, blank)],
]);

function findCleaner(path: string): (text: string) => string {
  if (toPortedKind(path) === "manifest") return cleanManifest;
  const [, extension = ""] = /\.(\w+)$/.exec(path) ?? [];
  return CLEANERS.get(extension) ?? ((text) => text);
}

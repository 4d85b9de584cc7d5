// A pasted error read by its structure, which no translation changes: the context that the platform adds to an error of a view, places of
// files, calls of Python and of the browser, and what its own lines name.

import { readDatabaseError, type DatabaseError } from "./database-error.js";

export interface Place {
  /** Parts of its path. */
  readonly path: readonly string[];
  readonly line: number;
}

/** Names in an error, the most telling first. */
export interface ErrorText {
  /** External ids of views in the context of the error; one without a module is of that of the file. */
  readonly views: readonly string[];
  /** Files that the error itself names. */
  readonly files: readonly Place[];
  /** Lines of the error itself, the last one first. */
  readonly lines: readonly string[];
  /** Files of scripts, the innermost call first. */
  readonly scripts: readonly Place[];
  /** Classes of the browser's calls into bundles, whose names tell no file, the innermost call first. */
  readonly classes: readonly string[];
  /** Files of the calls of Python, the last call first. */
  readonly frames: readonly Place[];
  /** The database's part of the error. */
  readonly database: DatabaseError | undefined;
}

/** More of a kind are not looked at. */
const MOST = 50;

/** `ir_ui_view.py`, until 13.0, whose labels are translated: `[view_id: 12, xml_id: sale.form, model: sale.order, parent_id: 3]`. */
const CONTEXT =
  /\[[^[\]:：\n]{1,40}[:：] ?(?:\d+|n\/a), [^[\]:：\n]{1,40}[:：] ?([\w.-]{1,200}|n\/a), [^[\]:：\n]{1,40}[:：] ?[\w.]{1,200}, [^[\]:：\n]{1,40}[:：] ?(?:\d+|n\/a)\]/g;

/** Context as a dictionary, from 14.0 on. */
const CONTEXT_ID = /'xmlid': '([\w.]{1,200})'/g;

/** `while parsing PATH:LINE` of `convert.py` in any words, and the file of such a dictionary. */
const FILE =
  /(?<![\w./\\-])((?:[A-Za-z]:)?[\w./\\@+-]{1,400}\.(?:xml|csv|py|yml)):(\d{1,7})\b|'file': '([^'\n]{1,400})',\s*'line': (\d{1,7})/g;

/** File of a failed installation. */
const LOADING = /\bloading (\w{1,100}\/[\w./-]{1,300}\.\w{2,4})(?=\s|$)/g;

/** `/MODULE/static/…:LINE` of a stack of the browser. */
const SCRIPT =
  /(?<![\w.-])(\w{1,100}\/static\/[\w./-]{1,300}\.\w{2,4})(?:\?[^\s:)]{0,100})?:(\d{1,7})/g;

/** `at AppsMenu.setup (http://…/web/assets/…:5030:200)`; of minified code only what has more than two letters. */
const BUNDLED =
  /\bat (?:async |new )*([A-Z]\w{2,100})(?:\.[\w$.<>]{1,100})?(?: \[as [\w$.]{1,100}\])? \([^()\s]{1,300}\/web\/(?:assets|content)\/[^()\s]{1,300}:\d{1,7}\)/g;

/** A call, with the line of code below it. */
const FRAME =
  /\bFile ["']([^"'\n]{1,500})["'], line (\d{1,7}), in [^\s]{1,200}(?: *\n {4,}[^\n]*(?:\n[ ~^]+(?=\n|$))?)?/g;

/** A file without a line. */
const PATH =
  /(?<![\w./\\:@+-])((?:[A-Za-z]:)?(?:[\w.@+-]{0,100}[\\/]){1,20}[\w.@+-]{1,100}\.(?:xml|csv|py|yml|s?css|js|png|po))(?![\w:])/g;

/** Add-ons whose code logs or raises something. */
const CODE = /\b(?:odoo|openerp)\.addons\.(\w{1,100})[\w.]{0,200}: /g;

/** A line of a log in front of what is logged. */
const LOGGED = /^\d{4}-\d\d-\d\d [\d:,.]+ \d+ [A-Z]+ \S+ [\w.]+: /;
/** A line that tells of nothing wrong. */
const QUIET = /^\d{4}-\d\d-\d\d [\d:,.]+ \d+ (?:INFO|DEBUG) /;

/** An error of one part: its class, a line of a log, the report on a failing file. */
const PLAIN =
  /(?:^|\s)[\w.]{0,200}(?:Error|Exception|Violation): |(?:^|\s)\d{4}-\d\d-\d\d [\d:,.]+ \d+ (?:WARNING|ERROR|CRITICAL) |\bModule loading \w+ failed\b/m;

/**
 * Reads any text, in time that grows with its length alone.
 * @param mayBePlain whether it may be an error of one part
 * @returns `undefined` for a text that is none
 */
export function readError(pasted: string, mayBePlain: boolean): ErrorText | undefined {
  const text = unwrap(pasted);
  const listPlaces = (form: RegExp, from: string): readonly Place[] =>
    Array.from(from.matchAll(form), ([, path, line, other = "", otherLine = "0"]) => ({
      path: splitPath(path ?? other),
      line: Number(path === undefined ? otherLine : line),
    })).slice(-MOST);
  const frames = listPlaces(FRAME, text).toReversed();
  const said = text.replaceAll(FRAME, "");
  const ids = [CONTEXT, CONTEXT_ID].flatMap((form) =>
    Array.from(said.matchAll(form), ([, id = ""]) => id),
  );
  const scripts = listPlaces(SCRIPT, said);
  const files = listPlaces(FILE, said.replaceAll(SCRIPT, ""));
  const database = readDatabaseError(said);
  const classes = Array.from(said.matchAll(BUNDLED), ([, name = ""]) => name).slice(0, MOST);
  const found = frames.length + ids.length + scripts.length + classes.length;
  // A file and its line alone are a place.
  const isFile = files.length > 0 && /\S\s+\S/.test(text.trim());
  const isPlain = mayBePlain && PLAIN.test(text);
  if (found === 0 && database === undefined && !isFile && !isPlain) return undefined;
  const lines = said.split(LINE_END);
  const wrong = lines.some((line) => !QUIET.test(line))
    ? lines.filter((line) => !QUIET.test(line))
    : lines;
  const code = Array.from(wrong.join("\n").matchAll(CODE), ([, module = ""]) => ({
    path: [module],
    line: 0,
  }));
  const loading = Array.from(said.matchAll(LOADING), ([, path = ""]) => ({
    path: splitPath(path),
    line: 0,
  }));
  return {
    views: ids
      .filter((id) => id !== "n/a")
      .toReversed()
      .slice(0, MOST),
    files: [
      ...files,
      ...(files.length > 0 ? [] : [...loading.slice(-1), ...listPlaces(PATH, wrong.join("\n"))]),
    ].toReversed(),
    lines: wrong
      .map((line) => line.replace(LOGGED, "").trim())
      .filter((line) => line !== "" && !CONTEXT_LINE.test(line))
      .slice(-MOST)
      .toReversed(),
    scripts,
    classes: [...new Set(classes)],
    frames: distinct([...frames, ...code.slice(-MOST).toReversed()]),
    database,
  };
}

/** Signs in front of each line: of Docker's logs, of quotes in mails. */
const PREFIX = /^(?:[\w.-]{1,60} +\| |> )/gm;
const ESCAPED = /\\n\s*File \\?["']/;
const ENTITIES = new Map([
  ["&quot;", '"'],
  ["&#34;", '"'],
  ["&#39;", "'"],
  ["&#x27;", "'"],
]);

/** Without what a log, a mail, JSON or a page has put around an error. */
function unwrap(text: string): string {
  const plain = text
    .replaceAll(PREFIX, "")
    .replaceAll(/&(?:quot|#34|#39|#x27);/g, (entity) => ENTITIES.get(entity) ?? entity);
  return ESCAPED.test(plain)
    ? plain.replaceAll(/\\(n|["'])/g, (_, sign: string) => (sign === "n" ? "\n" : sign))
    : plain;
}

/** A field of one line takes the ends of lines out of what is pasted. */
const LINE_END = /\n|(?=\b[\w.]{1,100}(?:Error|Exception|Warning): )|(?=Traceback \()/;

/** A line of either context. */
const CONTEXT_LINE = /^\[|^[{ ]?'[\w.]+': /;

function distinct(places: readonly Place[]): readonly Place[] {
  return [
    ...new Map(places.map((place) => [`${place.path.join("/")}:${place.line}`, place])).values(),
  ];
}

function splitPath(path: string): readonly string[] {
  return path.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
}

// JSON with modules: the answer of `search_read`, names with their states, the lock of Pipenv, what pip prints, a plan; what a shell of
// Odoo prints, which is Python; and records as `\x` of psql prints them.
import type { Steps } from "../../../data/yield.js";
import { MODULE_KEYS, OF_SERIES, type ListCollector, type ListFormat } from "./collect-list.js";
import { addPackage, isDistribution } from "./requirements.js";
import { addModuleRow, isState } from "./states.js";

type Row = Readonly<Record<string, unknown>>;

/** The head of a record of psql, in any language. */
const RECORD = /^-\[ \S+ \d+ \][-+]*$/m;

/** An argument of a command, as editors have them in JSON. */
const STARTS = /"(?:-[iu]|--init|--update)[",=]/;

export const JSON_LIST: ListFormat = {
  kind: "JSON",
  *read(printed, list) {
    // Below a head, where psql prints one column.
    const text = printed.replace(/^\s*\w+\s*\n-{3,}\n\s*(?=[[{])/, "");
    const isOfPsql = RECORD.test(text);
    if (!isOfPsql && (!/^\s*[[{(]/.test(text) || STARTS.test(text))) return false;
    const value = isOfPsql ? listPrintedRecords(text) : yield* parseValue(text);
    yield;
    const rows = findRows(value, 0);
    if (rows.some((row) => "depends" in row)) return false;
    for (const row of rows) addRow(row, list);
    if (rows.length > 0 || !isRow(value) || "depends" in value) return rows.length > 0;
    const groups = ["default", "develop"].filter((name) => isRow(value[name]));
    for (const group of groups) addLocked(value[group] as Row, group === "develop", list);
    if (groups.length === 0)
      for (const [key, one] of Object.entries(value)) addValue(key, one, list);
    return true;
  },
};

/** JSON, or literals of Python. */
function* parseValue(text: string): Steps<unknown> {
  return (yield* parseForms(text)) ?? (yield* parseForms(yield* toJson(text)));
}

/** Reads rows with cut ends, and rows on a line each. */
function* parseForms(text: string): Steps<unknown> {
  const whole = text.slice(0, text.lastIndexOf("}") + 1);
  const rows = whole === "" ? [] : [`[${whole.replaceAll(/\}\s*\n\s*\{/g, "},{")}]`, `${whole}]`];
  for (const form of [text, ...rows]) {
    yield;
    try {
      return JSON.parse(form) as unknown;
    } catch {
      // Another form then.
    }
  }
  return undefined;
}

const PYTHON =
  /(?:\b[uU])?'((?:[^'\\\n]|\\.)*)'|"(?:[^"\\\n]|\\.)*"|\b(?:True|False|None)\b|[\w.]{0,100}\(|\)|,(?=\s*[\])}])/g;

/** Literals of Python as JSON, calls as lists of their arguments. */
function* toJson(text: string): Steps<string> {
  const parts: string[] = [];
  let end = 0;
  for (const { index, 0: token, 1: single } of text.matchAll(PYTHON)) {
    if (parts.push(text.slice(end, index), toJsonToken(token, single)) % PARTS_A_STEP === 0) yield;
    end = index + token.length;
  }
  return parts.join("") + text.slice(end);
}

const PARTS_A_STEP = 2_000;

function toJsonToken(token: string, single: string | undefined): string {
  if (single !== undefined) return JSON.stringify(single.replaceAll("\\'", "'"));
  return token.endsWith("(") ? "[" : (PYTHON_WORDS.get(token) ?? token);
}

const PYTHON_WORDS = new Map([
  [")", "]"],
  [",", ""],
  ["True", "true"],
  ["False", "false"],
  ["None", "null"],
]);

/** `name | sale` on a line of its own, below a head for each. */
function listPrintedRecords(text: string): readonly Row[] {
  const [, ...records] = text.split(RECORD);
  return records.map((record) => {
    const pairs = record.matchAll(/^(\w+) +\| ?(.*)$/gm);
    return Object.fromEntries(Array.from(pairs, ([, key = "", value = ""]) => [key, value.trim()]));
  });
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list of rows stands alone, or so deep in what a service answers. */
const MOST_DEPTH = 3;

const NAME_KEYS = ["technical_name", "name", "display_name"] as const;

/** The first list of rows with names; a name and its state may be a pair. */
function findRows(value: unknown, depth: number): readonly Row[] {
  if (Array.isArray(value)) {
    const rows = value.flatMap((row: unknown) => (Array.isArray(row) ? (toPair(row) ?? []) : row));
    const named = rows.filter(isRow);
    return named.some((row) => NAME_KEYS.some((key) => typeof row[key] === "string")) ? named : [];
  }
  if (!isRow(value) || depth === MOST_DEPTH) return [];
  const found = Object.entries(value)
    .map(([key, inner]) => ({ key, rows: findRows(inner, depth + 1) }))
    .filter(({ rows }) => rows.length > 0);
  // `{"installed": […], "uninstalled": […]}`.
  const byState = found.filter(({ key }) => isState(key));
  if (byState.length > 0)
    return byState.flatMap(({ key, rows }) => rows.map((row) => ({ state: key, ...row })));
  return found[0]?.rows ?? [];
}

function toPair(row: readonly unknown[]): Row | undefined {
  const texts = row.filter((cell) => typeof cell === "string");
  const state = texts.find(isState);
  return state === undefined ? undefined : { name: texts.find((cell) => cell !== state), state };
}

function addRow(row: Row, list: ListCollector): void {
  const name = NAME_KEYS.map((key) => row[key]).find((value) => typeof value === "string");
  const { state, version } = row;
  if (typeof name !== "string") list.leaveOut("unread", JSON.stringify(row));
  else if (isDistribution(name) || isOfPip(row)) addPackage(name, { version }, list);
  else addModuleRow(name, typeof state === "string" ? state : undefined, list);
}

/** `pip list --format=json` has nothing else; the version of a module begins with that of the platform. */
function isOfPip(row: Row): boolean {
  const isOther = Object.keys(row).some((key) => key !== "name" && key !== "version");
  return !isOther && typeof row["version"] === "string" && !OF_SERIES.test(row["version"]);
}

function addLocked(group: Row, isOptional: boolean, list: ListCollector): void {
  for (const [name, facts] of Object.entries(group)) {
    if (isOptional) list.leaveOut("optional", name);
    else addPackage(name, isRow(facts) ? facts : {}, list);
  }
}

/**
 * Reads `{"sale": "installed"}`, `{"sale": "16.0.1.0.0"}`, and below a key for them names in a list or a text, or names with facts.
 * @returns whether it has modules; what has none is left out, but for what is `within` another
 */
function addValue(key: string, value: unknown, list: ListCollector, depth = 0): boolean {
  const isOfModules = MODULE_KEYS.test(key) || key === "result";
  const names = isOfModules && Array.isArray(value) ? value : splitNames(isOfModules, value);
  const texts = names.filter((name) => typeof name === "string");
  for (const name of texts) list.addModule(name);
  if (texts.length > 0) return true;
  if (typeof value === "string" && isState(value)) addModuleRow(key, value, list);
  else if (typeof value === "string" && OF_SERIES.test(value)) list.addModule(key);
  else if (isOfModules && isRow(value) && Object.values(value).every(isRow)) {
    for (const [name, { state }] of Object.entries(value as Readonly<Record<string, Row>>))
      addModuleRow(name, typeof state === "string" ? state : undefined, list);
  } else {
    const inner = isRow(value) && depth < MOST_DEPTH ? Object.entries(value) : [];
    const isFound = inner.filter(([name, one]) => addValue(name, one, list, depth + 1)).length > 0;
    if (!isFound && depth === 0) list.leaveOut("setting", key);
    return isFound;
  }
  return true;
}

function splitNames(isOfModules: boolean, value: unknown): readonly string[] {
  const isText = isOfModules && typeof value === "string" && /^\w+(?:, ?\w+)*$/.test(value);
  return isText ? value.split(/, ?/) : [];
}

// JSON with modules: the answer of `search_read`, names, the lock of Pipenv, what pip prints, a plan; and what a shell of Odoo prints of
// `read`, which is Python.
import type { ListCollector, ListFormat } from "./collect-list.js";
import { addPackage, isDistribution } from "./requirements.js";
import { addModuleRow } from "./states.js";

type Row = Readonly<Record<string, unknown>>;

export const JSON_LIST: ListFormat = {
  kind: "JSON",
  read(text, list) {
    if (!/^\s*[[{]/.test(text)) return false;
    const value = parseJson(text);
    const rows = value === undefined ? listPrintedRows(text) : findRows(value, 0);
    for (const row of rows) addRow(row, list);
    if (rows.length > 0 || !isRow(value)) return rows.length > 0;
    const groups = ["default", "develop"].filter((name) => isRow(value[name]));
    for (const group of groups) addLocked(value[group] as Row, group === "develop", list);
    return groups.length > 0;
  },
};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A list of rows stands alone, or so deep in what a service answers. */
const MOST_DEPTH = 3;

const NAME_KEYS = ["technical_name", "name", "display_name"] as const;

/** The first list of rows with names. */
function findRows(value: unknown, depth: number): readonly Row[] {
  if (Array.isArray(value)) {
    const rows = value.filter(isRow);
    return rows.some((row) => NAME_KEYS.some((key) => typeof row[key] === "string")) ? rows : [];
  }
  if (!isRow(value) || depth === MOST_DEPTH) return [];
  for (const inner of Object.values(value)) {
    const rows = findRows(inner, depth + 1);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** Rows as Python prints dictionaries: of each the values that are short texts without quotes. */
function listPrintedRows(text: string): readonly Row[] {
  const rows =
    /^\s*\[\s*\{/.test(text) &&
    text.match(/\{[^{}]{0,4000}['"](?:name|technical_name)['"]: *['"][^{}]{0,4000}\}/g);
  return (rows || []).map((row) => {
    const pairs = row.matchAll(/['"](\w{1,40})['"]: *['"]([^'"\n]{0,200})['"]/g);
    return Object.fromEntries(Array.from(pairs, ([, key = "", value = ""]) => [key, value]));
  });
}

function addRow(row: Row, list: ListCollector): void {
  const name = NAME_KEYS.map((key) => row[key]).find((value) => typeof value === "string");
  const { state, version } = row;
  if (typeof name !== "string") list.leaveOut("unread", JSON.stringify(row));
  else if (isDistribution(name) || isOfPip(row)) addPackage(name, { version }, list);
  else addModuleRow(name, typeof state === "string" ? state : undefined, list);
}

/** `pip list --format=json` has nothing else. */
function isOfPip(row: Row): boolean {
  return "version" in row && Object.keys(row).every((key) => ["name", "version"].includes(key));
}

function addLocked(group: Row, isOptional: boolean, list: ListCollector): void {
  for (const [name, facts] of Object.entries(group)) {
    if (isOptional) list.leaveOut("optional", name);
    else addPackage(name, isRow(facts) ? facts : {}, list);
  }
}

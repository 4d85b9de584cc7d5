// A table of modules: an export of `ir.module.module` as CSV in any language, with or without heads, what psql prints, the table in a
// dump of the database, the table of a README. Of a column with states only what is installed, or is about to be.
import { MOST_LINE_CHARS, type ListCollector, type ListFormat } from "./collect-list.js";
import { addModuleRow, isProgress, isState, isYesOrNo } from "./states.js";

/** The word for "technical" in those languages: what a head of the column of technical names has. */
const TECHNICAL =
  /t[eéè][chkx]h?n|τεχν|техн|טכני|تقني|فنی|तकनीकी|เทคนิค|ტექნ|技[术術]|기술|kỹ thuật/i;

const SEPARATORS = [",", ";", "\t", "|"];

/** Heads of technical names where no head says "technical", the likeliest first. */
const NAME_HEADS = [/^name$/i, /^(?:addon|modul|módulo)(?:s|e|es|i|o|os)?$/i];

const AGGREGATED = /^(?:string_agg|array_agg|array)$/;

/** External ids of the platform's `ir.module.module` rows. */
const EXTERNAL_ID = /^base\.module_/;

/** Rows probed for the content of a column. */
const MOST_PROBED = 200;

interface Table {
  readonly rows: readonly (readonly string[])[];
  /** Lines that are none of it. */
  readonly others?: readonly string[];
  readonly separator: string;
  /** Columns by their place; -1 for none. */
  readonly name: number;
  readonly state: number;
}

export const TABLE: ListFormat = {
  kind: "CSV",
  read(text, list) {
    const drawn = drawWiki(text);
    const table =
      readDump(text) ?? readDrawn(drawn.split("\n")) ?? readTable(drawn.replace(STATEMENT, ""));
    if (table === undefined) return false;
    for (const line of table.others ?? []) list.leaveOut("not_understood", line);
    for (const row of table.rows) addRow(row, table, list);
    return true;
  },
};

/** The query above its rows, with a prompt. */
const STATEMENT = /^\s*(?:\S{1,100}[=-][#>] )?(?:(?:select|copy|with)\b[^;]{1,4000};\s*\n)?\s*/i;

function addRow(
  row: readonly string[],
  { separator, name, state }: Table,
  list: ListCollector,
): void {
  const whole = row.join(separator);
  if (whole.trim() === "" || COUNT.test(whole)) return;
  const said = toName(row[name]);
  if (said === "") list.leaveOut("unread", whole);
  else if (row.length === 1 && /^[\w{}, ]+$/.test(said))
    for (const one of said.match(/\w+/g) ?? []) list.addModule(one);
  else addModuleRow(said, state < 0 ? undefined : (row[state] ?? ""), list);
}

/** A table of Jira and Confluence, MediaWiki or AsciiDoc as Markdown has it: its heads on a line, with a rule below. */
function drawWiki(text: string): string {
  if (/^\{\|/m.test(text))
    return toRuled(
      text
        .split(/^\|[-}].*$/m)
        .map((row) => row.replace(/^\{\|.*$/m, "").replaceAll(/\n[|!]|\|\||!!/g, "|")),
    );
  if (/^\|={3,}$/m.test(text)) return toRuled(text.replaceAll(/^\|={3,}$/gm, "").split("\n"));
  return text
    .replaceAll(/\[([^|[\]\n]{1,200})\|[^\]\n]{1,1000}\]|\{\{([^}\n]{1,200})\}\}/g, "$1$2")
    .replaceAll(
      /^[ \t]*\|\|(.*)\|\|[ \t]*$/gm,
      (_, heads: string) => `|${heads.replaceAll("||", "|")}|\n|-|-|`,
    );
}

function toRuled(rows: readonly string[]): string {
  const [heads = "", ...others] = rows.map((row) => row.trim()).filter(Boolean);
  return [heads, "|-|-|", ...others].join("\n");
}

/** Without what marks it as a link, as code, or as the external id of a row of `ir.module.module`. */
function toName(cell = ""): string {
  const [, linked = cell] = /^\[([^\]]*)\]\([^)]*\)$/.exec(cell.trim()) ?? [];
  return linked
    .trim()
    .replace(/^`(.*)`$/, "$1")
    .replace(EXTERNAL_ID, "");
}

/** `COPY public.ir_module_module (id, …, name, …) FROM stdin;` of pg_dump; its rows end with `\.`. */
const DUMP = /^COPY (?:\w+\.)?"?ir_module_module"? \(([^)\n]{1,4000})\) FROM stdin;\n/m;

function readDump(text: string): Table | undefined {
  const dump = DUMP.exec(text);
  if (dump === null) return undefined;
  const start = dump.index + dump[0].length;
  const end = text.indexOf("\n\\.", start);
  const heads = (dump[1] ?? "").split(",").map((head) => head.trim().replaceAll('"', ""));
  const lines = text.slice(start, end < 0 ? text.length : end).split("\n");
  const rows = lines.map((line) => line.split("\t"));
  return { rows, separator: "\t", name: heads.indexOf("name"), state: heads.indexOf("state") };
}

/** Rules that psql, Markdown and terminals draw below the heads, and around the table. */
const RULE = /^(?=.*[-=─═])[\s|:+=\-\u2500-\u257f]{3,}$/;

/** Row count of psql, in any language. */
const COUNT = /^\(\d+ \S+\)$/;

/** A table whose heads have a ruled line below them; of one column only where psql has counted its rows. */
function readDrawn(lines: readonly string[]): Table | undefined {
  const first = lines.findIndex(isRule);
  const head = isRule(lines[first + 2]) ? first + 1 : first - 1;
  const end = lines.findIndex((line, at) => at > head && COUNT.test(line.trim()));
  if (first < 0 || head < 0 || (!hasColumns(lines[head]) && end < 0)) return undefined;
  const [heads = "", ...body] = lines.slice(head, end < 0 ? undefined : end);
  const isRow = (line: string): boolean => !hasColumns(heads) || hasColumns(line);
  const rows = body.filter((line) => !isRule(line) && isRow(line));
  const table = toTable(splitDrawn(heads), rows.map(splitDrawn), "|");
  const others = [...lines.slice(0, head), ...body.filter((line) => !isRow(line))];
  return table && { ...table, others: others.filter((line) => /\w/.test(line)) };
}

function isRule(line = ""): boolean {
  return line.length <= MOST_LINE_CHARS && RULE.test(line);
}

function hasColumns(line = ""): boolean {
  return /[|│]/.test(line);
}

function splitDrawn(line: string): readonly string[] {
  const inner = line
    .trim()
    .replaceAll(/\|(?:new|del)\| */g, "")
    .replaceAll("│", "|")
    .replace(/^\|(.*)\|$/, "$1");
  return inner.split("|").map((cell) => cell.trim());
}

/** A head alone is no table. */
function readTable(text: string): Table | undefined {
  const [, head = ""] = /^([^\n]{1,4000})\n\s*\S/.exec(text.slice(0, 10_000)) ?? [];
  if (isRule(text.slice(head.length + 1).split("\n", 1)[0])) return undefined;
  if (/\S {2,}\S/.test(head) && !/[,;\t|]/.test(head))
    return readTable(text.replaceAll(/ {2,}/g, "\t"));
  const [separator = ","] = SEPARATORS.toSorted(
    (left, right) => count(head, right) - count(head, left),
  );
  const [heads = [], ...rows] = head === "" ? [] : splitCells(text, separator);
  return toTable(heads, rows, separator);
}

/** Nor is what has neither a head nor states. */
function toTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  separator: string,
): Table | undefined {
  const name = findNameColumn(heads, rows);
  const state = findStateColumn(heads, rows);
  if (name >= 0) return { rows, separator, name, state };
  if (state < 0 || heads.length < 2) return undefined;
  const isHeadless = isState(heads[state] ?? "") || isYesOrNo(heads[state] ?? "");
  const all = isHeadless ? [heads, ...rows] : rows;
  const found = [/^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/, /^[a-z][a-z0-9_]*$/].map((form) =>
    findColumn(rows, (cell) => form.test(toName(cell)) && !isState(cell) && !isYesOrNo(cell)),
  );
  return { rows: all, separator, name: found.find((at) => at >= 0) ?? Number(state === 0), state };
}

/** By its head, else by what is in it; a column that says how far some work is has no states. */
function findStateColumn(heads: readonly string[], rows: readonly (readonly string[])[]): number {
  const cells = (at: number): readonly string[] =>
    rows.slice(0, MOST_PROBED).flatMap((row) => row[at] || []);
  const named = heads.findIndex((one) => /^\s*(?:state|status)\s*$/i.test(one));
  const isOfWork = (at: number): boolean => cells(at).some(isProgress) && !cells(at).some(isState);
  if (named >= 0) return isOfWork(named) ? -1 : named;
  const asked = heads.findIndex(
    (one, at) => isState(one.replace("?", "")) && cells(at).some((cell) => isYesOrNo(cell, true)),
  );
  if (asked >= 0) return asked;
  const said = findColumn([heads, ...rows], isState);
  if (said >= 0) return isState(heads[said] ?? "") && !cells(said).some(isState) ? -1 : said;
  return heads.findIndex((one, at) => [one, ...cells(at)].every((cell) => isYesOrNo(cell)));
}

function count(text: string, sign: string): number {
  return text.split(sign).length;
}

function findNameColumn(heads: readonly string[], rows: readonly (readonly string[])[]): number {
  const named = [TECHNICAL, ...NAME_HEADS].map((head) =>
    heads.findIndex((one) => head.test(one.trim())),
  );
  const byId = findColumn(rows, (cell) => EXTERNAL_ID.test(cell));
  // An aggregated column has no telling head.
  return [byId, ...named, AGGREGATED.test(heads.join()) ? 0 : -1].find((at) => at >= 0) ?? -1;
}

function findColumn(rows: readonly (readonly string[])[], isIt: (cell: string) => boolean): number {
  const probed = rows.slice(0, MOST_PROBED);
  return (rows[0] ?? []).findIndex((_, at) => probed.some((row) => isIt(row[at] ?? "")));
}

/** Splits by RFC 4180. */
function splitCells(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at <= text.length) {
    const cell = readCell(text, at, separator);
    row.push(cell.value);
    at = cell.end;
    if (text[at] !== separator) {
      rows.push(row);
      row = [];
    }
    at++;
  }
  return rows;
}

interface Cell {
  readonly value: string;
  /** End of the cell: its separator, or the end of its line. */
  readonly end: number;
}

/** Doubled quotes within quotes are one; quotes that are never closed hold the rest. */
function readCell(text: string, start: number, separator: string): Cell {
  let value = "";
  let open = text[start] === '"' ? start + 1 : -1;
  while (open >= 0) {
    const close = text.indexOf('"', open);
    if (close < 0) return { value: value + text.slice(open), end: text.length };
    value += text.slice(open, close);
    if (text[close + 1] !== '"') {
      const end = findEnd(text, close + 1, separator);
      return { value: value + text.slice(close + 1, end), end };
    }
    value += '"';
    open = close + 2;
  }
  const end = findEnd(text, start, separator);
  return { value: text.slice(start, end), end };
}

/** The next separator or end of a line. */
function findEnd(text: string, start: number, separator: string): number {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== "\n") end++;
  return end;
}

// A table of `ir.module.module`: an export as CSV in any language, what psql prints, or the table in a dump of the database. Of
// a column with states only what is installed, or is about to be.
import { collectList, type ListCollector } from "./listed-modules.js";

/** States of what is installed, in the languages of its own catalogs, 14.0 to 19.0, or about to be. */
const INSTALLED_STATES: ReadonlySet<string> = toWords(`
  asennettu | geïnstalleerd | instalado | instalat | instalatua | instaliran | instalirano | installato
  installed | installerad | installeret | installert | installiert | installé | instalováno | instal·lat
  nainštalované | nameščeno | o‘rnatilgan | paigaldatud | quraşdırılıb | telepített | terpasang
  to be installed | to be upgraded | to install | to upgrade | uzstādīti | yüklü | zainstalowano | đã cài đặt
  įdiegta | εγκατεστημένο | встановлено | инсталиран | суулгасан | установлен | установлено | מותקן
  برپاسازی شد | تم التثبيت | مثبَت | इंस्टॉल किया गया | ติดตั้งแล้ว | បានដំឡើង | インストール済 | 已安装 | 已安裝 | 설치됨
`);

/** The word for "technical" in those languages: what a head of the column of technical names has. */
const TECHNICAL =
  /t[eéè][chkx]h?n|τεχν|техн|טכני|تقني|فنی|तकनीकी|เทคนิค|ტექნ|技[术術]|기술|kỹ thuật/i;

function toWords(text: string): ReadonlySet<string> {
  return new Set(
    text
      .split(/[|\n]/)
      .map((word) => word.trim())
      .filter(Boolean),
  );
}

const SEPARATORS = [",", ";", "\t", "|"] as const;

/** Of exports by field, where `name` is technical; in the others it is the title of a module. */
const FIELD_HEAD = "name";

/** So many rows are looked at for a column of states. */
const MOST_PROBED = 200;

/** Columns by their place; -1 for none. */
interface Columns {
  readonly name: number;
  readonly state: number;
}

interface Table extends Columns {
  readonly rows: readonly (readonly string[])[];
  readonly separator: string;
}

export function isModuleTable(text: string): boolean {
  return DUMP.test(text) || findSeparator(text) !== undefined;
}

export function parseModuleTable(text: string): ListCollector {
  const list = collectList("CSV");
  const { rows, separator, name: nameAt, state: stateAt } = readTable(text);
  for (const row of rows) {
    const whole = row.join(separator);
    // psql rules a line below its heads, and counts the rows.
    if (whole.trim() === "" || /^[\s|+-]+$/.test(whole) || /^\(\d+ \S+\)$/.test(whole)) continue;
    const name = row[nameAt]?.trim() ?? "";
    if (name === "") list.leaveOut("unread", whole);
    else if (stateAt < 0 || isInstalled(row[stateAt])) list.addModule(name);
    else list.leaveOut("not_installed", name);
  }
  return list;
}

/** `COPY public.ir_module_module (id, …, name, …) FROM stdin;` of pg_dump; its rows end with `\.`. */
const DUMP = /^COPY (?:\w+\.)?"?ir_module_module"? \(([^)\n]{1,4000})\) FROM stdin;\n/m;

function readTable(text: string): Table {
  const dump = DUMP.exec(text);
  if (dump !== null) {
    const start = dump.index + dump[0].length;
    const end = text.indexOf("\n\\.", start);
    const heads = (dump[1] ?? "").split(",").map((head) => head.trim().replaceAll('"', ""));
    const lines = text.slice(start, end < 0 ? text.length : end).split("\n");
    const rows = lines.map((line) => line.split("\t"));
    return { rows, separator: "\t", name: heads.indexOf("name"), state: heads.indexOf("state") };
  }
  const separator = findSeparator(text) ?? ",";
  const [heads = [], ...rows] = splitCells(text.trimStart(), separator);
  return { rows, separator, name: findNameColumn(heads), state: findStateColumn(rows, heads) };
}

function isInstalled(cell = ""): boolean {
  return INSTALLED_STATES.has(fold(cell));
}

function fold(cell: string): string {
  return cell.trim().toLowerCase();
}

/** A head alone is no table. */
function findSeparator(text: string): string | undefined {
  const [, head = ""] = /^\s*([^\n]{1,4000})\n\s*\S/.exec(text.slice(0, 10_000)) ?? [];
  const rows = SEPARATORS.map((one) => [one, splitCells(head, one)[0] ?? []] as const);
  const [best] = rows
    .filter(([, cells]) => findNameColumn(cells) >= 0)
    .toSorted(([, left], [, right]) => right.length - left.length);
  return best?.[0];
}

function findNameColumn(heads: readonly string[]): number {
  const folded = heads.map(fold);
  const technical = folded.findIndex((head) => TECHNICAL.test(head));
  return technical >= 0 ? technical : folded.indexOf(FIELD_HEAD);
}

/** By its head, or the column in which states stand, whatever the language calls it. */
function findStateColumn(rows: readonly (readonly string[])[], heads: readonly string[]): number {
  const named = heads.findIndex((head) => ["state", "status"].includes(fold(head)));
  if (named >= 0) return named;
  return heads.findIndex((_, at) => rows.slice(0, MOST_PROBED).some((row) => isInstalled(row[at])));
}

/** As RFC 4180 has them. */
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
  /** Where its separator, or the end of its line, stands. */
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

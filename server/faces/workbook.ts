// An answer as a workbook of spreadsheet programs (ISO/IEC 29500), with as little as those need: a sheet of its facts and one
// for each table. What is written is text or a number, never a formula.
import { Zip, ZipDeflate } from "fflate";
import type { Block, Table } from "../contract/layout.js";
import type { Steps } from "../contract/text-formats.js";
import { escapeXml as escape } from "../contract/browser/html.js";
import { isTable, isTold, toPlain, toSentence } from "./cells.js";

interface Sheet {
  /** At most 31 characters; no other sheet of the workbook has it. */
  readonly name: string;
  /** The first row has the heads; each is made when it is written. */
  listRows(): Iterable<Row>;
}

type WrittenCell = string | number | null;
type Row = readonly WrittenCell[];

const MOST_NAME_CHARS = 31;

/** Deterministic: equal blocks give equal bytes. */
export function renderWorkbook(blocks: readonly Block[]): Steps<Uint8Array> {
  const said = blocks.flatMap((block): readonly Row[] => {
    if (block.kind === "verdict") return [[toSentence(block.title), toSentence(block.says)]];
    if (block.kind === "caveat") return [[toSentence(block.says), (block.names ?? []).join(" ")]];
    if (block.kind !== "facts") return [];
    return block.rows.filter(isTold).map(({ title, value }) => [title, toPlain(value)]);
  });
  const taken = new Set([SUMMARY.toLowerCase()]);
  const sheets = blocks.filter(isTable).map((table) => ({
    name: nameSheet(table.title, taken),
    listRows: () => listRows(table),
  }));
  return packFiles(listFiles([{ name: SUMMARY, listRows: () => said }, ...sheets]));
}

function* listRows({ columns, rows }: Table): Generator<Row> {
  yield columns.map(({ key }) => key);
  for (const row of rows) yield columns.map(({ value }) => toPlain(value(row)));
}

const SUMMARY = "Summary";

/** Sheet names have no sign of a formula's references, and are unique without case. */
function nameSheet(title: string, taken: Set<string>): string {
  const base =
    title
      .replaceAll(/[[\]:*?/\\]+ ?/g, " ")
      .replaceAll(/^'+|'+$/g, "")
      .trim() || "Sheet";
  let name = base.slice(0, MOST_NAME_CHARS).trimEnd();
  for (let at = 2; taken.has(name.toLowerCase()); at++) {
    const end = ` ${at}`;
    name = base.slice(0, MOST_NAME_CHARS - end.length).trimEnd() + end;
  }
  taken.add(name.toLowerCase());
  return name;
}

interface File {
  readonly path: string;
  /** A long one is written when its turn comes. */
  readonly text: string | (() => Steps<string>);
}

function listFiles(sheets: readonly Sheet[]): readonly File[] {
  const numbered = sheets.map((sheet, at) => ({ ...sheet, id: at + 1 }));
  const parts = numbered.map(({ id }) => `/xl/worksheets/sheet${id}.xml`);
  return [
    {
      path: "[Content_Types].xml",
      text: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${BOOK}.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>${parts.map((part) => `<Override PartName="${part}" ContentType="${SPREADSHEET}.worksheet+xml"/>`).join("")}</Types>`,
    },
    { path: "_rels/.rels", text: relate([["officeDocument", "xl/workbook.xml"]]) },
    {
      path: "xl/workbook.xml",
      text: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbered.map(({ name, id }) => `<sheet name="${escape(name)}" sheetId="${id}" r:id="rId${id}"/>`).join("")}</sheets></workbook>`,
    },
    {
      path: "xl/_rels/workbook.xml.rels",
      text: relate([
        ...numbered.map(({ id }) => ["worksheet", `worksheets/sheet${id}.xml`] as const),
        ["styles", "styles.xml"],
      ]),
    },
    { path: "xl/styles.xml", text: STYLES },
    ...numbered.map((sheet) => ({
      path: `xl/worksheets/sheet${sheet.id}.xml`,
      text: () => writeSheet(sheet),
    })),
  ];
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const SPREADSHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml";
const BOOK = `${SPREADSHEET}.sheet`;

/** A third larger than the default, in a fifth of the time. */
const FASTEST = 1;

/** The first that archives can tell, in every time zone: equal blocks give equal bytes. */
const FIRST_DAY = new Date(1980, 0, 1);

/** Bytes that are packed in a step: some milliseconds. */
const BYTES_A_STEP = 256 * 1024;

function* packFiles(files: readonly File[]): Steps<Uint8Array> {
  const packed: Uint8Array[] = [];
  const archive = new Zip((error, piece) => {
    if (error) throw error;
    packed.push(piece);
  });
  for (const { path, text } of files) {
    const file = new ZipDeflate(path, { level: FASTEST });
    file.mtime = FIRST_DAY;
    archive.add(file);
    const plain = Buffer.from(typeof text === "string" ? text : yield* text());
    for (let start = 0; start < plain.length; start += BYTES_A_STEP) {
      const end = start + BYTES_A_STEP;
      file.push(plain.subarray(start, end), end >= plain.length);
      yield;
    }
  }
  archive.end();
  return Buffer.concat(packed);
}

/** The style 1 is of heads, 2 of texts that are broken into lines. */
const STYLES = `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

function relate(targets: readonly (readonly [type: string, target: string])[]): string {
  const rows = targets.map(
    ([type, target], at) =>
      `<Relationship Id="rId${at + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
  );
  return `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join("")}</Relationships>`;
}

/** The heads stay where they are while rows are scrolled. Columns are as wide as their longest cells. One row a step. */
function* writeSheet({ listRows: list }: Sheet): Steps<string> {
  const widths: number[] = [];
  let written = "";
  let isHead = true;
  for (const row of list()) {
    written += `<row>${row.map((cell) => writeCell(cell, isHead)).join("")}</row>`;
    isHead = false;
    for (const [at, cell] of row.entries()) {
      const { length } = String(cell ?? "");
      widths[at] = Math.min(WIDEST, Math.max(widths[at] ?? NARROWEST, length + 2));
    }
    yield;
  }
  const columns = widths.map(
    (width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`,
  );
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>${columns.length > 0 ? `<cols>${columns.join("")}</cols>` : ""}<sheetData>${written}</sheetData></worksheet>`;
}

/** An inline string stays a text, whatever it begins with. */
function writeCell(cell: WrittenCell, isHead: boolean): string {
  if (cell === null || cell === "") return "<c/>";
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  const text = escape(cell.slice(0, MOST_CHARS));
  return `<c t="inlineStr" s="${isHead ? 1 : 2}"><is><t xml:space="preserve">${text}</t></is></c>`;
}

/** A cell holds no more. */
const MOST_CHARS = 32_767;

/** Widths of columns, in characters. */
const NARROWEST = 8;
const WIDEST = 60;

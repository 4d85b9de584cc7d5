// Text to rows of cells, as Python's `csv` module reads its default dialect: commas, cells in double
// quotes that may hold line ends, a quote in them doubled. Any text has rows.
import { createLineFinder } from "./python/text/lines.js";

const PLAIN = /[^,\n]*/y;

interface CsvRow {
  readonly cells: readonly string[];
  /** Line where it begins; the first is 1. */
  readonly line: number;
}

/** The rows that are not empty. */
export function splitCsv(text: string): readonly CsvRow[] {
  const source = text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const findLine = createLineFinder(source);
  const rows: CsvRow[] = [];
  let row: string[] = [];
  let rowStart = 0;
  for (let at = 0; at < source.length || row.length > 0; at += 1) {
    const quoted = source[at] === '"' ? readQuoted(source, at) : { value: "", end: at };
    // Text behind a closing quote belongs to the cell.
    PLAIN.lastIndex = quoted.end;
    const plain = PLAIN.exec(source)?.[0] ?? "";
    row.push(quoted.value + plain);
    at = quoted.end + plain.length;
    if (source[at] === ",") continue;
    if (row.some((cell) => cell !== "")) rows.push({ cells: row, line: findLine(rowStart) });
    row = [];
    rowStart = at + 1;
  }
  return rows;
}

function readQuoted(source: string, start: number): { value: string; end: number } {
  const parts: string[] = [];
  let from = start + 1;
  for (;;) {
    const quote = source.indexOf('"', from);
    if (quote === -1) return { value: [...parts, source.slice(from)].join(""), end: source.length };
    parts.push(source.slice(from, quote));
    if (source[quote + 1] !== '"') return { value: parts.join(""), end: quote + 1 };
    parts.push('"');
    from = quote + 2;
  }
}

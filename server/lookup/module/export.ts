// Everything as one text, a line for each entry: whole records as JSON lines, or their plain details as
// a table (CSV, RFC 4180). Made piece by piece, so that its length costs no memory.
import { boundRow } from "../../contract/bounded.js";
import { toCsvLine } from "../../contract/csv-line.js";
import { TOLD } from "../../../data/module/told-facts.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { toModuleDetails } from "./detail.js";
import { identifyModule } from "./purl.js";
import { cutEntries, type ModuleListQuery } from "./module-rows.js";

export const EXPORT_FORMATS = ["ndjson", "csv"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

interface Export {
  /** Entries of the whole, of which the lines may be a part. */
  readonly total: number;
  /** Entries of this part. */
  readonly length: number;
  /** The text. The snapshot must stay open while it is read. */
  readonly pieces: Iterable<string>;
}

/** A piece is sent when it has this many characters. */
const PIECE_CHARS = 64 * 1024;

/**
 * The lines of the entries from `offset` on, in the order of the snapshot. The parts of a table put
 * one after another are the whole: only the one from 0 on has the line with the names of the columns.
 */
export function createExport(
  snapshot: Snapshot,
  format: ExportFormat,
  query: ModuleListQuery,
): Export {
  const { rows, total } = cutEntries(snapshot, query);
  const head = format === "csv" && query.offset === 0 ? toCsvLine(CSV_COLUMNS) : "";
  const toLine = format === "csv" ? toCsvRow : toJsonLine;
  return { total, length: rows.length, pieces: joinLines(snapshot, rows, head, toLine) };
}

function* joinLines(
  snapshot: Snapshot,
  entries: readonly number[],
  head: string,
  toLine: (snapshot: Snapshot, entry: number) => string,
): Generator<string> {
  let piece = head;
  for (const entry of entries) {
    piece += toLine(snapshot, entry);
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

function toJsonLine(snapshot: Snapshot, entry: number): string {
  return `${JSON.stringify(boundRow(toModuleDetails(snapshot, entry)))}\n`;
}

type Value = string | number | boolean | null | readonly (string | number)[];

type CsvRow = Readonly<Record<string, Value>>;

/** The columns of a table with what stands in them. */
function toModuleRow(record: ModuleRecord): CsvRow {
  const { platform: depends, pip: python, bin } = record.declared_dependencies;
  const known = { ...record, ...identifyModule(record) };
  return Object.assign(
    {},
    ...TOLD.csv.map((name) =>
      name === "declared_dependencies" ? { depends, python, bin } : { [name]: known[name] },
    ),
  ) as CsvRow;
}

/** Names of columns. */
const CSV_COLUMNS = TOLD.csv.flatMap((name) =>
  name === "declared_dependencies" ? ["depends", "python", "bin"] : [name],
);

function toCsvRow(snapshot: Snapshot, entry: number): string {
  return toCsvLine(Object.values(toModuleRow(snapshot.readRecord(entry))).map(toCell));
}

function toCell(value: Value | undefined): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.join("; ");
  // No fact is an object; in a snapshot that somebody crafted it may be.
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

// Everything as one text, a line for each entry: whole records as JSON lines, or their plain details as
// a table (CSV, RFC 4180). Made piece by piece, so that its length costs no memory.
import type { ModuleRecord } from "../../../data/records.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { toModuleDetails } from "./detail.js";
import { cutEntries, type ModuleListQuery } from "./module-rows.js";

export const EXPORT_FORMATS = ["ndjson", "csv"] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface Export {
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
export function openExport(
  snapshot: Snapshot,
  format: ExportFormat,
  query: ModuleListQuery,
): Export {
  const { rows, total } = cutEntries(snapshot, query);
  const head = format === "csv" && query.offset === 0 ? toCsvLine(Object.keys(CSV_COLUMNS)) : "";
  const toLine = format === "csv" ? toCsvRow : toJsonLine;
  return { total, length: rows.length, pieces: joinLines(snapshot, rows, head, toLine) };
}

function* joinLines(
  snapshot: Snapshot,
  entries: readonly number[],
  head: string,
  toLine: (record: ModuleRecord) => string,
): Generator<string> {
  let piece = head;
  for (const entry of entries) {
    piece += toLine(snapshot.readRecord(entry));
    if (piece.length < PIECE_CHARS) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

function toJsonLine(record: ModuleRecord): string {
  return `${JSON.stringify(toModuleDetails(record))}\n`;
}

type Value = string | number | boolean | null | readonly string[];

/** The columns of a table with what stands in them. */
const CSV_COLUMNS: Readonly<Record<string, (record: ModuleRecord) => Value>> = {
  technical_name: (record) => record.technical_name,
  platform_version: (record) => record.platform_version,
  organization: (record) => record.organization,
  repository: (record) => record.repository,
  name: (record) => record.name,
  summary: (record) => record.summary,
  version: (record) => record.version,
  category: (record) => record.category,
  license: (record) => record.license,
  development_status: (record) => record.development_status,
  installable: (record) => record.installable,
  application: (record) => record.application,
  auto_install: (record) => record.auto_install,
  authors: (record) => record.authors,
  maintainers: (record) => record.maintainers,
  website: (record) => record.website,
  depends: (record) => record.declared_dependencies.platform,
  python: (record) => record.declared_dependencies.pip,
  bin: (record) => record.declared_dependencies.bin,
  update_date: (record) => record.update_date,
  last_code_change: (record) => record.last_code_change,
  folder_size: (record) => record.folder_size,
  git: (record) => record.git,
  branch: (record) => record.branch,
  commit: (record) => record.commit,
  source_path: (record) => record.source_path,
};

function toCsvRow(record: ModuleRecord): string {
  return toCsvLine(Object.values(CSV_COLUMNS).map((read) => toCell(read(record))));
}

function toCell(value: Value): string {
  if (value === null) return "";
  return typeof value === "object" ? value.join("; ") : String(value);
}

/** A line of CSV with its end, RFC 4180. */
export function toCsvLine(cells: readonly string[]): string {
  return `${cells.map(quote).join(",")}\r\n`;
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

// The container file of format.ts: named sections with checksums. Knows nothing of what they hold.
import { createHash } from "node:crypto";
import { checkFormat, damagedSection, SnapshotError } from "./errors.js";
import {
  FORMAT_VERSION,
  HEADER_BYTES,
  MAGIC,
  SECTION_ALIGNMENT_BYTES,
  SECTION_NAME_BYTES,
  SECTION_ROW_BYTES,
  listSections,
  SECTIONS_FILE,
  type SectionName,
} from "./format.js";

/** A section that is to be written. */
export type Section = readonly [SectionName, Uint8Array];

interface SectionRow {
  readonly name: string;
  readonly offset: number;
  readonly length: number;
  readonly sha256: Uint8Array;
}

/** An open container: its sections by name, as views of the file's bytes. */
export interface SectionReader {
  readonly format: number;
  readonly rows: readonly SectionRow[];
  has(name: SectionName): boolean;
  get(name: SectionName): Uint8Array;
  /**
   * Reads the sections and compares them with their checksums.
   * @throws SnapshotError `snapshot_damaged` for the first that is not what was written
   */
  check(names: readonly SectionName[]): void;
}

/** The file as pieces one after another: its head, then the sections in the given order. */
export function encodeSections(
  sections: ReadonlyMap<SectionName, Uint8Array>,
): readonly Uint8Array[] {
  const head = new Uint8Array(align(HEADER_BYTES + SECTION_ROW_BYTES * sections.size));
  const view = new DataView(head.buffer);
  const pieces: Uint8Array[] = [head];
  let end = head.length;
  let row = HEADER_BYTES;
  for (const [name, bytes] of sections) {
    const offset = align(end);
    if (offset > end) pieces.push(new Uint8Array(offset - end));
    pieces.push(bytes);
    end = offset + bytes.length;
    head.set(Buffer.from(name, "latin1"), row);
    view.setBigUint64(row + SECTION_NAME_BYTES, BigInt(offset), true);
    view.setBigUint64(row + SECTION_NAME_BYTES + 8, BigInt(bytes.length), true);
    head.set(hash(bytes), row + SECTION_NAME_BYTES + 16);
    row += SECTION_ROW_BYTES;
  }
  head.set(Buffer.from(MAGIC, "latin1"), 0);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setUint32(12, sections.size, true);
  view.setBigUint64(16, BigInt(end), true);
  return pieces;
}

/**
 * Checks the header and that every section lies inside the file; reads no section.
 * @throws SnapshotError `snapshot_foreign`, `snapshot_newer`, `snapshot_older`,
 * `snapshot_truncated` or `snapshot_damaged`
 */
export function openSections(file: Uint8Array): SectionReader {
  const { format, count } = checkHeader(file);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const rows: SectionRow[] = [];
  for (let index = 0; index < count; index++) {
    const row = HEADER_BYTES + SECTION_ROW_BYTES * index;
    const name = Buffer.from(file.subarray(row, row + SECTION_NAME_BYTES))
      .toString("latin1")
      .replace(/\0+$/, "");
    const offset = Number(view.getBigUint64(row + SECTION_NAME_BYTES, true));
    const length = Number(view.getBigUint64(row + SECTION_NAME_BYTES + 8, true));
    if (offset % SECTION_ALIGNMENT_BYTES !== 0 || offset + length > file.length) {
      throw damagedSection(name, `a place inside ${file.length} bytes`, `${offset} + ${length}`);
    }
    const sha256 = file.subarray(row + SECTION_NAME_BYTES + 16, row + SECTION_ROW_BYTES);
    rows.push({ name, offset, length, sha256 });
  }
  const byName = new Map(rows.map((row) => [row.name, row]));
  const getRow = (name: SectionName): SectionRow => {
    const row = byName.get(name);
    if (row === undefined) throw damagedSection(name, "the section", "a file without it");
    return row;
  };
  for (const name of listSections(format)) getRow(name);
  return {
    format,
    rows,
    has: (name) => byName.has(name),
    get(name) {
      const row = getRow(name);
      return file.subarray(row.offset, row.offset + row.length);
    },
    check(names) {
      for (const name of names) {
        if (!isWhole(file, getRow(name))) {
          throw damagedSection(name, "the bytes that were written", "others");
        }
      }
    },
  };
}

/** Names of the sections whose bytes are not what was written. Reads everything. */
export function listDamagedSections(file: Uint8Array, reader: SectionReader): readonly string[] {
  return reader.rows.filter((row) => !isWhole(file, row)).map((row) => row.name);
}

function isWhole(file: Uint8Array, { offset, length, sha256 }: SectionRow): boolean {
  return Buffer.compare(hash(file.subarray(offset, offset + length)), sha256) === 0;
}

function checkHeader(file: Uint8Array): { readonly format: number; readonly count: number } {
  const magic = Buffer.from(file.subarray(0, MAGIC.length)).toString("latin1");
  if (magic !== MAGIC) {
    throw new SnapshotError({
      code: "snapshot_foreign",
      message: `${SECTIONS_FILE} is not part of a snapshot, or damaged in its first bytes; give the folder that module-lookup build wrote, or copy it again.`,
    });
  }
  if (file.length < HEADER_BYTES) throw truncated(HEADER_BYTES, file.length);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const format = view.getUint32(8, true);
  checkFormat(SECTIONS_FILE, format);
  const count = view.getUint32(12, true);
  const length = Number(view.getBigUint64(16, true));
  if (length !== file.length) throw truncated(length, file.length);
  if (HEADER_BYTES + SECTION_ROW_BYTES * count > file.length) {
    throw damagedSection("section table", `${count} rows`, `${file.length} bytes`);
  }
  return { format, count };
}

function truncated(expected: number, got: number): SnapshotError {
  return new SnapshotError({
    code: "snapshot_truncated",
    message: `${SECTIONS_FILE} has ${got} bytes where ${expected} were written; copy the snapshot again.`,
  });
}

function align(offset: number): number {
  return Math.ceil(offset / SECTION_ALIGNMENT_BYTES) * SECTION_ALIGNMENT_BYTES;
}

function hash(bytes: Uint8Array): Uint8Array {
  return createHash("sha256").update(bytes).digest();
}

// Opens a snapshot: cheap, checks that it is one and that its parts fit, decodes a record only when
// asked for it. Every number read from the file is checked where it is used.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { ModuleRecord } from "../records.js";
import type { DiagnosticRow, RepositoryRow, TermChunk } from "./contents.js";
import { decodeEntry, type SnapshotEntry } from "./entry-file.js";
import { damagedSection, SnapshotError } from "./errors.js";
import { ENTRY_FILE, SECTIONS_FILE, VECTOR_INDEX_FILE, type SectionName } from "./format.js";
import { mapFile, type MappedFile } from "./map-file.js";
import { openRecordDecoder, unpackValue, type Structures } from "./packing.js";
import { openRecordBlocks } from "./record-blocks.js";
import { openSections, type SectionReader } from "./sections.js";
import { openStringTable, type StringTable } from "./string-table.js";

/** An open snapshot. Numbers of entries, names, … are those of format.ts. */
export interface Snapshot {
  readonly folder: string;
  readonly entry: SnapshotEntry;
  readonly file: MappedFile;
  readonly sections: SectionReader;
  readonly names: StringTable;
  readonly nameFirst: Column;
  readonly nameDependents: Column;
  readonly texts: StringTable;
  readonly versions: readonly string[];
  readonly repositories: readonly RepositoryRow[];
  readonly entries: EntryColumns;
  readonly dependencies: StringTable;
  readonly dependencyLists: ListColumns;
  readonly documentLists: ListColumns;
  readRecord(entry: number): ModuleRecord;
  readTerms(): readonly TermChunk[];
  /** Vectors of all documents one after another; empty when there is no embedder. */
  readVectors(): Float32Array;
  readDiagnostics(): readonly DiagnosticRow[];
  /** Path of the nearest-neighbour index, which its library reads itself. */
  readonly vectorIndexFile: string;
  close(): void;
}

export interface EntryColumns {
  readonly length: number;
  readonly name: Column;
  readonly version: Column;
  readonly repository: Column;
  readonly display: Column;
  readonly category: Column;
  readonly flags: Column;
  readonly document: Column;
}

/** Numbers by position. */
export interface Column {
  readonly length: number;
  /** @throws SnapshotError when there is no such position */
  get(index: number): number;
}

/** A list of entries for each key. */
export interface ListColumns {
  readonly length: number;
  /** @throws SnapshotError when there is no such key */
  get(key: number): readonly number[];
}

/**
 * Opens the snapshot in a folder.
 * @throws SnapshotError for everything that is not a whole snapshot of a readable format
 */
export function openSnapshot(folder: string): Snapshot {
  const entry = decodeEntry(readEntryText(folder), folder);
  for (const { name, bytes } of entry.files) checkSize(folder, name, bytes);
  const file = mapFile(path.join(folder, SECTIONS_FILE));
  try {
    return readSections(folder, entry, file);
  } catch (error) {
    file.close();
    throw error;
  }
}

function readSections(folder: string, entry: SnapshotEntry, file: MappedFile): Snapshot {
  const sections = openSections(file.bytes);
  const table = (name: SectionName): StringTable => openStringTable(name, sections.get(name));
  const column = (name: SectionName, length: number): Column =>
    openColumn(name, sections.get(name), length);
  const lists = (key: "dependencies" | "documents", length: number): ListColumns =>
    openLists(sections, key, length);
  const names = table("names");
  const versions = table("versions");
  const dependencies = table("dependencies");
  const count = entry.counts.entries;
  const documentCount = sections.get("documents.first").length / 4 - 1;
  return {
    folder,
    entry,
    file,
    sections,
    names,
    nameFirst: column("names.first", names.length + 1),
    nameDependents: column("names.dependents", names.length),
    texts: table("texts"),
    versions: Array.from({ length: versions.length }, (_, index) => versions.get(index)),
    repositories: decodeSection(sections, "repositories", isRepositoryRows),
    entries: {
      length: count,
      name: column("entries.name", count),
      version: column("entries.version", count),
      repository: column("entries.repository", count),
      display: column("entries.display", count),
      category: column("entries.category", count),
      flags: column("entries.flags", count),
      document: column("entries.document", count),
    },
    dependencies,
    dependencyLists: lists("dependencies", dependencies.length),
    documentLists: lists("documents", documentCount),
    readRecord: openRecords(sections, count),
    readTerms: () => decodeSection(sections, "terms", isTermChunks),
    readVectors: () => toFloats(sections.get("vectors")),
    readDiagnostics: () => decodeSection(sections, "diagnostics", isDiagnosticRows),
    vectorIndexFile: path.join(folder, VECTOR_INDEX_FILE),
    close: () => file.close(),
  };
}

function openRecords(sections: SectionReader, count: number): (entry: number) => ModuleRecord {
  const decode = openRecordDecoder(decodeSection(sections, "records.structures", isStructures));
  const blockCount = sections.get("blocks.end").length / 4;
  const column = (name: SectionName, length: number): Column =>
    openColumn(name, sections.get(name), length);
  const first = column("blocks.first", blockCount + 1);
  if (first.get(0) !== 0 || first.get(blockCount) !== count) {
    throw damagedSection("blocks.first", `0 to ${count}`, `${first.get(0)} to …`);
  }
  const readBytes = openRecordBlocks({
    first,
    end: column("blocks.end", blockCount),
    length: column("blocks.length", blockCount),
    offset: column("records.offset", count),
    bytes: sections.get("blocks.bytes"),
  });
  return (entry) => {
    let record: unknown;
    const bytes = readBytes(entry);
    try {
      record = decode(bytes);
    } catch (error) {
      throw damagedSection("blocks.bytes", "a MessagePack record", (error as Error).message);
    }
    if (!isObject(record)) throw damagedSection("blocks.bytes", "a record", typeof record);
    return record as unknown as ModuleRecord;
  };
}

function openColumn(section: string, bytes: Uint8Array, length: number): Column {
  if (bytes.length !== 4 * length) {
    throw damagedSection(section, `${length} numbers`, `${bytes.length} bytes`);
  }
  const values = new Uint32Array(bytes.buffer, bytes.byteOffset, length);
  return {
    length,
    get(index) {
      const value = values[index];
      if (value === undefined) throw damagedSection(section, `below ${length}`, String(index));
      return value;
    },
  };
}

function openLists(
  sections: SectionReader,
  key: "dependencies" | "documents",
  length: number,
): ListColumns {
  const first = openColumn(`${key}.first`, sections.get(`${key}.first`), length + 1);
  const bytes = sections.get(`${key}.list`);
  const list = openColumn(`${key}.list`, bytes, bytes.length / 4);
  return {
    length,
    get(index) {
      const start = first.get(index);
      const end = first.get(index + 1);
      if (start > end || end > list.length) {
        throw damagedSection(`${key}.first`, `offsets up to ${list.length}`, `${start} to ${end}`);
      }
      return Array.from({ length: end - start }, (_, offset) => list.get(start + offset));
    },
  };
}

function toFloats(bytes: Uint8Array): Float32Array {
  if (bytes.length % 4 !== 0) throw damagedSection("vectors", "whole numbers", `${bytes.length}`);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

function decodeSection<T>(
  sections: SectionReader,
  name: SectionName,
  isShape: (value: unknown) => value is T,
): T {
  let value: unknown;
  try {
    value = unpackValue(sections.get(name));
  } catch (error) {
    throw damagedSection(name, "MessagePack", (error as Error).message);
  }
  if (!isShape(value)) throw damagedSection(name, "a list", typeof value);
  return value;
}

function isTermChunks(value: unknown): value is readonly TermChunk[] {
  return Array.isArray(value) && value.every((chunk) => Array.isArray(chunk) && chunk.length === 3);
}

function isDiagnosticRows(value: unknown): value is readonly DiagnosticRow[] {
  return Array.isArray(value) && value.every(isObject);
}

function isRepositoryRows(value: unknown): value is readonly RepositoryRow[] {
  return (
    Array.isArray(value) &&
    value.every(
      (row: unknown) =>
        isObject(row) &&
        typeof row["organization"] === "string" &&
        typeof row["repository"] === "string" &&
        typeof row["git"] === "string",
    )
  );
}

function isStructures(value: unknown): value is Structures {
  return (
    Array.isArray(value) &&
    value.every((keys) => Array.isArray(keys) && keys.every((key) => typeof key === "string"))
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function readEntryText(folder: string): string {
  try {
    return readFileSync(path.join(folder, ENTRY_FILE), "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new SnapshotError(
      {
        code: "snapshot_missing",
        message: `There is no snapshot in ${folder} (${code ?? "unreadable"}); make one with module-lookup build --out.`,
        expected: `a folder with ${ENTRY_FILE}`,
        got: code ?? "an unreadable file",
      },
      { cause: error },
    );
  }
}

function checkSize(folder: string, name: string, bytes: number): void {
  let got: number | string;
  try {
    got = statSync(path.join(folder, path.basename(name))).size;
  } catch (error) {
    got = (error as NodeJS.ErrnoException).code ?? "nothing";
  }
  if (got === bytes) return;
  throw new SnapshotError({
    code: "snapshot_truncated",
    message: `${name} of the snapshot ${folder} is not whole (${bytes} bytes were written, found ${got}); copy or build the snapshot again.`,
    expected: `${bytes} bytes`,
    got: String(got),
  });
}

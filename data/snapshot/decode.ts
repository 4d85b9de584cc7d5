// Opens a snapshot: cheap, checks that it is one and that its parts fit, decodes a record only when
// asked for it. Every number read from the file is checked where it is used.
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { isObject } from "../json.js";
import type { FoundStep } from "../lineage.js";
import type { FoundReplacement } from "../replacement.js";
import type { ModuleParts } from "../module-parts.js";
import type { EntryHead, RecordHead } from "../facts.js";
import type { ModuleRecord } from "../records.js";
import {
  openAscending,
  openColumn,
  openLists,
  type Column,
  type ListColumns,
  type ListKey,
} from "./table/columns.js";
import type { DiagnosticRow, RepositoryRow, TermChunk } from "./contents.js";
import { decodeSection } from "./decode-section.js";
import { openDefinitions, type Definitions } from "./table/definitions.js";
import { openEntries, type EntryColumns } from "./table/entry-columns.js";
import { decodeEntry, type SnapshotEntry } from "./entry-file.js";
import { damagedSection, SnapshotError } from "./errors.js";
import { openFoldedNames, type FoldedNames } from "./table/folded-names.js";
import { ENTRY_FILE, SECTIONS_FILE, VECTOR_INDEX_FILE, type SectionName } from "./format.js";
import { openHistories, type HistoryReader } from "./history/histories.js";
import { readReplacements } from "./history/replacements.js";
import { readSteps } from "./history/steps.js";
import { mapFile, type MappedFile } from "./map-file.js";
import { openLoaded, type LoadedReader } from "./loaded/loaded-reader.js";
import { openParts } from "./record/parts.js";
import { openRecords, type OwnRecord } from "./record/record-reader.js";
import { openSections, type SectionReader } from "./sections.js";
import { keepTexts, openStringTable, type StringTable } from "./table/string-table.js";
import { openTextLists, type TextLists } from "./table/text-lists.js";

/** An open snapshot. Numbers of entries, names, … are those of format.ts. */
export interface Snapshot {
  readonly folder: string;
  readonly entry: SnapshotEntry;
  readonly file: MappedFile;
  readonly sections: SectionReader;
  readonly names: StringTable;
  readonly nameFirst: Column;
  readonly nameDependents: Column;
  readonly foldedNames: FoldedNames;
  readonly texts: StringTable;
  readonly versions: readonly string[];
  /** Versions of modules. */
  readonly releases: StringTable;
  /** Folders of modules inside their repositories. */
  readonly folders: StringTable;
  /** Branch tips that entries were read from. */
  readonly commits: StringTable;
  readonly people: StringTable;
  /** For each of them the entries that name it as an author, ascending. */
  readonly authoredEntries: ListColumns;
  readonly repositories: readonly RepositoryRow[];
  /** `organization/repository` of each repository. */
  readonly providers: readonly string[];
  readonly entries: EntryColumns;
  /** Entries by the names of modules that they declare as dependencies. */
  readonly dependencies: TextLists;
  /** For each entry the dependencies that it declares, by their numbers. */
  readonly needs: ListColumns;
  /** For each entry the dependencies at which it installs itself, see format.ts. */
  readonly triggers: ListColumns;
  /** Entries by the names that they exclude. */
  readonly excludes: TextLists;
  /** Entries by the countries that they are for. */
  readonly countries: TextLists;
  /** Python packages and programs. */
  readonly packages: StringTable;
  /** For each entry the Python packages that it declares, by their numbers in `packages`. */
  readonly pip: ListColumns;
  readonly bin: ListColumns;
  /** Entries by the words of their authors' names. */
  readonly authors: TextLists;
  readonly maintainers: TextLists;
  /** Where models, fields, methods and views are. */
  readonly definitions: Definitions;
  readonly documentLists: ListColumns;
  readRecord(entry: number): ModuleRecord;
  /** The record without what follows from other modules, in less time. */
  readOwnRecord(entry: number): OwnRecord;
  /** The record without its views and models, in less time. */
  readHead(entry: number): RecordHead;
  /** The head without what follows from other modules, in less time still. */
  readOwnHead(entry: number): EntryHead;
  readParts(entry: number): ModuleParts;
  /** What the platform loads of modules. */
  readonly loaded: LoadedReader;
  readTerms(): readonly TermChunk[];
  /** Postings by the number of a word, see data/text/term-index.ts. */
  readonly termLists: ListColumns;
  /** For each document the words of its names, see TermContents. */
  readonly termNames: ListColumns;
  /** Vectors of all documents one after another; empty when there is no embedder. */
  readVectors(): Float32Array;
  /** Vectors of what modules are needed for, one after another. */
  readNeedVectors(): Float32Array;
  /** For each document the needs of its module; not even empty lists without an embedder. */
  readonly documentNeeds: ListColumns;
  /** Documents by the words of their names. */
  readonly nameWords: TextLists;
  /** For each document, see NameWordContents; empty when there is no embedder. */
  readNameWeights(): Float32Array;
  readDiagnostics(): readonly DiagnosticRow[];
  /** What branches of repositories are compared by. */
  readonly histories: HistoryReader;
  /** What became of modules from one platform version to the next, as git tells it. */
  readLineage(): readonly FoundStep[];
  /** Which modules took the place of others, as texts tell it. */
  readReplacements(): readonly FoundReplacement[];
  /** The nearest-neighbour graph, unchecked: open-vector-graph.ts checks it. */
  readonly graphFile: MappedFile | undefined;
  close(): void;
}

/**
 * Opens the snapshot in a folder.
 * @throws SnapshotError for everything that is not a whole snapshot of a readable format
 */
export function openSnapshot(folder: string): Snapshot {
  const entry = decodeEntry(readEntryText(folder), folder);
  for (const { name, bytes } of entry.files) checkSize(folder, name, bytes);
  const file = mapFile(path.join(folder, SECTIONS_FILE));
  let graphFile: MappedFile | undefined;
  try {
    const hasGraph = entry.files.some(({ name }) => name === VECTOR_INDEX_FILE);
    if (hasGraph) graphFile = mapFile(path.join(folder, VECTOR_INDEX_FILE));
    return readSections(folder, entry, { file, graphFile });
  } catch (error) {
    file.close();
    graphFile?.close();
    throw error;
  }
}

function readSections(
  folder: string,
  entry: SnapshotEntry,
  { file, graphFile }: Pick<Snapshot, "file" | "graphFile">,
): Snapshot {
  const sections = openSections(file.bytes);
  const table = (name: SectionName): StringTable => openStringTable(name, sections.get(name));
  const column = (name: SectionName, length: number): Column =>
    openColumn(name, sections.get(name), length);
  const countedLists = (key: ListKey): ListColumns =>
    openLists(sections, key, sections.get(`${key}.first`).length / 4 - 1);
  const textIndex = (key: ListKey & SectionName): TextLists => openTextLists(sections, key);
  const versions = table("versions");
  const names = keepTexts(table("names"));
  const people = table("people");
  const repositories = decodeSection(sections, "repositories", isRepositoryRows);
  const entries = openEntries(sections, entry.counts.entries);
  const tables = {
    names,
    nameFirst: openAscending(
      "names.first",
      sections.get("names.first"),
      names.length + 1,
      entries.length,
    ),
    texts: table("texts"),
    releases: table("releases"),
    folders: table("folders"),
    commits: table("commits"),
    versions: Array.from({ length: versions.length }, (_, index) => versions.get(index)),
    repositories,
    providers: repositories.map((row) => `${row.organization}/${row.repository}`),
    entries,
  };
  return {
    ...tables,
    folder,
    entry,
    file,
    sections,
    people,
    authoredEntries: openLists(sections, "people", people.length),
    nameDependents: column("names.dependents", names.length),
    foldedNames: openFoldedNames("names.folded", sections.get("names.folded"), names.length),
    dependencies: textIndex("dependencies"),
    needs: openLists(sections, "needs", tables.entries.length),
    triggers: openLists(sections, "triggers", tables.entries.length),
    excludes: textIndex("excludes"),
    countries: textIndex("countries"),
    packages: keepTexts(table("packages")),
    pip: openLists(sections, "pip", tables.entries.length),
    bin: openLists(sections, "bin", tables.entries.length),
    authors: textIndex("authors"),
    maintainers: textIndex("maintainers"),
    definitions: openDefinitions(sections),
    documentLists: countedLists("documents"),
    termLists: countedLists("terms"),
    termNames: countedLists("term-names"),
    ...openRecords(sections, tables),
    readParts: openParts(sections, tables),
    loaded: openLoaded(sections, tables),
    readTerms: () => decodeSection(sections, "terms", isTermChunks),
    readVectors: () => readFloats(sections, "vectors"),
    readNeedVectors: () => readFloats(sections, "need-vectors"),
    documentNeeds: countedLists("document-needs"),
    nameWords: textIndex("name-words"),
    readNameWeights: () => readFloats(sections, "name-words.weight"),
    histories: openHistories(sections, repositories.length),
    readLineage: () => readSteps(sections),
    readReplacements: () => readReplacements(sections, entries.length),
    readDiagnostics: () => decodeSection(sections, "diagnostics", isDiagnosticRows),
    graphFile,
    close: () => {
      file.close();
      graphFile?.close();
    },
  };
}

function readFloats(sections: SectionReader, section: SectionName): Float32Array {
  const bytes = sections.get(section);
  if (bytes.length % 4 !== 0) throw damagedSection(section, "whole numbers", `${bytes.length}`);
  return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

function isTermChunks(value: unknown): value is readonly TermChunk[] {
  return (
    Array.isArray(value) &&
    value.every(
      (chunk: unknown) =>
        Array.isArray(chunk) &&
        chunk.length === 2 &&
        chunk.every((part: unknown) => typeof part === "string"),
    )
  );
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

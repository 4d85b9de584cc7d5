// Opens a snapshot: cheap, checks that it is one and that its parts fit, decodes a record only when
// asked for it. Every number read from the file is checked where it is used.
import { statSync } from "node:fs";
import path from "node:path";
import { openAscending, openColumnOf, openLists, type ListColumns } from "./table/columns.js";
import type { DiagnosticRow, RepositoryRow, TermChunk } from "./contents.js";
import { decodeSection } from "./decode-section.js";
import { openDefinitions } from "./table/definitions.js";
import { openEntries } from "./table/entry-columns.js";
import { decodeEntry, type SnapshotEntry } from "./entry-file.js";
import { damagedSection, SnapshotError } from "./errors.js";
import { readByteVectors } from "./table/byte-vectors.js";
import { openFoldedNames } from "./table/folded-names.js";
import { SECTIONS_FILE, VECTOR_INDEX_FILE, type ListKey, type SectionName } from "./format.js";
import { readEntryText } from "./plain-file.js";
import { openHistories } from "./history/histories.js";
import { readReplacements } from "./history/replacements.js";
import { readSteps } from "./history/steps.js";
import { mapFile, type MappedFile } from "./map-file.js";
import { openLoaded } from "./loaded/loaded-reader.js";
import type { Reader, ValueReaders } from "./packed-values.js";
import { openRecords } from "./record/record-reader.js";
import { openSections, type SectionReader } from "./sections.js";
import { keepTexts, openTableOf, type StringTable } from "./table/string-table.js";
import { openTextLists, type TextLists } from "./table/text-lists.js";

/** An open snapshot. Numbers of entries, names, … are those of format.ts; of lists of entries each is ascending. */
export type Snapshot = Readonly<ReturnType<typeof readSections>>;

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
  { file, graphFile }: { readonly file: MappedFile; readonly graphFile: MappedFile | undefined },
) {
  const sections = openSections(file.bytes);
  const table = (name: SectionName): StringTable => openTableOf(sections, name);
  const countedLists = (key: ListKey): ListColumns =>
    openLists(sections, key, sections.get(`${key}.first`).length / 4 - 1);
  const ofEntries = (key: ListKey): ListColumns => openLists(sections, key, entry.counts.entries);
  const textIndex = (key: ListKey & SectionName): TextLists => openTextLists(sections, key);
  const versions = table("versions");
  const names = keepTexts(table("names"));
  const people = table("people");
  const repositories = decodeSection(sections, "repositories", (of) =>
    of.listOf(
      of.rowOf<RepositoryRow>({
        organization: of.readText,
        repository: of.readText,
        git: of.readText,
      }),
    ),
  );
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
    /** Versions of modules. */
    releases: table("releases"),
    /** Folders of modules inside their repositories. */
    folders: table("folders"),
    /** Branch tips that entries were read from. */
    commits: table("commits"),
    versions: Array.from({ length: versions.length }, (_, index) => versions.get(index)),
    repositories,
    /** `organization/repository` of each repository. */
    providers: repositories.map((row) => `${row.organization}/${row.repository}`),
    entries,
    /** For each document the needs of its module; not even empty lists without an embedder. */
    documentNeeds: countedLists("document-needs"),
  };
  return {
    ...tables,
    folder,
    entry,
    file,
    sections,
    people,
    /** For each of people the entries that name it as an author. */
    authoredEntries: openLists(sections, "people", people.length),
    nameDependents: openColumnOf(sections, "names.dependents", names.length),
    foldedNames: openFoldedNames("names.folded", sections.get("names.folded"), names.length),
    /** Entries by the names of modules that they declare as dependencies. */
    dependencies: textIndex("dependencies"),
    /** For each entry the dependencies that it declares, by their numbers. */
    needs: ofEntries("needs"),
    /** For each entry the dependencies at which it installs itself, see format.ts. */
    triggers: ofEntries("triggers"),
    /** Entries by the names that they exclude. */
    excludes: textIndex("excludes"),
    /** Entries by the countries that they are for. */
    countries: textIndex("countries"),
    /** Python packages and programs. */
    packages: keepTexts(table("packages")),
    /** For each entry the Python packages, and the programs, that it declares, by their numbers in `packages`. */
    pip: ofEntries("pip"),
    bin: ofEntries("bin"),
    /** Entries by the words of their authors' names. */
    authors: textIndex("authors"),
    maintainers: textIndex("maintainers"),
    definitions: openDefinitions(sections),
    documentLists: countedLists("documents"),
    /** Postings by the number of a word, see data/text/term-index.ts. */
    termLists: countedLists("terms"),
    /** For each document the words of its names, see TermContents. */
    termNames: countedLists("term-names"),
    ...openRecords(sections, tables),
    loaded: openLoaded(sections, tables),
    readTerms: () => decodeSection(sections, "terms", (of) => of.listOf(toTermChunk(of))),
    /** Vectors of all documents one after another; empty when there is no embedder. */
    readVectors: () => readFloats(sections, "vectors"),
    /** Vectors of what modules are needed for. */
    readNeedVectors: () => readByteVectors(sections, "need-vectors"),
    countNeeds: () => sections.get("need-vectors.scale").length / 4,
    /** Vectors of the second embedder; `undefined` without one. */
    readBesideVectors: () =>
      sections.has("beside.vectors")
        ? {
            documents: readByteVectors(sections, "beside.vectors"),
            needs: readByteVectors(sections, "beside.needs"),
          }
        : undefined,
    needWords: textIndex("need-words"),
    /** Documents by the words of their names. */
    nameWords: textIndex("name-words"),
    /** For each document, see NameWordContents; empty when there is no embedder. */
    readNameWeights: () => readFloats(sections, "name-words.weight"),
    histories: openHistories(sections, repositories.length),
    readLineage: () => readSteps(sections),
    readReplacements: () => readReplacements(sections, entries.length),
    readDiagnostics: () =>
      decodeSection(sections, "diagnostics", (of) =>
        of.listOf((row) => of.readObject(row) as unknown as DiagnosticRow),
      ),
    /** The nearest-neighbour graph, unchecked: open-vector-graph.ts checks it. */
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

function toTermChunk({ readList, readText }: ValueReaders): Reader<TermChunk> {
  return (value) => {
    const [key, text] = readList(value);
    return [readText(key), readText(text)];
  };
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
  });
}

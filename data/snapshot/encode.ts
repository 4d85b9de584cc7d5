// Lays a linked catalog out as the sections of format.ts. decode.ts reads them back.
import { comparePlatformVersions, compareText } from "../platform-version.js";
import type { ModuleRecord } from "../records.js";
import type { Steps } from "../yield.js";
import { listSearchableWords } from "../text/tokens.js";
import { encodeDeclarations, findTriggers } from "./record/closures.js";
import { encodeColumn, groupBy, toLists, type ListKey } from "./table/columns.js";
import type { EntryHead, NameWordContents, RepositoryRow, SnapshotContents } from "./contents.js";
import { measureDepths } from "./table/depths.js";
import { encodeContents } from "./encode-contents.js";
import type { SnapshotCounts } from "./entry-file.js";
import { KEEP_NOTHING, type Keep } from "./keep.js";
import { encodeFoldedNames } from "./table/folded-names.js";
import {
  FLAG_APPLICATION,
  FLAG_AUTO_INSTALL,
  FLAG_HAS_DEPENDS,
  FLAG_HAS_TESTS,
  FLAG_INSTALLABLE,
  FLAG_KNOWS_TESTS,
  type SectionName,
} from "./format.js";
import { encodeHistories } from "./history/histories.js";
import { encodeSteps } from "./history/steps.js";
import { packValue } from "./record/packing.js";
import { parseTimestamp } from "./record/record-head.js";
import { encodeSections, type Section } from "./sections.js";
import { encodeStringTable } from "./table/string-table.js";

/** A snapshot that is laid out. */
export interface EncodedSnapshot {
  /** The bytes of snapshot.bin, piece after piece. */
  readonly pieces: readonly Uint8Array[];
  readonly counts: SnapshotCounts;
}

/**
 * The same contents give the same bytes.
 * @param keep what is known of packed modules; default: nothing
 * @throws what `readContent` throws
 */
export function* encodeSnapshot(
  contents: SnapshotContents,
  keep: Keep = KEEP_NOTHING,
): Steps<EncodedSnapshot> {
  const { heads } = contents;
  const names = listDistinct(heads.map((head) => head.technical_name));
  const nameNumbers = numberOf(names);
  const entryNames = heads.map((head) => get(nameNumbers, head.technical_name));
  const nameFirst = groupBy(entryNames, names.length).first;
  const documents = groupBy(contents.documentOfRecord, countDocuments(contents));
  const terms = toLists(contents.terms.postings);
  const termNames = toLists(contents.terms.names);
  const encoded = yield* encodeContents(contents, keep);
  const sections: readonly Section[] = [
    ["names", encodeStringTable(names)],
    ["names.first", encodeColumn(nameFirst)],
    ["names.dependents", encodeColumn(countDependents(heads, names))],
    ["names.folded", encodeFoldedNames(names)],
    ...encodeEntryColumns(contents, entryNames),
    ...encodeIndex("authors", heads, (head) => head.authors.flatMap(listSearchableWords)),
    ...encodeIndex("maintainers", heads, (head) => head.maintainers.flatMap(listSearchableWords)),
    ...encodeIndex("dependencies", heads, (head) => head.declared_dependencies.platform),
    ...encodeDeclarations(heads, nameNumbers),
    ...encodeIndex("excludes", heads, (head) => head.excludes),
    ...encodeIndex("countries", heads, (head) => head.countries),
    ["documents.first", encodeColumn(documents.first)],
    ["documents.list", encodeColumn(documents.list)],
    ["people", encodeStringTable(listPeople(heads))],
    ...encoded.sections,
    ["terms", packValue(contents.terms.chunks)],
    ["terms.first", encodeColumn(terms.first)],
    ["terms.list", encodeColumn(terms.list)],
    ["term-names.first", encodeColumn(termNames.first)],
    ["term-names.list", encodeColumn(termNames.list)],
    ["embedder", contents.vectors?.learned ?? new Uint8Array()],
    ["vectors", encodeVectors(contents.vectors?.vectors ?? [])],
    ...encodeNameWords(contents.vectors?.nameWords),
    ...encodeHistories(contents.histories),
    encodeSteps(contents.lineage),
    ["diagnostics", packValue(contents.diagnostics)],
  ];
  return {
    pieces: encodeSections(new Map(sections)),
    counts: { ...countHeads(contents), ...encoded.counts, diagnostics: countDiagnostics(contents) },
  };
}

/** The tables and columns that tell of each entry what searches and answers need at once. */
function encodeEntryColumns(
  contents: SnapshotContents,
  entryNames: readonly number[],
): readonly Section[] {
  const { heads } = contents;
  const texts = listDistinct(heads.flatMap(listTexts));
  const versions = listDistinct(heads.map((head) => head.platform_version));
  versions.sort(comparePlatformVersions);
  const releases = listDistinct(heads.map((head) => head.version));
  const folders = listDistinct(heads.map((head) => head.source_path));
  const commits = listDistinct(heads.map((head) => head.commit));
  const repositories = listRepositories(contents);
  const textNumbers = numberOf(texts);
  const versionNumbers = numberOf(versions);
  const releaseNumbers = numberOf(releases);
  const folderNumbers = numberOf(folders);
  const commitNumbers = numberOf(commits);
  const repositoryNumbers = numberOf(repositories.map(repositoryKey));
  const column = (value: (head: EntryHead) => number): Uint8Array => encodeColumn(heads.map(value));
  return [
    ["texts", encodeStringTable(texts)],
    ["versions", encodeStringTable(versions)],
    ["releases", encodeStringTable(releases)],
    ["folders", encodeStringTable(folders)],
    ["commits", encodeStringTable(commits)],
    ["repositories", packValue(repositories)],
    ["entries.name", encodeColumn(entryNames)],
    ["entries.version", column((head) => get(versionNumbers, head.platform_version))],
    ["entries.repository", column((head) => get(repositoryNumbers, repositoryKey(head)))],
    ["entries.display", column((head) => get(textNumbers, head.name))],
    ["entries.category", column((head) => get(textNumbers, head.category))],
    ["entries.license", column((head) => get(textNumbers, head.license))],
    ["entries.status", column((head) => numberOfStatus(textNumbers, head))],
    ["entries.flags", column(flagsOf)],
    ["entries.document", encodeColumn(contents.documentOfRecord)],
    ["entries.updated", column((head) => parseTimestamp(head.update_date))],
    ["entries.commit", column((head) => get(commitNumbers, head.commit))],
    ["entries.release", column((head) => get(releaseNumbers, head.version))],
    ["entries.folder", column((head) => get(folderNumbers, head.source_path))],
    ["entries.depth", encodeColumn(measureDepths(heads))],
  ];
}

function countHeads({
  heads,
  sources,
}: SnapshotContents): Pick<
  SnapshotCounts,
  "entries" | "modules" | "repositories" | "platform_versions"
> {
  const versions = new Map<string, number>();
  for (const { platform_version: version } of heads) {
    versions.set(version, (versions.get(version) ?? 0) + 1);
  }
  return {
    entries: heads.length,
    modules: new Set(heads.map((head) => head.technical_name)).size,
    repositories: sources.length,
    platform_versions: Object.fromEntries(
      [...versions].toSorted(([left], [right]) => comparePlatformVersions(left, right)),
    ),
  };
}

function countDiagnostics(contents: SnapshotContents): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { code } of contents.diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([a, m], [b, n]) => n - m || compareText(a, b)));
}

/** What the order of entries depends on. */
export type RecordKey = Pick<
  ModuleRecord,
  "technical_name" | "platform_version" | "organization" | "repository" | "source_path"
>;

/** The order of repositories wherever they are listed. */
export function compareRepositories(
  left: Pick<RepositoryRow, "organization" | "repository">,
  right: Pick<RepositoryRow, "organization" | "repository">,
): number {
  return (
    compareText(left.organization, right.organization) ||
    compareText(left.repository, right.repository)
  );
}

/** The order of entries. */
export function compareRecords(left: RecordKey, right: RecordKey): number {
  return (
    compareText(left.technical_name, right.technical_name) ||
    comparePlatformVersions(left.platform_version, right.platform_version) ||
    compareRepositories(left, right) ||
    compareText(left.source_path, right.source_path)
  );
}

/** Lists of people of an entry. */
const PEOPLE = ["authors", "maintainers", "committers", "developers", "translators"] as const;

/** Those of most entries first: of two spellings of a name that is the one to show. */
function listPeople(heads: readonly EntryHead[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const head of heads) {
    for (const person of PEOPLE.flatMap((list) => head[list])) {
      counts.set(person, (counts.get(person) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([a, m], [b, n]) => n - m || compareText(a, b))
    .map(([person]) => person);
}

/** The texts of an entry that columns refer to. */
function listTexts(head: EntryHead): readonly string[] {
  const { name, category, license, development_status: status } = head;
  return [name, category, license, ...(status === null ? [] : [status])];
}

function numberOfStatus(texts: ReadonlyMap<string, number>, head: EntryHead): number {
  return head.development_status === null ? 0 : get(texts, head.development_status) + 1;
}

function flagsOf(head: EntryHead): number {
  return (
    (head.installable ? FLAG_INSTALLABLE : 0) |
    (head.application ? FLAG_APPLICATION : 0) |
    (findTriggers(head) === undefined ? 0 : FLAG_AUTO_INSTALL) |
    (head.has_depends ? FLAG_HAS_DEPENDS : 0) |
    (head.has_tests === null ? 0 : FLAG_KNOWS_TESTS) |
    (head.has_tests === true ? FLAG_HAS_TESTS : 0)
  );
}

function listRepositories(contents: SnapshotContents): readonly RepositoryRow[] {
  return contents.sources
    .map(({ organization, repository, git }) => ({ organization, repository, git }))
    .toSorted(compareRepositories);
}

function repositoryKey(row: Pick<RepositoryRow, "organization" | "repository">): string {
  return `${row.organization}/${row.repository}`;
}

/** How many distinct modules declare each name as a dependency, at whatever version. */
function countDependents(heads: readonly EntryHead[], names: readonly string[]): readonly number[] {
  const dependents = new Map<string, Set<string>>();
  for (const head of heads) {
    for (const name of head.declared_dependencies.platform) {
      const set = dependents.get(name) ?? new Set();
      dependents.set(name, set.add(head.technical_name));
    }
  }
  return names.map((name) => dependents.get(name)?.size ?? 0);
}

/** The three sections that say for each text which entries have it. */
function encodeIndex(
  name: "authors" | "maintainers" | "dependencies" | "excludes" | "countries",
  heads: readonly EntryHead[],
  listKeys: (head: EntryHead) => readonly string[],
): readonly Section[] {
  const entries = new Map<string, number[]>();
  heads.forEach((head, entry) => {
    for (const key of new Set(listKeys(head))) {
      const list = entries.get(key) ?? [];
      list.push(entry);
      entries.set(key, list);
    }
  });
  const keys = [...entries.keys()].toSorted(compareText);
  return encodeLists(
    name,
    keys,
    keys.map((key) => entries.get(key) ?? []),
  );
}

function encodeNameWords(nameWords: NameWordContents | undefined): readonly Section[] {
  const { words, documents, weights } = nameWords ?? { words: [], documents: [], weights: [] };
  return [
    ...encodeLists("name-words", words, documents),
    ["name-words.weight", encodeFloats(weights)],
  ];
}

function encodeLists(
  name: ListKey & SectionName,
  keys: readonly string[],
  groups: readonly (readonly number[])[],
): readonly Section[] {
  const lists = toLists(groups);
  return [
    [name, encodeStringTable(keys)],
    [`${name}.first`, encodeColumn(lists.first)],
    [`${name}.list`, encodeColumn(lists.list)],
  ];
}

function encodeFloats(values: readonly number[]): Uint8Array {
  return new Uint8Array(Float32Array.from(values).buffer);
}

function countDocuments(contents: SnapshotContents): number {
  return contents.documentOfRecord.reduce((most, document) => Math.max(most, document + 1), 0);
}

function encodeVectors(vectors: readonly Float32Array[]): Uint8Array {
  return Buffer.concat(
    vectors.map((vector) => new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)),
  );
}

function listDistinct(texts: readonly string[]): string[] {
  return [...new Set(texts)].toSorted(compareText);
}

function numberOf(texts: readonly string[]): ReadonlyMap<string, number> {
  return new Map(texts.map((text, index) => [text, index]));
}

function get(numbers: ReadonlyMap<string, number>, text: string): number {
  const number = numbers.get(text);
  // Every table is made of the same records that are looked up in it.
  if (number === undefined) throw new Error(`"${text}" is in no table`);
  return number;
}

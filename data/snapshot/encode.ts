// Lays a linked catalog out as the sections of format.ts. decode.ts reads them back.
import { comparePlatformVersions, compareText } from "../platform-version.js";
import type { ModelRecord, ModuleRecord } from "../records.js";
import { listSearchableWords } from "../text/tokens.js";
import { encodeColumn, groupBy, toLists, type ListKey } from "./columns.js";
import type { NameWordContents, RepositoryRow, SnapshotContents } from "./contents.js";
import { encodeDefinitions } from "./definitions.js";
import { measureDepths } from "./depths.js";
import type { SnapshotCounts } from "./entry-file.js";
import { encodeFoldedNames } from "./folded-names.js";
import { FLAG_APPLICATION, FLAG_INSTALLABLE, type SectionName } from "./format.js";
import { encodePackedStore } from "./packed-store.js";
import { packValue } from "./packing.js";
import { encodeParts } from "./parts.js";
import { parseTimestamp, PEOPLE, toPackedHead } from "./record-facts.js";
import type { RecordRun } from "./record-store.js";
import { encodeSections } from "./sections.js";
import { encodeStringTable } from "./string-table.js";

/** The bytes of snapshot.bin. The same contents give the same bytes. */
export function encodeSnapshot(contents: SnapshotContents): Uint8Array {
  const { records } = contents;
  const names = listDistinct(records.map((record) => record.technical_name));
  const texts = listDistinct(records.flatMap(listTexts));
  const versions = listDistinct(records.map((record) => record.platform_version));
  versions.sort(comparePlatformVersions);
  const repositories = listRepositories(contents);
  const nameNumbers = numberOf(names);
  const textNumbers = numberOf(texts);
  const commits = listDistinct(records.map((record) => record.commit));
  const versionNumbers = numberOf(versions);
  const commitNumbers = numberOf(commits);
  const repositoryNumbers = numberOf(repositories.map(repositoryKey));
  const column = (value: (record: ModuleRecord) => number): Uint8Array =>
    encodeColumn(records.map(value));
  const documents = groupBy(contents.documentOfRecord, countDocuments(contents));
  const terms = toLists(contents.terms.postings);
  const people = listPeople(records);
  const peopleNumbers = numberOf(people);
  const nameFirst = firstOfEach(records, nameNumbers);
  const runs = listRuns(nameFirst);
  const sections: (readonly [SectionName, Uint8Array])[] = [
    ["names", encodeStringTable(names)],
    ["names.first", encodeColumn(nameFirst)],
    ["names.dependents", encodeColumn(countDependents(records, names))],
    ["names.folded", encodeFoldedNames(names)],
    ["texts", encodeStringTable(texts)],
    ["versions", encodeStringTable(versions)],
    ["commits", encodeStringTable(commits)],
    ["repositories", packValue(repositories)],
    ["entries.name", column((record) => get(nameNumbers, record.technical_name))],
    ["entries.version", column((record) => get(versionNumbers, record.platform_version))],
    ["entries.repository", column((record) => get(repositoryNumbers, repositoryKey(record)))],
    ["entries.display", column((record) => get(textNumbers, record.name))],
    ["entries.category", column((record) => get(textNumbers, record.category))],
    ["entries.license", column((record) => get(textNumbers, record.license))],
    ["entries.status", column((record) => numberOfStatus(textNumbers, record))],
    ["entries.flags", column(flagsOf)],
    ["entries.document", encodeColumn(contents.documentOfRecord)],
    ["entries.updated", column((record) => parseTimestamp(record.update_date))],
    ["entries.commit", column((record) => get(commitNumbers, record.commit))],
    ["entries.depth", encodeColumn(measureDepths(records))],
    ...encodeIndex("authors", records, (record) => record.authors.flatMap(listSearchableWords)),
    ...encodeIndex("maintainers", records, (record) =>
      record.maintainers.flatMap(listSearchableWords),
    ),
    ...encodeIndex("dependencies", records, (record) => record.declared_dependencies.platform),
    ["people", encodeStringTable(people)],
    ...encodeDefinitions(records),
    ["documents.first", encodeColumn(documents.first)],
    ["documents.list", encodeColumn(documents.list)],
    ...encodePackedStore(
      "records",
      records.map((record) => toPackable(record, (person) => get(peopleNumbers, person))),
      runs,
    ),
    ...encodeParts(contents.parts, runs),
    ["terms", packValue(contents.terms.chunks)],
    ["terms.first", encodeColumn(terms.first)],
    ["terms.list", encodeColumn(terms.list)],
    ["embedder", contents.vectors?.learned ?? new Uint8Array()],
    ["vectors", encodeVectors(contents.vectors?.vectors ?? [])],
    ...encodeNameWords(contents.vectors?.nameWords),
    ["diagnostics", packValue(contents.diagnostics)],
  ];
  return encodeSections(new Map(sections));
}

/** The counts of the entry file. */
export function countContents(contents: SnapshotContents): SnapshotCounts {
  const { records } = contents;
  const versions = new Map<string, number>();
  for (const { platform_version: version } of records) {
    versions.set(version, (versions.get(version) ?? 0) + 1);
  }
  const models = records.flatMap((record) => record.models);
  return {
    entries: records.length,
    modules: new Set(records.map((record) => record.technical_name)).size,
    repositories: contents.sources.length,
    platform_versions: Object.fromEntries(
      [...versions].toSorted(([left], [right]) => comparePlatformVersions(left, right)),
    ),
    models: models.length,
    fields: models.reduce((sum, model) => sum + model.fields.length, 0),
    methods: models.reduce((sum, model) => sum + model.methods.length, 0),
    views: records.reduce((sum, record) => sum + record.views.length, 0),
    diagnostics: countDiagnostics(contents),
  };
}

function countDiagnostics(contents: SnapshotContents): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const { code } of contents.diagnostics) counts.set(code, (counts.get(code) ?? 0) + 1);
  return Object.fromEntries([...counts].toSorted(([a, m], [b, n]) => n - m || compareText(a, b)));
}

/** What the order of entries depends on. */
export type RecordPlace = Pick<
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
export function compareRecords(left: RecordPlace, right: RecordPlace): number {
  return (
    compareText(left.technical_name, right.technical_name) ||
    comparePlatformVersions(left.platform_version, right.platform_version) ||
    compareRepositories(left, right) ||
    compareText(left.source_path, right.source_path)
  );
}

/**
 * What of a record is packed, with its objects of free keys as maps, see packing.ts: its head, then
 * what most of it consists of, so that the head can be read alone.
 */
function toPackable(
  record: ModuleRecord,
  toNumber: (person: string) => number,
): readonly [head: unknown, content: unknown] {
  const platform = toMap(record.dependencies.platform);
  const models = record.models.map((model) => ({
    ...model,
    attrs: model.attrs && toMap({ ...model.attrs, ...inheritsOf(model) }),
    fields: model.fields.map((field) => ({ ...field, attrs: field.attrs && toMap(field.attrs) })),
  }));
  return [
    { ...toPackedHead(record, toNumber), dependencies: { ...record.dependencies, platform } },
    { views: record.views, models },
  ];
}

function inheritsOf({ attrs }: ModelRecord): { readonly inherits?: ReadonlyMap<string, unknown> } {
  return attrs?.inherits === undefined ? {} : { inherits: toMap(attrs.inherits) };
}

function toMap(object: Readonly<Record<string, unknown>>): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(object));
}

/** Those of most entries first, since small numbers take less room in a record. */
function listPeople(records: readonly ModuleRecord[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const record of records) {
    for (const person of PEOPLE.flatMap((list) => record[list])) {
      counts.set(person, (counts.get(person) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([a, m], [b, n]) => n - m || compareText(a, b))
    .map(([person]) => person);
}

/** The texts of a record that columns refer to. */
function listTexts(record: ModuleRecord): readonly string[] {
  const { name, category, license, development_status: status } = record;
  return [name, category, license, ...(status === null ? [] : [status])];
}

function numberOfStatus(texts: ReadonlyMap<string, number>, record: ModuleRecord): number {
  return record.development_status === null ? 0 : get(texts, record.development_status) + 1;
}

function flagsOf(record: ModuleRecord): number {
  return (record.installable ? FLAG_INSTALLABLE : 0) | (record.application ? FLAG_APPLICATION : 0);
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
function countDependents(
  records: readonly ModuleRecord[],
  names: readonly string[],
): readonly number[] {
  const dependents = new Map<string, Set<string>>();
  for (const record of records) {
    for (const name of record.declared_dependencies.platform) {
      const set = dependents.get(name) ?? new Set();
      dependents.set(name, set.add(record.technical_name));
    }
  }
  return names.map((name) => dependents.get(name)?.size ?? 0);
}

/** The three sections that say for each text which entries have it. */
function encodeIndex(
  name: "authors" | "maintainers" | "dependencies",
  records: readonly ModuleRecord[],
  listKeys: (record: ModuleRecord) => readonly string[],
): readonly (readonly [SectionName, Uint8Array])[] {
  const entries = new Map<string, number[]>();
  records.forEach((record, entry) => {
    for (const key of new Set(listKeys(record))) {
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

function encodeNameWords(
  nameWords: NameWordContents | undefined,
): readonly (readonly [SectionName, Uint8Array])[] {
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
): readonly (readonly [SectionName, Uint8Array])[] {
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

/** Where each name's entries begin, and their end. */
function firstOfEach(
  records: readonly ModuleRecord[],
  nameNumbers: ReadonlyMap<string, number>,
): readonly number[] {
  const numbers = records.map((record) => get(nameNumbers, record.technical_name));
  return groupBy(numbers, nameNumbers.size).first;
}

function listRuns(nameFirst: readonly number[]): readonly RecordRun[] {
  return nameFirst.slice(1).map((end, name) => ({ start: nameFirst[name] ?? 0, end }));
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

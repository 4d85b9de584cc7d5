// The tables and columns that tell of each entry what searches and answers need at once, out of the heads of entries.
import type { EntryHead } from "../module/facts.js";
import { comparePlatformVersions, compareText } from "../platform/platform-version.js";
import { listSearchableWords } from "../text/tokens.js";
import type { RepositoryRow } from "./contents.js";
import { FLAGS } from "./format.js";
import { findTriggers } from "./record/closures.js";
import { packValue } from "./record/packing.js";
import { parseTimestamp } from "./record/record-head.js";
import type { Section } from "./sections.js";
import { encodeColumn } from "./table/columns.js";
import { NameNumbers, toSortedNumbers } from "./table/name-numbers.js";
import { encodeStringTable } from "./table/string-table.js";
import { encodeTextLists } from "./table/text-lists.js";
import { addToGroup } from "../grouped.js";
import type { ModuleRecord } from "../module/records.js";
import { visitDepthFirst } from "../walk-graph.js";

interface EntryTables {
  /** For each entry, the number of its technical name, and of its search document. */
  readonly entryNames: Uint32Array;
  readonly documentOfRecord: readonly number[];
  /** Sorted. */
  readonly repositories: readonly RepositoryRow[];
}

/** The sections from `texts` to `entries.depth` of format.ts. */
export function encodeEntryColumns(
  heads: readonly EntryHead[],
  { entryNames, documentOfRecord, repositories }: EntryTables,
): readonly Section[] {
  const texts = new NameNumbers();
  const number = (read: (head: EntryHead) => string): readonly number[] =>
    heads.map((head) => texts.add(read(head)));
  const displays = number((head) => head.name);
  const categories = number((head) => head.category);
  const licenses = number((head) => head.license);
  const statuses = heads.map(({ development_status: status }) =>
    status === null ? -1 : texts.add(status),
  );
  const { names, sorted } = texts.list();
  const versions = numberTexts(
    heads.map((head) => head.platform_version),
    comparePlatformVersions,
  );
  const releases = numberTexts(heads.map((head) => head.version));
  const folders = numberTexts(heads.map((head) => head.source_path));
  const commits = numberTexts(heads.map((head) => head.commit));
  const providers = new Map(repositories.map((row, at) => [toProvider(row), at]));
  return [
    ["texts", encodeStringTable(names)],
    ["versions", encodeStringTable(versions.texts)],
    ["releases", encodeStringTable(releases.texts)],
    ["folders", encodeStringTable(folders.texts)],
    ["commits", encodeStringTable(commits.texts)],
    ["repositories", packValue(repositories)],
    ["entries.name", encodeColumn(entryNames)],
    ["entries.version", encodeColumn(versions.column)],
    ["entries.repository", encodeColumn(heads.map((head) => getProvider(providers, head)))],
    ["entries.display", encodeColumn(toSortedNumbers(displays, sorted))],
    ["entries.category", encodeColumn(toSortedNumbers(categories, sorted))],
    ["entries.license", encodeColumn(toSortedNumbers(licenses, sorted))],
    ["entries.status", encodeColumn(statuses.map((status) => (sorted[status] ?? -1) + 1))],
    ["entries.flags", encodeColumn(heads.map(flagsOf))],
    ["entries.document", encodeColumn(documentOfRecord)],
    [
      "entries.updated",
      encodeColumn(
        heads.map(({ update_date: date }) => (date === null ? 0 : parseTimestamp(date))),
      ),
    ],
    ["entries.commit", encodeColumn(commits.column)],
    ["entries.release", encodeColumn(releases.column)],
    ["entries.folder", encodeColumn(folders.column)],
    ["entries.depth", encodeColumn(measureDepths(heads))],
  ];
}

/** Texts, each once and in order, and where each of those that were given stands there. */
export function numberTexts(
  given: readonly string[],
  compare?: (left: string, right: string) => number,
): { readonly texts: readonly string[]; readonly column: Uint32Array } {
  const numbers = new NameNumbers();
  const met = given.map((text) => numbers.add(text));
  const { names: texts, sorted } = numbers.list(compare);
  return { texts, column: toSortedNumbers(met, sorted) };
}

type Provided = Pick<RepositoryRow, "organization" | "repository">;

function toProvider({ organization, repository }: Provided): string {
  return `${organization}/${repository}`;
}

function getProvider(providers: ReadonlyMap<string, number>, row: Provided): number {
  const number = providers.get(toProvider(row));
  if (number === undefined)
    throw new Error(`"${toProvider(row)}" is no repository of the snapshot`);
  return number;
}

/** Flags that are facts as they are. */
const FLAG_FACTS = ["installable", "application", "has_depends", "has_tests"] as const;

function flagsOf(head: EntryHead): number {
  return FLAG_FACTS.reduce(
    (flags: number, name) => flags | (head[name] ? FLAGS[name] : 0),
    findTriggers(head) === undefined ? 0 : FLAGS.auto_install,
  );
}

/** Lists of people of an entry. */
const PEOPLE = ["authors", "maintainers", "committers", "developers", "translators"] as const;

/** The words of people of each entry. People recur: of each the words are listed once. */
export function listWordsOf(
  heads: readonly EntryHead[],
  list: "authors" | "maintainers",
): readonly (readonly string[])[] {
  const words = new Map<string, readonly string[]>();
  const listWords = (person: string): readonly string[] => {
    let known = words.get(person);
    if (known === undefined) words.set(person, (known = listSearchableWords(person)));
    return known;
  };
  return heads.map((head) => head[list].flatMap(listWords));
}

/** With the entries of authors: their names stand nowhere else but in records. */
export function encodePeople(heads: readonly EntryHead[]): readonly Section[] {
  const people = listPeople(heads);
  const entries = new Map(people.map((person): [string, number[]] => [person, []]));
  for (const [entry, { authors }] of heads.entries()) {
    for (const author of new Set(authors)) entries.get(author)?.push(entry);
  }
  return encodeTextLists("people", people, [...entries.values()]);
}

/** Names by number of entries: the most frequent spelling is the one to show. */
function listPeople(heads: readonly EntryHead[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const head of heads) {
    for (const list of PEOPLE) {
      for (const person of head[list]) counts.set(person, (counts.get(person) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([a, m], [b, n]) => n - m || compareText(a, b))
    .map(([person]) => person);
}

type Module = Pick<ModuleRecord, "technical_name" | "platform_version" | "declared_dependencies">;

/**
 * The longest way down from each entry along declared dependencies at its platform version, over every
 * provider of a name: 0 where nothing that is needed is known, else one more than the deepest of what is
 * needed. In a circle the way back to where the walk came from does not count, so that the depths are
 * finite; entries are walked in their order, so that they are always the same.
 */
export function measureDepths(records: readonly Module[]): readonly number[] {
  const versions = new Map<string, Map<string, number[]>>();
  records.forEach(({ platform_version: version, technical_name: name }, entry) => {
    const providers = versions.get(version) ?? new Map<string, number[]>();
    versions.set(version, providers);
    addToGroup(providers, name, entry);
  });
  const listNeeds = (entry: number): readonly number[] => {
    const record = records[entry];
    if (record === undefined) return [];
    const { platform_version: version, declared_dependencies: declared } = record;
    const providers = versions.get(version);
    return declared.platform.flatMap((name) => providers?.get(name) ?? []);
  };
  const depths = records.map(() => 0);
  const left = new Set<number>();
  visitDepthFirst(records.keys(), listNeeds, {
    leave(entry, needs) {
      for (const need of needs) {
        if (left.has(need)) depths[entry] = Math.max(depths[entry] ?? 0, (depths[need] ?? 0) + 1);
      }
      left.add(entry);
    },
  });
  return depths;
}

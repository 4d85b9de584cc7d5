// The filters of the filtered search: which entries pass, told from columns and lists, without decoding a record; and of an empty
// search those whose values no module has, with existing values instead.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { TextLists } from "../../../data/snapshot/table/text-lists.js";
import { parseTimestamp } from "../../../data/snapshot/record/record-head.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { listAskedWords } from "../../../data/text/tokens.js";
import { foldLabel } from "../../contract/browser/words.js";
import { listEntriesAtVersion, memoizeEach } from "../memo.js";
import {
  getRepositoryByNumber,
  getStatusByNumber,
  isApplication,
  isInstallable,
  findEntriesByName,
  listDistinct,
} from "../entries.js";
import type { UnknownValue } from "../../contract/shape/search.js";
import { listCategories, listLicenses, listMaturities } from "../module/browse.js";
import { listNearModels, listNearNames, listNearTexts } from "./near-names.js";

/**
 * Filters; `undefined` ones match everything. Texts are compared as a whole, without case and
 * blanks.
 */
export interface EntryFilters {
  readonly platform_version: string;
  readonly category?: string | undefined;
  /** A module that the manifest declares as a dependency, as written. */
  readonly depends_on?: string | undefined;
  /** A model that it makes or extends, as written. */
  readonly model?: string | undefined;
  readonly installable?: boolean | undefined;
  readonly application?: boolean | undefined;
  readonly license?: string | undefined;
  /** Every word of it must be a word of the authors' names. */
  readonly author?: string | undefined;
  /** Every word of it must be a word of the maintainers' names. */
  readonly maintainer?: string | undefined;
  readonly organization?: string | undefined;
  readonly repository?: string | undefined;
  readonly development_status?: string | undefined;
  /** Whether its name is at no older platform version. */
  readonly new?: boolean | undefined;
  /** UTC, `YYYY-MM-DD HH:MM:SS`: that moment or later. */
  readonly updated_since?: string | undefined;
}

const NO_ENTRIES = new Uint32Array();

type EntryTest = (entry: number) => boolean;

/** The entries that pass all filters, ascending. */
export function listEntries(snapshot: Snapshot, filters: EntryFilters): readonly number[] {
  const version = snapshot.versions.indexOf(filters.platform_version);
  const tests = listTests(snapshot, filters);
  const lists = listRequiredLists(snapshot, filters);
  const candidates =
    lists.length === 0
      ? listEntriesAtVersion(snapshot, filters.platform_version)
      : intersect(lists).filter((entry) => snapshot.entries.version.get(entry) === version);
  return candidates.filter((entry) => tests.every((test) => test(entry)));
}

/** Lists of entries that an entry must be in. */
function listRequiredLists(snapshot: Snapshot, filters: EntryFilters): readonly Uint32Array[] {
  const { depends_on, model, author, maintainer } = filters;
  return [
    ...(model === undefined ? [] : [findEntriesOfModel(snapshot, model)]),
    ...(depends_on === undefined ? [] : findLists(snapshot.dependencies, [depends_on])),
    ...(author === undefined ? [] : listAuthorLists(snapshot, author)),
    ...(maintainer === undefined
      ? []
      : findLists(snapshot.maintainers, listAskedWords(maintainer))),
  ];
}

/** Entries of any version with an author whose name has all words of a text; ascending. */
export function listAuthorEntries(snapshot: Snapshot, author: string): readonly number[] {
  return intersect(listAuthorLists(snapshot, author));
}

function listAuthorLists({ authors }: Snapshot, author: string): readonly Uint32Array[] {
  return findLists(authors, listAskedWords(author));
}

function findEntriesOfModel({ definitions }: Snapshot, model: string): Uint32Array {
  const number = findString(definitions.models, model);
  return number === undefined ? NO_ENTRIES : definitions.listEntries(number);
}

/** The lists of the keys; where a key has none, or there is no key, as in `%`, one empty list. */
function findLists(index: TextLists, keys: readonly string[]): readonly Uint32Array[] {
  const lists: Uint32Array[] = [];
  for (const key of keys) {
    const number = findString(index.keys, key);
    if (number === undefined) return [NO_ENTRIES];
    lists.push(index.lists.view(number));
  }
  return lists.length === 0 ? [NO_ENTRIES] : lists;
}

/** Intersection of ascending lists. */
function intersect(lists: readonly Uint32Array[]): readonly number[] {
  const [shortest = NO_ENTRIES, ...others] = lists.toSorted((a, b) => a.length - b.length);
  return others.reduce<readonly number[]>(intersectTwo, [...shortest]);
}

function intersectTwo(left: readonly number[], right: Uint32Array): readonly number[] {
  let at = 0;
  return left.filter((entry) => {
    while ((right[at] ?? Infinity) < entry) at += 1;
    return right[at] === entry;
  });
}

function listTests(snapshot: Snapshot, filters: EntryFilters): readonly EntryTest[] {
  const tests: EntryTest[] = [];
  const addFlag = (wanted: boolean | undefined, read: typeof isInstallable): void => {
    if (wanted !== undefined) tests.push((entry) => read(snapshot, entry) === wanted);
  };
  addFlag(filters.installable, isInstallable);
  addFlag(filters.application, isApplication);
  addFlag(filters.new, isNew);
  for (const name of COLUMN_FILTER_NAMES) {
    const wanted = filters[name];
    if (wanted !== undefined) tests.push(testText(snapshot, COLUMN_FILTERS[name], wanted));
  }
  if (filters.updated_since !== undefined) {
    const since = parseTimestamp(filters.updated_since);
    tests.push((entry) => snapshot.entries.updated.get(entry) >= since);
  }
  return tests;
}

/** Entries of a name are in the order of platform versions. */
function isNew({ entries, nameFirst }: Snapshot, entry: number): boolean {
  const first = nameFirst.get(entries.name.get(entry));
  return entries.version.get(first) === entries.version.get(entry);
}

/** Every text is read and compared once, however many entries have it. */
function testText(snapshot: Snapshot, filter: ColumnFilter, wanted: string): EntryTest {
  const folded = foldLabel(wanted);
  const column = snapshot.entries[filter.column];
  const isEqual = memoizeEach(
    (number: number) => foldLabel(filter.read(snapshot, number)) === folded,
  );
  return (entry) => isEqual(column.get(entry));
}

/** A filter by a text that a column of entries tells. */
export interface ColumnFilter {
  readonly column: "category" | "license" | "status" | "repository";
  /** The text that a number of the column stands for. */
  read(snapshot: Snapshot, number: number): string;
}

const readText = ({ texts }: Snapshot, number: number): string => texts.get(number);

export const COLUMN_FILTERS = {
  category: { column: "category", read: readText },
  license: { column: "license", read: readText },
  development_status: {
    column: "status",
    read: (snapshot, number) => getStatusByNumber(snapshot, number) ?? "",
  },
  organization: {
    column: "repository",
    read: (snapshot, number) => getRepositoryByNumber(snapshot, number).organization,
  },
  repository: {
    column: "repository",
    read: (snapshot, number) => getRepositoryByNumber(snapshot, number).repository,
  },
} as const satisfies Readonly<Record<string, ColumnFilter>>;

const COLUMN_FILTER_NAMES = Object.keys(COLUMN_FILTERS) as (keyof typeof COLUMN_FILTERS)[];

const toNames = (rows: readonly { readonly name: string }[]): readonly string[] =>
  rows.map(({ name }) => name);

/** Values of filters with few, each once. */
export const FILTER_VALUES = {
  category: (snapshot) => toNames(listCategories(snapshot)),
  license: (snapshot) => toNames(listLicenses(snapshot)),
  development_status: (snapshot) => toNames(listMaturities(snapshot)),
  organization: ({ repositories }) => listDistinct(repositories.map((row) => row.organization)),
  repository: ({ repositories }) => listDistinct(repositories.map((row) => row.repository)),
} as const satisfies Readonly<Record<string, (snapshot: Snapshot) => readonly string[]>>;

type ValueFilter = keyof typeof FILTER_VALUES;

/** The filters whose values can be unknown as a whole. */
type NamedFilter = "platform_version" | ValueFilter | "depends_on" | "model";

/** In the order of the filters; empty if every value is known. */
export function listUnknownValues(
  snapshot: Snapshot,
  filters: { readonly [Name in NamedFilter]?: EntryFilters[Name] | undefined },
): readonly UnknownValue[] {
  const { versions, definitions } = snapshot;
  const unknown: UnknownValue[] = [];
  const check = (parameter: NamedFilter, list: () => readonly string[]): void => {
    const value = filters[parameter];
    if (value === undefined) return;
    const known = list();
    const label = foldLabel(value);
    if (!known.some((one) => foldLabel(one) === label)) {
      unknown.push({ parameter, value, known: listNearest(known, value) });
    }
  };
  const { platform_version: version, depends_on, model } = filters;
  if (version !== undefined && !versions.includes(version)) {
    unknown.push({ parameter: "platform_version", value: version, known: versions });
  }
  for (const parameter of Object.keys(FILTER_VALUES) as ValueFilter[]) {
    check(parameter, () => FILTER_VALUES[parameter](snapshot));
  }
  if (depends_on !== undefined && !isNeeded(snapshot, depends_on)) {
    const known = listNearNames(snapshot, depends_on);
    unknown.push({ parameter: "depends_on", value: depends_on, known });
  }
  if (model !== undefined && findString(definitions.models, model) === undefined) {
    unknown.push({ parameter: "model", value: model, known: listNearModels(snapshot, model) });
  }
  return unknown;
}

function isNeeded(snapshot: Snapshot, name: string): boolean {
  return (
    findString(snapshot.dependencies.keys, name) !== undefined ||
    findEntriesByName(snapshot, name) !== undefined
  );
}

/** Limit of values listed. */
const MOST_KNOWN = 5;

/** The near ones; where none is near, those that most modules have. */
function listNearest(known: readonly string[], value: string): readonly string[] {
  const near = listNearTexts(known, value);
  return near.length > 0 ? near : known.slice(0, MOST_KNOWN);
}

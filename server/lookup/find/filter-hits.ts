// Hits of filters. A single filter lists its values, such as models that match a pattern; several,
// or one with words, must all hold for a module.
import type { Lookup } from "../lookup.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listPlaces } from "../definition/where-member.js";
import { listViewEntries } from "../definition/where-view.js";
import { getTechnicalName } from "../entries.js";
import { listEntries, type EntryFilters } from "../search/entry-filters.js";
import { FILTER_VALUES } from "../search/unknown-values.js";
import type { Candidate } from "./candidate.js";
import { findNames } from "./name-lists.js";
import { listPatternMatches } from "./pattern-hits.js";
import { createPattern, type FilterKey, type TypedFilter } from "./typed-filters.js";
import { searchTerm, type WordQuery } from "./word-hits.js";

/** Modules of a version that are looked at where names must fit, too. */
const MOST_MODULES = 2_000;

export function listFiltered(
  lookup: Lookup,
  filters: readonly TypedFilter[],
  query: WordQuery,
  most: number,
): readonly Candidate[] {
  const [only] = filters;
  const named =
    filters.length === 1 && only !== undefined && query.words === ""
      ? listNamed(lookup.snapshot, only)
      : undefined;
  return named ?? listModules(lookup, filters, query, most);
}

/** `undefined` for what only modules have. */
function listNamed(
  snapshot: Snapshot,
  { key, value }: TypedFilter,
): readonly Candidate[] | undefined {
  switch (key) {
    case "module":
    case "repository":
    case "model":
    case "field":
    case "method":
    case "view":
      return listPatternMatches(snapshot, key, value);
    case "organization":
      return listPatternMatches(snapshot, "repository", `${value}/*`);
    case "author":
    case "category":
      return findNames(snapshot, value, MOST_NAMED)
        .filter(({ kind }) => kind === key)
        .map(({ name }) => ({ kind: key, name, match: "typed" }));
    case "depends_on":
    case "development_status":
    case "license":
    case "maintainer":
    case "version":
      return undefined;
  }
}

/** Authors or categories of one place in their names. */
const MOST_NAMED = 50;

/** Filters of a search that are called so here, too; of others, modules are looked through. */
const SEARCHED = [
  "author",
  "maintainer",
  "category",
  "license",
  "depends_on",
  "development_status",
  "organization",
  "repository",
  "model",
] as const satisfies readonly (FilterKey & keyof EntryFilters)[];

const findSearched = (key: FilterKey) => SEARCHED.find((one) => one === key);

/** A search takes one value of a filter; of more, and of patterns, the names of modules are compared. */
function listModules(
  lookup: Lookup,
  filters: readonly TypedFilter[],
  query: WordQuery,
  most: number,
): readonly Candidate[] {
  const searched = new Map<string, string>();
  const tests: ((name: string) => boolean)[] = [];
  for (const filter of filters.flatMap(splitProvider)) {
    const name = findSearched(filter.key);
    if (name === undefined || filter.value.includes("*") || searched.has(name)) {
      tests.push(createNameTest(lookup.snapshot, filter, query.platform_version));
    } else searched.set(name, filter.value);
  }
  const limit = tests.length === 0 ? most : MOST_MODULES;
  return searchTerm(lookup, query, limit, Object.fromEntries(searched))
    .filter(({ name }) => tests.every((test) => test(name)))
    .map(({ name }) => ({ kind: "module", name, match: "typed" }));
}

/** A repository with its organization is both. */
function splitProvider({ key, value }: TypedFilter): readonly TypedFilter[] {
  const [organization = "", repository] = value.split("/");
  if (key !== "repository" || repository === undefined) return [{ key, value }];
  return [
    { key: "organization", value: organization },
    { key, value: repository },
  ];
}

/** Test of a module's name: by pattern, or by another filter at the version, or at any. */
function createNameTest(
  snapshot: Snapshot,
  filter: TypedFilter,
  platformVersion: string | undefined,
): (name: string) => boolean {
  if (filter.key === "module") return createPattern(filter.value);
  const version = platformVersion === undefined ? -1 : snapshot.versions.indexOf(platformVersion);
  const entries = listFitting(snapshot, filter).filter(
    (entry) => version < 0 || snapshot.entries.version.get(entry) === version,
  );
  const names = new Set(entries.map((entry) => getTechnicalName(snapshot, entry)));
  return (name) => names.has(name);
}

/** Entries of any version that match a filter. */
function listFitting(snapshot: Snapshot, { key, value }: TypedFilter): readonly number[] {
  const values = value.includes("*") ? listPatternValues(snapshot, key, value) : [value];
  if (key === "view") return values.flatMap((id) => listViewEntries(snapshot, id));
  if (key === "field" || key === "method") {
    const places = values.flatMap((name) => listPlaces(snapshot, `${key}s`, name));
    return places.flatMap(({ entries }) => [...entries]);
  }
  const filter = findSearched(key);
  if (filter === undefined) return [];
  return snapshot.versions.flatMap((platform_version) =>
    values.flatMap((one) => listEntries(snapshot, { platform_version, [filter]: one })),
  );
}

/** Values that match a pattern; people are found by the words of their names, without a pattern. */
function listPatternValues(snapshot: Snapshot, key: FilterKey, pattern: string): readonly string[] {
  switch (key) {
    case "module":
    case "depends_on":
      return listPatternMatches(snapshot, "module", pattern).map(({ name }) => name);
    case "view":
    case "field":
    case "method":
    case "model":
      return listPatternMatches(snapshot, key, pattern).map(({ name }) => name);
    case "category":
    case "license":
    case "development_status":
    case "organization":
    case "repository":
      return FILTER_VALUES[key](snapshot).filter(createPattern(pattern));
    case "author":
    case "maintainer":
    case "version":
      return [pattern];
  }
}

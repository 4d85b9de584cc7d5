// Hits of filters, and of patterns such as `mail_*`. A single filter lists its values, such as models that match a pattern;
// several, or one with words, must all hold for a module.
import type { Lookup } from "../lookup.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listPlaces } from "../definition/where-member.js";
import { listViewEntries, readViewIds } from "../definition/where-view.js";
import { getTechnicalName, findEntriesByName } from "../entries.js";
import { listEntries, type EntryFilters, FILTER_VALUES } from "../search/entry-filters.js";
import type { Candidate } from "./candidate.js";
import { findNames, takeHeaviest } from "./name-lists.js";
import { createPattern, type FilterKey, type TypedFilter } from "./typed-filters.js";
import { listBeginning, type StringTable } from "../../../data/snapshot/table/string-table.js";
import { getModuleOfXmlId } from "../../../data/module/xml-id.js";
import { readMemberNames } from "../search/near-names.js";
import type { LabelledKind } from "../../../data/module/labels.js";
import type { FindKind, FindMatch } from "../../contract/shape/find.js";
import { searchFiltered, type FilteredQuery } from "../search/filtered-search.js";
import { findMainVersion } from "./living.js";

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
  const entries = listFittingEntries(snapshot, filter).filter(
    (entry) => version < 0 || snapshot.entries.version.get(entry) === version,
  );
  const names = new Set(entries.map((entry) => getTechnicalName(snapshot, entry)));
  return (name) => names.has(name);
}

/** Entries of any version that match a filter. */
function listFittingEntries(snapshot: Snapshot, { key, value }: TypedFilter): readonly number[] {
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

/** Names of a kind are given at most so many. */
const MOST_NAMES = 200;

/** Candidates of a kind whose names fit; what stands before the first `*` is as it is written. */
export function listPatternMatches(
  snapshot: Snapshot,
  kind: Exclude<FindKind, "author" | "category" | "record" | LabelledKind>,
  pattern: string,
): readonly Candidate[] {
  const { definitions, names, nameDependents } = snapshot;
  const toCandidates = (found: readonly string[]): readonly Candidate[] =>
    found.map((name) => ({ kind, name, match: "typed" }));
  switch (kind) {
    case "module":
      return toCandidates(listFitting(names, pattern, (number) => nameDependents.get(number)));
    case "repository": {
      const fits = createPattern(pattern);
      return toCandidates(
        snapshot.providers.filter(
          (provider) => fits(provider) || fits(provider.slice(provider.indexOf("/") + 1)),
        ),
      );
    }
    case "model":
      return toCandidates(
        listFitting(definitions.models, pattern, (one) => definitions.listEntries(one).length),
      );
    case "field":
    case "method": {
      const table = kind === "field" ? "fields" : "methods";
      const { countModels } = definitions[table];
      if (!pattern.startsWith("*")) {
        return toCandidates(listFitting(definitions.members, pattern, countModels));
      }
      const { folded, numbers } = readMemberNames(snapshot, table);
      const fits = createPattern(pattern);
      const fitting = numbers.filter((_, at) => fits(folded.get(at)));
      const found = takeHeaviest(fitting, countModels, MOST_NAMES);
      return toCandidates(found.map((number) => definitions.members.get(number)));
    }
    case "view":
      return toCandidates(listFittingViews(snapshot, pattern));
  }
}

/** Names that fit, those first that weigh most. */
function listFitting(
  table: StringTable,
  pattern: string,
  weigh: (number: number) => number,
): readonly string[] {
  const [beginning = ""] = pattern.split("*", 1);
  const fits = createPattern(pattern);
  // Names are sorted as they are written; who begins one does so in its own case.
  const fitting = listBeginning(table, beginning).filter((number) => fits(table.get(number)));
  return takeHeaviest(fitting, weigh, MOST_NAMES).map((number) => table.get(number));
}

/** Ids of views that other modules touch, and, where the module is spelled out, of all of its own. */
function listFittingViews(snapshot: Snapshot, pattern: string): readonly string[] {
  const { views, listForeignEntries } = snapshot.definitions;
  const known = listFitting(views, pattern, (number) => listForeignEntries(number).length);
  const module = getModuleOfXmlId(pattern);
  const own = module.includes("*") ? [] : (findEntriesByName(snapshot, module) ?? []);
  const fits = createPattern(pattern);
  const ids = own.flatMap((entry) => [...readViewIds(snapshot, entry)].filter(fits));
  return [...new Set([...known, ...ids])].slice(0, MOST_NAMES);
}

interface WordQuery {
  readonly words: string;
  readonly platform_version: string | undefined;
}

/** Ranks as `/v1/search` does, at one version after the other until there are enough. */
function searchTerm(
  lookup: Lookup,
  { words, platform_version }: WordQuery,
  most: number,
  filters: Omit<Partial<FilteredQuery>, "platform_version">,
): readonly Candidate[] {
  const versions = platform_version === undefined ? listVersions(lookup) : [platform_version];
  const found = new Map<string, Candidate>();
  for (const version of versions) {
    const { rows } = searchFiltered(lookup, {
      term: words === "" ? undefined : words,
      sort: words === "" ? "dependents" : "relevance",
      explain: true,
      ...filters,
      platform_version: version,
      limit: most,
      offset: 0,
    });
    for (const { technical_name: name, match } of rows) {
      if (!found.has(name)) found.set(name, { kind: "module", name, match: toMatch(match) });
    }
    if (found.size >= most) break;
  }
  return [...found.values()];
}

/** Words that are all of a name are that name. */
function toMatch(match: string | null | undefined): FindMatch {
  return match === "exact" || match === "prefix" ? match : "word";
}

/** The main version first, then the older ones, then those that are begun; newest first of each. */
function listVersions({ snapshot }: Lookup): readonly string[] {
  const versions = snapshot.versions.toReversed();
  const main = versions.indexOf(findMainVersion(snapshot) ?? "");
  return [...versions.slice(main), ...versions.slice(0, main)];
}

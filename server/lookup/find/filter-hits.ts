// What filters ask for. One alone lists what it names, such as models that fit a pattern; several, or one with
// words, are facts of modules, of which all must hold.
import type { Lookup } from "../lookup.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { listPlaces } from "../definition/where-member.js";
import { listViewEntries } from "../definition/where-view.js";
import { getTechnicalName } from "../entries.js";
import type { EntryFilters } from "../search/entry-filters.js";
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

/** Which filter of a search a key is; of others, modules are looked through. */
const SEARCH_FILTERS: Partial<Record<FilterKey, Exclude<keyof EntryFilters, "platform_version">>> =
  {
    author: "author",
    maintainer: "maintainer",
    category: "category",
    license: "license",
    depends_on: "depends_on",
    development_status: "development_status",
    organization: "organization",
    model: "model",
  };

function listModules(
  lookup: Lookup,
  filters: readonly TypedFilter[],
  query: WordQuery,
  most: number,
): readonly Candidate[] {
  const searched: [string, string][] = [];
  const tests: ((name: string) => boolean)[] = [];
  for (const { key, value } of filters) {
    const filter = SEARCH_FILTERS[key];
    const isFirst = !searched.some(([name]) => name === filter);
    if (key === "repository") {
      const parts = value.split("/");
      searched.push(["repository", parts.at(-1) ?? ""]);
      if (parts.length > 1) searched.push(["organization", parts[0] ?? ""]);
    } else if (filter !== undefined && isFirst) searched.push([filter, value]);
    else tests.push(createNameTest(lookup.snapshot, { key, value }));
  }
  const limit = tests.length === 0 ? most : MOST_MODULES;
  return searchTerm(lookup, query, limit, Object.fromEntries(searched))
    .filter(({ name }) => tests.every((test) => test(name)))
    .map(({ name }) => ({ kind: "module", name, match: "typed" }));
}

/** Of modules by name: its pattern, or whether it has the field, method or view at some version. */
function createNameTest(
  snapshot: Snapshot,
  { key, value }: TypedFilter,
): (name: string) => boolean {
  if (key === "module") return createPattern(value);
  const entries =
    key === "view"
      ? listViewEntries(snapshot, value)
      : key === "field" || key === "method"
        ? listPlaces(snapshot, `${key}s`, value).flatMap((place) => [...place.entries])
        : [];
  const names = new Set(entries.map((entry) => getTechnicalName(snapshot, entry)));
  return (name) => names.has(name);
}

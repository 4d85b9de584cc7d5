// Facets of a search: for each filter the values of the hits, with the number of hits after
// switching to that value.
import type { Facet, FacetName, FacetValue } from "../../contract/shape/search.js";
import { foldLabel } from "../../contract/browser/words.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { getRepositoryByNumber, isInstallable } from "../entries.js";
import { memoizeEach } from "../memo.js";
import type { Lookup } from "../lookup.js";
import { COLUMN_FILTERS, type ColumnFilter, type EntryFilters } from "./entry-filters.js";
import { listFound } from "./filtered-search.js";

interface FacetQuery extends EntryFilters {
  readonly term?: string | undefined;
  /** Values of each facet at most; of platform versions all are given. */
  readonly limit: number;
}

/** A filter that columns of entries tell. */
interface ColumnFacet {
  readonly name: Exclude<FacetName, "platform_version">;
  /** The filters in whose place a value is put. */
  readonly filters: readonly (keyof EntryFilters)[];
  /** The number of the value of an entry. */
  readNumber(snapshot: Snapshot, entry: number): number;
  /** Text of a number; `undefined` for none, which is no filter. */
  readValue(snapshot: Snapshot, number: number): Omit<FacetValue, "count"> | undefined;
}

const COLUMN_FACETS: readonly ColumnFacet[] = [
  {
    name: "repository",
    filters: ["organization", "repository"],
    readNumber: ({ entries }, entry) => entries.repository.get(entry),
    readValue(snapshot, number) {
      const { organization, repository } = getRepositoryByNumber(snapshot, number);
      return { value: repository, organization };
    },
  },
  toTextFacet("category"),
  toTextFacet("development_status"),
  toTextFacet("license"),
  {
    name: "installable",
    filters: ["installable"],
    readNumber: (snapshot, entry) => (isInstallable(snapshot, entry) ? 1 : 0),
    readValue: (_, number) => ({ value: number === 1 ? "true" : "false" }),
  },
];

/** An empty text is no value to filter by. */
function toTextFacet(name: "category" | "development_status" | "license"): ColumnFacet {
  const { column, read }: ColumnFilter = COLUMN_FILTERS[name];
  return {
    name,
    filters: [name],
    readNumber: ({ entries }, entry) => entries[column].get(entry),
    readValue(snapshot, number) {
      const value = read(snapshot, number);
      return foldLabel(value) === "" ? undefined : { value };
    },
  };
}

/** Platform versions in numeric order, values of others those of most hits first, then by text. */
export function countFacets(lookup: Lookup, query: FacetQuery): readonly Facet[] {
  const { snapshot } = lookup;
  const matches =
    query.term === undefined ? undefined : lookup.getTerms().findDocuments(query.term);
  const list = (filters: EntryFilters): readonly number[] => listFound(snapshot, filters, matches);
  const versions = snapshot.versions.map((value) => ({
    value,
    count: countHits(snapshot, list({ ...query, platform_version: value })),
  }));
  const here = list(query);
  return [
    { parameter: "platform_version" as const, values: versions.filter(({ count }) => count > 0) },
    ...COLUMN_FACETS.map((facet) => {
      const isSet = facet.filters.some((filter) => query[filter] !== undefined);
      const without = Object.fromEntries(facet.filters.map((filter) => [filter, undefined]));
      const found = isSet ? list({ ...query, ...without }) : here;
      return {
        parameter: facet.name,
        values: countValues(snapshot, found, facet).slice(0, query.limit),
      };
    }),
  ].filter(({ values }) => values.length > 0);
}

/** A name of a repository is one hit, however many folders of it have that. */
function toHitKey({ entries, repositories }: Snapshot, entry: number): number {
  return entries.name.get(entry) * repositories.length + entries.repository.get(entry);
}

/** @param found entries of one platform version, ascending, so that those of one hit are neighbours */
function countHits(snapshot: Snapshot, found: readonly number[]): number {
  let count = 0;
  let lastHit = -1;
  for (const entry of found) {
    const hit = toHitKey(snapshot, entry);
    if (hit !== lastHit) count += 1;
    lastHit = hit;
  }
  return count;
}

/** Values that the filters treat as one, however written. */
interface Counted {
  count: number;
  lastHit: number;
  /** Hits by how the value is written. */
  readonly writings: Map<Omit<FacetValue, "count">, number>;
}

/** @param found likewise */
function countValues(
  snapshot: Snapshot,
  found: readonly number[],
  { readNumber, readValue }: ColumnFacet,
): readonly FacetValue[] {
  const groups = new Map<string, Counted>();
  const read = memoizeEach((number: number) => {
    const written = readValue(snapshot, number);
    if (written === undefined) return undefined;
    const key = foldLabel(`${written.organization ?? ""}/${written.value}`);
    const group: Counted = groups.get(key) ?? { count: 0, lastHit: -1, writings: new Map() };
    groups.set(key, group);
    return { group, written };
  });
  for (const entry of found) {
    const known = read(readNumber(snapshot, entry));
    if (known === undefined) continue;
    const { group, written } = known;
    const hit = toHitKey(snapshot, entry);
    if (group.lastHit === hit) continue;
    group.lastHit = hit;
    group.count += 1;
    group.writings.set(written, (group.writings.get(written) ?? 0) + 1);
  }
  return [...groups.values()]
    .map(({ count, writings }) => ({ ...chooseWriting(writings), count }))
    .toSorted((left, right) => right.count - left.count || compareText(left.value, right.value));
}

/** The one of most hits; of equal ones the first by text. */
function chooseWriting(writings: Counted["writings"]): Omit<FacetValue, "count"> {
  const [[first] = [{ value: "" }]] = [...writings].toSorted(
    ([left, ofLeft], [right, ofRight]) => ofRight - ofLeft || compareText(left.value, right.value),
  );
  return first;
}

// Search of the page: its requests and their answers. `/v1/find` answers a typed text, filters
// search modules, and `/v1/modules` gives the facts of hits.
import type { FindHit, FoundHits } from "../../contract/shape/find.js";
import type { ModuleRow } from "../../contract/shape/module.js";
import type { NameHit, UnknownValue } from "../../contract/shape/search.js";
import { readAllParts, splitProvider } from "../../contract/browser/ask.js";
import type { Ask } from "../../routes/ask.js";
import { countListed, fits, readFacets, toSearchQuestion, type ShownFacets } from "./facets.js";
import {
  hasFineFilters,
  isIdle,
  isOfBox,
  readSort,
  SORTS,
  withFilter,
  type SearchState,
  type SortName,
} from "./search-state.js";

/** A module that was found. */
export interface SearchResult {
  readonly row: ModuleRow;
  /** Platform versions by `<organization>/<repository>`, as far as the search says, and those at which it cannot be installed. */
  readonly where: Pick<NameHit, "versions" | "not_installable"> & {
    readonly copy_of: Readonly<Record<string, string | null | undefined>>;
  };
  readonly match: FindHit["match"] | undefined;
  /** Fields with words that were asked for. */
  readonly fields: readonly string[];
  /** Nearness in meaning, 0…1. */
  readonly score: number | undefined;
}

/** A hit of another kind. */
export interface OtherResult {
  readonly hit: FindHit;
}

export interface SearchOutcome {
  readonly results: readonly (SearchResult | OtherResult)[];
  /** Total of hits; the box gives only so many. */
  readonly total: number;
  /** Whether the total counts other things than modules. */
  readonly isMixed?: boolean;
  /** Whether there may be more than the total. */
  readonly isCut?: boolean;
  readonly hasMore: boolean;
  /** Filters of an empty search that no module has. */
  readonly unknown: readonly UnknownValue[];
  /** None where nothing was asked for. */
  readonly facets: ShownFacets | undefined;
  /** Sentences about what is not indexed. */
  readonly notes?: FoundHits["notes"];
  /** Whether the sentences say why nothing was found. */
  readonly isExplained?: boolean;
}

/** A hit before the module's facts are known. */
interface Found extends Omit<SearchResult, "row"> {
  readonly name: string;
  /** `<organization>/<repository>` that was found, if it was one. */
  readonly provider: string | undefined;
}

const NOTHING_ASKED: SearchOutcome = {
  results: [],
  total: 0,
  hasMore: false,
  unknown: [],
  facets: undefined,
};

/**
 * Hits of the box, narrowed by filters; if none is left, or without text, those of the filtered
 * search. The empty page asks nothing.
 * @param mainVersion version of module counts until one is chosen
 * @throws AskError
 */
export async function searchModules(
  ask: Ask,
  state: SearchState,
  mainVersion: string,
): Promise<SearchOutcome> {
  if (isIdle(state)) return NOTHING_ASKED;
  if (isOfBox(state)) {
    const { listed, ...found } = await findAnything(ask, state);
    if (found.results.length > 0 || !hasFineFilters(state)) {
      const facets = {
        version: mainVersion,
        list: countListed(state, listed),
        listed: listed.length,
      };
      return { ...found, unknown: await readUnknown(ask, state, found), facets };
    }
  }
  const version = state.filters.platform_version || mainVersion;
  const [found, facets] = await Promise.all([
    findModules(ask, { ...withFilter(state, "platform_version", version), show: state.show }),
    readFacets(ask, state, mainVersion),
  ]);
  return { ...found, unknown: await readUnknown(ask, state, found), facets };
}

type FoundResults = Omit<SearchOutcome, "unknown" | "facets">;

/** With filters, modules that have the words; where none has, those that mean them. */
async function findModules(ask: Ask, state: SearchState): Promise<FoundResults> {
  const found = await findByWords(ask, state);
  // Rows of modules do not tell authors.
  const isFound = found.results.length > 0 || state.q === "" || state.filters.author !== "";
  return isFound ? found : findAnything(ask, state);
}

/** Hits that `/v1/find` gives at most. */
const MOST_HITS = 100;

/** Hits; with filters only matching modules. `listed` are all modules of the list, shown or not. */
async function findAnything(
  ask: Ask,
  state: SearchState,
): Promise<FoundResults & { readonly listed: readonly ModuleRow[] }> {
  const { q, show, filters } = state;
  const question = { q, platform_version: filters.platform_version, limit: MOST_HITS };
  const { body } = await ask("/v1/find", question);
  const modules = body.hits.filter(({ kind }) => kind === "module");
  const found = modules.map(
    ({ name, match, versions = {}, not_installable = {}, copy_of = {}, score }) => ({
      name,
      where: { versions, not_installable, copy_of },
      match,
      fields: [],
      score,
      provider: undefined,
    }),
  );
  const version = body.platform_version ?? "";
  const isHere = ({ where }: Found): boolean =>
    version === "" || Object.values(where.versions).some((versions) => versions.includes(version));
  // With a typed version, hits at other versions follow.
  const elsewhere = found.filter((one) => !isHere(one));
  const rows = [
    ...(await readRows(ask, found.filter(isHere), version)),
    ...(elsewhere.length === 0 ? [] : await readRows(ask, elsewhere, "")),
  ];
  const byName = new Map(rows.map((result) => [result.row.technical_name, result]));
  const isNarrowed = hasFineFilters(state);
  const results = body.hits.flatMap((hit): readonly (SearchResult | OtherResult)[] => {
    if (hit.kind !== "module") return isNarrowed ? [] : [{ hit }];
    const result = byName.get(hit.name);
    return result === undefined || !fits(result.row, filters) ? [] : [result];
  });
  const sort = readSort(state);
  const sorted = sort === undefined ? results : results.toSorted(COMPARES[sort]);
  return {
    results: sorted.slice(0, show),
    total: results.length,
    isMixed: results.some((one) => "hit" in one),
    hasMore: results.length > show,
    isCut: body.hits.length === MOST_HITS,
    notes: body.notes,
    isExplained: body.error !== undefined || body.framework_names !== undefined,
    listed: rows.map(({ row }) => row),
  };
}

export type AnyResult = SearchResult | OtherResult;

const readName = (one: AnyResult): string => ("hit" in one ? one.hit.name : one.row.technical_name);
const countUses = (one: AnyResult): number =>
  "hit" in one ? (one.hit.counts.modules ?? 0) : one.row.dependents;
const readChange = (one: AnyResult): string =>
  "hit" in one ? "" : (one.row.last_code_change ?? one.row.update_date ?? "");

/** Equal ones stay in the order of relevance. */
const COMPARES: Readonly<Record<SortName, (left: AnyResult, right: AnyResult) => number>> = {
  name: (left, right) => readName(left).localeCompare(readName(right), "en"),
  "most used": (left, right) => countUses(right) - countUses(left),
  "last change": (left, right) => readChange(right).localeCompare(readChange(left), "en"),
};

/** Asked where nothing was found. */
async function readUnknown(
  ask: Ask,
  { filters }: SearchState,
  { results }: FoundResults,
): Promise<readonly UnknownValue[]> {
  if (results.length > 0) return [];
  const { platform_version, category, license, maturity } = filters;
  const { body } = await ask("/v1/unknown-values", {
    platform_version,
    category,
    license,
    development_status: maturity,
    ...splitProvider(filters.repository),
  });
  return body;
}

async function findByWords(ask: Ask, state: SearchState): Promise<FoundResults> {
  const { q, show, filters } = state;
  const { platform_version } = filters;
  const sort = readSort(state);
  const question = {
    ...toSearchQuestion(state),
    sort: sort === undefined ? (q === "" ? "dependents" : "relevance") : SORTS[sort],
    explain: true,
  } as const;
  const read = (part: object) => ask("/v1/search", { ...question, ...part });
  const { body: hits, total } = await readAllParts("", HITS_OF_A_QUESTION, read, show);
  const found = hits.map((hit) => {
    const provider = `${hit.organization}/${hit.repository}`;
    return {
      name: hit.technical_name,
      where: {
        versions: { [provider]: [platform_version] },
        not_installable: hit.installable ? {} : { [provider]: [platform_version] },
        copy_of: { [provider]: hit.copy_of },
      },
      match: q === "" ? undefined : (hit.match ?? undefined),
      fields: q === "" ? [] : (hit.fields ?? []),
      score: undefined,
      provider,
    };
  });
  const results = await readRows(ask, found, platform_version);
  const all = total ?? hits.length;
  return { results, total: all, hasMore: all > hits.length };
}

/** Limit of `/v1/search`. */
const HITS_OF_A_QUESTION = 200;

/** Names that surely fit into an address. */
const NAMES_OF_A_QUESTION = 100;

async function readRows(
  ask: Ask,
  found: readonly Found[],
  platform_version: string,
): Promise<readonly SearchResult[]> {
  const names = [...new Set(found.map(({ name }) => name))];
  const rows = new Map<string, ModuleRow>();
  for (let start = 0; start < names.length; start += NAMES_OF_A_QUESTION) {
    const part = names.slice(start, start + NAMES_OF_A_QUESTION).join(",");
    const { body } = await ask("/v1/modules", {
      names: part,
      platform_version,
    });
    for (const row of body) {
      if (row.found) rows.set(row.technical_name, row);
    }
  }
  return found.flatMap(({ name, provider, ...rest }) => {
    const row = rows.get(name);
    if (row === undefined) return [];
    return [{ ...rest, row: provider === undefined ? row : placeAt(row, provider) }];
  });
}

/** The row tells of the first provider of a name; a hit may be another's. */
function placeAt(row: ModuleRow, provider: string): ModuleRow {
  const [organization = "", repository = ""] = provider.split("/");
  return { ...row, organization, repository };
}

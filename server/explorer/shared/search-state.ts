// State of a search, as in the address bar.
import { toQuery } from "../../contract/browser/ask.js";

export interface SearchState {
  readonly q: string;
  /** Limit of modules shown. */
  readonly show: number;
  readonly filters: Filters;
}

/** Empty for any. `kind` is `module` where nothing else is looked for; `sort` orders and leaves out nothing. */
type Filters = Readonly<Record<FilterName, string>>;

export const FILTER_NAMES = [
  "platform_version",
  "repository",
  "category",
  "license",
  "maturity",
  "author",
  "installable",
  "kind",
  "sort",
] as const;

export type FilterName = (typeof FILTER_NAMES)[number];

/** Orders of results beside that of relevance, and what `/v1/search` calls them. */
export const SORTS = {
  name: "name",
  "most used": "dependents",
  "last change": "updated",
} as const;

export type SortName = keyof typeof SORTS;

/** The chosen order; `undefined` for the best match first. */
export function readSort({ filters }: SearchState): SortName | undefined {
  return (Object.keys(SORTS) as readonly SortName[]).find((name) => name === filters.sort);
}

export const FIRST_SHOWN = 20;
const MOST_SHOWN = 200;

function mapFilters(read: (name: FilterName) => string): Filters {
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, read(name)])) as Filters;
}

export const NO_FILTERS = mapFilters(() => "");

/** Reads any query; what is not understood is left out. */
export function parseSearchState(query: URLSearchParams): SearchState {
  const read = (name: string): string => query.get(name)?.trim() ?? "";
  const show = Number.parseInt(read("show"), 10);
  return {
    // Other searches have other names for it.
    q: read("q") || read("term") || read("query"),
    show: show > FIRST_SHOWN ? Math.min(show, MOST_SHOWN) : FIRST_SHOWN,
    filters: mapFilters(read),
  };
}

/** The address of the search page in this state. */
export function toSearchAddress({ q, show, filters }: SearchState): string {
  return `/${toQuery({ q, ...filters, show: show > FIRST_SHOWN ? show : "" })}`;
}

export function withFilter(state: SearchState, name: FilterName, value: string): SearchState {
  return { ...state, show: FIRST_SHOWN, filters: { ...state.filters, [name]: value } };
}

export function canShowMore({ show }: SearchState): boolean {
  return show < MOST_SHOWN;
}

export function showMore(state: SearchState): SearchState {
  return { ...state, show: Math.min(state.show * 2, MOST_SHOWN) };
}

/** True if a filter beside the platform version is set. */
export function hasFineFilters({ filters }: SearchState): boolean {
  return FILTER_NAMES.some(
    (name) => name !== "platform_version" && name !== "sort" && filters[name] !== "",
  );
}

/**
 * True if the box searches everything. Filters narrow that list, except filters on facts that its
 * rows lack.
 */
export function isOfBox({ q, filters }: SearchState): boolean {
  return q !== "" && filters.kind === "" && filters.author === "";
}

/** The interface filters at one platform version only, so one is chosen where none was. */
export function settleVersion(state: SearchState, fallback: string): SearchState {
  const isSettled =
    !hasFineFilters(state) || isOfBox(state) || state.filters.platform_version !== "";
  return isSettled ? state : withFilter(state, "platform_version", fallback);
}

export function isIdle(state: SearchState): boolean {
  return state.q === "" && FILTER_NAMES.every((name) => state.filters[name] === "");
}

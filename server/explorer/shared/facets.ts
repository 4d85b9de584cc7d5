// Facets beside the results: values of filters with the number of modules for each, as links.
import type { ModuleRow } from "../../contract/shape/module.js";
import type { Facet, FacetName, FacetValue } from "../../contract/shape/search.js";
import { foldLabel, formatCount } from "../../contract/browser/words.js";
import { splitProvider } from "../../contract/browser/ask.js";
import type { Ask } from "../../routes/ask.js";
import { html, NOTHING, type Html } from "../../contract/browser/html.js";
import {
  FILTER_NAMES,
  hasFineFilters,
  toSearchAddress,
  withFilter,
  type FilterName,
  type SearchState,
} from "./search-state.js";

export interface ShownFacets {
  /** The platform version at which modules are counted. */
  readonly version: string;
  readonly list: readonly Facet[];
  /** Number of modules that the box found, where these are counted and not all with the words. */
  readonly listed?: number;
}

/** Values of a facet that are shown; the chips have the others. */
const MOST_VALUES = 8;

/** The names of `/v1/search` for what the filters of the page say. */
export function toSearchQuestion({ q, filters }: SearchState) {
  const { platform_version, category, license, maturity, author, installable } = filters;
  return {
    platform_version,
    term: q,
    ...splitProvider(filters.repository),
    category,
    license,
    author,
    installable,
    development_status: maturity,
  };
}

/** @param mainVersion where modules are counted as long as no version was chosen */
export async function readFacets(
  ask: Ask,
  state: SearchState,
  mainVersion: string,
): Promise<ShownFacets> {
  const version = state.filters.platform_version || mainVersion;
  const { body: list } = await ask("/v1/facets", {
    ...toSearchQuestion(state),
    platform_version: version,
    limit: MOST_VALUES,
  });
  return { version, list };
}

/** The filters whose values rows of modules tell, and what those of a row are. */
const ROW_VALUES: Partial<Record<FilterName, (row: ModuleRow) => readonly string[]>> = {
  repository: ({ providers }) => providers,
  category: ({ category }) => [category],
  maturity: ({ development_status: status }) => [status ?? ""],
  license: ({ license }) => [license],
  installable: ({ installable }) => [installable ? "yes" : "no"],
};

/**
 * Compares like the interface: without case and blanks, and a repository also without its
 * organization.
 */
export function fits(row: ModuleRow, filters: SearchState["filters"]): boolean {
  return FILTER_NAMES.every((name) => {
    const wanted = foldLabel(filters[name]);
    const values = (ROW_VALUES[name]?.(row) ?? [wanted]).map(foldLabel);
    if (name !== "repository") return wanted === "" || values.includes(wanted);
    return values.some((value) => `/${value}`.endsWith(wanted === "" ? "" : `/${wanted}`));
  });
}

/** Number of listed modules for each value in place of the chosen one; the most frequent first. */
export function countListed(state: SearchState, listed: readonly ModuleRow[]): readonly Facet[] {
  return Object.entries(FACETS).flatMap(([parameter, [, filter]]): readonly Facet[] => {
    const readValues = ROW_VALUES[filter];
    if (readValues === undefined) return [];
    const counts = new Map<string, number>();
    const rows = listed.filter((row) => fits(row, withFilter(state, filter, "").filters));
    for (const value of rows.flatMap(readValues)) {
      if (foldLabel(value) !== "") counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const values = Array.from(counts, ([value, count]) => ({ value, count }));
    values.sort((left, right) => right.count - left.count || (left.value < right.value ? -1 : 1));
    if (values.length === 0) return [];
    return [{ parameter: parameter as FacetName, values: values.slice(0, MOST_VALUES) }];
  });
}

/** Titles of facets, and their filters. */
const FACETS: Readonly<Record<FacetName, readonly [title: string, filter: FilterName]>> = {
  platform_version: ["Version", "platform_version"],
  repository: ["Repository", "repository"],
  category: ["Category", "category"],
  development_status: ["Maturity", "maturity"],
  license: ["Licence", "license"],
  installable: ["Installable", "installable"],
};

/** Folded on phones by a box that is ticked, so that it needs no script. */
export function renderFacets(state: SearchState, facets: ShownFacets): Html {
  const { version, list, listed } = facets;
  if (list.length === 0) return NOTHING;
  const whole = toSearchAddress(
    withFilter(withFilter(state, "platform_version", version), "kind", "module"),
  );
  return html`<div class="facets">
    <input type="checkbox" id="show-facets" />
    <label class="button" for="show-facets">Narrow down</label>
    <nav aria-label="Narrow down">
      <p class="hint">
        ${listed === undefined ? `${state.q === "" ? "Modules" : "Modules with these words"} at ${version}` : `Filter ${formatCount(listed, "module")} among them`}
      </p>
      ${listed !== undefined && html`<p><a href="${whole}" data-state>All modules with these words at ${version}</a></p>`}
      ${list.map((facet) => renderFacet(state, facets, facet))}
    </nav>
  </div>`;
}

function renderFacet(state: SearchState, facets: ShownFacets, { parameter, values }: Facet): Html {
  const shown = parameter === "platform_version" ? values.toReversed() : values;
  const rows = shown.map((value) => renderValue(state, facets, parameter, value));
  return html`<h2>${FACETS[parameter][0]}</h2>
    <ul>
      ${rows}
    </ul>`;
}

function renderValue(
  state: SearchState,
  facets: ShownFacets,
  parameter: FacetName,
  { value, organization, count }: FacetValue,
): Html {
  const [, filter] = FACETS[parameter];
  const written = organization === undefined ? toFilterValue(value) : `${organization}/${value}`;
  const href = toSearchAddress(toNarrowed(state, facets, filter, written));
  const isCurrent = state.filters[filter].toLowerCase() === written.toLowerCase();
  return html`<li>
    <a href="${href}" data-state${isCurrent && html` aria-current="true"`}>${written}</a>
    <span class="number">${count.toLocaleString("en")}</span>
  </li> `;
}

function toFilterValue(value: string): string {
  if (value === "true") return "yes";
  return value === "false" ? "no" : value;
}

/** With a platform version alone everything is found that has it, and not modules only. */
function toNarrowed(
  state: SearchState,
  { version, listed }: ShownFacets,
  filter: FilterName,
  value: string,
): SearchState {
  const at = listed !== undefined ? state : withFilter(state, "platform_version", version);
  const narrowed = withFilter(at, filter, value);
  return state.q === "" || hasFineFilters(narrowed)
    ? narrowed
    : withFilter(narrowed, "kind", "module");
}

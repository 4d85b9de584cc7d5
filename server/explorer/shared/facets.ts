// What is found can be narrowed down to: values of filters with how many modules each leads to, as links beside
// the results.
import type { Facet, FacetName, FacetValue } from "../../contract/shape/search.js";
import { splitProvider } from "../../contract/browser/ask.js";
import type { Ask } from "../../routes/ask.js";
import { html, NOTHING, type Html } from "../../contract/browser/html.js";
import {
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

/** What each is called, and which filter of the page it is. */
const FACETS: Readonly<Record<FacetName, readonly [title: string, filter: FilterName]>> = {
  platform_version: ["Version", "platform_version"],
  repository: ["Repository", "repository"],
  category: ["Category", "category"],
  development_status: ["Maturity", "maturity"],
  license: ["Licence", "license"],
  installable: ["Installable", "installable"],
};

/** Folded on phones by a box that is ticked, so that it needs no script. */
export function renderFacets(state: SearchState, { version, list }: ShownFacets): Html {
  if (list.length === 0) return NOTHING;
  return html`<div class="facets">
    <input type="checkbox" id="show-facets" />
    <label class="button" for="show-facets">Narrow down</label>
    <nav aria-label="Narrow down">
      <p class="hint">${state.q === "" ? "Modules" : "Modules with these words"} at ${version}</p>
      ${list.map((facet) => renderFacet(state, version, facet))}
    </nav>
  </div>`;
}

function renderFacet(state: SearchState, version: string, { parameter, values }: Facet): Html {
  const shown = parameter === "platform_version" ? values.toReversed() : values;
  const rows = shown.map((value) => renderValue(state, version, parameter, value));
  return html`<h2>${FACETS[parameter][0]}</h2>
    <ul>
      ${rows}
    </ul>`;
}

function renderValue(
  state: SearchState,
  version: string,
  parameter: FacetName,
  { value, organization, count }: FacetValue,
): Html {
  const [, filter] = FACETS[parameter];
  const written = organization === undefined ? toFilterValue(value) : `${organization}/${value}`;
  const href = toSearchAddress(toNarrowed(state, version, filter, written));
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
  version: string,
  filter: FilterName,
  value: string,
): SearchState {
  const at = withFilter(state, "platform_version", version);
  const narrowed = withFilter(at, filter, value);
  return state.q === "" || hasFineFilters(narrowed)
    ? narrowed
    : withFilter(narrowed, "kind", "module");
}

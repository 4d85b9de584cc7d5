// GET /v1/search/{module_name} and /v1/search: modules by technical name, and by words and filters.
import { countFacets } from "../lookup/search/facets.js";
import { searchFiltered, SORT_ORDERS } from "../lookup/search/filtered-search.js";
import { searchNames } from "../lookup/search/name-search.js";
import { listUnknownValues } from "../lookup/search/entry-filters.js";
import {
  ALL_ROWS,
  choice,
  flag,
  limit,
  openLimit,
  moment,
  OFFSET,
  PLATFORM_VERSION,
  switchOn,
  text,
  version,
} from "../contract/parameter.js";
import { toPageResource } from "../contract/resource.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

const loadShapes = () => import("../contract/shape/search.js");

const INSTALLABLE = flag("True: only installable modules; false: only those that are not.");

const EXPLAIN = switchOn(
  "Explain each hit: how it matched, in which fields, and why it ranks where it does.",
);

const HITS = "The hits, best first; an empty list if nothing matches.";

export const nameSearchRoute = defineRoute({
  path: "/v1/search/{module_name}",
  operation: "searchNames",
  tag: "search",
  summary: "Modules by technical name",
  description:
    "One hit for each technical name that contains the text, in this order: the whole name, its start, the start of a word, inside; then names that have its words in any order. If there are none, names within a typo or two.",
  command: { words: "module_name" },
  parameters: {
    module_name: text("A technical name or a part of it; words in any order.", {
      example: "rental",
      elsewhere: ["q", "query", "term"],
    }),
    platform_version: PLATFORM_VERSION,
    installable: INSTALLABLE,
    // The specification sets no limit here.
    limit: openLimit("Maximum number of rows; all if not given.", 50),
    offset: OFFSET,
    explain: EXPLAIN,
  },
  answer: { description: HITS, shape: shape(loadShapes, "NameHits"), isPaged: true },
  respond({ lookup }, values) {
    const query = { ...values, text: values.module_name, limit: values.limit ?? ALL_ROWS };
    return toPageResource(searchNames(lookup, query), query);
  },
});

/** Filters by a value that modules have as a whole. */
const NAMED_FILTERS = {
  category: text("The manifest's category; case and spaces are ignored.", {
    example: "Sales/Rental",
  }),
  depends_on: text("Only modules that declare this dependency.", { example: "rental_core" }),
  model: text("Only modules that define or extend this model.", { example: "rental.order" }),
  license: text("The manifest's license; case and spaces are ignored.", { example: "AGPL-3" }),
  organization: text("Only this organization, case-insensitive.", { example: "harbor-works" }),
  repository: text("Only this repository, case-insensitive.", { example: "retail" }),
  development_status: text("Development status as in the manifest, case-insensitive.", {
    example: "Beta",
  }),
};

/** Search parameters: the words, and every filter. */
const SOUGHT = {
  platform_version: version("Only this Odoo version; `19` means `19.0`.", {
    example: "19.0",
    required: true,
  }),
  term: text(
    "Words to find in technical name, display name, summary or description; all must occur, beginnings of words count.",
    { example: "invoice", elsewhere: ["q", "query", "module", "module_name", "name"] },
  ),
  ...NAMED_FILTERS,
  installable: INSTALLABLE,
  application: flag("True: only applications; false: no applications."),
  author: text("Words of the authors' names; all must occur.", { example: "harbor" }),
  maintainer: text("Words of the maintainers' names; all must occur.", {
    example: "octocat",
  }),
  new: flag("True: only modules that exist at no older Odoo version; false: only those that do."),
  updated_since: moment(
    "Changed on or after this day; also with a time, UTC: `2024-01-31 12:00:00`.",
    { example: "2020-01-31" },
  ),
};

export const filteredSearchRoute = defineRoute({
  path: "/v1/search",
  operation: "searchModules",
  tag: "search",
  summary: "Modules by words and filters",
  description:
    "Modules of one Odoo version that match all words and filters; ranked by how well the words match, by rules applied one after another, then by the number of dependents; without words by technical name.",
  parameters: {
    ...SOUGHT,
    sort: choice(
      SORT_ORDERS,
      "`relevance`: by how well `term` matches, then by number of dependents; `name`: by technical name; `updated`: latest change first; `dependents`: most dependents first. Ties are ordered by technical name.",
      { default: "relevance", example: "updated" },
    ),
    explain: EXPLAIN,
    limit: limit(50, 200),
    offset: OFFSET,
  },
  answer: { description: HITS, shape: shape(loadShapes, "ModuleHits"), isPaged: true },
  respond: ({ lookup }, values) => toPageResource(searchFiltered(lookup, values), values),
});

const facetsRoute = defineRoute({
  path: "/v1/facets",
  operation: "countFacets",
  tag: "search",
  summary: "Facets of a search, with counts",
  description:
    "Facets of a `/v1/search`: values of Odoo version, repository, category, maturity, license and `installable` among the hits. Each has the number of hits if it replaced the given value. Facets without values are left out.",
  parameters: {
    ...SOUGHT,
    limit: { ...limit(20, 500), description: "Most values of each; above 500 it is 500." },
  },
  answer: {
    description: "The facets.",
    shape: shape(loadShapes, "Facets"),
    layout: async () => (await loadShapes()).layFacets,
  },
  respond: ({ lookup }, values) => ({ body: countFacets(lookup, values) }),
});

const unknownValuesRoute = defineRoute({
  path: "/v1/unknown-values",
  operation: "listUnknownValues",
  tag: "search",
  summary: "Filter values that no module has",
  description:
    "The given filter values that no module has at any version, each with known values instead. It tells whether a search that found nothing could have found anything.",
  parameters: { platform_version: PLATFORM_VERSION, ...NAMED_FILTERS },
  answer: {
    description: "The unknown values; an empty list if all are known.",
    shape: shape(loadShapes, "UnknownValues"),
  },
  respond: ({ lookup }, values) => ({ body: listUnknownValues(lookup.snapshot, values) }),
});

export const searchRoutes = [
  nameSearchRoute,
  filteredSearchRoute,
  facetsRoute,
  unknownValuesRoute,
] as const;

// GET /v1/search/{module_name} and /v1/search: modules by technical name, and by words and filters.
import { countFacets } from "../../lookup/search/facets.js";
import { searchFiltered, SORT_ORDERS } from "../../lookup/search/filtered-search.js";
import { searchNames } from "../../lookup/search/name-search.js";
import { listUnknownValues } from "../../lookup/search/unknown-values.js";
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
} from "../parameter.js";
import { toPageResource } from "../resource.js";
import { defineRoute, shape } from "../route.js";

const loadShapes = () => import("../shape/search.js");

const INSTALLABLE = flag("Only modules that can, or that cannot, be installed.");

const EXPLAIN = switchOn(
  "Adds to each hit how what was searched for matched, in which fields, and what else its place follows from.",
);

const HITS = "The hits, best first; none is an empty list.";

export const nameSearchRoute = defineRoute({
  path: "/v1/search/{module_name}",
  operation: "searchNames",
  tag: "search",
  summary: "Modules by technical name",
  description:
    "One hit for each technical name that contains the text, the best place first: the whole name, its start, the start of a word, inside; then those that have its words in any order. When none does, names within a typo or two.",
  command: { words: "module_name" },
  parameters: {
    module_name: text("A technical name or a part of it.", { example: "rental" }),
    platform_version: PLATFORM_VERSION,
    installable: INSTALLABLE,
    // The specification sets no limit here.
    limit: openLimit("Most rows; all when it is not given.", 50),
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
  category: text("The manifest's category; case and blanks do not matter.", {
    example: "Sales/Rental",
  }),
  depends_on: text("Only modules that declare this dependency.", { example: "rental_core" }),
  model: text("Only modules that make or extend this model.", { example: "rental.order" }),
  license: text("The manifest's license; case and blanks do not matter.", { example: "AGPL-3" }),
  organization: text("One organization; case does not matter.", { example: "harbor-works" }),
  repository: text("One repository; case does not matter.", { example: "retail" }),
  development_status: text("As the manifest says; case does not matter.", { example: "Beta" }),
};

/** What a search is for: the words, and every filter. */
const SOUGHT = {
  platform_version: version("Only this platform version; `17` means `17.0`.", {
    example: "17.0",
    required: true,
  }),
  term: text(
    "Words that must all begin a word of technical name, display name, summary or description.",
    { example: "invoice" },
  ),
  ...NAMED_FILTERS,
  installable: INSTALLABLE,
  application: flag("Only modules that are, or that are no, applications."),
  author: text("Words that must all be words of the authors' names.", { example: "harbor" }),
  maintainer: text("Words that must all be words of maintainers' names.", {
    example: "octocat",
  }),
  new: flag("Only modules that are at no older platform version, or only those that are."),
  updated_since: moment(
    "Changed on this day or later; also with a time, UTC: `2024-01-31 12:00:00`.",
    { example: "2020-01-31" },
  ),
};

export const filteredSearchRoute = defineRoute({
  path: "/v1/search",
  operation: "searchModules",
  tag: "search",
  summary: "Modules by words and filters",
  description:
    "Modules of one platform version for which all that is given holds; ranked by how the words stand in them, by rules one after another, then by what most modules depend on; without words by technical name.",
  parameters: {
    ...SOUGHT,
    sort: choice(
      SORT_ORDERS,
      "`relevance`: by how the words of `term` stand in names and texts, then by what most modules depend on; `name`: technical name; `updated`: the latest first; `dependents`: what most modules depend on first. Ties go by technical name.",
      { default: "relevance", example: "updated" },
    ),
    explain: EXPLAIN,
    limit: limit(50, 200),
    offset: OFFSET,
  },
  answer: { description: HITS, shape: shape(loadShapes, "ModuleHits"), isPaged: true },
  respond: ({ lookup }, values) => toPageResource(searchFiltered(lookup, values), values),
});

export const facetsRoute = defineRoute({
  path: "/v1/facets",
  operation: "countFacets",
  tag: "search",
  summary: "What a search can be narrowed down to, with counts",
  description:
    "For the words and filters of `/v1/search`: of platform version, repository, category, maturity, license and installable the values that hits have, each with how many hits that search has when it is put in place of what was given. A facet without a value is left out.",
  parameters: {
    ...SOUGHT,
    limit: { ...limit(20, 500), description: "Most values of each; above 500 it is 500." },
  },
  answer: { description: "The facets.", shape: shape(loadShapes, "Facets") },
  respond: ({ lookup }, values) => ({ body: countFacets(lookup, values) }),
});

export const unknownValuesRoute = defineRoute({
  path: "/v1/unknown-values",
  operation: "listUnknownValues",
  tag: "search",
  summary: "Which filters of a search no module has",
  description:
    "Of values by which searches filter, those that no module has at any version, with what there is instead. A search that finds nothing is an empty list; this says whether it could have found anything.",
  parameters: { platform_version: PLATFORM_VERSION, ...NAMED_FILTERS },
  answer: {
    description: "The unknown values; none is an empty list.",
    shape: shape(loadShapes, "UnknownValues"),
  },
  respond: ({ lookup }, values) => ({ body: listUnknownValues(lookup.snapshot, values) }),
});

// GET /v1/repos, /v1/versions, /v1/categories and /v1/authors: lists to browse.
import type { Snapshot } from "../../data/snapshot/decode.js";
import {
  listAuthors,
  listCategories,
  listLicenses,
  listRepositories,
  listVersionCounts,
} from "../lookup/module/browse.js";
import { cutSlice, type SliceRequest } from "../contract/slice.js";
import { limit, OFFSET } from "../contract/parameter.js";
import { toPageResource } from "../contract/resource.js";
import { shape, type LazyShape } from "../contract/route.js";
import { defineRoute, type RouteRequest } from "./define-route.js";

const loadShapes = () => import("../contract/shape/browse.js");

const COUNTED = "Each with its number of modules and entries.";

/** What is asked of a list that is the same for everyone, and what answers. */
const listWith = <Row>(
  rows: LazyShape<readonly Row[]>,
  list: (snapshot: Snapshot) => readonly Row[],
) => ({
  parameters: { limit: limit(100, 500), offset: OFFSET },
  answer: { description: "The rows.", isPaged: true as const, shape: rows },
  respond: ({ lookup }: RouteRequest, page: SliceRequest) =>
    toPageResource(cutSlice(list(lookup.snapshot), page), page),
});

export const repositoriesRoute = defineRoute({
  path: "/v1/repos",
  operation: "listRepositories",
  tag: "repositories",
  summary: "All repositories",
  description: `By organization and name, those without modules too. ${COUNTED}`,
  ...listWith(shape(loadShapes, "Repositories"), listRepositories),
});

const versionsRoute = defineRoute({
  path: "/v1/versions",
  operation: "listVersions",
  tag: "modules",
  summary: "All platform versions",
  description: `In numeric order. ${COUNTED}`,
  ...listWith(shape(loadShapes, "Versions"), listVersionCounts),
});

const categoriesRoute = defineRoute({
  path: "/v1/categories",
  operation: "listCategories",
  tag: "modules",
  summary: "All categories",
  description: `As written in manifests, those of most modules first, then by name. ${COUNTED}`,
  ...listWith(shape(loadShapes, "Names"), listCategories),
});

const licensesRoute = defineRoute({
  path: "/v1/licenses",
  operation: "listLicenses",
  tag: "modules",
  summary: "All licenses",
  description: `As written in manifests, those of most modules first, then by name. ${COUNTED}`,
  ...listWith(shape(loadShapes, "Names"), listLicenses),
});

const authorsRoute = defineRoute({
  path: "/v1/authors",
  operation: "listAuthors",
  tag: "modules",
  summary: "All authors",
  description: `As named in manifests, those of most modules first, then by name. ${COUNTED}`,
  ...listWith(shape(loadShapes, "Names"), listAuthors),
});

export const browseRoutes = [
  repositoriesRoute,
  versionsRoute,
  categoriesRoute,
  licensesRoute,
  authorsRoute,
] as const;

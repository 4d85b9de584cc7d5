// GET /v1/repos, /v1/versions, /v1/categories and /v1/authors: lists to browse.
import {
  listAuthors,
  listCategories,
  listLicenses,
  listRepositories,
  listVersionCounts,
} from "../lookup/module/browse.js";
import { cutSlice } from "../contract/slice.js";
import { limit, OFFSET } from "../contract/parameter.js";
import { toPageResource } from "../contract/resource.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

const loadShapes = () => import("../contract/shape/browse.js");

const parameters = { limit: limit(100, 500), offset: OFFSET };

const COUNTED = "Each with its number of modules and entries.";

const ROWS = { description: "The rows.", isPaged: true } as const;

export const repositoriesRoute = defineRoute({
  path: "/v1/repos",
  operation: "listRepositories",
  tag: "repositories",
  summary: "All repositories",
  description: `By organization and name, those without modules too. ${COUNTED}`,
  parameters,
  answer: { ...ROWS, shape: shape(loadShapes, "Repositories") },
  respond: ({ lookup }, page) =>
    toPageResource(cutSlice(listRepositories(lookup.snapshot), page), page),
});

const versionsRoute = defineRoute({
  path: "/v1/versions",
  operation: "listVersions",
  tag: "modules",
  summary: "All platform versions",
  description: `In numeric order. ${COUNTED}`,
  parameters,
  answer: { ...ROWS, shape: shape(loadShapes, "Versions") },
  respond: ({ lookup }, page) =>
    toPageResource(cutSlice(listVersionCounts(lookup.snapshot), page), page),
});

const categoriesRoute = defineRoute({
  path: "/v1/categories",
  operation: "listCategories",
  tag: "modules",
  summary: "All categories",
  description: `As written in manifests, those of most modules first, then by name. ${COUNTED}`,
  parameters,
  answer: { ...ROWS, shape: shape(loadShapes, "Names") },
  respond: ({ lookup }, page) =>
    toPageResource(cutSlice(listCategories(lookup.snapshot), page), page),
});

const licensesRoute = defineRoute({
  path: "/v1/licenses",
  operation: "listLicenses",
  tag: "modules",
  summary: "All licenses",
  description: `As written in manifests, those of most modules first, then by name. ${COUNTED}`,
  parameters,
  answer: { ...ROWS, shape: shape(loadShapes, "Names") },
  respond: ({ lookup }, page) =>
    toPageResource(cutSlice(listLicenses(lookup.snapshot), page), page),
});

const authorsRoute = defineRoute({
  path: "/v1/authors",
  operation: "listAuthors",
  tag: "modules",
  summary: "All authors",
  description: `As named in manifests, those of most modules first, then by name. ${COUNTED}`,
  parameters,
  answer: { ...ROWS, shape: shape(loadShapes, "Names") },
  respond: ({ lookup }, page) => toPageResource(cutSlice(listAuthors(lookup.snapshot), page), page),
});

export const browseRoutes = [
  repositoriesRoute,
  versionsRoute,
  categoriesRoute,
  licensesRoute,
  authorsRoute,
] as const;

// GET /v1/repos, /v1/repo/{repo_name}, /v1/versions and /v1/names/{kind}: lists to browse, and a repository.
import type { Lookup } from "../lookup/lookup.js";
import {
  listAuthors,
  listCategories,
  listLicenses,
  listRepositories,
  listVersionCounts,
  findRepository,
} from "../lookup/module/browse.js";
import type { NamedCounts } from "../contract/shape/browse.js";
import { cutSlice, type SliceRequest } from "../contract/slice.js";
import { choice, limit, OFFSET, PROVIDER, REPOSITORY_NAME } from "../contract/parameter.js";
import { toPageResource } from "../contract/resource.js";
import { shape, type LazyShape } from "../contract/route.js";
import { defineRoute, type RouteRequest } from "./define-route.js";
import { getFound } from "../contract/problem.js";

const loadShapes = () => import("../contract/shape/browse.js");

const COUNTED = "Each with its number of modules and entries.";

const PAGE = { limit: limit(100, 500), offset: OFFSET } as const;

/** Parameters and function of a list that is the same for everyone. */
const listWith = <Row>(
  rows: LazyShape<readonly Row[]>,
  list: (snapshot: Lookup["snapshot"]) => readonly Row[],
) => ({
  parameters: PAGE,
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

const NAMED = {
  categories: listCategories,
  licenses: listLicenses,
  authors: listAuthors,
} as const satisfies Readonly<
  Record<string, (snapshot: Lookup["snapshot"]) => readonly NamedCounts[]>
>;

const namesRoute = defineRoute({
  path: "/v1/names/{kind}",
  operation: "listNames",
  tag: "modules",
  summary: "All categories, licenses or authors",
  description: `As written in manifests, those of most modules first, then by name. ${COUNTED}`,
  parameters: {
    kind: choice(["categories", "licenses", "authors"], "Names of what.", {
      example: "categories",
    }),
    ...PAGE,
  },
  answer: { description: "The rows.", isPaged: true, shape: shape(loadShapes, "Names") },
  respond: ({ lookup }, { kind, ...page }) =>
    toPageResource(cutSlice(NAMED[kind](lookup.snapshot), page), page),
});

export const browseRoutes = [repositoriesRoute, versionsRoute, namesRoute] as const;

export const repositoryRoute = defineRoute({
  path: "/v1/repo/{repo_name}",
  operation: "getRepository",
  tag: "repositories",
  summary: "Modules of a repository",
  description: "The organizations that have a repository of this name, with their modules.",
  parameters: { repo_name: REPOSITORY_NAME, org: PROVIDER.org },
  answer: {
    description: "The repository.",
    shape: shape(() => import("../contract/shape/browse.js"), "RepositorySummary"),
  },
  problems: ["unknown_repository"],
  respond: ({ lookup }, { repo_name, org }) => ({
    body: getFound(
      findRepository(lookup.snapshot, repo_name, org),
      org === undefined ? repo_name : `${org}/${repo_name}`,
    ),
  }),
});

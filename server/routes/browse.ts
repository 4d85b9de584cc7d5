// GET /v1/repos, /v1/repo/{repo_name}, /v1/versions, /v1/categories and /v1/authors: lists to browse, and a repository.
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
import { limit, OFFSET, PROVIDER, REPOSITORY_NAME } from "../contract/parameter.js";
import { toPageResource } from "../contract/resource.js";
import { shape, type LazyShape } from "../contract/route.js";
import { defineRoute, type RouteRequest } from "./define-route.js";
import { getFound } from "../contract/problem.js";

const loadShapes = () => import("../contract/shape/browse.js");

const COUNTED = "Each with its number of modules and entries.";

/** What is asked of a list that is the same for everyone, and what answers. */
const listWith = <Row>(
  rows: LazyShape<readonly Row[]>,
  list: (snapshot: Lookup["snapshot"]) => readonly Row[],
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

/** Of what manifests name: their paths are what they are of. */
const defineNames = <const Path extends string>(
  path: Path,
  operation: string,
  list: (snapshot: Lookup["snapshot"]) => readonly NamedCounts[],
) => ({
  ...defineRoute({
    path: path as string,
    operation,
    tag: "modules",
    summary: `All ${path.slice("/v1/".length)}`,
    description: `As written in manifests, those of most modules first, then by name. ${COUNTED}`,
    ...listWith(shape(loadShapes, "Names"), list),
  }),
  path,
});

export const browseRoutes = [
  repositoriesRoute,
  versionsRoute,
  defineNames("/v1/categories", "listCategories", listCategories),
  defineNames("/v1/licenses", "listLicenses", listLicenses),
  defineNames("/v1/authors", "listAuthors", listAuthors),
] as const;

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

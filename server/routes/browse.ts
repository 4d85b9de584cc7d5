// GET /v1/{kind} and /v1/repo/{repo_name}: lists to browse, and a repository.
import { listKeys } from "../../data/shape.js";
import type { Lookup } from "../lookup/lookup.js";
import {
  listAuthors,
  listCategories,
  listLicenses,
  listRepositories,
  listVersionCounts,
  findRepository,
} from "../lookup/module/browse.js";
import type { BrowsedRow } from "../contract/shape/browse.js";
import { cutSlice } from "../contract/slice.js";
import { choice, limit, OFFSET, PROVIDER, REPOSITORY_NAME } from "../contract/parameter.js";
import { toPageResource } from "../contract/resource.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";
import { getFound } from "../contract/problem.js";

const loadShapes = () => import("../contract/shape/browse.js");

const LISTS = {
  repos: listRepositories,
  versions: listVersionCounts,
  categories: listCategories,
  licenses: listLicenses,
  authors: listAuthors,
} as const satisfies Readonly<
  Record<string, (snapshot: Lookup["snapshot"]) => readonly BrowsedRow[]>
>;

export const browseRoute = defineRoute({
  path: "/v1/{kind}",
  operation: "browse",
  tag: "modules",
  summary: "All repositories, platform versions, categories, licenses or authors",
  description:
    "Each with its number of modules and entries. Repositories by organization and name, those without modules too; versions in numeric order; names as written in manifests, those of most modules first, then by name.",
  parameters: {
    kind: choice(listKeys(LISTS), "What is listed.", {
      example: "repos",
    }),
    limit: limit(100, 500),
    offset: OFFSET,
  },
  answer: { description: "The rows.", isPaged: true, shape: shape(loadShapes, "BrowsedRows") },
  respond: ({ lookup }, { kind, ...page }) =>
    toPageResource(cutSlice<BrowsedRow>(LISTS[kind](lookup.snapshot), page), page),
});

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

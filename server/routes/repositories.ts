// GET /v1/{kind} and /v1/repo/{repo_name}: lists to browse, and a repository; /v1/coverage and /v1/repo/{repo_name}/coverage: modules of
// one platform version that exist at another; /v1/copies: which repositories have modules of others.
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
import { cutSlice, toPageResource } from "../contract/resource.js";
import {
  choice,
  limit,
  OFFSET,
  PROVIDER,
  REPOSITORY_NAME,
  list,
  VERSION_PAIR,
  version,
} from "../contract/parameter.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";
import { getFound, requireVersion } from "../contract/problem.js";
import { coverNames, coverRepository } from "../compare/diff/coverage.js";
import { MOST_NAMES } from "../contract/browser/plan-question.js";
import { findCopies } from "../lookup/module/copy-list.js";

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
  summary: "All repositories, Odoo versions, categories, licenses or authors",
  summaries: {
    repos: "All repositories",
    versions: "All Odoo versions",
    categories: "All categories of modules",
    licenses: "All licenses of modules",
    authors: "All authors of modules",
  },
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

const answer = {
  description: "The modules with their status, and the number of each status.",
  shape: shape(() => import("../contract/shape/coverage.js"), "Coverage"),
  layout: async () => (await import("../contract/shape/coverage.js")).layCoverage,
};

const coverageRoute = defineRoute({
  path: "/v1/coverage",
  operation: "coverNames",
  tag: "modules",
  summary: "Which modules exist at another version",
  description:
    "For each module whether it exists at the Odoo version `to`, and where; if not, which of its dependencies at `from` are missing there as well.",
  parameters: {
    names: list(MOST_NAMES, `Technical names, comma-separated, at most ${MOST_NAMES}.`, {
      example: "rental_core,leave_calendar,no_such_module",
      required: true,
    }),
    ...VERSION_PAIR,
  },
  answer,
  problems: ["unknown_version", "too_complex"],
  respond: ({ lookup }, { names, ...pair }) => ({
    body: getFound(coverNames(lookup.snapshot, names, pair), names.join(", ")),
  }),
});

export const repositoryCoverageRoute = defineRoute({
  path: "/v1/repo/{repo_name}/coverage",
  operation: "coverRepository",
  tag: "repositories",
  summary: "Which modules of a repository exist at another version",
  description:
    "The answer of /v1/coverage for every module of a repository at the Odoo version `from`. Every organization with a repository of this name counts.",
  parameters: { repo_name: REPOSITORY_NAME, org: PROVIDER.org, ...VERSION_PAIR },
  answer,
  problems: ["unknown_repository", "unknown_version", "too_complex"],
  respond: ({ lookup }, { repo_name, ...pair }) => ({
    body: getFound(coverRepository(lookup.snapshot, repo_name, pair), repo_name),
  }),
});

export const coverageRoutes = [coverageRoute, repositoryCoverageRoute] as const;

export const copiesRoute = defineRoute({
  path: "/v1/copies",
  operation: "listCopies",
  tag: "repositories",
  summary: "Which repositories have modules of others",
  description:
    "Copies of modules at an Odoo version: names that several repositories have, without the original. Each is equal to the original, an older state of it, or changed. The git trees of both folders tell, and how many commits it is behind.",
  parameters: {
    platform_version: version("Odoo version; `19` means `19.0`.", {
      example: "19.0",
      required: true,
    }),
    ...PROVIDER,
    limit: limit(100, 500),
    offset: OFFSET,
  },
  answer: {
    description: "The copies of this page, with the pairs of repositories and the counts of all.",
    shape: shape(() => import("../contract/shape/copies.js"), "Copies"),
    layout: async () => (await import("../contract/shape/copies.js")).layCopies,
    isPaged: true,
  },
  problems: ["unknown_version"],
  async respond({ lookup }, { org, repo, platform_version, ...page }) {
    const { snapshot } = lookup;
    requireVersion(snapshot.versions, platform_version);
    const query = { platform_version, org, repo, ...page };
    const { total, ...body } = await findCopies(snapshot, query);
    return { body, page: { ...page, total } };
  },
});

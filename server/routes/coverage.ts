// GET /v1/coverage and /v1/repo/{repo_name}/coverage: modules of one platform version that exist at
// another.
import { coverNames, coverRepository } from "../compare/diff/coverage.js";
import { list, PROVIDER, REPOSITORY_NAME, VERSION_PAIR } from "../contract/parameter.js";
import { MOST_NAMES } from "../contract/browser/plan-question.js";
import { getFound } from "../contract/problem.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

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
    "For each module whether it exists at the platform version `to`, and where; if not, which of its dependencies at `from` are missing there as well.",
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
    "The answer of /v1/coverage for every module of a repository at the platform version `from`. Every organization with a repository of this name counts.",
  parameters: { repo_name: REPOSITORY_NAME, org: PROVIDER.org, ...VERSION_PAIR },
  answer,
  problems: ["unknown_repository", "unknown_version", "too_complex"],
  respond: ({ lookup }, { repo_name, ...pair }) => ({
    body: getFound(coverRepository(lookup.snapshot, repo_name, pair), repo_name),
  }),
});

export const coverageRoutes = [coverageRoute, repositoryCoverageRoute] as const;

// GET /v1/coverage and /v1/repo/{repo_name}/coverage: what of one platform version exists at another.
import { coverNames, coverRepository } from "../../lookup/comparison/coverage.js";
import { list, MOST_NAMES, REPOSITORY_NAME, version } from "../parameter.js";
import { getFound } from "../problem.js";
import { defineRoute, shape } from "../route.js";

const versions = {
  from: version("The platform version to leave.", { example: "16.0", required: true }),
  to: version("The platform version to reach.", { example: "17.0", required: true }),
};

const answer = {
  description: "The modules with their status, and how many there are of each.",
  shape: shape(() => import("../shape/coverage.js"), "Coverage"),
};

export const coverageRoute = defineRoute({
  path: "/v1/coverage",
  operation: "coverNames",
  tag: "modules",
  summary: "Which of these modules exist at another version",
  description:
    "For each name whether it exists at the platform version `to`, and where; of one that does not, which of its dependencies at `from` are missing as well.",
  parameters: {
    names: list(MOST_NAMES, `Technical names with commas between them, up to ${MOST_NAMES}.`, {
      example: "rental_core,leave_calendar,no_such_module",
      required: true,
    }),
    ...versions,
  },
  answer,
  problems: ["unknown_version"],
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
    "The same for every module that a repository has at the platform version `from`; of all organizations that have one of this name.",
  parameters: { repo_name: REPOSITORY_NAME, ...versions },
  answer,
  problems: ["unknown_repository", "unknown_version"],
  respond: ({ lookup }, { repo_name, ...pair }) => ({
    body: getFound(coverRepository(lookup.snapshot, repo_name, pair), repo_name),
  }),
});

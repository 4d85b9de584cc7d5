// GET /v1/repo/{repo_name}
import { findRepository } from "../lookup/module/browse.js";
import { REPOSITORY_NAME } from "../contract/parameter.js";
import { getFound } from "../contract/problem.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

export const repositoryRoute = defineRoute({
  path: "/v1/repo/{repo_name}",
  operation: "getRepository",
  tag: "repositories",
  summary: "Modules of a repository",
  description: "The organizations that have a repository of this name, with their modules.",
  parameters: { repo_name: REPOSITORY_NAME },
  answer: {
    description: "The repository.",
    shape: shape(() => import("../contract/shape/repository.js"), "RepositorySummary"),
  },
  problems: ["unknown_repository"],
  respond: ({ lookup }, { repo_name }) => ({
    body: getFound(findRepository(lookup.snapshot, repo_name), repo_name),
  }),
});

// GET /v1/repo/{repo_name}
import { findRepository } from "../../lookup/module/repositories.js";
import { REPOSITORY_NAME } from "../parameter.js";
import { getFound } from "../problem.js";
import { defineRoute, shape } from "../route.js";

export const repositoryRoute = defineRoute({
  path: "/v1/repo/{repo_name}",
  operation: "getRepository",
  tag: "repositories",
  summary: "Modules of a repository",
  description: "The organizations that have a repository of this name, with their modules.",
  parameters: { repo_name: REPOSITORY_NAME },
  answer: {
    description: "The repository.",
    shape: shape(() => import("../shape/repository.js"), "RepositorySummary"),
  },
  problems: ["unknown_repository"],
  respond: ({ lookup }, { repo_name }) => ({
    body: getFound(findRepository(lookup.snapshot, repo_name), repo_name),
  }),
});

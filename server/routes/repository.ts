// GET /v1/repo/{repo_name}
import { findRepository } from "../lookup/repositories.js";
import { toMissingProblem } from "../problem.js";
import type { Route } from "./route.js";

export const repositoryRoute: Route = {
  path: "/v1/repo/:repo_name",
  answer({ lookup, parameters }) {
    const name = parameters.readPath("repo_name");
    parameters.check();
    const outcome = findRepository(lookup.snapshot, name);
    if (!outcome.found) throw toMissingProblem(outcome, name);
    return { body: outcome.value };
  },
};

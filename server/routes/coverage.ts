// GET /v1/coverage and /v1/repo/{repo_name}/coverage: what of one platform version exists at another.
import { coverNames, coverRepository } from "../lookup/coverage.js";
import type { ParameterReader } from "../parameters.js";
import { toMissingProblem } from "../problem.js";
import { MOST_NAMES } from "./modules.js";
import type { Route } from "./route.js";

const readVersions = (parameters: ParameterReader) => ({
  from: parameters.readRequiredVersion("from"),
  to: parameters.readRequiredVersion("to"),
});

export const coverageRoute: Route = {
  path: "/v1/coverage",
  answer({ lookup, parameters }) {
    const names = parameters.readRequiredList("names", MOST_NAMES);
    const versions = readVersions(parameters);
    parameters.check();
    const outcome = coverNames(lookup.snapshot, names, versions);
    if (!outcome.found) throw toMissingProblem(outcome, names.join(", "));
    return { body: outcome.value };
  },
};

export const repositoryCoverageRoute: Route = {
  path: "/v1/repo/:repo_name/coverage",
  answer({ lookup, parameters }) {
    const name = parameters.readPath("repo_name");
    const versions = readVersions(parameters);
    parameters.check();
    const outcome = coverRepository(lookup.snapshot, name, versions);
    if (!outcome.found) throw toMissingProblem(outcome, name);
    return { body: outcome.value };
  },
};

// GET /v1/module/{module_name} and /v1/module/{module_name}/{platform_version}
import { findModuleDetails, findModuleSummary } from "../lookup/modules.js";
import { toMissingProblem } from "../problem.js";
import type { Route } from "./route.js";

export const moduleSummaryRoute: Route = {
  path: "/v1/module/:module_name",
  answer({ lookup, parameters }) {
    const name = parameters.readPath("module_name");
    parameters.check();
    const outcome = findModuleSummary(lookup.snapshot, name);
    if (!outcome.found) throw toMissingProblem(outcome, name);
    return { body: outcome.value };
  },
};

export const moduleDetailRoute: Route = {
  path: "/v1/module/:module_name/:platform_version",
  answer({ lookup, parameters }) {
    const name = parameters.readPath("module_name");
    const filter = {
      platformVersion: parameters.readPathVersion("platform_version"),
      organization: parameters.readText("org"),
      repository: parameters.readText("repo"),
    };
    parameters.check();
    const outcome = findModuleDetails(lookup.snapshot, name, filter);
    if (!outcome.found) throw toMissingProblem(outcome, name);
    return { body: outcome.value };
  },
};

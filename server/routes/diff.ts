// GET /v1/module/{module_name}/diff/{from}/{to}: a module at two platform versions.
import { findModuleDiff } from "../lookup/module-diff.js";
import { toMissingProblem } from "../problem.js";
import type { Route } from "./route.js";

export const moduleDiffRoute: Route = {
  path: "/v1/module/:module_name/diff/:from/:to",
  answer({ lookup, parameters }) {
    const name = parameters.readPath("module_name");
    const filter = {
      from: parameters.readPathVersion("from"),
      to: parameters.readPathVersion("to"),
      organization: parameters.readText("org"),
      repository: parameters.readText("repo"),
    };
    parameters.check();
    const outcome = findModuleDiff(lookup.snapshot, name, filter);
    if (!outcome.found) throw toMissingProblem(outcome, name);
    return { body: outcome.value };
  },
};

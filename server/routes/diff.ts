// GET /v1/module/{module_name}/diff/{from}/{to}: a module at two platform versions.
import { answerLong, takeLongSteps } from "../lookup/limits.js";
import { findModuleDiff } from "../compare/diff/module-diff.js";
import { PROVIDER, MODULE_NAME, version } from "../contract/parameter.js";
import { getFound } from "../contract/problem.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

export const moduleDiffRoute = defineRoute({
  path: "/v1/module/{module_name}/diff/{from}/{to}",
  operation: "diffModule",
  tag: "modules",
  summary: "What changed between two platform versions",
  description:
    "What was added, removed and changed: manifest, declared dependencies, models, fields, methods and views. If several repositories have the module, `org` and `repo` choose. Default: at `from` the choice of /v1/plan, at `to` the same repository, else the same organization. Renames are those of /v1/api-changes, with their evidence, and views of which all but the id stayed. A module that was renamed or merged between the two versions is compared under its other name, and `compared_with` says so.",
  parameters: {
    module_name: MODULE_NAME,
    from: version("The platform version before.", { example: "18.0" }),
    to: version("The platform version after.", { example: "19.0" }),
    ...PROVIDER,
  },
  answer: {
    description: "The differences; empty lists where there are none.",
    shape: shape(() => import("../contract/shape/diff.js"), "ModuleDiff"),
    layout: async () => (await import("../contract/shape/diff.js")).layDiff,
  },
  problems: ["unknown_module", "module_not_at_version", "module_not_in_repository", "too_busy"],
  isCostly: true,
  async respond({ lookup, findAsker }, { module_name, ...filter }) {
    const outcome = await answerLong(
      () => takeLongSteps(findModuleDiff(lookup.snapshot, module_name, filter)),
      findAsker?.(),
    );
    return { body: getFound(outcome, module_name) };
  },
});

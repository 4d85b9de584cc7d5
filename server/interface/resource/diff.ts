// GET /v1/module/{module_name}/diff/{from}/{to}: a module at two platform versions.
import { findModuleDiff } from "../../lookup/comparison/module-diff.js";
import { PROVIDER, MODULE_NAME, version } from "../parameter.js";
import { getFound } from "../problem.js";
import { defineRoute, shape } from "../route.js";

export const moduleDiffRoute = defineRoute({
  path: "/v1/module/{module_name}/diff/{from}/{to}",
  operation: "diffModule",
  tag: "modules",
  summary: "What changed between two platform versions",
  description:
    "What manifest, declared dependencies, models, fields, methods and views gained, lost and changed. Of several providers it is the first at `from` and the nearest to it at `to`, unless `org` and `repo` choose. A rename is a guess with its reason, made where exactly one name that came fits one that went. A module that was renamed or merged between the two is compared under its other name, and `compared_with` says so.",
  parameters: {
    module_name: MODULE_NAME,
    from: version("The platform version before.", { example: "16.0" }),
    to: version("The platform version after.", { example: "17.0" }),
    ...PROVIDER,
  },
  answer: {
    description: "The differences; empty lists where there are none.",
    shape: shape(() => import("../shape/diff.js"), "ModuleDiff"),
  },
  problems: ["unknown_module", "module_not_at_version", "module_not_in_repository"],
  respond: ({ lookup }, { module_name, ...filter }) => ({
    body: getFound(findModuleDiff(lookup.snapshot, module_name, filter), module_name),
  }),
});

// GET /v1/lineage/{module_name}: what became of a module, and what it came from.
import { findLineage } from "../../../lookup/lineage/lineage.js";
import { MODULE_NAME } from "../../parameter.js";
import { getFound } from "../../problem.js";
import { defineRoute, shape } from "../../route.js";

export const lineageRoute = defineRoute({
  path: "/v1/lineage/{module_name}",
  operation: "getLineage",
  tag: "modules",
  summary: "What became of a module",
  description:
    "From version to version: where the module goes on, under which name, and in which repository, with what says so in git or in OpenUpgrade's lists; the same of the modules that it came from, and of those that have its contents now. A name that no repository here has is known where OpenUpgrade tells of it.",
  parameters: { module_name: MODULE_NAME },
  answer: {
    description: "The steps, by platform version.",
    shape: shape(() => import("../../shape/lineage.js"), "Lineage"),
  },
  problems: ["unknown_module"],
  respond: ({ lookup }, { module_name }) => ({
    body: getFound(findLineage(lookup.snapshot, module_name), module_name),
  }),
});

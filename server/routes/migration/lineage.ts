// GET /v1/lineage/{module_name}: what became of a module, and what it came from.
import { findLineage } from "../../lookup/lineage/lineage.js";
import { MODULE_NAME } from "../../contract/parameter.js";
import { getFound } from "../../contract/problem.js";
import { shape } from "../../contract/route.js";
import { defineRoute } from "../define-route.js";

export const lineageRoute = defineRoute({
  path: "/v1/lineage/{module_name}",
  operation: "getLineage",
  tag: "modules",
  summary: "What became of a module",
  description:
    "From version to version: under which name and in which repository the module goes on, with the evidence in git or in OpenUpgrade's lists; likewise for the modules that it came from and those that have its contents now. A module that is not indexed is known where OpenUpgrade names it.",
  parameters: { module_name: MODULE_NAME },
  answer: {
    description: "The steps, by platform version.",
    shape: shape(() => import("../../contract/shape/lineage.js"), "Lineage"),
  },
  problems: ["unknown_module"],
  respond: ({ lookup }, { module_name }) => ({
    body: getFound(findLineage(lookup.snapshot, module_name), module_name),
  }),
});

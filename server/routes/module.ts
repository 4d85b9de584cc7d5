// GET /v1/module/{module_name}, /v1/module/{module_name}/{platform_version} and /v1/lineage/{module_name}
import { PART_NAMES } from "../../data/module/module-parts.js";
import { DETAIL_KEYS, listSelectedKeys, VIEW_NAMES, VIEWS } from "../lookup/module/detail.js";
import { findModuleDetails, findModuleSummary } from "../lookup/module/modules.js";
import {
  PROVIDER,
  choice,
  choices,
  MODULE_NAME,
  PLATFORM_VERSION_IN_PATH,
} from "../contract/parameter.js";
import { getFound } from "../contract/problem.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";
import { findLineage } from "../lookup/lineage/lineage.js";

const loadShapes = () => import("../contract/shape/module.js");

const moduleSummaryRoute = defineRoute({
  path: "/v1/module/{module_name}",
  operation: "getModule",
  tag: "modules",
  summary: "Where a module exists",
  description: "The platform versions at which a module exists, and the repositories that have it.",
  parameters: { module_name: MODULE_NAME },
  answer: { description: "The module.", shape: shape(loadShapes, "ModuleSummary") },
  problems: ["unknown_module"],
  respond: ({ lookup }, { module_name }) => ({
    body: getFound(findModuleSummary(lookup.snapshot, module_name), module_name),
  }),
});

export const moduleDetailRoute = defineRoute({
  path: "/v1/module/{module_name}/{platform_version}",
  operation: "getModuleAtVersion",
  tag: "modules",
  summary: "A module at one platform version",
  description:
    "Everything known about a module at a platform version, with views, models, fields and methods: one element for each repository that has it, ordered by organization and repository.",
  parameters: {
    module_name: MODULE_NAME,
    platform_version: PLATFORM_VERSION_IN_PATH,
    ...PROVIDER,
    include: choices(
      [...PART_NAMES, "all"],
      `Parts to include, comma-separated: ${PART_NAMES.join(", ")}, or all.`,
      { example: "controllers,crons" },
    ),
    fields: choices(
      DETAIL_KEYS,
      "Only these keys of a module, comma-separated, beside those of `view` and `include`.",
      { example: "name,version,license" },
    ),
    view: choice(
      VIEW_NAMES,
      `\`basic\`: ${VIEWS.basic.join(", ")}. \`extended\`: everything but the parts, which is what is given when neither \`view\` nor \`fields\` is.`,
      { example: "basic" },
    ),
  },
  answer: {
    description: "The module, once for each repository.",
    shape: shape(loadShapes, "ModuleDetails"),
  },
  problems: ["unknown_module", "module_not_at_version", "module_not_in_repository"],
  respond({ lookup }, { module_name, ...values }) {
    const keys = listSelectedKeys(values);
    const outcome = findModuleDetails(lookup.snapshot, module_name, values, keys);
    return { body: getFound(outcome, module_name) };
  },
});

export const moduleRoutes = [moduleSummaryRoute, moduleDetailRoute] as const;

export const lineageRoute = defineRoute({
  path: "/v1/lineage/{module_name}",
  operation: "getLineage",
  tag: "modules",
  summary: "What became of a module",
  description:
    "From version to version: the name and repository of the module, with the evidence in git or in OpenUpgrade's lists; likewise for the modules that it came from and those that have its contents now. A module that is not indexed is known where OpenUpgrade names it.",
  parameters: { module_name: MODULE_NAME },
  answer: {
    description: "The steps, by platform version.",
    shape: shape(() => import("../contract/shape/lineage.js"), "Lineage"),
    layout: async () => (await import("../contract/shape/lineage-layout.js")).layLineage,
  },
  problems: ["unknown_module"],
  respond: ({ lookup }, { module_name }) => ({
    body: getFound(findLineage(lookup.snapshot, module_name), module_name),
  }),
});

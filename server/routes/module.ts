// GET /v1/module/{module_name}, /v1/module/{module_name}/{platform_version} and /v1/lineage/{module_name}; /v1/modules: all modules in
// parts, or those of a list of names.
import { PART_NAMES } from "../../data/module/module-parts.js";
import { DETAIL_KEYS, listSelectedKeys, VIEW_NAMES, VIEWS } from "../lookup/module/detail.js";
import { findModuleDetails, findModuleSummary } from "../lookup/module/modules.js";
import {
  PROVIDER,
  choice,
  choices,
  MODULE_NAME,
  PLATFORM_VERSION_IN_PATH,
  openLimit,
  list,
  OFFSET,
  PLATFORM_VERSION,
} from "../contract/parameter.js";
import { getFound } from "../contract/problem.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";
import { findLineage } from "../lookup/lineage/lineage.js";
import { listModuleRows, listNamedRows } from "../lookup/module/module-rows.js";
import { MOST_NAMES } from "../contract/browser/plan-question.js";
import { toPageResource } from "../contract/resource.js";

const loadShapes = () => import("../contract/shape/module.js");

const moduleSummaryRoute = defineRoute({
  path: "/v1/module/{module_name}",
  operation: "getModule",
  tag: "modules",
  summary: "Where a module exists",
  description: "The Odoo versions at which a module exists, and the repositories that have it.",
  parameters: { module_name: MODULE_NAME },
  answer: {
    description: "The module.",
    shape: shape(loadShapes, "ModuleSummary"),
    isRow: true,
  },
  problems: ["unknown_module"],
  respond: ({ lookup }, { module_name }) => ({
    body: getFound(findModuleSummary(lookup.snapshot, module_name), module_name),
  }),
});

export const moduleDetailRoute = defineRoute({
  path: "/v1/module/{module_name}/{platform_version}",
  operation: "getModuleAtVersion",
  tag: "modules",
  summary: "A module at one Odoo version",
  description:
    "Everything known about a module at an Odoo version, with views, models, fields and methods: one element for each repository that has it, the original first.",
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
    description: "The steps, by Odoo version.",
    shape: shape(() => import("../contract/shape/lineage.js"), "Lineage"),
    layout: async () => (await import("../contract/shape/lineage-layout.js")).layLineage,
  },
  problems: ["unknown_module"],
  respond: ({ lookup }, { module_name }) => ({
    body: getFound(findLineage(lookup.snapshot, module_name), module_name),
  }),
});

const FALLBACK_ROWS = 100;
const MOST_ROWS = 500;

export const modulesRoute = defineRoute({
  path: "/v1/modules",
  operation: "listModules",
  tag: "modules",
  summary: "All modules, or those of a list of names",
  description:
    "One row for each module at each Odoo version in each repository, ordered by technical name, Odoo version, organization and repository. With `names` one row for each name, in their order, at the newest Odoo version unless one is given; unknown names are marked. `/v1/export/modules` gives everything at once.",
  parameters: {
    platform_version: PLATFORM_VERSION,
    names: list(
      MOST_NAMES,
      `Technical names, comma-separated: at most ${MOST_NAMES}, and as many as fit into a URL.`,
      { example: "rental_core,delivery_window,no_such_module" },
    ),
    limit: openLimit(
      `Maximum number of rows; larger values count as ${MOST_ROWS}. By default ${FALLBACK_ROWS}, with \`names\` all.`,
      FALLBACK_ROWS,
      MOST_ROWS,
    ),
    offset: OFFSET,
  },
  answer: {
    description: "The rows.",
    shape: shape(() => import("../contract/shape/module.js"), "ModuleRows"),
    isPaged: true,
  },
  respond({ lookup }, { names, ...values }) {
    // A request with a list of names wants all rows.
    const fallback = names === undefined ? FALLBACK_ROWS : MOST_ROWS;
    const query = { ...values, limit: values.limit ?? fallback };
    const rows =
      names === undefined
        ? listModuleRows(lookup.snapshot, query)
        : listNamedRows(lookup.snapshot, names, query);
    return toPageResource(rows, query);
  },
});

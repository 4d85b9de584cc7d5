// GET /v1/module/{module_name}/{platform_version}/dependencies and …/dependents.
import { findDependencies } from "../lookup/dependency/dependency-tree.js";
import { findDependents } from "../lookup/dependency/dependents.js";
import {
  limit,
  MODULE_NAME,
  OFFSET,
  PLATFORM_VERSION_IN_PATH,
  switchOn,
  text,
} from "../contract/parameter.js";
import { getFound } from "../contract/problem.js";
import { shape } from "../contract/route.js";
import { defineRoute } from "./define-route.js";

const loadShapes = () => import("../contract/shape/dependencies.js");

export const dependenciesRoute = defineRoute({
  path: "/v1/module/{module_name}/{platform_version}/dependencies",
  operation: "getDependencies",
  tag: "modules",
  summary: "Dependencies of a module",
  description:
    "All direct and indirect dependencies of a module at an Odoo version, in load order, with the repositories to clone. If several repositories have a module, the choice is that of /v1/plan. `org` and `repo` choose the module itself; its dependencies then come from its repository, else from its organization.",
  parameters: {
    module_name: MODULE_NAME,
    platform_version: PLATFORM_VERSION_IN_PATH,
    org: text("The organization to start from.", { example: "harbor-works" }),
    repo: text("The repository to start from.", { example: "retail" }),
  },
  answer: {
    description: "The dependencies.",
    shape: shape(loadShapes, "Dependencies"),
  },
  problems: ["unknown_module", "module_not_at_version", "module_not_in_repository", "too_complex"],
  respond({ lookup }, { module_name, ...filter }) {
    const outcome = findDependencies(lookup.snapshot, module_name, filter);
    return { body: getFound(outcome, module_name) };
  },
});

export const dependentsRoute = defineRoute({
  path: "/v1/module/{module_name}/{platform_version}/dependents",
  operation: "getDependents",
  tag: "modules",
  summary: "Modules that depend on a module",
  description:
    "The modules that depend on this one at an Odoo version, directly or indirectly, the nearest first; also for a module that is not indexed.",
  parameters: {
    module_name: MODULE_NAME,
    platform_version: PLATFORM_VERSION_IN_PATH,
    direct: switchOn("Only direct dependents: modules whose own manifest names it."),
    limit: limit(100, 500),
    offset: OFFSET,
  },
  answer: {
    description: "The dependents of this page with the counts of all.",
    shape: shape(loadShapes, "Dependents"),
    isPaged: true,
  },
  problems: ["unknown_module", "module_not_at_version"],
  respond({ lookup }, { module_name, ...query }) {
    const outcome = findDependents(lookup.snapshot, module_name, query);
    const { dependents, total } = getFound(outcome, module_name);
    const { limit: rows, offset } = query;
    return { body: dependents, page: { limit: rows, offset, total } };
  },
});

export const dependenciesRoutes = [dependenciesRoute, dependentsRoute] as const;

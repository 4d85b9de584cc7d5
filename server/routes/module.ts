// GET /v1/module/{module_name} and /v1/module/{module_name}/{platform_version}
import { PART_NAMES } from "../../data/module-parts.js";
import { DETAIL_KEYS, listSelectedKeys, VIEW_NAMES } from "../lookup/detail.js";
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
    const keys = listSelectedKeys({
      include: parameters.readChoices("include", [...PART_NAMES, "all"]),
      fields: parameters.readChoices("fields", DETAIL_KEYS),
      view: parameters.readChoice("view", VIEW_NAMES),
    });
    parameters.check();
    const outcome = findModuleDetails(lookup.snapshot, name, filter, keys);
    if (!outcome.found) throw toMissingProblem(outcome, name);
    return { body: outcome.value };
  },
};

// GET /v1/api-changes: changes of modules' interfaces for each other at a later version.
import { choice, limit, OFFSET, text, VERSION_PAIR } from "../../contract/parameter.js";
import { getFound } from "../../contract/problem.js";
import { shape } from "../../contract/route.js";
import { defineRoute } from "../define-route.js";

export const apiChangesRoute = defineRoute({
  path: "/v1/api-changes",
  operation: "listApiChanges",
  tag: "definitions",
  summary: "Models, fields, methods and JavaScript that another version changes",
  description:
    "Models, fields and methods of modules at `from` that are removed, renamed or changed in type or signature at `to`. A move to a module outside the dependencies counts too. Each stands at the module that defines it first, with the modules that use it. Removed means that no module of the snapshot has it at `to`, not by inheritance either. A rename is given with its evidence. Likewise classes, exported functions and registry keys of JavaScript, and classes that lose methods. Calls inside methods are not followed.",
  parameters: {
    ...VERSION_PAIR,
    module: text("Only what this module defines.", { example: "rental_core" }),
    model: text("Only this model, or module of scripts, by its name at `from`.", {
      example: "rental.order",
    }),
    kind: choice(
      ["model", "field", "method", "class", "function", "registry_key"],
      "Only changes of this kind of thing.",
      {
        example: "field",
      },
    ),
    change: choice(["removed", "moved", "renamed", "changed"], "Only these changes.", {
      example: "renamed",
    }),
    limit: limit(100, 500),
    offset: OFFSET,
  },
  answer: {
    description: "The changes, by module and model.",
    shape: shape(() => import("../../contract/shape/api-changes.js"), "ApiChanges"),
    layout: async () => (await import("../../contract/shape/api-changes.js")).layApiChanges,
    isPaged: true,
  },
  problems: [
    "unknown_version",
    "unknown_module",
    "module_not_at_version",
    "unknown_model",
    "too_busy",
  ],
  isCostly: true,
  async respond({ lookup, findAsker }, query) {
    // Loaded when it is first asked for, so that the service is ready as soon as without it.
    const { listApiChanges } = await import("../../compare/api/list-changes.js");
    const outcome = await listApiChanges(lookup.snapshot, query, findAsker?.());
    const { body, total } = getFound(outcome, query.module ?? `${query.from}, ${query.to}`);
    return { body, page: { limit: query.limit, offset: query.offset, total } };
  },
});

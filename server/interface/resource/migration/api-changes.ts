// GET /v1/api-changes: what of the interface that modules have for each other is another at a later version.
import { choice, limit, OFFSET, text, version } from "../../parameter.js";
import { getFound } from "../../problem.js";
import { defineRoute, shape } from "../../route.js";

export const apiChangesRoute = defineRoute({
  path: "/v1/api-changes",
  operation: "listApiChanges",
  tag: "definitions",
  summary: "What another version changes of models, fields and methods",
  description:
    "What modules define at `from` and what is removed, moved to modules that they do not need, renamed, or changed in type or signature at `to`: models, fields and methods, by the module that defines them first, with the modules that use them. Something is removed where no module of the snapshot has it at `to`, also not by inheritance. Names are said to be renamed only with evidence. What methods call is not known here.",
  parameters: {
    from: version("The platform version to leave.", { example: "16.0", required: true }),
    to: version("The platform version to reach.", { example: "17.0", required: true }),
    module: text("Only what this module defines.", { example: "rental_core" }),
    model: text("Only this model, as it is called at `from`.", {
      example: "bank.import.transaction",
    }),
    kind: choice(["model", "field", "method"], "Only changes of these.", { example: "field" }),
    change: choice(["removed", "moved", "renamed", "changed"], "Only these changes.", {
      example: "renamed",
    }),
    limit: limit(100, 500),
    offset: OFFSET,
  },
  answer: {
    description: "The changes, by module and model.",
    shape: shape(() => import("../../shape/api-changes.js"), "ApiChanges"),
    isPaged: true,
  },
  problems: ["unknown_version", "unknown_module", "module_not_at_version", "too_busy"],
  async respond({ lookup }, query) {
    // Loaded when it is first asked for, so that the service is ready as soon as without it.
    const { listApiChanges } = await import("../../../lookup/api/list-changes.js");
    const outcome = await listApiChanges(lookup.snapshot, query);
    const { body, total } = getFound(outcome, query.module ?? `${query.from}, ${query.to}`);
    return { body, page: { limit: query.limit, offset: query.offset, total } };
  },
});

// /v1/export/…: everything at once.
import type { Operation, Parameter, ResourceDescription } from "./operation.js";
import { OFFSET, PLATFORM_VERSION } from "./parameters.js";
import { text } from "./schema.js";

const LIMIT: Parameter = {
  name: "limit",
  in: "query",
  required: false,
  description: "Most lines; all when it is left out.",
  schema: { type: "integer", minimum: 1 },
  example: 10,
};

const RESUME =
  "Made while it is sent: one that breaks off goes on with `offset` at the number of entries that arrived whole.";

function describeExport(
  operationId: string,
  lines: { readonly summary: string; readonly description: string; readonly mediaType: string },
): Operation {
  return {
    operationId,
    tag: "modules",
    summary: lines.summary,
    description: `${lines.description} ${RESUME}`,
    parameters: [PLATFORM_VERSION, LIMIT, OFFSET],
    answer: {
      description: "The lines, in the order of /v1/modules.",
      content: { [lines.mediaType]: text() },
      isPaged: true,
    },
    problems: ["invalid_parameters", "too_many_exports"],
  };
}

export const exportDescription: ResourceDescription = {
  operations: {
    "/v1/export/modules.ndjson": describeExport("exportModules", {
      summary: "Everything as JSON lines",
      description:
        "One line for each entry: the element of /v1/module/{module_name}/{platform_version}, with models and views.",
      mediaType: "application/x-ndjson",
    }),
    "/v1/export/modules.csv": describeExport("exportTable", {
      summary: "All modules as a table",
      description:
        "One line for each entry (CSV, RFC 4180), values of lists with `; ` between them; the first line, with `offset` 0 only, names the columns.",
      mediaType: "text/csv",
    }),
  },
  schemas: {},
};

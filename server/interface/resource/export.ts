// GET /v1/export/modules.ndjson and /v1/export/modules.csv: everything, as it is read.
import { getModuleNamesDigest } from "../../../data/platform/module-names.js";
import { openExport, type ExportFormat } from "../../lookup/module/export.js";
import type { ModuleListQuery } from "../../lookup/module/module-rows.js";
import { INTERFACE_VERSION } from "../interface-version.js";
import { ALL_ROWS, openLimit, OFFSET, PLATFORM_VERSION } from "../parameter.js";
import type { StreamResource } from "../resource.js";
import { defineRoute, type RouteRequest } from "../route.js";

const parameters = {
  platform_version: PLATFORM_VERSION,
  limit: openLimit("Most lines; all when it is left out.", 10),
  offset: OFFSET,
};

const RESUME =
  "Made while it is sent: one that breaks off goes on with `offset` at the number of entries that arrived whole.";

const LINES = "The lines, in the order of /v1/modules.";

export const jsonExportRoute = defineRoute({
  path: "/v1/export/modules.ndjson",
  operation: "exportModules",
  tag: "modules",
  summary: "Everything as JSON lines",
  description: `One line for each entry: the element of /v1/module/{module_name}/{platform_version}, with models and views. ${RESUME}`,
  parameters,
  answer: { description: LINES, texts: { "application/x-ndjson": {} }, isPaged: true },
  problems: ["too_many_exports"],
  respond: (request, values) => exportAll(request, "ndjson", values),
});

export const tableExportRoute = defineRoute({
  path: "/v1/export/modules.csv",
  operation: "exportTable",
  tag: "modules",
  summary: "All modules as a table",
  description: `One line for each entry (CSV, RFC 4180), values of lists with \`; \` between them; the first line, with \`offset\` 0 only, names the columns. ${RESUME}`,
  parameters,
  answer: { description: LINES, texts: { "text/csv": {} }, isPaged: true },
  problems: ["too_many_exports"],
  respond: (request, values) => exportAll(request, "csv", values),
});

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
};

type ExportValues = Omit<ModuleListQuery, "limit"> & { readonly limit: number | undefined };

function exportAll(
  { lookup }: RouteRequest,
  format: ExportFormat,
  values: ExportValues,
): StreamResource {
  const { platform_version, offset, limit = ALL_ROWS } = values;
  const query = { platform_version, offset, limit };
  const { total, pieces } = openExport(lookup.snapshot, format, query);
  return {
    pieces,
    key: JSON.stringify([INTERFACE_VERSION, getModuleNamesDigest(), format, query]),
    contentType: CONTENT_TYPES[format],
    page: { limit, offset, total },
  };
}

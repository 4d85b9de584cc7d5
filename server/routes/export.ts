// GET /v1/export/modules: everything, as it is read.
import { getModuleNamesDigest } from "../../data/platform/module-names.js";
import { createExport, EXPORT_FORMATS, type ExportFormat } from "../lookup/module/export.js";
import { INTERFACE_VERSION } from "../contract/interface-version.js";
import { chooseMediaType } from "../contract/negotiation.js";
import { ALL_ROWS, choice, openLimit, OFFSET, PLATFORM_VERSION } from "../contract/parameter.js";
import { defineRoute } from "./define-route.js";

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
};

export const exportRoute = defineRoute({
  path: "/v1/export/modules",
  operation: "exportModules",
  tag: "modules",
  summary: "All modules as JSON lines or CSV",
  description:
    "One line for each entry, in the order of /v1/modules: the element of /v1/module/{module_name}/{platform_version}, with models and views. A table (CSV, RFC 4180) has plain details only, with `; ` between values of a list. With `offset` 0 its first line names the columns. Streamed: after an interruption, ask again with `offset` set to the number of entries received.",
  parameters: {
    format: choice(
      EXPORT_FORMATS,
      "JSON lines, or a table; by default as the header Accept asks.",
      { example: "csv" },
    ),
    platform_version: PLATFORM_VERSION,
    limit: openLimit("Maximum number of lines; all if not given.", 10),
    offset: OFFSET,
  },
  answer: {
    description: "The lines.",
    texts: { "application/x-ndjson": {}, "text/csv": {} },
    isPaged: true,
  },
  problems: ["too_many_exports"],
  respond({ lookup, accept }, { format: asked, limit = ALL_ROWS, platform_version, offset }) {
    const query = { platform_version, offset, limit };
    const isTable = chooseMediaType(accept, ["application/x-ndjson", "text/csv"]) === "text/csv";
    const format = asked ?? (isTable ? "csv" : "ndjson");
    const { total, pieces } = createExport(lookup.snapshot, format, query);
    return {
      pieces,
      key: JSON.stringify([INTERFACE_VERSION, getModuleNamesDigest(), format, query]),
      contentType: CONTENT_TYPES[format],
      page: { limit, offset, total },
      variesByAccept: true,
    };
  },
});

// GET /v1/export/modules.ndjson and /v1/export/modules.csv: everything, as it is read.
import { openExport, type ExportFormat } from "../lookup/export.js";
import { INTERFACE_VERSION } from "../interface-version.js";
import { LARGEST_OFFSET, readPageRequest, type Route } from "./route.js";

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
};

function createExportRoute(format: ExportFormat): Route {
  return {
    path: `/v1/export/modules.${format}`,
    answer({ lookup, parameters }) {
      const page = readPageRequest(parameters, {
        fallback: LARGEST_OFFSET,
        maximum: LARGEST_OFFSET,
      });
      const platformVersion = parameters.readVersion("platform_version");
      parameters.check();
      const { total, pieces } = openExport(lookup.snapshot, format, { ...page, platformVersion });
      return {
        pieces,
        key: JSON.stringify([INTERFACE_VERSION, format, page, platformVersion]),
        contentType: CONTENT_TYPES[format],
        page: { ...page, total },
      };
    },
  };
}

export const exportRoutes: readonly Route[] = [
  createExportRoute("ndjson"),
  createExportRoute("csv"),
];

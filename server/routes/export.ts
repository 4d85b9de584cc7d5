// GET /v1/export/modules.ndjson and /v1/export/modules.csv: everything, as it is read; /v1/export/datasets: the
// files of the dataset, and one of them.
import { getModuleNamesDigest } from "../../data/platform/module-names.js";
import type { DatasetFormat } from "../dataset/formats.js";
import { createExport, type ExportFormat } from "../lookup/module/export.js";
import type { ModuleListQuery } from "../lookup/module/module-rows.js";
import { INTERFACE_VERSION } from "../contract/interface-version.js";
import { ALL_ROWS, openLimit, OFFSET, PLATFORM_VERSION } from "../contract/parameter.js";
import { Problem } from "../contract/problem.js";
import type { StreamResource } from "../contract/resource.js";
import type { FileResource } from "../dataset/file-resource.js";
import { shape } from "../contract/route.js";
import { defineRoute, type RouteRequest } from "./define-route.js";

const parameters = {
  platform_version: PLATFORM_VERSION,
  limit: openLimit("Maximum number of lines; all if not given.", 10),
  offset: OFFSET,
};

const RESUME =
  "Streamed: after an interruption, ask again with `offset` set to the number of entries received.";

const LINES = "The lines, in the order of /v1/modules.";

const jsonExportRoute = defineRoute({
  path: "/v1/export/modules.ndjson",
  operation: "exportModules",
  tag: "modules",
  summary: "All modules as JSON lines",
  description: `One line for each entry: the element of /v1/module/{module_name}/{platform_version}, with models and views. ${RESUME}`,
  parameters,
  answer: { description: LINES, texts: { "application/x-ndjson": {} }, isPaged: true },
  problems: ["too_many_exports"],
  respond: (request, values) => exportAll(request, "ndjson", values),
});

const tableExportRoute = defineRoute({
  path: "/v1/export/modules.csv",
  operation: "exportTable",
  tag: "modules",
  summary: "All modules as CSV",
  description: `One line for each entry (CSV, RFC 4180), values of lists separated by \`; \`; with \`offset\` 0 the first line names the columns. ${RESUME}`,
  parameters,
  answer: { description: LINES, texts: { "text/csv": {} }, isPaged: true },
  problems: ["too_many_exports"],
  respond: (request, values) => exportAll(request, "csv", values),
});

const datasetsRoute = defineRoute({
  path: "/v1/export/datasets",
  operation: "listDatasets",
  tag: "modules",
  summary: "Datasets: SQLite and Parquet files",
  description:
    "The tables of docs/dataset.md as files that the operator exported from this snapshot: one SQLite file with all tables, and one Parquet file for each table. Download each at its `path`, in parts too (`Range`, `If-Range`); its ETag and `Repr-Digest` are of its bytes. Empty if there are none.",
  parameters: {},
  answer: {
    description: "The files.",
    shape: shape(() => import("../contract/shape/snapshot.js"), "DatasetFiles"),
  },
  async respond({ lookup, state }) {
    const files = (await state.datasets?.list(lookup.snapshot.entry.id)) ?? [];
    const body = files.map(({ name, format, bytes, digest }) => ({
      path: `/datasets/${name}`,
      format,
      bytes,
      sha256: digest.toString("hex"),
    }));
    return { body, isVolatile: true };
  },
});

const FILE_TYPES: Readonly<Record<DatasetFormat, string>> = {
  sqlite: "application/vnd.sqlite3",
  parquet: "application/vnd.apache.parquet",
};

/** A file of the dataset. @throws Problem `unknown_path` */
export async function answerDataset(
  { datasets }: RouteRequest["state"],
  snapshotId: string,
  name: string,
): Promise<FileResource> {
  const file = await datasets?.find(snapshotId, name);
  if (file === undefined) {
    const detail =
      "There is no such file of this snapshot; /v1/export/datasets lists those there are.";
    throw new Problem("unknown_path", detail);
  }
  return { file, contentType: FILE_TYPES[file.format], fileName: `${snapshotId}-${file.name}` };
}

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
  const { total, pieces } = createExport(lookup.snapshot, format, query);
  return {
    pieces,
    key: JSON.stringify([INTERFACE_VERSION, getModuleNamesDigest(), format, query]),
    contentType: CONTENT_TYPES[format],
    page: { limit, offset, total },
  };
}

export const exportRoutes = [jsonExportRoute, tableExportRoute, datasetsRoute] as const;

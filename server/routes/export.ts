// GET /v1/export/modules: everything, as it is read; /v1/export/datasets: the
// files of the dataset, and one of them.
import { getModuleNamesDigest } from "../../data/platform/module-names.js";
import type { DatasetFormat } from "../dataset/formats.js";
import { createExport, EXPORT_FORMATS, type ExportFormat } from "../lookup/module/export.js";
import { INTERFACE_VERSION } from "../contract/interface-version.js";
import { chooseMediaType } from "../contract/negotiation.js";
import { ALL_ROWS, choice, openLimit, OFFSET, PLATFORM_VERSION } from "../contract/parameter.js";
import { Problem } from "../contract/problem.js";
import type { FileResource } from "../dataset/file-resource.js";
import { shape } from "../contract/route.js";
import { defineRoute, type RouteRequest } from "./define-route.js";

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: "application/x-ndjson",
  csv: "text/csv; charset=utf-8",
};

const exportRoute = defineRoute({
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

export const exportRoutes = [exportRoute, datasetsRoute] as const;

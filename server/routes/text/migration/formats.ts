// The forms of the report of a migration: a table and a workbook for spreadsheets, and a text
// for tickets and wikis.
import type { MigrationReport } from "../../../contract/shape/migration/report.js";
import {
  createFormats,
  type RenderedBytes,
  type RenderedText,
} from "../../../contract/text-formats.js";

export const MIGRATION_FORMATS = createFormats<MigrationReport, "csv" | "markdown">({
  csv: {
    mediaType: "text/csv",
    description:
      "`csv`: a line for each module (RFC 4180), the first one with the names of the columns.",
    load: async () => (await import("./table.js")).renderTable,
  },
  markdown: {
    mediaType: "text/markdown",
    description: "`markdown`: what there is to do, to be read.",
    load: async () => (await import("./markdown.js")).renderMarkdown,
  },
});

const WORKBOOK_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";

/** With `xlsx`, which is bytes. */
export const REPORT_FORMATS = {
  names: [...MIGRATION_FORMATS.names, "xlsx"] as const,
  texts: {
    ...MIGRATION_FORMATS.texts,
    [WORKBOOK_TYPE]: { description: "`xlsx`: a workbook with a sheet for each wave." },
  },
  find: (mediaType: string) =>
    mediaType === WORKBOOK_TYPE ? "xlsx" : MIGRATION_FORMATS.find(mediaType),
  async render(
    name: "csv" | "markdown" | "xlsx",
    report: MigrationReport,
  ): Promise<RenderedText | RenderedBytes> {
    if (name !== "xlsx") return MIGRATION_FORMATS.render(name, report);
    const { renderWorkbook } = await import("./sheets.js");
    return { bytes: renderWorkbook(report), contentType: WORKBOOK_TYPE };
  },
} as const;

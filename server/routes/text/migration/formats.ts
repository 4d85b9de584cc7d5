// The forms of the report of a migration: a table for spreadsheets, and a text for tickets and wikis.
import type { MigrationReport } from "../../../contract/shape/migration/report.js";
import { createFormats } from "../../../contract/text-formats.js";

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

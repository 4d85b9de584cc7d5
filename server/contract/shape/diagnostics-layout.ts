// Layout of diagnostics.
import { layTable, type Block, type LayoutContext } from "../layout.js";
import { REPOSITORY } from "./repository-column.js";
import type { DiagnosticRow } from "./snapshot.js";

export const layDiagnostics = (
  rows: readonly DiagnosticRow[],
  { total }: LayoutContext,
): readonly Block[] => [
  layTable({
    name: "diagnostics",
    title: "Places",
    rows,
    total,
    columns: [
      {
        key: "path",
        title: "File",
        isCode: true,
        value: ({ path, line }) => `${path}:${line}`,
        link: ({ url }) => url,
      },
      { key: "code", title: "What", isCode: true },
      { key: "detail", title: "Detail" },
      REPOSITORY,
      { key: "platform_version", title: "Version" },
      {
        key: "branch",
        title: "Branch",
        value: ({ branch, platform_version: at }) => (branch === at ? null : branch),
      },
    ],
  }),
];

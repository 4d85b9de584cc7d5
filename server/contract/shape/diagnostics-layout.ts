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
        value: ({ path, line }) => `${path}:${line}`,
        href: ({ url }) => url,
      },
      { key: "code", title: "What", isCode: true },
      "detail",
      REPOSITORY,
      "platform_version: Version",
      {
        key: "branch",
        value: ({ branch, platform_version: at }) => (branch === at ? null : branch),
      },
    ],
  }),
];

// The report of a migration as a workbook: what it comes to, a sheet for each wave, the commits to port, and the
// modules of which nothing is to be ported.
import type { MigrationModule, MigrationReport } from "../../../contract/shape/migration/report.js";
import { EFFORTS } from "../../../contract/shape/migration/effort.js";
import { MIGRATION_STATES } from "../../../contract/shape/migration/states.js";
import { sortRequests } from "../../../contract/browser/carried-requests.js";
import { writeWorkbook, type Cell, type Sheet } from "../workbook/workbook.js";
import { readCells } from "./table.js";

export function renderWorkbook(report: MigrationReport): Uint8Array {
  const { modules, waves } = report;
  const rows = new Map(modules.map((row) => [row.technical_name, row]));
  const inWaves = new Set(waves.flat());
  const others = modules.filter(({ technical_name: name }) => !inWaves.has(name));
  return writeWorkbook([
    { name: "Summary", rows: listSums(report) },
    ...waves.map((wave, at): Sheet => ({
      name: `Wave ${at + 1}`,
      rows: readCells(
        wave.flatMap((name) => rows.get(name) ?? []),
        WORK_COLUMNS,
      ),
    })),
    { name: "Commits to port", rows: listCommits(modules) },
    { name: "Other modules", rows: readCells(others, OTHER_COLUMNS) },
  ]);
}

const WORK_COLUMNS = [
  "technical_name",
  "state",
  "effort",
  "blocks",
  "blocked_by",
  "not_indexed",
  "maintainers",
  "ported_by",
  "neighbours",
  "pull_request_search",
  "replaced_by",
  "start_name",
  "start_repository",
  "start_platform_version",
  "models",
  "fields",
  "methods",
  "views",
  "python_bytes",
  "javascript_bytes",
  "test_bytes",
  "migration_bytes",
  "required_by",
  "api",
] as const;

const OTHER_COLUMNS = [
  "technical_name",
  "state",
  "target_names",
  "target_repositories",
  "target_versions",
  "commits_missing",
  "blocked_by",
  "needs_enterprise",
  "license_from",
  "license_to",
  "python_added",
  "python_removed",
  "required_by",
] as const;

function listSums({ from, to, counts, wave_sums: sums }: MigrationReport): Sheet["rows"] {
  const works = [
    ...sums.map((sum, at) => [`Wave ${at + 1}`, sum] as const),
    ["All", counts.work] as const,
  ];
  return [
    ["", `From ${from} to ${to}`],
    ...MIGRATION_STATES.map((state): readonly Cell[] => [state, counts[state]]),
    ["commits to port", counts.commits],
    [null],
    [
      "Work",
      "modules",
      ...EFFORTS,
      "models",
      "fields",
      "methods",
      "views",
      "python_bytes",
      "javascript_bytes",
    ],
    ...works.map(
      ([name, { modules, effort, models, fields, methods, views, code }]): readonly Cell[] => [
        name,
        modules,
        ...EFFORTS.map((one) => effort[one]),
        models,
        fields,
        methods,
        views,
        code?.python ?? null,
        code?.javascript ?? null,
      ],
    ),
  ];
}

function listCommits(modules: readonly MigrationModule[]): Sheet["rows"] {
  const heads = [
    "technical_name",
    "pull_request",
    "says",
    "commits",
    "files",
    "lines",
    "merged",
    "url",
  ];
  const rows = modules.flatMap(({ technical_name: name, carry_over: carried }) =>
    carried?.process === "port_commits"
      ? sortRequests(carried.pull_requests).map((request): readonly Cell[] => [
          name,
          request.number,
          request.title ?? request.first_commits.map(({ subject }) => subject).join("; "),
          request.commits,
          request.files,
          request.lines,
          request.merged,
          request.url ?? request.first_commits[0]?.url ?? null,
        ])
      : [],
  );
  return [heads, ...rows];
}

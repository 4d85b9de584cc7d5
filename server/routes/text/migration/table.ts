// The report of a migration as a table, CSV: a line for each module.
import { toCell, toCsvLine } from "../../../lookup/module/export.js";
import {
  describeReplacement,
  describeRequests,
} from "../../../contract/browser/carried-requests.js";
import { listUses } from "../../../contract/browser/api-use.js";
import type { Cell } from "../workbook/workbook.js";
import type { MigrationModule, MigrationReport } from "../../../contract/shape/migration/report.js";

interface Row extends MigrationModule {
  /** From 1 on; `undefined` where nothing is to be ported. */
  readonly wave: number | undefined;
}

type Value = string | number | null | undefined | readonly (string | number)[];

const COLUMNS = {
  technical_name: (row) => row.technical_name,
  origin: (row) => row.origin,
  state: (row) => row.state,
  wave: (row) => row.wave,
  blocks: (row) => row.blocks,
  blocked_by: (row) => row.blocked_by,
  needs_enterprise: (row) => row.needs_enterprise,
  not_indexed: (row) => row.not_indexed,
  maintainers: ({ people }) => people?.maintainers,
  ported_by: ({ people }) => people?.ports.map(({ author }) => author),
  neighbours: ({ people }) => people?.neighbours.map(({ name }) => name),
  pull_request_search: ({ forge }) => forge?.pull_requests,
  required_by: (row) => row.required_by,
  from_repository: ({ from }) => from && toProvider(from),
  from_version: ({ from }) => from?.version,
  target_names: ({ targets }) => targets.map((one) => one.technical_name),
  target_repositories: ({ targets }) => targets.map(toProvider),
  target_versions: ({ targets }) => targets.map((one) => one.version ?? ""),
  start_name: ({ start }) => start?.technical_name,
  start_repository: ({ start }) => start && toProvider(start),
  start_platform_version: ({ start }) => start?.platform_version,
  replaced_by: (row) => row.replaced_by.map(describeReplacement),
  carry_over: ({ carry_over: one }) => one?.process,
  carry_from: ({ carry_over: one }) => one?.from,
  carry_to: ({ carry_over: one }) => one?.to,
  pull_requests: ({ carry_over: one }) => one && describeRequests(one.pull_requests),
  commits: ({ carry_over: one }) => one?.commits,
  commits_missing: ({ carry_over: one }) => one?.missing,
  license_from: ({ from }) => from?.license,
  license_to: ({ targets }) => targets[0]?.license,
  python_added: ({ changes }) => changes?.python.added,
  python_removed: ({ changes }) => changes?.python.removed,
  api: (row) => listUses(row)?.map(({ said }) => said),
  models: ({ size }) => size?.models,
  fields: ({ size }) => size?.fields,
  methods: ({ size }) => size?.methods,
  views: ({ size }) => size?.views,
  bytes: ({ size }) => size?.bytes,
  python_bytes: ({ size }) => size?.code?.python,
  javascript_bytes: ({ size }) => size?.code?.javascript,
  xml_bytes: ({ size }) => size?.code?.xml,
  test_bytes: ({ size }) => size?.code?.tests,
  migration_bytes: ({ size }) => size?.code?.migrations,
  effort: ({ effort }) => effort,
} satisfies Readonly<Record<string, (row: Row) => Value>>;

type Column = keyof typeof COLUMNS;

export function renderTable({ modules, waves }: MigrationReport): string {
  const waveOf = new Map(waves.flatMap((wave, at) => wave.map((name) => [name, at + 1] as const)));
  const rows = modules.map((module) => ({ ...module, wave: waveOf.get(module.technical_name) }));
  const lines = rows.map((row) => Object.values(COLUMNS).map((read) => toCell(read(row))));
  return [Object.keys(COLUMNS), ...lines].map(toCsvLine).join("");
}

/** Heads and cells of some columns; numbers stay numbers. */
export function readCells(
  modules: readonly MigrationModule[],
  columns: readonly Exclude<Column, "wave">[],
): readonly (readonly Cell[])[] {
  const readOne = (row: Row, column: Column): Cell => {
    const value: Value = COLUMNS[column](row);
    return typeof value === "number" ? value : toCell(value);
  };
  const rows = modules.map((module) =>
    columns.map((column) => readOne({ ...module, wave: undefined }, column)),
  );
  return [columns, ...rows];
}

/** Whose a module is. */
export function toProvider({
  organization,
  repository,
  edition,
}: NonNullable<MigrationModule["from"]>): string {
  if (organization !== null && repository !== null) return `${organization}/${repository}`;
  return edition === "enterprise" ? "Odoo Enterprise" : "Odoo";
}

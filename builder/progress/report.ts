// Report of a build: as text for people, as JSON for programs.
import type { SnapshotEntry } from "../../data/snapshot/entry-file.js";
import type { KindCounts, UnresolvedName } from "../../data/platform/unresolved-names.js";
import { formatTable, formatCount } from "../../data/settings/text-table.js";
import { DIAGNOSTICS, type DiagnosticCode } from "../../data/diagnostic-codes.js";

export interface BuildReport {
  /** True if nothing was built, since the current snapshot is up to date. */
  readonly isUpToDate: boolean;
  /** The snapshot's folder. */
  readonly folder: string;
  /** Counts, sources and faults, files: what the snapshot says of itself. */
  readonly entry: SnapshotEntry;
  readonly stages: readonly StageTime[];
  /** Modules that were parsed; what the others hold is known from the last build. `null` in a merge. */
  readonly parsed: number | null;
  /** The repositories that took longest to read, slowest first. */
  readonly slowest: readonly { readonly source: string; readonly seconds: number }[];
  readonly unresolved: UnresolvedReport;
  /**
   * Skipped folders that look like modules, and the choice between twins: a sentence for each
   * branch and kind.
   */
  readonly layout: readonly string[];
  /** Events of this build that do not change its result, such as a damaged cache. */
  readonly notes: readonly string[];
}

/** Names that modules declare and no module of their platform version has. */
export interface UnresolvedReport {
  readonly counts: KindCounts;
  /** Names that are no modules of the platform either. */
  readonly unknown: readonly UnresolvedName[];
}

export interface StageTime {
  readonly stage: string;
  readonly seconds: number;
}

/** Number of items named from a long list. */
const MOST_LISTED = 8;

/** The report as lines of text. */
export function formatReport(report: BuildReport): string {
  return report.isUpToDate ? formatUpToDate(report) : formatBuilt(report);
}

function formatUpToDate({ folder, entry, stages, notes }: BuildReport): string {
  const { counts, sources } = entry;
  const branches = sources.reduce((sum, source) => sum + source.branches.length, 0);
  return [
    `Up to date: snapshot ${entry.id} in ${folder}`,
    `  ${formatCount(counts.repositories, "repository", "repositories")}, ${formatCount(branches, "branch", "branches")}, all unchanged`,
    `  ${formatStages(stages)}`,
    ...describeFaults(sources),
    ...notes,
  ].join("\n");
}

function formatStages(stages: BuildReport["stages"]): string {
  return stages.map(({ stage, seconds }) => `${stage} ${seconds.toFixed(1)} s`).join(", ");
}

function describeFaults(sources: SnapshotEntry["sources"]): readonly string[] {
  const faults = sources.flatMap((source) => source.faults);
  return faults.length === 0 ? [] : ["Not read:", ...faults.map((fault) => `  ${fault}`)];
}

function formatBuilt(report: BuildReport): string {
  const { folder, entry, stages, slowest } = report;
  const { counts, sources, files } = entry;
  const versions = Object.entries(counts.platform_versions)
    .map(([version, entries]) => `${version}: ${entries}`)
    .join(", ");
  const branches = sources.reduce((sum, source) => sum + source.branches.length, 0);
  const lines = [
    `Built snapshot ${entry.id} in ${folder}`,
    `  ${formatCount(counts.modules, "module")}, ${formatCount(counts.entries, "entry", "entries")} (${versions || "none"})`,
    `  ${formatCount(counts.models, "model")}, ${formatCount(counts.fields, "field")}, ${formatCount(counts.methods, "method")}, ${formatCount(counts.views, "view")}`,
    `  ${formatCount(counts.repositories, "repository", "repositories")}, ${formatCount(branches, "branch", "branches")}`,
    `  ${describeParsing(report)}`,
    `  ${formatStages(stages)}`,
    ...describeSlowest(slowest),
    `  ${files.map(({ name, bytes }) => `${name} ${formatBytes(bytes)}`).join(", ")}`,
  ];
  const found = Object.entries(counts.diagnostics);
  if (found.length > 0) lines.push("Diagnostics (module-lookup inspect --json shows where):");
  const diagnostics = found.map(
    ([code, count]) => [String(count), `${code}: ${DIAGNOSTICS[code as DiagnosticCode]}`] as const,
  );
  lines.push(
    ...formatTable(diagnostics, { columns: [{ align: "right", minimumWidth: 6 }], indent: "  " }),
  );
  lines.push(...report.layout, ...describeUnresolved(report.unresolved, report.layout.length > 0));
  lines.push(...describeFaults(sources));
  const empty = sources.flatMap((source) =>
    source.branches
      .filter((branch) => branch.modules === 0)
      .map((branch) => `${source.organization}/${source.repository} ${branch.branch}`),
  );
  if (empty.length > 0) lines.push(`Branches without modules: ${listSome(empty)}`);
  lines.push(...report.notes);
  return lines.join("\n");
}

function describeSlowest(slowest: BuildReport["slowest"]): readonly string[] {
  if (slowest.length === 0) return [];
  const rows = slowest.map(({ source, seconds }) => `${source} ${seconds.toFixed(1)} s`);
  return [`  slowest: ${rows.join(", ")}`];
}

function describeParsing({ parsed, entry }: BuildReport): string {
  const { entries } = entry.counts;
  if (parsed === null) return "modules were parsed by the shards";
  if (parsed === 0) return "nothing was parsed: no module has changed since the last build";
  if (parsed >= entries) return `${formatCount(parsed, "module")} parsed`;
  return `${formatCount(parsed, "module")} parsed, the others have not changed since the last build`;
}

/** Only the names that nobody knows are a warning: the others are modules of the platform. */
function describeUnresolved(
  { counts, unknown }: UnresolvedReport,
  isPartly: boolean,
): readonly string[] {
  const { core, enterprise } = counts;
  const lines: string[] = [];
  if (core + enterprise > 0) {
    lines.push(
      `Dependencies that are not indexed: ${formatCount(core, "name")} of Odoo core, ${enterprise} of Odoo Enterprise`,
    );
  }
  if (unknown.length > 0) {
    const rows = unknown.map(
      ({ technical_name, platform_version }) => `${technical_name} at ${platform_version}`,
    );
    lines.push(
      `Unknown dependencies (module-lookup inspect --json shows whose): ${listSome(rows)}${isPartly ? "; what is not read, as told above, may have them" : ""}`,
    );
  }
  return lines;
}

/** A list that stays on a few lines; `module-lookup inspect` prints all. */
function listSome(items: readonly string[]): string {
  const more = items.length - MOST_LISTED;
  return items.slice(0, MOST_LISTED).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${(bytes / 1024).toFixed(1)} KiB`;
  return `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
}

// The report of a migration as Markdown: totals, what to do first, then the modules of each state. Names and
// titles are anyone's, so every sign that Markdown or HTML could take for its own is escaped.
import type {
  MigrationModule,
  MigrationLocation,
  MigrationReport,
} from "../../../contract/shape/migration/report.js";
import { describeSum } from "../../../contract/shape/migration/amounts.js";
import { MIGRATION_STATES } from "../../../contract/shape/migration/states.js";
import {
  describeReplacement,
  measureRequest,
  nameRequest,
  sortRequests,
} from "../../../contract/browser/carried-requests.js";
import { listUses } from "../../../contract/browser/api-use.js";
import { toProvider } from "./table.js";

export function renderMarkdown(report: MigrationReport): string {
  const { from, to, counts, modules } = report;
  const states = MIGRATION_STATES.filter((state) => counts[state] > 0);
  return [
    `# From ${escape(from)} to ${escape(to)}`,
    `${counts.requested} modules, and ${counts.dependency} that they need.`,
    toTable(
      ["State", "Modules"],
      states.map((state) => [state, String(counts[state])]),
    ),
    ...renderWaves(report),
    ...renderCommits(modules),
    ...states.flatMap((state) =>
      renderState(
        state,
        modules.filter((row) => row.state === state),
      ),
    ),
    ...renderReplacements(modules),
    ...renderUses(modules),
    "## What was read",
    toTable(
      ["Repository", `Branch for ${from}`, `Branch for ${to}`],
      report.repositories.map((row) => [
        `${row.organization}/${row.repository}`,
        ...[row.from, row.to].map((one) =>
          one === null
            ? "none"
            : [one.branch, ...(one.committed === null ? [] : [one.committed])].join(", "),
        ),
      ]),
    ),
  ]
    .map((part) => `${part}\n`)
    .join("\n");
}

/** Boxes that an issue of a forge lets people tick. */
function renderWaves({
  waves,
  wave_sums: sums,
  modules,
  counts,
}: MigrationReport): readonly string[] {
  if (waves.length === 0) return [];
  const rows = new Map(modules.map((row) => [row.technical_name, row]));
  const parts = waves.flatMap((wave, at) => [
    [`### Wave ${at + 1}`, ...sums.slice(at, at + 1).map(describeSum)].filter(Boolean).join(": "),
    wave.map((name) => toBox(name, rows.get(name))).join("\n"),
  ]);
  return ["## What to port, in which order", describeSum(counts.work), ...parts].filter(Boolean);
}

function toBox(name: string, row: MigrationModule | undefined): string {
  const { effort = null, blocks = 0 } = row ?? {};
  const facts = [effort, blocks > 0 ? `${blocks} wait for it` : null].filter(Boolean);
  return `- [ ] ${escape(name)}${facts.length > 0 ? ` (${facts.join(", ")})` : ""}`;
}

function renderCommits(modules: readonly MigrationModule[]): readonly string[] {
  const boxes = modules.flatMap(({ technical_name: name, carry_over: carried }) =>
    carried?.process === "port_commits"
      ? sortRequests(carried.pull_requests).map((request) => toRequestBox(name, request))
      : [],
  );
  return boxes.length === 0 ? [] : ["## Commits to port", boxes.join("\n")];
}

type CarriedRequest = NonNullable<MigrationModule["carry_over"]>["pull_requests"][number];

function toRequestBox(name: string, request: CarriedRequest): string {
  const { url, title, first_commits: commits } = request;
  const number = escape(nameRequest(request));
  const said = [title ?? commits.map(({ subject }) => subject).join("; ")].filter(Boolean);
  const linked = url === null ? number : `[${number}](${url})`;
  const size = measureRequest(request);
  const box = [`- [ ] ${escape(name)}, ${linked}`, ...said.map(escape)].join(": ");
  return size === "" ? box : `${box} (${size})`;
}

function renderState(state: string, rows: readonly MigrationModule[]): readonly string[] {
  return [
    `## ${escape(state)}`,
    toTable(
      ["Module", "Now", "Then", "Commits", "To port", "Blocked by", "Not indexed"],
      rows.map((row) => [
        row.technical_name,
        row.from === null ? "" : describe(row.from),
        [...row.targets, ...(row.start === null ? [] : [row.start])].map(describe).join("; "),
        String(row.carry_over?.commits ?? ""),
        String(row.carry_over?.missing ?? ""),
        row.blocked_by.join(", "),
        row.not_indexed.join(", "),
      ]),
    ),
  ];
}

function renderReplacements(modules: readonly MigrationModule[]): readonly string[] {
  const rows = modules.flatMap(({ technical_name: name, replaced_by: others }) =>
    others.map((one) => [name, describeReplacement(one)]),
  );
  if (rows.length === 0) return [];
  return ["## Perhaps replaced by other modules", toTable(["Module", "By"], rows)];
}

function renderUses(modules: readonly MigrationModule[]): readonly string[] {
  const rows = modules.flatMap((row) =>
    (listUses(row) ?? []).map(({ said, how, file, line }) => [
      row.technical_name,
      said,
      how,
      `${file}:${line}`,
    ]),
  );
  if (rows.length === 0) return [];
  return [
    "## What of the API that they use is another",
    toTable(["Module", "Change", "Use", "First in"], rows),
  ];
}

function describe(place: MigrationLocation): string {
  const { technical_name: name, platform_version: at, version } = place;
  return [name, "of", toProvider(place), at, version].filter((part) => part !== null).join(" ");
}

function toTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => "---"), ...rows.map((row) => row.map(escape))];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function escape(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_{}[\]<>()#!|&~]/g, String.raw`\$&`);
}

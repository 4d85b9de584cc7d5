// The report of a migration as tables of a terminal.
import { formatCount } from "../contract/browser/words.js";
import { formatSections } from "../../data/settings/text-table.js";
import type {
  MigrationModule,
  MigrationLocation,
  MigrationReport,
} from "../contract/shape/migration/report.js";
import {
  describeReplacement,
  describeRequests,
  describeWork,
} from "../contract/browser/carried-requests.js";
import { listUses } from "../contract/browser/api-use.js";
import { MIGRATION_STATES } from "../contract/shape/migration/states.js";

/** Tables for people; what is empty is left out. */
export function formatMigration({
  from,
  to,
  counts,
  modules,
  waves,
  repositories,
}: MigrationReport): string {
  const states = MIGRATION_STATES.filter((state) => counts[state] > 0);
  const sections = formatSections([
    ...states.map(
      (state) => [state, modules.filter((row) => row.state === state).map(toRow)] as const,
    ),
    [
      "What to port, in which order",
      waves.map((wave, at) => [String(at + 1), wave.join(" ")] as const),
    ],
    [
      "What of the API that they use is another",
      modules.flatMap((row) => (listUses(row) ?? []).map(({ said }) => [row.technical_name, said])),
    ],
    [
      "Repositories read",
      repositories.map((row) => [
        `${row.organization}/${row.repository}`,
        ...[row.from, row.to].map((one) =>
          one === null ? "no branch" : `${one.branch} of ${one.committed ?? "an unknown time"}`,
        ),
      ]),
    ],
  ]);
  const totals = states.map((state) => `${counts[state]} ${state}`).join(", ");
  return [
    ...sections,
    `From ${from} to ${to}, ${formatCount(counts.requested, "module")} and ${counts.dependency} that they need: ${totals}`,
    describeWork(counts),
  ].join("\n");
}

function toRow(row: MigrationModule): readonly string[] {
  const { technical_name: name, origin, targets, start, carry_over: carried } = row;
  const places = [...targets, ...(start === null ? [] : [start])].map(describePlace);
  const requests = carried?.process === "port_commits" ? carried.pull_requests : [];
  return [
    origin === "requested" ? name : `(${name})`,
    places.join(" "),
    describeRequests(requests).join("; "),
    row.replaced_by.length === 0
      ? ""
      : `perhaps replaced by ${row.replaced_by.map(describeReplacement).join("; ")}`,
    row.blocked_by.length === 0 ? "" : `needs ${row.blocked_by.join(" ")}`,
    row.complete ? "" : `not indexed: ${row.not_indexed.join(" ")}`,
  ];
}

function describePlace({
  technical_name: name,
  organization,
  repository,
  edition,
  platform_version: at,
}: MigrationLocation): string {
  return organization === null
    ? `Odoo ${edition === "enterprise" ? "Enterprise " : ""}${at}:${name}`
    : `${organization}/${repository} ${at}:${name}`;
}

// Columns of modules in a migration report.
import { PORT_REQUESTS } from "../port-requests.js";
import { listUses } from "../../browser/api-use.js";
import { toPath } from "../../browser/ask.js";
import { type Column, type DeclaredColumn } from "../../layout.js";
import { PORTED, sortRequests } from "../unported.js";
import type { MigrationLocation, MigrationModule, MigrationReport } from "./report.js";
import { EFFORT_WORDS, STATES, UNKNOWN_STATES } from "./states.js";

interface Row extends MigrationModule {
  /** From 1 on; `undefined` where nothing is to be ported. */
  readonly wave: number | undefined;
}

export function addWaves({ modules, waves }: MigrationReport): readonly Row[] {
  const waveOf = new Map(waves.flatMap((wave, at) => wave.map((name) => [name, at + 1] as const)));
  return modules.map((module) => ({ ...module, wave: waveOf.get(module.technical_name) }));
}

type Named = Pick<MigrationModule, "technical_name">;

/** @param step the versions, for the heads */
export const listModuleColumns = (
  step: Pick<MigrationReport, "from" | "to">,
): readonly DeclaredColumn<Row>[] => [
  {
    key: "technical_name",
    href: ({ state, technical_name: name }) =>
      state === "unknown" ? null : toPath("lineage", name),
  },
  toData("origin", ({ origin }) => origin),
  { key: "state", value: ({ state }) => STATES[state] },
  {
    key: "required_by",
    title: "Required by",
    agents: false,
    value: ({ origin, required_by: users }) => (origin === "dependency" ? users : null),
  },
  {
    key: "from",
    title: `At ${step.from}`,
    agents: false,
    value: (row) => row.from && describeHome(row.from, row),
    href: ({ from }) => from && toPlacePage(from),
  },
  {
    key: "targets",
    title: `At ${step.to}`,
    value: (row) => row.targets.map((place) => describeHome(place, row)),
    href: (row, text) => {
      const place = row.targets.find((one) => describeHome(one, row) === text);
      return place === undefined ? null : toPlacePage(place);
    },
  },
  {
    key: "start",
    title: "Port from",
    value: ({ start, ...row }) =>
      start && `${start.platform_version} of ${describeHome(start, row)}`,
    href: ({ start }) => start && toPlacePage(start),
  },
  PORT_REQUESTS,
  { key: "commits_to_port", value: ({ carry_over: one }) => one?.to_port || null },
  { key: "effort", value: ({ effort }) => effort && EFFORT_WORDS[effort] },
  {
    key: "blocked_by",
    title: "After",
    href: (_, name) => toPath("lineage", name),
  },
  { key: "blocks", value: ({ blocks }) => blocks || null },
  {
    key: "replaced_by",
    title: "Perhaps replaced by",
    isCode: true,
    value: (row) => row.replaced_by.map((one) => one.technical_name),
    href: (row, text) => {
      const other = row.replaced_by.find((one) => one.technical_name === text);
      return other === undefined ? null : toPath("module", text, other.platform_version);
    },
  },
  {
    key: "needs_enterprise",
    title: "Needs of Odoo Enterprise",
    isCode: true,
  },
  "not_indexed",
  {
    key: "unknown_because",
    title: "Why",
    value: ({ unknown_because: reason }) => reason && UNKNOWN_STATES[reason],
  },
  { key: "near", title: "Did you mean", isCode: true, href: (_, name) => toPath("module", name) },
  {
    key: "versions",
    title: "Only at",
    href: (row, version) => toPath("module", row.technical_name, version),
  },
  { key: "no_migration", value: ({ carry_over: one }) => one?.no_migration },
  toDetail("wave", "Step", ({ wave }) => wave),
  {
    key: "steps",
    place: "detail",
    value: ({ steps }) =>
      steps.map(({ kind, to, platform_version: at }) => [kind, to, at].filter(Boolean).join(" ")),
  },
  toDetail("maintainers", "Maintained by", ({ people }) => people?.maintainers),
  {
    key: "ported_by",
    title: "Ported it before",
    place: "detail",
    agents: false,
    value: ({ people }) => people?.ports.map(describePort),
    href: ({ people }, text) =>
      people?.ports.find((port) => describePort(port) === text)?.url ?? null,
  },
  toDetail("neighbours", "Active in this repository", ({ people }) =>
    people?.neighbours.map(describeNeighbour),
  ),
  {
    key: "pull_request_search",
    title: "Open pull requests",
    place: "detail",
    agents: false,
    value: ({ forge }) => forge?.pull_requests,
    href: (_, address) => address,
  },
  {
    key: "issue_search",
    title: "Open issues",
    place: "detail",
    agents: false,
    value: ({ forge }) => forge?.issues,
    href: (_, address) => address,
  },
  toData("from_repository", ({ from }) => from && toProvider(from)),
  toData("from_version", ({ from }) => from?.version),
  toData("target_names", ({ targets }) => targets.map((one) => one.technical_name)),
  toData("target_repositories", ({ targets }) => targets.map(toProvider)),
  toData("target_versions", ({ targets }) => targets.map((one) => one.version ?? "")),
  toData("start_name", ({ start }) => start?.technical_name),
  toData("start_repository", ({ start }) => start && toProvider(start)),
  toData("start_platform_version", ({ start }) => start?.platform_version),
  toDetail(
    "carry_over",
    "Left to port",
    ({ carry_over: one }) =>
      one?.process &&
      (one.to === step.to ? PORTED[one.process] : `${PORTED[one.process].title} up to ${one.to}`),
  ),
  toData("carry_from", ({ carry_over: one }) => one?.from),
  toData("carry_to", ({ carry_over: one }) => one?.to),
  toDetail(
    "commits",
    "All its missing commits, also translations and version bumps",
    ({ carry_over: one }) => one?.commits,
  ),
  toData("missing", ({ carry_over: one }) => one?.missing),
  toData("pull_requests", ({ carry_over: one }) =>
    one?.process === "port_commits" ? sortRequests(one.pull_requests).map(describeRequest) : null,
  ),
  toData("api", (row) => listUses(row)?.map(({ said }) => said)),
  toData("license_from", ({ from }) => from?.license),
  toData("license_to", ({ targets }) => targets[0]?.license),
  {
    key: "license",
    title: "Licence now",
    place: "detail",
    value: ({ changes, targets }) => (changes?.license === true ? targets[0]?.license : null),
  },
  {
    key: "python_added",
    title: "Python packages added",
    place: "detail",
    value: ({ changes }) => changes?.python.added,
  },
  {
    key: "python_removed",
    title: "Python packages removed",
    place: "detail",
    value: ({ changes }) => changes?.python.removed,
  },
  toDetail("models", "Classes", ({ size }) => size?.models),
  toDetail("fields", "Fields", ({ size }) => size?.fields),
  toDetail("methods", "Methods", ({ size }) => size?.methods),
  toDetail("views", "Views", ({ size }) => size?.views),
  toDetail("bytes", "All files", ({ size }) => size?.bytes, "bytes"),
  toDetail("python_bytes", "Python", ({ size }) => size?.code?.python, "bytes"),
  toDetail("javascript_bytes", "JavaScript", ({ size }) => size?.code?.javascript, "bytes"),
  toDetail("xml_bytes", "XML", ({ size }) => size?.code?.xml, "bytes"),
  toDetail("test_bytes", "Tests", ({ size }) => size?.code?.tests, "bytes"),
  toDetail("migration_bytes", "Migration scripts", ({ size }) => size?.code?.migrations, "bytes"),
];

/** Column for spreadsheets: people have it elsewhere. */
function toData(key: string, value: Column<Row>["value"]): Column<Row> {
  return { key, title: "", place: "data", value };
}

/** Column that agents do not need. */
function toDetail(
  key: string,
  title: string,
  value: Column<Row>["value"],
  unit?: Column["unit"],
): Column<Row> {
  return { key, title, place: "detail", agents: false, value, ...(unit && { unit }) };
}

type Port = NonNullable<MigrationModule["people"]>["ports"][number];

function describePort({ author, date }: Port): string {
  return `${author} (${date.slice(0, 4)})`;
}

function describeNeighbour({
  name,
  ported,
  maintains,
}: NonNullable<MigrationModule["people"]>["neighbours"][number]): string {
  const does = [
    maintains.length > 0 && `maintains ${maintains.join(", ")}`,
    ported > 0 && `ported ${ported} ${ported === 1 ? "module" : "modules"} here`,
  ];
  return `${name} (${does.filter(Boolean).join(", ")})`;
}

/** `acme/tools`; before it the name where that is another than that of the row. */
function describeHome(place: MigrationLocation, { technical_name: name }: Named): string {
  const home = toProvider(place);
  return place.technical_name === name ? home : `${place.technical_name} of ${home}`;
}

function toPlacePage({
  technical_name: name,
  platform_version: at,
  organization,
}: MigrationLocation): string | null {
  return organization === null ? null : toPath("module", name, at);
}

function toProvider({ organization, repository, edition }: MigrationLocation): string {
  if (organization !== null && repository !== null) return `${organization}/${repository}`;
  return edition === "enterprise" ? "Odoo Enterprise" : "Odoo";
}

export type CarriedPullRequest = NonNullable<
  MigrationModule["carry_over"]
>["pull_requests"][number];

function describeRequest({ number, title, first_commits: commits }: CarriedPullRequest): string {
  const said = title ?? commits.map(({ subject }) => subject).join("; ");
  return number === null ? said : `#${number} ${said}`;
}

// How the report of a migration is read: what it comes to, what to do first, the modules of each state, and the commits and
// changes that wait in them.
import { listUses, type ToldUse } from "../../browser/api-use.js";
import { toPath } from "../../browser/ask.js";
import { sortRequests } from "../../browser/carried-requests.js";
import { layTable, type Block, type Column, type Fact } from "../../layout.js";
import { EFFORTS } from "./effort.js";
import type {
  MigrationLocation,
  MigrationModule,
  MigrationReport,
  ReplacedBy,
  WorkSum,
} from "./report.js";
import { STATES, VERDICTS } from "./states.js";

export function layMigration(report: MigrationReport): readonly Block[] {
  const { from, to, counts, modules, cycles } = report;
  const verdict = VERDICTS[report.verdict];
  return [
    {
      kind: "verdict",
      tone: verdict.tone,
      title: verdict.isWork
        ? [{ count: counts.modules_to_port, noun: "module" }, " to port"]
        : [verdict.title],
      says: [
        `From ${from} to ${to}: `,
        { count: counts.requested, noun: "module" },
        ` and ${counts.dependency} that they need.`,
      ],
    },
    { kind: "facts", rows: listFacts(report) },
    ...cycles.map((names): Block => ({
      kind: "caveat",
      says: ["These depend on each other and are ported together:"],
      names,
    })),
    layTable({
      name: "waves",
      title: "What to port, in which order",
      hint: "All modules of a line can be ported in parallel, once the lines before it are done; those that block most come first.",
      rows: report.waves.map((names, at) => ({ wave: at + 1, names, sum: report.wave_sums[at] })),
      columns: WAVE_COLUMNS,
    }),
    layTable({
      name: "modules",
      title: "Modules",
      isMain: true,
      groups: {
        key: "state",
        states: Object.values(STATES),
        stateOf: ({ state }) => STATES[state],
      },
      rows: addWaves(report),
      columns: MODULE_COLUMNS,
    }),
    layTable({
      name: "requests",
      title: "Commits to port",
      isTasks: true,
      rows: modules.flatMap(({ technical_name: name, carry_over: carried }) =>
        carried?.process === "port_commits"
          ? sortRequests(carried.pull_requests).map((request) => ({ name, request }))
          : [],
      ),
      columns: REQUEST_COLUMNS,
    }),
    layTable({
      name: "replacements",
      title: "Perhaps replaced by other modules",
      rows: modules.flatMap(({ technical_name: name, replaced_by: others }) =>
        others.flatMap((by) => by.evidence.map((evidence) => ({ name, by, evidence }))),
      ),
      columns: REPLACEMENT_COLUMNS,
    }),
    layTable({
      name: "uses",
      title: "What of the API that they use is another",
      rows: modules.flatMap((module) =>
        (listUses(module) ?? []).map((use) => ({ name: module.technical_name, use })),
      ),
      columns: USE_COLUMNS,
    }),
    layTable({
      name: "read",
      title: "Repositories read",
      isFolded: true,
      rows: report.repositories,
      columns: [
        {
          key: "repository",
          title: "Repository",
          value: ({ organization, repository }) => `${organization}/${repository}`,
          link: ({ repository }) => toPath("repo", repository),
        },
        { key: "from", title: `Branch for ${from}`, value: ({ from: tip }) => describeTip(tip) },
        { key: "to", title: `Branch for ${to}`, value: ({ to: tip }) => describeTip(tip) },
      ],
    }),
  ];
}

function listFacts({ counts }: MigrationReport): readonly Fact[] {
  const states = Object.values(STATES).map(({ code, title }) => ({
    key: code,
    title,
    value: counts[code] || null,
  }));
  return [
    { key: "requested", title: "Asked for", value: counts.requested },
    { key: "dependency", title: "Needed by them", value: counts.dependency },
    ...states,
    { key: "commits", title: "Commits to port", value: counts.commits },
    {
      key: "pull_requests",
      title: "Pull requests that brought them",
      value: counts.pull_requests,
    },
    ...WORK_COLUMNS.map(({ key, title, unit, value }) => ({
      key,
      title,
      value: counts.work.modules === 0 ? null : value(counts.work),
      ...(unit !== undefined && { unit }),
    })),
  ];
}

/** What porting comes to, of a wave and of all. */
const WORK_COLUMNS: readonly Omit<Column<WorkSum>, "link">[] = [
  {
    key: "effort",
    title: "Effort",
    value: ({ effort }) =>
      EFFORTS.filter((one) => effort[one] > 0).map((one) => `${effort[one]} ${one}`),
  },
  { key: "models", title: "Classes", value: (sum) => sum.models },
  { key: "fields", title: "Fields", value: (sum) => sum.fields },
  { key: "methods", title: "Methods", value: (sum) => sum.methods },
  { key: "views", title: "Views", value: (sum) => sum.views },
  { key: "python_bytes", title: "Python", unit: "bytes", value: ({ code }) => code?.python },
  {
    key: "javascript_bytes",
    title: "JavaScript",
    unit: "bytes",
    value: ({ code }) => code?.javascript,
  },
];

interface Wave {
  readonly wave: number;
  readonly names: readonly string[];
  readonly sum: WorkSum | undefined;
}

const WAVE_COLUMNS: readonly Column<Wave>[] = [
  { key: "wave", title: "Step", value: ({ wave }) => wave },
  {
    key: "modules",
    title: "Modules",
    isCode: true,
    value: ({ names }) => names,
    link: (_, name) => toPath("lineage", name),
  },
  ...WORK_COLUMNS.map(({ value, ...column }) => ({
    ...column,
    value: ({ sum }: Wave) => (sum === undefined || sum.modules === 0 ? null : value(sum)),
  })),
];

interface Row extends MigrationModule {
  /** From 1 on; `undefined` where nothing is to be ported. */
  readonly wave: number | undefined;
}

function addWaves({ modules, waves }: MigrationReport): readonly Row[] {
  const waveOf = new Map(waves.flatMap((wave, at) => wave.map((name) => [name, at + 1] as const)));
  return modules.map((module) => ({ ...module, wave: waveOf.get(module.technical_name) }));
}

const MODULE_COLUMNS: readonly Column<Row>[] = [
  {
    key: "technical_name",
    title: "Module",
    isCode: true,
    value: (row) => row.technical_name,
    link: ({ state, technical_name: name }) =>
      state === "unknown" ? null : toPath("lineage", name),
  },
  { key: "origin", title: "", place: "data", value: ({ origin }) => origin },
  { key: "state", title: "State", value: ({ state }) => STATES[state] },
  {
    key: "required_by",
    title: "Needed by",
    isCode: true,
    agents: false,
    value: ({ origin, required_by: users }) => (origin === "dependency" ? users : null),
  },
  {
    key: "from",
    title: "Now",
    agents: false,
    value: (row) => row.from && describePlace(row.from, row),
    link: ({ from }) => from && toPlacePage(from),
  },
  {
    key: "targets",
    title: "Then",
    value: (row) => row.targets.map((place) => describePlace(place, row)),
    link: (row, text) => {
      const place = row.targets.find((one) => describePlace(one, row) === text);
      return place === undefined ? null : toPlacePage(place);
    },
  },
  {
    key: "start",
    title: "Port from",
    value: (row) => row.start && describePlace(row.start, row),
    link: ({ start }) => start && toPlacePage(start),
  },
  {
    key: "commits_to_port",
    title: "Commits to port",
    value: ({ carry_over: one }) => one?.to_port || null,
  },
  { key: "effort", title: "Effort", value: ({ effort }) => effort },
  {
    key: "blocked_by",
    title: "After",
    isCode: true,
    value: (row) => row.blocked_by,
    link: (_, name) => toPath("lineage", name),
  },
  { key: "blocks", title: "Blocks", value: ({ blocks }) => blocks || null },
  {
    key: "replaced_by",
    title: "Perhaps replaced by",
    isCode: true,
    value: (row) => row.replaced_by.map((one) => one.technical_name),
    link: (row, text) => {
      const other = row.replaced_by.find((one) => one.technical_name === text);
      return other === undefined ? null : toPath("module", text, other.platform_version);
    },
  },
  {
    key: "needs_enterprise",
    title: "Needs of Odoo Enterprise",
    isCode: true,
    value: (row) => row.needs_enterprise,
  },
  {
    key: "not_indexed",
    title: "Not indexed, so that not all is known",
    isCode: true,
    value: (row) => row.not_indexed,
  },
  {
    key: "no_migration",
    title: "Not to be migrated",
    value: ({ carry_over: one }) => one?.no_migration,
  },
  { key: "wave", title: "Step", place: "detail", agents: false, value: ({ wave }) => wave },
  {
    key: "steps",
    title: "Steps",
    place: "detail",
    value: ({ steps }) =>
      steps.map(({ kind, to, platform_version: at }) => [kind, to, at].filter(Boolean).join(" ")),
  },
  {
    key: "maintainers",
    title: "Maintained by",
    place: "detail",
    agents: false,
    value: ({ people }) => people?.maintainers,
  },
  {
    key: "ported_by",
    title: "Ported by",
    place: "detail",
    agents: false,
    value: ({ people }) => people?.ports.map(describePort),
    link: ({ people }, text) =>
      people?.ports.find((port) => describePort(port) === text)?.url ?? null,
  },
  {
    key: "neighbours",
    title: "Near it",
    place: "detail",
    agents: false,
    value: ({ people }) => people?.neighbours.map(describeNeighbour),
  },
  {
    key: "pull_request_search",
    title: "Open pull requests",
    place: "detail",
    agents: false,
    value: ({ forge }) => forge?.pull_requests,
    link: (_, address) => address,
  },
  {
    key: "issue_search",
    title: "Open issues",
    place: "detail",
    agents: false,
    value: ({ forge }) => forge?.issues,
    link: (_, address) => address,
  },
  {
    key: "from_repository",
    title: "",
    place: "data",
    value: ({ from }) => from && toProvider(from),
  },
  { key: "from_version", title: "", place: "data", value: ({ from }) => from?.version },
  {
    key: "target_names",
    title: "",
    place: "data",
    value: ({ targets }) => targets.map((one) => one.technical_name),
  },
  {
    key: "target_repositories",
    title: "",
    place: "data",
    value: ({ targets }) => targets.map(toProvider),
  },
  {
    key: "target_versions",
    title: "",
    place: "data",
    value: ({ targets }) => targets.map((one) => one.version ?? ""),
  },
  { key: "start_name", title: "", place: "data", value: ({ start }) => start?.technical_name },
  {
    key: "start_repository",
    title: "",
    place: "data",
    value: ({ start }) => start && toProvider(start),
  },
  {
    key: "start_platform_version",
    title: "",
    place: "data",
    value: ({ start }) => start?.platform_version,
  },
  {
    key: "carry_over",
    title: "How commits are carried over",
    place: "detail",
    agents: false,
    value: ({ carry_over: one }) => one?.process,
  },
  { key: "carry_from", title: "", place: "data", value: ({ carry_over: one }) => one?.from },
  { key: "carry_to", title: "", place: "data", value: ({ carry_over: one }) => one?.to },
  {
    key: "commits",
    title: "Commits that the branch lacks, as oca-port lists them",
    place: "detail",
    agents: false,
    value: ({ carry_over: one }) => one?.commits,
  },
  {
    key: "pull_requests",
    title: "",
    place: "data",
    value: ({ carry_over: one }) =>
      one?.process === "port_commits" ? sortRequests(one.pull_requests).map(describeRequest) : null,
  },
  {
    key: "api",
    title: "",
    place: "data",
    value: (row) => listUses(row)?.map(({ said }) => said),
  },
  { key: "license_from", title: "", place: "data", value: ({ from }) => from?.license },
  { key: "license_to", title: "", place: "data", value: ({ targets }) => targets[0]?.license },
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
  ...(
    [
      ["models", "Classes"],
      ["fields", "Fields"],
      ["methods", "Methods"],
      ["views", "Views"],
    ] as const
  ).map(([key, title]): Column<Row> => ({
    key,
    title,
    place: "detail",
    agents: false,
    value: ({ size }) => size?.[key],
  })),
  toBytes("bytes", "All files", ({ bytes }) => bytes),
  toBytes("python_bytes", "Python", ({ code }) => code?.python),
  toBytes("javascript_bytes", "JavaScript", ({ code }) => code?.javascript),
  toBytes("xml_bytes", "XML", ({ code }) => code?.xml),
  toBytes("test_bytes", "Tests", ({ code }) => code?.tests),
  toBytes("migration_bytes", "Migration scripts", ({ code }) => code?.migrations),
];

type Size = NonNullable<MigrationModule["size"]>;

function toBytes(
  key: string,
  title: string,
  read: (size: Size) => number | null | undefined,
): Column<Row> {
  return {
    key,
    title,
    unit: "bytes",
    place: "detail",
    agents: false,
    value: ({ size }) => size && read(size),
  };
}

type Request = NonNullable<MigrationModule["carry_over"]>["pull_requests"][number];

interface CarriedRow {
  readonly name: string;
  readonly request: Request;
}

const NAME: Column<{ readonly name: string }> = {
  key: "technical_name",
  title: "Module",
  isCode: true,
  value: ({ name }) => name,
  link: (_, name) => toPath("lineage", name),
};

const REQUEST_COLUMNS: readonly Column<CarriedRow>[] = [
  NAME,
  {
    key: "pull_request",
    title: "Pull request",
    value: ({ request }) => (request.number === null ? "none" : `#${request.number}`),
    link: ({ request }) => request.url,
  },
  {
    key: "says",
    title: "Says",
    value: ({ request }) => request.title ?? request.first_commits.map(({ subject }) => subject),
    link: ({ request }, text) =>
      request.first_commits.find(({ subject }) => subject === text)?.url ?? request.url,
  },
  { key: "commits", title: "Commits", value: ({ request }) => request.commits },
  { key: "files", title: "Files", value: ({ request }) => request.files },
  { key: "lines", title: "Lines", value: ({ request }) => request.lines },
  { key: "merged", title: "Merged", unit: "day", value: ({ request }) => request.merged },
];

interface ReplacementRow {
  readonly name: string;
  readonly by: ReplacedBy;
  readonly evidence: ReplacedBy["evidence"][number];
}

const REPLACEMENT_COLUMNS: readonly Column<ReplacementRow>[] = [
  NAME,
  {
    key: "replaced_by",
    title: "By",
    isCode: true,
    value: ({ by }) => by.technical_name,
    link: ({ by }) => toPath("module", by.technical_name, by.platform_version),
  },
  { key: "confidence", title: "Confidence", value: ({ by }) => by.confidence },
  { key: "says", title: "Says", value: ({ evidence }) => evidence.says },
  {
    key: "where",
    title: "Where",
    value: ({ evidence }) => evidence.path ?? evidence.kind,
    link: ({ evidence }) => evidence.url,
  },
];

const USE_COLUMNS: readonly Column<{ readonly name: string; readonly use: ToldUse }>[] = [
  NAME,
  { key: "change", title: "Change", value: ({ use }) => use.said },
  { key: "how", title: "Use", value: ({ use }) => use.how },
  { key: "first_in", title: "First in", value: ({ use }) => `${use.file}:${use.line}` },
];

function describeTip(tip: MigrationReport["repositories"][number]["from"]): string {
  return tip === null ? "none" : `${tip.branch} as of ${tip.committed ?? "an unknown time"}`;
}

/** `#7 [FIX] what it says`; what no pull request brought by its commits. */
function describeRequest({ number, title, first_commits: commits }: Request): string {
  const said = title ?? commits.map(({ subject }) => subject).join("; ");
  return number === null ? said : `#${number} ${said}`;
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
    ported > 0 && `ported ${ported} here`,
  ];
  return `${name} (${does.filter(Boolean).join(", ")})`;
}

/** `17.0 of acme/tools`; before it the name where that is another than that of the row. */
function describePlace(place: MigrationLocation, row: MigrationModule): string {
  const { technical_name: name, platform_version: at } = place;
  const said = `${at} of ${toProvider(place)}`;
  return name === row.technical_name ? said : `${name} ${said}`;
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

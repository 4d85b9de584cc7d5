// Layout of a migration report: summary, first steps, modules by state, and their waiting commits
// and changes.
import { listUses, type ToldUse } from "../../browser/api-use.js";
import { toPath } from "../../browser/ask.js";
import { sortRequests } from "../unported.js";
import {
  layCaveat,
  layTable,
  layFacts,
  type Block,
  type ComputedColumn,
  type DeclaredColumn,
  type DeclaredFact,
} from "../../layout.js";
import { toProvider } from "../repository-column.js";
import { layRules } from "../completeness.js";
import { EFFORT_WORDS, EFFORTS, STATES, VERDICTS } from "./states.js";
import type { MigrationReport, ReplacedBy, WorkSum } from "./report.js";
import { addWaves, listModuleColumns, type CarriedPullRequest } from "./module-columns.js";

export function layMigration(report: MigrationReport): readonly Block[] {
  const { from, to, counts, modules, cycles } = report;
  const verdict = VERDICTS[report.verdict];
  return [
    {
      kind: "verdict",
      tone: verdict.tone,
      title: [verdict.title],
      says: [
        `From ${from} to ${to}: `,
        ...(counts.modules_to_port > 0 ? [{ count: counts.modules_to_port, noun: "module" }] : []),
        counts.modules_to_port > 0 && counts.commits > 0 ? " and " : "",
        ...(counts.commits > 0 ? [{ count: counts.commits, noun: "commit" }] : []),
        counts.modules_to_port + counts.commits > 0
          ? " to port. "
          : `nothing ${counts.unknown_names === 0 ? "" : "known "}to port. `,
        { count: counts.requested, noun: "module" },
        " asked for.",
        ...(counts.dependency === 0
          ? []
          : [
              " Also listed: ",
              { count: counts.dependency, noun: "dependency", nouns: "dependencies" },
              ".",
            ]),
        ...(counts.being_ported === 0
          ? []
          : [` Being ported by pull requests: ${counts.being_ported} of them.`]),
        ...(counts.unknown_names === 0
          ? []
          : [
              ` ${counts.unknown_names} of ${counts.requested} names unknown. Correct the names, or add their repositories to the index.`,
            ]),
      ],
    },
    layFacts(listFacts(report)),
    ...layRules(report),
    ...cycles.flatMap((names) =>
      layCaveat(true, "These depend on each other and are ported together:", names),
    ),
    layTable({
      name: "waves",
      title: "What to port, in which order",
      hint: "Modules of one step can be ported in parallel, after the steps before it. Modules that block most others come first. Effort by kB of code: small up to 5, medium up to 15, large up to 50. JavaScript counts three times.",
      rows: report.waves.map((names, at) => ({ wave: at + 1, names, sum: report.wave_sums[at] })),
      columns: WAVE_COLUMNS,
    }),
    layTable({
      name: "modules",
      isMain: true,
      groups: {
        key: "state",
        states: Object.values(STATES),
        stateOf: ({ state }) => STATES[state],
      },
      rows: addWaves(report),
      columns: listModuleColumns(report),
    }),
    layTable({
      name: "requests",
      title: "Pull requests and other commits",
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
      title: "API changes to follow",
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
          key: "provider",
          value: toProvider,
          href: ({ repository }) => toPath("repo", repository),
        },
        { key: "from", title: `Branch for ${from}`, value: ({ from: tip }) => describeTip(tip) },
        { key: "to", title: `Branch for ${to}`, value: ({ to: tip }) => describeTip(tip) },
      ],
    }),
  ];
}

function listFacts({ counts, to, ported_dependencies }: MigrationReport): readonly DeclaredFact[] {
  const states = Object.values(STATES).map(({ code, title }) => ({
    key: code,
    title,
    value: counts[code] || null,
  }));
  return [
    { key: "requested", title: "Asked for", value: counts.requested },
    { key: "dependency", title: "Dependencies listed", value: counts.dependency || null },
    {
      key: "ported_dependencies",
      title: "Dependencies ported already",
      value: ported_dependencies,
      isCode: true,
      href: (_, name) => toPath("module", name, to),
    },
    ...states,
    { key: "commits", title: "Commits to port", value: counts.commits || null },
    {
      key: "pull_requests",
      title: "Pull requests with these",
      value: counts.pull_requests || null,
    },
    { key: "effort", title: "Effort to port", value: listEfforts(counts.work) },
  ];
}

/** `2 small`, for each class of effort that modules have. */
const listEfforts = ({ effort }: WorkSum): readonly string[] =>
  EFFORTS.filter((one) => effort[one] > 0).map((one) => `${effort[one]} ${EFFORT_WORDS[one]}`);

/** Columns of porting work of a wave. */
const WORK_COLUMNS: readonly Omit<ComputedColumn<WorkSum>, "href">[] = [
  { key: "effort", value: listEfforts },
  { key: "models", title: "Classes", value: (sum) => sum.models },
  { key: "fields", value: (sum) => sum.fields },
  { key: "methods", value: (sum) => sum.methods },
  { key: "views", value: (sum) => sum.views },
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

const WAVE_COLUMNS: readonly DeclaredColumn<Wave>[] = [
  { key: "wave", title: "Step", value: ({ wave }) => wave },
  {
    key: "modules",
    isCode: true,
    value: ({ names }) => names,
    href: (_, name) => toPath("lineage", name),
  },
  ...WORK_COLUMNS.map(({ value, ...column }) => ({
    ...column,
    value: ({ sum }: Wave) => (sum === undefined || sum.modules === 0 ? null : value(sum)),
  })),
];

interface CarriedRow {
  readonly name: string;
  readonly request: CarriedPullRequest;
}

const NAME: ComputedColumn<{ readonly name: string }> = {
  key: "technical_name",
  value: ({ name }) => name,
  href: (_, name) => toPath("lineage", name),
};

const REQUEST_COLUMNS: readonly DeclaredColumn<CarriedRow>[] = [
  NAME,
  {
    key: "pull_request",
    value: ({ request }) =>
      request.number === null ? "commits without one" : `#${request.number}`,
    href: ({ request }) => request.url,
  },
  {
    key: "says",
    title: "Title",
    value: ({ request }) => request.title ?? request.first_commits.map(({ subject }) => subject),
    href: ({ request }, text) =>
      request.first_commits.find(({ subject }) => subject === text)?.url ?? request.url,
  },
  { key: "commits", value: ({ request }) => request.commits },
  { key: "files", value: ({ request }) => request.files },
  { key: "lines", value: ({ request }) => request.lines },
  { key: "merged", unit: "day", value: ({ request }) => request.merged },
];

interface ReplacementRow {
  readonly name: string;
  readonly by: ReplacedBy;
  readonly evidence: ReplacedBy["evidence"][number];
}

const REPLACEMENT_COLUMNS: readonly DeclaredColumn<ReplacementRow>[] = [
  NAME,
  {
    key: "replaced_by",
    title: "By",
    isCode: true,
    value: ({ by }) => by.technical_name,
    href: ({ by }) => toPath("module", by.technical_name, by.platform_version),
  },
  { key: "confidence", value: ({ by }) => by.confidence },
  { key: "says", value: ({ evidence }) => evidence.says },
  {
    key: "where",
    value: ({ evidence }) => evidence.path ?? evidence.kind,
    href: ({ evidence }) => evidence.url,
  },
];

const USE_COLUMNS: readonly DeclaredColumn<{ readonly name: string; readonly use: ToldUse }>[] = [
  NAME,
  { key: "change", value: ({ use }) => use.said },
  { key: "how", title: "Use", value: ({ use }) => use.how },
  { key: "first_in", value: ({ use }) => `${use.file}:${use.line}` },
];

function describeTip(tip: MigrationReport["repositories"][number]["from"]): string {
  return tip === null ? "none" : `${tip.branch} as of ${tip.committed ?? "an unknown time"}`;
}

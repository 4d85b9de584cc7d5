// A plan and what an update changes, as tables of a terminal.
import { listSome } from "../contract/problem.js";
import { formatSections } from "../../data/settings/text-table.js";
import type { Plan, UpdatedModule } from "../contract/shape/system/plan.js";
import { listPlanCommands } from "../contract/browser/shell-lines.js";
import {
  describeVerdict,
  groupModules,
  isIndexed,
  MISSING_WORDS,
  sortMissing,
} from "../contract/browser/plan-members.js";

/** The verdict, then tables for people, as they stand on the page; what is empty is left out. */
export function formatPlan(plan: Plan): string {
  const { badge, title, lines } = describeVerdict(plan);
  const { requested, others, ofPlatform } = groupModules(plan);
  const commands = listPlanCommands(plan);
  const sections = formatSections([
    [
      "Missing",
      sortMissing(plan).map((row) => [
        row.technical_name,
        MISSING_WORDS[row.reason],
        row.versions.join(" "),
        listSome(row.required_by, FEW_NAMES),
        row.near.length === 0 ? "" : `near: ${row.near.join(" ")}`,
      ]),
    ],
    ...commands.map(([name, rows]) => [name, rows.map((line) => [line])] as const),
    ["Modules that were asked for", toRows(requested)],
    ["Modules that come with them", toRows(others)],
    ["Modules of Odoo", toRows(ofPlatform)],
    ["Conflicts", plan.conflicts.map((row) => [row.detail])],
    ["Circles", plan.cycles.map((cycle) => [cycle.join(" ")])],
    [
      "Modules in several repositories",
      plan.choices.map((row) => [row.technical_name, row.taken, row.rule, row.others.join(" ")]),
    ],
    [
      "Could be auto-installed",
      plan.could_auto_install.map((row) => [
        row.technical_name,
        `${row.organization}/${row.repository}`,
        [...row.blocked_by, ...row.countries].join(" "),
      ]),
    ],
    [
      "Repositories",
      plan.repositories.map((row) => [row.git, row.branch, row.commit, String(row.folders.length)]),
    ],
    ["Python packages", plan.python.map((row) => [row.name, row.specifier])],
    ["Programs", plan.binaries.map((row) => [row.name, row.required_by.join(" ")])],
    [
      "Licences",
      plan.policy.licenses.map((row) => [
        row.technical_name,
        row.spdx,
        row.rule,
        row.modules.map(({ technical_name }) => technical_name).join(" "),
      ]),
    ],
    [
      "Below the development status",
      plan.policy.maturity.map((row) => [row.technical_name, row.development_status]),
    ],
    [
      "An update changes",
      plan.update?.modules.map((row) => [
        row.technical_name,
        row.change,
        describeUpdate(row),
        row.update_date ?? "",
      ]) ?? [],
    ],
    [
      "Migration scripts that it runs",
      plan.update?.modules.flatMap((row) =>
        row.migrations.map(({ file }) => [row.technical_name, file]),
      ) ?? [],
    ],
    ["Commits that it brings", plan.update?.modules.flatMap(listCommits) ?? []],
    [
      "Repositories with new commits",
      plan.update?.repositories.map((row) => [
        row.repository,
        row.from ?? "new",
        row.to ?? "no longer needed",
        row.compare ?? "",
      ]) ?? [],
    ],
  ]);
  return [`${badge}: ${title}`, ...lines, ...sections].join("\n");
}

/** Names of modules in a cell; more of them are counted. */
const FEW_NAMES = 3;

function toRows(modules: Plan["modules"]): readonly (readonly string[])[] {
  return modules.map((row) => [
    row.technical_name,
    row.version ?? "",
    isIndexed(row) ? `${row.organization}/${row.repository}` : "Odoo, not indexed",
    row.origin,
    listSome(row.required_by, FEW_NAMES),
  ]);
}

/** A row for each commit, one for those that are not listed, or one that says why they cannot be told. */
function listCommits(module: UpdatedModule): readonly (readonly string[])[] {
  const { technical_name: name, commits_untold: reason, commits_left_out: leftOut } = module;
  if (reason !== null) {
    return reason === "added" || reason === "removed" ? [] : [[name, `(${reason})`]];
  }
  return [
    ...(leftOut > 0 ? [[name, `(${leftOut} earlier)`]] : []),
    ...module.pull_requests.flatMap(({ number, commits }) =>
      commits.map((row) => [
        name,
        number === null ? "" : `#${number}`,
        row.commit,
        row.date.slice(0, 10),
        row.author,
        row.subject,
      ]),
    ),
  ];
}

/** What is another: where it is from, or its version. */
function describeUpdate({ change, from, to }: UpdatedModule): string {
  const [before, after] =
    change === "moved"
      ? [from?.repository ?? "?", to?.repository ?? ""]
      : [from?.version ?? "", to?.version ?? ""];
  return [...new Set([before, after])].filter((text) => text !== "").join(" → ");
}

// A plan and what an update changes, as tables of a terminal.
import { formatCount } from "../contract/browser/words.js";
import { formatSections } from "../../data/settings/text-table.js";
import type { Plan, UpdatedModule } from "../contract/shape/system/plan.js";
import { listPlanCommands } from "../contract/browser/shell-lines.js";
import { listLacking } from "../contract/browser/plan-members.js";

/**
 * Tables for people; what is empty is left out.
 * @param listNear names near to one that no module has
 */
export function formatPlan(
  plan: Plan,
  listNear: (name: string) => readonly string[] = () => [],
): string {
  const sections = formatSections([
    [
      plan.load_order.known
        ? "Modules, in load order"
        : "Modules, each after what it depends on; in which order Odoo loads them is unknown",
      plan.modules.map((row) => [
        row.technical_name,
        row.version ?? "",
        row.from_platform_table ? "Odoo, not indexed" : `${row.organization}/${row.repository}`,
        row.origin,
        row.because.join(" "),
      ]),
    ],
    [
      "Missing",
      listLacking(plan).map((row) => [
        row.technical_name,
        row.kind,
        row.versions.join(" "),
        row.required_by.join(" "),
        describeNear(row.kind === "unknown" ? listNear(row.technical_name) : []),
      ]),
    ],
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
  const commands = formatSections(
    listPlanCommands(plan).map(([title, lines]) => [title, lines.map((line) => [line])]),
  );
  const { modules, requested, dependency, auto_install } = plan.counts;
  const total = `${formatCount(modules, "module")}: ${requested} requested, ${dependency} needed, ${auto_install} installed by themselves`;
  return [...sections, ...commands, total, ...listUnknown(plan)].join("\n");
}

function describeNear(names: readonly string[]): string {
  return names.length === 0 ? "" : `near: ${names.join(" ")}`;
}

/** Names of modules in a sentence; more of them are counted. */
const FEW_NAMES = 10;

function listUnknown({
  complete,
  not_indexed: names,
  not_indexed_count: all,
  rules_of: rules,
}: Plan): readonly string[] {
  const answered =
    rules === undefined ? [] : [`By the rules of ${rules}: those of this version are not known`];
  if (complete) return answered;
  const few = names.slice(0, FEW_NAMES).join(", ");
  const rest = all > FEW_NAMES ? ` and ${all - FEW_NAMES} more` : "";
  return [...answered, `Not known in whole, since these are not indexed: ${few}${rest}`];
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

// `module-lookup plan`: the whole installation that a list of modules comes to, without a server and
// without a limit on how long the list is.
import { readFileSync } from "node:fs";
import { parsePlatformVersion } from "../../data/platform-version.js";
import { ConfigError } from "../../data/operator-error.js";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import type { CommandContext } from "../../settings/command.js";
import { readSettingsAndWords, type SettingsOf } from "../../settings/settings.js";
import { formatTable } from "../../settings/text-table.js";
import { PLAN_SETTINGS } from "../config.js";
import { LEFT_OUT, type ModuleList } from "../explorer/shared/listed-modules.js";
import { parseModuleList } from "../explorer/shared/module-list.js";
import type { Plan } from "../interface/shape/plan.js";
import type { PlanQuestion } from "../registry/addons-path.js";
import { toPlan } from "../registry/plan.js";
import { STATUSES } from "../registry/policy.js";
import { resolveSystem } from "../registry/resolve.js";

/**
 * Exit code 1 when a module that was asked for is not there.
 * @throws ConfigError `plan_invalid` for names or a version that cannot be read; SnapshotError
 */
export async function runPlan(words: readonly string[], context: CommandContext): Promise<number> {
  const read = readSettingsAndWords("plan", PLAN_SETTINGS, words, context.environment);
  const list = readList(read.settings.modules);
  const question = toQuestion(read.settings, read.words, list);
  for (const line of describeList(list, question)) context.printError(line);
  const snapshot = openSnapshot(locateSnapshot(read.settings.snapshot));
  try {
    refuseUnknownVersion(snapshot, question.platformVersion);
    const minStatus = STATUSES.find((status) => status === read.settings["min-status"]);
    const plan = toPlan(snapshot, resolveSystem(snapshot, question), minStatus);
    const isJson = read.settings.format === "json";
    context.print(isJson ? JSON.stringify(plan, null, 2) : formatPlan(plan));
    return plan.missing.some(({ requested }) => requested) ? 1 : 0;
  } finally {
    snapshot.close();
  }
}

function toQuestion(
  settings: SettingsOf<typeof PLAN_SETTINGS>,
  words: readonly string[],
  listed: ModuleList,
): PlanQuestion {
  const written = settings["platform-version"];
  const platformVersion = parsePlatformVersion(written);
  if (platformVersion === undefined) {
    throw refuse(`--platform-version must be one such as 17.0, not "${written}"`, written);
  }
  const modules = [...new Set([...splitNames(words.join(",")), ...listed.modules])];
  if (modules.length === 0) {
    throw refuse(`no modules are named; give them as words, or with --modules FILE`, "nothing");
  }
  const list = (text: string | undefined) => (text === undefined ? undefined : splitNames(text));
  const path = listed.repositories.length > 0 ? listed.repositories : undefined;
  return {
    platformVersion,
    modules,
    repositories: list(settings.repositories) ?? path,
    exclude: list(settings.exclude),
    prefer: [...(list(settings.prefer) ?? []), ...listed.prefer],
    autoInstall: !settings["no-auto-install"],
  };
}

/** The standard input is file 0. @throws ConfigError `plan_invalid` */
function readList(file: string | undefined): ModuleList {
  if (file === undefined) return parseModuleList("");
  try {
    return parseModuleList(readFileSync(file === "-" ? 0 : file, "utf8"));
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    throw refuse(`--modules ${file} cannot be read (${code})`, file);
  }
}

/** What of a list is left out, or is not as asked. */
function describeList(list: ModuleList, { platformVersion }: PlanQuestion): readonly string[] {
  const { kind, platformVersion: said, leftOut } = list;
  return [
    ...(said === undefined || said === platformVersion
      ? []
      : [`The list (${kind}) is for ${said}; the plan is for ${platformVersion}.`]),
    ...leftOut.map(
      ({ reason, count, examples }) =>
        `Of the list (${kind}), ${count} × ${LEFT_OUT[reason]}: ${examples.join(", ")}${count > examples.length ? ", …" : ""}`,
    ),
  ];
}

/** Names with commas or blanks between them. */
function splitNames(text: string): readonly string[] {
  return [...new Set(text.split(/[\s,]+/))].filter((name) => name !== "");
}

function refuseUnknownVersion({ versions }: Snapshot, version: string): void {
  if (versions.includes(version)) return;
  throw refuse(`the snapshot has no ${version}; it has ${versions.join(", ")}`, version);
}

function refuse(what: string, got: string): ConfigError {
  return new ConfigError({
    code: "plan_invalid",
    message: `${what[0]?.toUpperCase() ?? ""}${what.slice(1)}; see "module-lookup plan --help".`,
    expected: "names of modules and a platform version of the snapshot",
    got,
  });
}

/** Tables for people; what is empty is left out. */
function formatPlan(plan: Plan): string {
  const parts: readonly (readonly [title: string, rows: readonly (readonly string[])[]])[] = [
    [
      "Modules, in load order",
      plan.modules.map((row) => [
        row.technical_name,
        row.version,
        `${row.organization}/${row.repository}`,
        row.origin,
        row.because.join(" "),
      ]),
    ],
    [
      "Missing",
      plan.missing.map((row) => [
        row.technical_name,
        row.kind,
        row.versions.join(" "),
        row.required_by.join(" "),
      ]),
    ],
    ["Conflicts", plan.conflicts.map((row) => [row.detail])],
    ["Circles", plan.cycles.map((cycle) => [cycle.join(" ")])],
    [
      "Taken of several repositories",
      plan.choices.map((row) => [row.technical_name, row.taken, row.rule, row.others.join(" ")]),
    ],
    [
      "Could install themselves",
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
  ];
  const { modules, requested, dependency, auto_install } = plan.counts;
  const total = `${modules} modules: ${requested} requested, ${dependency} needed, ${auto_install} installed by themselves`;
  return [
    ...parts.flatMap(([title, rows]) =>
      rows.length === 0 ? [] : [`${title}:`, ...formatTable(rows, { indent: "  " }), ""],
    ),
    total,
  ].join("\n");
}

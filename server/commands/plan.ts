// `module-lookup plan`: the whole installation that a list of modules comes to, without a server and
// without a limit on how long the list is.
import { readFileSync } from "node:fs";
import { parsePlatformVersion } from "../../data/platform-version.js";
import { ConfigError } from "../../data/operator-error.js";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import type { CommandContext } from "../../settings/command.js";
import { readSettingsAndWords, type SettingsOf } from "../../settings/settings.js";
import { PLAN_SETTINGS } from "../config.js";
import { LEFT_OUT, type ModuleList } from "../explorer/shared/listed-modules.js";
import { parseModuleList } from "../explorer/shared/module-list.js";
import type { Plan } from "../interface/shape/system/plan.js";
import { PLAN_FORMATS, renderPlanFile } from "../interface/text/plan/formats.js";
import { STATUSES } from "../lookup/maturity.js";
import type { PlanQuestion } from "../registry/addons-path.js";
import { toPlan } from "../registry/plan.js";
import { resolveSystem } from "../registry/resolve.js";
import { parseLock, toLock, toLocked, type Lock } from "../registry/update/lock.js";
import { compareWithLock } from "../registry/update/update.js";
import { formatPlan } from "./plan-table.js";

/**
 * Exit code 1 when a module that was asked for is not there.
 * @throws ConfigError `plan_invalid` for names or a version that cannot be read; SnapshotError
 */
export async function runPlan(words: readonly string[], context: CommandContext): Promise<number> {
  const read = readSettingsAndWords("plan", PLAN_SETTINGS, words, context.environment);
  const lock = read.settings.lock === undefined ? undefined : readLock(read.settings.lock);
  const list = readList(read.settings.modules);
  const question = toQuestion(read.settings, read.words, { list, lock });
  for (const line of describeList(list, question)) context.printError(line);
  const snapshot = openSnapshot(locateSnapshot(read.settings.snapshot));
  try {
    refuseUnknownVersion(snapshot, question.platformVersion);
    const minStatus = STATUSES.find((status) => status === read.settings["min-status"]);
    const system = resolveSystem(snapshot, question);
    const alone = toPlan(snapshot, system, minStatus);
    const plan =
      lock === undefined
        ? alone
        : { ...alone, update: compareWithLock(snapshot, system, alone, toLocked(lock)) };
    context.print(await formatAs(read.settings.format, plan, question));
    return plan.missing.some(({ requested }) => requested) ? 1 : 0;
  } finally {
    snapshot.close();
  }
}

/** @param format one that the settings allow; the text has no line feed at its end */
async function formatAs(format: string, plan: Plan, question: PlanQuestion): Promise<string> {
  const name = PLAN_FORMATS.find((one) => one === format);
  if (name === undefined) {
    return format === "json" ? JSON.stringify(plan, null, 2) : formatPlan(plan);
  }
  const { text } = await renderPlanFile(name, { plan, lock: toLock(question, plan) });
  return text.trimEnd();
}

/** What was read of the files that are named. */
interface Given {
  readonly list: ModuleList;
  readonly lock: Lock | undefined;
}

/** What is not said otherwise is as the list says, and else as the lock was asked. */
function toQuestion(
  settings: SettingsOf<typeof PLAN_SETTINGS>,
  words: readonly string[],
  { list: listed, lock }: Given,
): PlanQuestion {
  const written = settings["platform-version"] ?? lock?.platform_version ?? listed.platformVersion;
  if (written === undefined) {
    throw refuse(
      "--platform-version is required where neither --lock nor the list says it",
      "nothing",
    );
  }
  const platformVersion = parsePlatformVersion(written);
  if (platformVersion === undefined) {
    throw refuse(`--platform-version must be one such as 17.0, not "${written}"`, written);
  }
  const named = [...new Set([...splitNames(words.join(",")), ...listed.modules])];
  const modules = named.length === 0 ? (lock?.requested ?? []) : named;
  if (modules.length === 0) {
    throw refuse(`no modules are named; give them as words, or with --modules FILE`, "nothing");
  }
  const list = (text: string | undefined) => (text === undefined ? undefined : splitNames(text));
  const before = lock?.options;
  const path = listed.repositories.length > 0 ? listed.repositories : undefined;
  return {
    platformVersion,
    modules,
    repositories: list(settings.repositories) ?? path ?? before?.repositories ?? undefined,
    exclude: list(settings.exclude) ?? before?.exclude,
    prefer: [...(list(settings.prefer) ?? before?.prefer ?? []), ...listed.prefer],
    autoInstall: !settings["no-auto-install"] && before?.auto_install !== false,
  };
}

/** @throws ConfigError `plan_invalid` */
function readLock(file: string): Lock {
  const lock = parseLock(readText("lock", file));
  if (typeof lock === "string") throw refuse(`--lock ${file} ${lock}`, file);
  return lock;
}

/** Empty where no file is named. @throws ConfigError `plan_invalid` */
function readList(file: string | undefined): ModuleList {
  return parseModuleList(file === undefined ? "" : readText("modules", file));
}

/** The standard input is file 0. @throws ConfigError `plan_invalid` */
function readText(option: string, file: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    const { code = "unreadable" } = error as NodeJS.ErrnoException;
    throw refuse(`--${option} ${file} cannot be read (${code})`, file);
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

// `module-lookup check`: files of modules are read here, and judged by a snapshot of this machine or by a service.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describeUnread } from "../../data/files/input-file.js";
import { isObject } from "../../data/json.js";
import type { ParsedModules } from "../../data/module/module-under-development.js";
import type { ConfigError } from "../../data/operator-error.js";
import { compareText } from "../../data/platform/platform-version.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords, type SettingsOf } from "../../data/settings/settings.js";
import {
  createCommandWords,
  isNameList,
  readPlanOptions,
  splitNames,
  splitOption,
} from "../../server/commands/command-words.js";
import type { Lock } from "../../server/compare/update/lock.js";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import type { Rule } from "../../server/registry/check/development/finding-kinds.js";
import {
  formatAnnotations,
  formatFindings,
} from "../../server/registry/check/development/finding-table.js";
import type { Finding } from "../../server/registry/check/development/finding.js";
import { findRule, leaveOut } from "../../server/registry/check/development/silence.js";
import { CHECK_SETTINGS } from "./check-settings.js";
import { readWrittenFiles, type CheckQuestion, type ReadFiles } from "./module-files.js";

const WORDS = createCommandWords("check");

/** Exit code where no module is indexed that the checked ones need. */
const UNKNOWN = 3;

/**
 * Exit code 1 where something is found, with `--strict` also where something could not be judged; what is thrown beside a
 * ConfigError ends the program with 3, as does a check against no module.
 * @throws ConfigError `check_invalid` for files, names or a version that cannot be read; SnapshotError; OperatorError of
 * the service
 */
export async function runCheck(words: readonly string[], context: CommandContext): Promise<number> {
  const read = readSettingsAndWords("check", CHECK_SETTINGS, words, context.environment);
  const { settings, given } = read;
  if (read.words.length === 0) throw WORDS.refuse("no files are given");
  // A variable may be for other commands.
  const server = given.includes("snapshot") ? undefined : settings.server;
  if (given.includes("snapshot") && given.includes("server")) {
    throw WORDS.refuse("--snapshot and --server are both given; leave one of them out");
  }
  const named = await readModules(settings.modules);
  const question = await readQuestion(settings, named, readWrittenFiles(read.words));
  const { baseline } = settings;
  const isWriting = settings["write-baseline"];
  if (isWriting && baseline === undefined) {
    throw WORDS.refuse("--write-baseline needs --baseline");
  }
  const isKnown =
    isWriting || baseline === undefined ? () => false : readBaseline(baseline, WORDS.refuse);
  const found =
    server === undefined
      ? await checkHere(settings.snapshot, question)
      : await (await import("./ask-server.js")).askServer(server, question, context.signal);
  refuseUnknownModules(named, found);
  const quiet = leaveOut(found, isKnown);
  if (isWriting) {
    writeBaseline(baseline ?? "", quiet, WORDS.refuse);
    return 0;
  }
  const checked = showPaths(quiet, question.written);
  const text = await formatAs(settings.format, checked, context.version);
  if (text !== "") context.print(text);
  const { not_indexed: notIndexed, run_time: runTime } = checked.not_judged;
  const isDoubtful = settings.strict && notIndexed + runTime > 0;
  const isWrong = checked.findings.some(({ level }) => level === "error");
  if (isWrong || isDoubtful) return 1;
  return checked.modules === 0 && notIndexed > 0 ? UNKNOWN : 0;
}

async function readQuestion(
  settings: SettingsOf<typeof CHECK_SETTINGS>,
  named: readonly string[],
  written: readonly ReadFiles[],
): Promise<CheckQuestion> {
  refuseTwins(written);
  const lock = await readLock(settings.lock);
  const version = settings["platform-version"] ?? lock?.platform_version;
  const locked = lock?.modules.map(({ technical_name: name }) => name) ?? [];
  return {
    written,
    platformVersion: version && WORDS.readVersion("platform-version", version),
    modules: [...named, ...locked],
    ...readPlanOptions(settings, lock?.options),
    // A lock names all modules that there are.
    ...(lock !== undefined && { auto_install: false }),
    ignore: readKinds("ignore", settings.ignore),
    select: readKinds("select", settings.select),
  };
}

/** Odoo finds one module of a name. */
function refuseTwins(written: readonly ReadFiles[]): void {
  const folders = new Map<string, string>();
  for (const { technicalName, folder } of written) {
    const other = folders.get(technicalName);
    if (other !== undefined) {
      const both = [other, folder].map(toShownPath).join(" and ");
      throw WORDS.refuse(
        `two folders have the same name and cannot both be modules: ${both}; name one of them`,
      );
    }
    folders.set(technicalName, folder);
  }
}

/** A module that nobody has would leave open what it may bring. */
function refuseUnknownModules(named: readonly string[], { missing }: CheckedModules): void {
  const unknown = missing.find(
    (one) => one.reason === "unknown_name" && named.includes(one.technical_name),
  );
  if (unknown === undefined) return;
  const { technical_name: name, near } = unknown;
  const meant = near.length === 0 ? "" : ` (near: ${near.join(", ")})`;
  throw WORDS.refuse(`--modules names a module that the index does not have: ${name}${meant}`);
}

/** Loads the reader of files on demand: few installations are given as one. */
async function loadInput() {
  const { createCommandInput } = await import("../../server/commands/command-input.js");
  return createCommandInput(WORDS);
}

async function readLock(file: string | undefined): Promise<Lock | undefined> {
  return file === undefined ? undefined : (await loadInput()).readLock("lock", file);
}

async function readModules(value = ""): Promise<readonly string[]> {
  if (isNameList(value)) return splitNames(value);
  return (await loadInput()).readList("modules", value).modules;
}

function readKinds(option: "ignore" | "select", names: string | undefined): readonly Rule[] {
  return (splitOption(names) ?? []).map((name) => {
    const rule = findRule(name);
    if (rule === undefined) {
      throw WORDS.refuse(`--${option} names no kind of findings: ${name}`);
    }
    return rule;
  });
}

async function checkHere(
  snapshotFolder: string | undefined,
  question: CheckQuestion,
): Promise<CheckedModules> {
  if (snapshotFolder === undefined) {
    throw WORDS.refuse("--snapshot or --server is required");
  }
  const [
    { requireParser },
    { useSnapshot },
    { parseWrittenModules },
    { checkFiles },
    { takeSteps },
  ] = await Promise.all([
    import("../../builder/reading/require-parser.js"),
    import("../../data/snapshot/use-snapshot.js"),
    import("../../builder/parse/references/module-under-development.js"),
    import("../../server/registry/check/development/check-files.js"),
    import("../../data/yield.js"),
  ]);
  requireParser();
  const { written } = question;
  const parsed = parseWrittenModules(written, question.platformVersion);
  const platformVersion = readVersion(parsed);
  return useSnapshot(snapshotFolder, (snapshot) => {
    WORDS.refuseUnknownVersion(snapshot, platformVersion);
    const asked = { ...question, platformVersion };
    return takeSteps(checkFiles(snapshot, asked, { written, parsed: parsed.modules }));
  });
}

/** @throws ConfigError `check_invalid` */
function readVersion({ platformVersion }: ParsedModules): string {
  if (platformVersion !== undefined) return platformVersion;
  const missing = "--platform-version is required, unless --lock or the manifests have one";
  throw WORDS.refuse(missing);
}

/** A path as it is called from the working folder. */
function toShownPath(place: string): string {
  return path.relative(process.cwd(), place).split(path.sep).join("/") || ".";
}

/** Files as they are called from the working folder. */
function showPaths(checked: CheckedModules, written: readonly ReadFiles[]): CheckedModules {
  const folders = new Map(written.map(({ technicalName, folder }) => [technicalName, folder]));
  const toPath = (module: string, file: string): string =>
    toShownPath(path.join(folders.get(module) ?? "", file));
  const findings = checked.findings.map((one) => ({ ...one, file: toPath(one.module, one.file) }));
  return { ...checked, findings };
}

async function formatAs(format: string, checked: CheckedModules, version: string): Promise<string> {
  if (format === "json") return JSON.stringify(checked, null, 2);
  if (format === "github") return formatAnnotations(checked);
  if (format === "text") return formatFindings(checked);
  const { toSarif } = await import("../../server/registry/check/development/finding-table.js");
  return JSON.stringify(toSarif(checked, version), null, 2);
}

/** Makes the error of a value that cannot be used. */
type Refuse = (what: string, got: string) => ConfigError;

/** Lines are left out, since they move. */
const toKey = ({ module, file, rule, name }: Pick<Finding, "module" | "file" | "rule" | "name">) =>
  [module, file, rule, name].join("\0");

function writeBaseline(file: string, { findings }: CheckedModules, refuse: Refuse): void {
  const rows = new Map(
    findings.map((one) => {
      const { module, rule, name } = one;
      return [toKey(one), { module, file: one.file, rule, name }];
    }),
  );
  const sorted = [...rows].toSorted(([left], [right]) => compareText(left, right));
  const lines = sorted.map(([, row]) => JSON.stringify(row));
  try {
    writeFileSync(file, `[\n${lines.join(",\n")}\n]\n`);
  } catch (error) {
    const { code = "unwritable" } = error as NodeJS.ErrnoException;
    throw refuse(`--baseline ${file} cannot be written (${code})`, file);
  }
}

/** @returns whether a finding is one of the file */
function readBaseline(file: string, refuse: Refuse): (finding: Finding) => boolean {
  try {
    const rows: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (Array.isArray(rows) && rows.every(isRow)) {
      const known = new Set(rows.map(toKey));
      return (finding) => known.has(toKey(finding));
    }
  } catch (error) {
    throw refuse(`${describeUnread(file, error, `--baseline ${file}`)}: correct --baseline`, file);
  }
  throw refuse(`--baseline ${file} is no list of findings`, file);
}

function isRow(row: unknown): row is Pick<Finding, "module" | "file" | "rule" | "name"> {
  const names = ["module", "file", "rule", "name"];
  return isObject(row) && names.every((name) => typeof row[name] === "string");
}

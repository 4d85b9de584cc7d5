// `module-lookup check`: the files are read as the builder reads modules, and judged against a system that the
// server's side knows. The two meet here alone.
import path from "node:path";
import {
  parseWrittenModule,
  type ParsedWrittenModule,
} from "../../builder/parse/references/module-under-development.js";
import { compareText } from "../../data/platform/platform-version.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import { orderByNeeds, reach } from "../../data/walk-graph.js";
import {
  createCommandInput,
  readPlanOptions,
  splitOption,
} from "../../server/commands/command-input.js";
import { CHECK_SETTINGS } from "../../server/config.js";
import type { PlanQuestion } from "../../server/contract/browser/plan-question.js";
import type { MissingName } from "../../server/contract/shape/system/plan.js";
import {
  checkWrittenModules,
  type CheckCase,
  type CheckedModules,
} from "../../server/registry/check/development/check-written.js";
import {
  formatAnnotations,
  formatFindings,
} from "../../server/registry/check/development/finding-table.js";
import type { Finding } from "../../server/registry/check/development/finding.js";
import { toSarif } from "../../server/registry/check/development/sarif.js";
import { createLoadedSystem } from "../../server/registry/loaded/loaded-system.js";
import { memoizeEach } from "../../server/lookup/memo.js";
import { listMissing as listMissingModules } from "../../server/registry/missing.js";
import type { System } from "../../server/registry/resolve.js";
import { planSystem, type PlannedSystem } from "../../server/registry/system-cache.js";
import type { Lock } from "../../server/compare/update/lock.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords, type SettingsOf } from "../../data/settings/settings.js";
import { findWrittenLine } from "./finding-lines.js";
import { readWrittenFiles, type ReadFiles } from "./module-files.js";
import { readSilence, silenceFindings, writeBaseline } from "./silenced-findings.js";

const INPUT = createCommandInput(
  "check",
  "files or folders of modules, and a platform version of the snapshot",
);

type Settings = SettingsOf<typeof CHECK_SETTINGS>;

interface Written extends ParsedWrittenModule {
  readonly files: ReadFiles;
}

/**
 * Exit code 1 where something is found, with `--strict` also where something could not be judged.
 * @throws ConfigError `check_invalid` for files, names or a version that cannot be read; SnapshotError
 */
export async function runCheck(words: readonly string[], context: CommandContext): Promise<number> {
  const read = readSettingsAndWords("check", CHECK_SETTINGS, words, context.environment);
  if (read.words.length === 0) throw INPUT.refuse("no files are given", "nothing");
  const lock =
    read.settings.plan === undefined ? undefined : INPUT.readLock("plan", read.settings.plan);
  const written = sortModules(
    readWrittenFiles(read.words).map((files) => ({ files, ...parseWrittenModule(files) })),
  );
  const platformVersion = readVersion(read.settings, lock, written);
  const { settings } = read;
  const silence = readSilence(settings, INPUT.refuse, settings["write-baseline"]);
  return useSnapshot(settings.snapshot, (snapshot) => {
    INPUT.refuseUnknownVersion(snapshot, platformVersion);
    const cases = listCases(snapshot, settings, { platformVersion, lock, written });
    const found = checkWrittenModules(platformVersion, cases);
    const { readText, toPath } = createFiles(written);
    const findings = found.findings.map((one) => ({
      ...one,
      line: findWrittenLine(one, readText(one)),
    }));
    const quiet = silenceFindings({ ...found, findings }, silence, readText);
    if (settings["write-baseline"]) {
      writeBaseline(settings.baseline ?? "", quiet, INPUT.refuse);
      return 0;
    }
    const checked = {
      ...quiet,
      findings: quiet.findings.map((one) => ({ ...one, file: toPath(one) })),
    };
    const text = formatAs(settings.format, checked, context.version);
    if (text !== "") context.print(text);
    const { not_indexed: notIndexed, run_time: runTime } = checked.not_judged;
    const isDoubtful = settings.strict && notIndexed + runTime > 0;
    const isWrong = checked.findings.some(({ level }) => level === "error");
    return isWrong || isDoubtful ? 1 : 0;
  });
}

/** Each module with what it depends on, and what else is said to be installed, of those that are written. */
function* listCases(
  snapshot: Snapshot,
  settings: Settings,
  { platformVersion, lock, written }: Asked,
): Generator<CheckCase> {
  const byName = new Map(written.map((one) => [one.files.technicalName, one]));
  const take = (names: readonly string[]): readonly Written[] =>
    names.flatMap((name) => byName.get(name) ?? []);
  // A whole plan takes longer than all else that is asked of a small module.
  const listMissing = memoizeEach(({ system }: PlannedSystem) =>
    listMissingModules(snapshot, system, () => []),
  );
  const toModule = memoizeEach((one: Written) => one.toModule(platformVersion));
  const installed = take(listInstalled(settings, lock));
  for (const one of written) {
    const closure = reach([one, ...installed], ({ depends }) => take(depends));
    const plan = (others: readonly Written[]) =>
      planSystem(snapshot, toQuestion(settings, { platformVersion, lock, written: others }));
    let own = written.filter((other) => closure.has(other));
    let planned = plan(own);
    // Dependencies come from the snapshot, since they load after the modules that are checked.
    const excluded = listMissing(planned).filter(({ reason }) => reason === "excluded");
    const needed = take(excluded.map(({ technical_name: name }) => name));
    const below = reach(
      needed.filter((other) => other !== one),
      ({ depends }) => take(depends),
    );
    if (below.size > 0) {
      own = own.filter((other) => other === one || !below.has(other));
      planned = plan(own);
    }
    const { asked } = one.files;
    yield {
      module: toModule(one),
      system: createLoadedSystem(snapshot, planned),
      modules: own.map(toModule),
      missing: listNotIndexed(planned.system, listMissing(planned)),
      isAsked: (file) => asked?.has(file) !== false,
    };
  }
}

function listInstalled(settings: Settings, lock: Lock | undefined): readonly string[] {
  const locked = lock?.modules ?? [];
  return [
    ...(splitOption(settings.modules) ?? []),
    ...locked.map(({ technical_name: name }) => name),
  ];
}

/**
 * Modules that nobody here knows, Odoo's own among them. Excluded modules are known to be absent.
 */
function listNotIndexed(
  { standIns }: System,
  missing: readonly MissingName[],
): readonly MissingName[] {
  const ofTable = Array.from(standIns.keys(), (technical_name) => ({
    technical_name,
    reason: "not_indexed" as const,
    versions: [],
  }));
  const others = missing.filter(({ reason }) => reason !== "excluded");
  return [...others, ...ofTable].toSorted((left, right) =>
    compareText(left.technical_name, right.technical_name),
  );
}

/** Contents and displayed paths of files with findings. */
function createFiles(written: readonly Written[]) {
  const byName = new Map(written.map(({ files }) => [files.technicalName, files]));
  const readFile = memoizeEach((key: string) => {
    const [module = "", file] = key.split("\0", 2);
    const bytes = byName.get(module)?.files.find((one) => one.path === file)?.bytes;
    return new TextDecoder().decode(bytes);
  });
  return {
    readText: ({ module, file }: Finding): string => readFile(`${module}\0${file}`),
    toPath({ module, file }: Finding): string {
      const full = path.join(byName.get(module)?.folder ?? "", file);
      return path.relative(process.cwd(), full).split(path.sep).join("/");
    },
  };
}

function formatAs(format: string, checked: CheckedModules, version: string): string {
  if (format === "json") return JSON.stringify(checked, null, 2);
  if (format === "sarif") return JSON.stringify(toSarif(checked, version), null, 2);
  return format === "github" ? formatAnnotations(checked) : formatFindings(checked);
}

interface Asked {
  readonly platformVersion: string;
  readonly lock: Lock | undefined;
  readonly written: readonly Written[];
}

/** The modules themselves are taken from their files alone. */
function toQuestion(settings: Settings, { platformVersion, lock, written }: Asked): PlanQuestion {
  const own = written.map(({ files }) => files.technicalName);
  const named = [...listInstalled(settings, lock), ...written.flatMap(({ depends }) => depends)];
  const modules = [...new Set(named)].filter((name) => !own.includes(name));
  const options = readPlanOptions(settings, lock?.options);
  return {
    platformVersion,
    modules: modules.length === 0 ? ["base"] : modules,
    ...options,
    exclude: [...(options.exclude ?? []), ...own],
    // A lock names all modules that there are.
    ...(lock !== undefined && { auto_install: false }),
  };
}

/** Orders modules by dependency, then name; a cycle starts with any of its modules. */
function sortModules(written: readonly Written[]): readonly Written[] {
  const byName = new Map(written.map((one) => [one.files.technicalName, one]));
  if (byName.size < written.length) {
    throw INPUT.refuse(
      "two folders have the same name and cannot both be modules",
      "the same name",
    );
  }
  const take = (names: Iterable<string>): readonly Written[] =>
    [...names].toSorted().flatMap((name) => byName.get(name) ?? []);
  return orderByNeeds(take(byName.keys()), ({ depends }) => take(depends)).order;
}

/**
 * The version on which all manifests with a version agree, if none is given. @throws ConfigError
 * `check_invalid`
 */
function readVersion(
  settings: Settings,
  lock: Lock | undefined,
  written: readonly Written[],
): string {
  const told = [...new Set(written.flatMap(({ toldVersion }) => toldVersion ?? []))];
  const ofManifests = told.length === 1 ? told[0] : undefined;
  const text = settings["platform-version"] ?? lock?.platform_version ?? ofManifests;
  if (text === undefined) {
    const missing = "--platform-version is required, unless --plan or the manifests have one";
    throw INPUT.refuse(missing, told.length === 0 ? "nothing" : told.join(", "));
  }
  return INPUT.readVersion("platform-version", text);
}

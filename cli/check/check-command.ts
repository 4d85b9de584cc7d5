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
import { orderByNeeds } from "../../data/walk-graph.js";
import {
  createCommandInput,
  readPlanOptions,
  splitOption,
} from "../../server/commands/command-input.js";
import { CHECK_SETTINGS } from "../../server/config.js";
import type { PlanQuestion } from "../../server/contract/browser/plan-question.js";
import type { MissingName, Plan } from "../../server/contract/shape/system/plan.js";
import {
  checkWrittenModules,
  type CheckedModules,
} from "../../server/registry/check/development/check-written.js";
import {
  formatAnnotations,
  formatFindings,
} from "../../server/registry/check/development/finding-table.js";
import { toSarif } from "../../server/registry/check/development/sarif.js";
import { createLoadedSystem } from "../../server/registry/loaded/loaded-system.js";
import { planSystem } from "../../server/registry/system-cache.js";
import type { Lock } from "../../server/compare/update/lock.js";
import type { CommandContext } from "../../data/settings/command.js";
import { readSettingsAndWords, type SettingsOf } from "../../data/settings/settings.js";
import { findWrittenLine } from "./finding-lines.js";
import { readWrittenFiles, type ReadFiles } from "./module-files.js";

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
  return useSnapshot(read.settings.snapshot, (snapshot) => {
    INPUT.refuseUnknownVersion(snapshot, platformVersion);
    const question = toQuestion(read.settings, { platformVersion, lock, written });
    const checked = placeFindings(checkModules(snapshot, question, written), written);
    const text = formatAs(read.settings.format, checked, context.version);
    if (text !== "") context.print(text);
    const { not_indexed: notIndexed, run_time: runTime } = checked.not_judged;
    const isDoubtful = read.settings.strict && notIndexed + runTime > 0;
    return checked.findings.length > 0 || isDoubtful ? 1 : 0;
  });
}

function checkModules(
  snapshot: Snapshot,
  question: PlanQuestion,
  written: readonly Written[],
): CheckedModules {
  const planned = planSystem(snapshot, question);
  const asked = new Map(written.map(({ files }) => [files.technicalName, files.asked]));
  return checkWrittenModules(createLoadedSystem(snapshot, planned), {
    modules: written.map(({ toModule }) => toModule(question.platformVersion)),
    // What is excluded is not there, which is known.
    missing: listNotIndexed(planned.plan),
    isAsked: (module, file) => asked.get(module)?.has(file) !== false,
  });
}

/** What nobody here knows, Odoo's own modules among it. What is excluded is not there, which is known. */
function listNotIndexed({ missing, modules }: Plan): readonly MissingName[] {
  const ofTable = modules
    .filter((module) => module.from_platform_table)
    .map(({ technical_name }) => ({
      technical_name,
      reason: "not_indexed" as const,
      versions: [],
    }));
  const others = missing.filter(({ reason }) => reason !== "excluded");
  return [...others, ...ofTable].toSorted((left, right) =>
    compareText(left.technical_name, right.technical_name),
  );
}

/** With paths as they are seen from here, and the lines at which their words stand. */
function placeFindings(checked: CheckedModules, written: readonly Written[]): CheckedModules {
  const byName = new Map(written.map(({ files }) => [files.technicalName, files]));
  return {
    ...checked,
    findings: checked.findings.map((finding) => {
      const module = byName.get(finding.module);
      const bytes = module?.files.find((one) => one.path === finding.file)?.bytes;
      const file = path.relative(process.cwd(), path.join(module?.folder ?? "", finding.file));
      return {
        ...finding,
        file: file.split(path.sep).join("/"),
        line: findWrittenLine(finding, new TextDecoder().decode(bytes)),
      };
    }),
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
  const named = [
    ...(splitOption(settings.modules) ?? []),
    ...(lock?.modules ?? []).map(({ technical_name: name }) => name),
    ...written.flatMap(({ depends }) => depends),
  ];
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

/** What others of them depend on comes first, else by name; of a circle one is the first. */
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

/** What nobody names is told where all manifests that tell a version tell the same. @throws ConfigError `check_invalid` */
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

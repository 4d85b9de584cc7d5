// Files of modules that are being written, from a question to its answer: each module against what it depends on and
// what is said to be installed, findings at their lines, without those that comments and the question silence.
// The line of a file at which a finding's own words stand: an element or a definition may go over several lines, and what
// is known of it is where it begins.
import type {
  ModuleUnderDevelopment,
  ParsedModule,
  WrittenFiles,
} from "../../../../data/module/module-under-development.js";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { orderByNeeds, reach } from "../../../../data/walk-graph.js";
import type { Steps } from "../../../../data/yield.js";
import { pickPlanOptions, type PlanQuestion } from "../../../contract/browser/plan-question.js";
import type { MissingModule, MissingName } from "../../../contract/shape/system/plan.js";
import { memoizeEach } from "../../../lookup/memo.js";
import { createLoadedSystem, type LoadedSystem } from "../../loaded/loaded-system.js";
import { BASE } from "../../model/lineage.js";
import { listMissing as listMissingModules } from "../../missing.js";
import type { System } from "../../resolve.js";
import { planSystem, type PlannedSystem } from "../../system-cache.js";
import { checkWrittenModules, type CheckCase, type CheckedModules } from "./check-written.js";
import type { Finding } from "./finding.js";
import { silenceFindings, type ReadLines, type SilencedKinds } from "./silence.js";
import { FINDING_KINDS } from "./finding-kinds.js";

/** The installation around the modules, and kinds of findings. */
type FilesQuestion = PlanQuestion & SilencedKinds;

/** @param parsed of `written`, in any order */
export function* checkFiles(
  snapshot: Snapshot,
  question: FilesQuestion,
  { written, parsed }: FilesOfModules,
): Steps<CheckedModules> {
  const asked = new Map(written.map((one) => [one.technicalName, one.asked]));
  const cases = listCases(snapshot, question, { parsed: sortModules(parsed), asked });
  const readLines = createLines(written);
  const checked = yield* checkWrittenModules(question.platformVersion, cases);
  const findings: Finding[] = [];
  for (const one of checked.findings) {
    yield;
    findings.push({ ...one, line: findWrittenLine(one, readLines(one)) });
  }
  return yield* silenceFindings({ ...checked, findings }, question, readLines);
}

interface FilesOfModules {
  readonly written: readonly WrittenFiles[];
  readonly parsed: readonly ParsedModule[];
}

interface SortedModules {
  readonly parsed: readonly ParsedModule[];
  /** Files to report on. */
  readonly asked: ReadonlyMap<string, ReadonlySet<string> | undefined>;
}

/** Each module with what it depends on, and what else is said to be installed, of those that are written. */
function* listCases(
  snapshot: Snapshot,
  question: PlanQuestion,
  { parsed, asked }: SortedModules,
): Generator<CheckCase> {
  const byName = new Map(parsed.map((one) => [one.module.technicalName, one]));
  const take = (names: readonly string[]): readonly ParsedModule[] =>
    names.flatMap((name) => byName.get(name) ?? []);
  // A whole plan takes longer than all else that is asked of a small module.
  const listMissing = memoizeEach(({ system }: PlannedSystem) =>
    listMissingModules(snapshot, system, () => []),
  );
  const installed = take(question.modules);
  for (const one of parsed) {
    const closure = reach([one, ...installed], ({ depends }) => take(depends));
    let own = parsed.filter((other) => closure.has(other));
    const besides = own.length === 1 ? [] : listAutoInstalled(snapshot, question, one);
    const plan = (others: readonly ParsedModule[]) =>
      planSystem(snapshot, toPlanQuestion(question, others, besides));
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
    const system = createLoadedSystem(snapshot, planned);
    const modules = own.map(({ module }) => module);
    yield {
      module: one.module,
      depends: one.depends,
      system,
      modules,
      missing: listNotIndexed(planned.system, listMissing(planned)),
      incomplete: listIncomplete(system, modules),
      asked: asked.get(one.module.technicalName),
    };
  }
}

/** Modules that are auto-installed on what a module depends on: others that are written, which no plan has, may trigger them. */
function listAutoInstalled(
  snapshot: Snapshot,
  question: PlanQuestion,
  one: ParsedModule,
): readonly string[] {
  const { system } = planSystem(snapshot, toPlanQuestion(question, [one]));
  return [...system.installed.values()].flatMap(({ name, origin }) =>
    origin === "auto_install" ? [name] : [],
  );
}

/** The modules themselves are taken from their files alone. */
function toPlanQuestion(
  question: PlanQuestion,
  parsed: readonly ParsedModule[],
  besides: readonly string[] = [],
): PlanQuestion {
  const own = parsed.map(({ module }) => module.technicalName);
  const named = [...question.modules, ...parsed.flatMap(({ depends }) => depends), ...besides];
  const modules = [...new Set(named)].filter((name) => !own.includes(name));
  return {
    platformVersion: question.platformVersion,
    ...pickPlanOptions(question),
    modules: modules.length === 0 ? ["base"] : modules,
    exclude: [...(question.exclude ?? []), ...own],
  };
}

/** Model of each `base` there ever was: one without it is a part of Odoo's, or something else of that name. */
const SURE_MODEL = "ir.ui.view";

/**
 * `base`, where what is there of it is not all; where it is checked itself, the module that every server has: it
 * installs itself on `base` (`server_wide_modules`).
 */
function listIncomplete(
  system: LoadedSystem,
  modules: readonly ModuleUnderDevelopment[],
): readonly string[] {
  const isWritten = modules.some(({ technicalName }) => technicalName === BASE);
  const isWhole =
    system.hasModel(SURE_MODEL) ||
    modules.some(({ loaded }) => loaded.classes.some(({ model }) => model === SURE_MODEL));
  const isThere = isWritten || system.find(BASE) !== undefined;
  return [
    ...(isThere && !isWhole ? [BASE] : []),
    ...(isWritten && system.find("web") === undefined ? ["web"] : []),
  ];
}

/** Modules that nobody here knows, Odoo's own among them. Excluded modules are known to be absent. */
function listNotIndexed(
  { standIns }: System,
  missing: readonly MissingModule[],
): readonly MissingName[] {
  const others = missing.filter(({ reason }) => reason !== "excluded");
  return [
    ...others.map(({ technical_name, reason, versions, near }) => ({
      technical_name,
      reason,
      versions,
      near,
    })),
    ...Array.from(standIns.keys(), (technical_name) => ({
      technical_name,
      reason: "not_indexed" as const,
      versions: [],
      near: [],
    })),
  ];
}

/** Orders modules by dependency, then name; a cycle starts with any of its modules. */
function sortModules(parsed: readonly ParsedModule[]): readonly ParsedModule[] {
  const byName = new Map(parsed.map((one) => [one.module.technicalName, one]));
  const take = (names: Iterable<string>): readonly ParsedModule[] =>
    [...names].toSorted().flatMap((name) => byName.get(name) ?? []);
  return orderByNeeds(take(byName.keys()), ({ depends }) => take(depends)).order;
}

const toKey = (module: string, file: string): string => `${module}\0${file}`;

/** Lines of files with findings; each file is split once, since it may have thousands of them. */
function createLines(written: readonly WrittenFiles[]): ReadLines {
  const contents = new Map(
    written.flatMap(({ technicalName, files }) =>
      files.map(({ path, bytes }) => [toKey(technicalName, path), bytes] as const),
    ),
  );
  const read = memoizeEach((key: string) =>
    new TextDecoder().decode(contents.get(key)).split("\n"),
  );
  return ({ module, file }) => read(toKey(module, file));
}

/** Definitions and elements are rarely longer. */
const MOST_LINES = 60;

/** @param all of the file @returns the finding's line where the words are not found */
function findWrittenLine({ rule, line, name }: Finding, all: readonly string[]): number {
  const lines = all.slice(line - 1, line - 1 + MOST_LINES);
  for (const words of FINDING_KINDS[rule].listWritten?.(name) ?? []) {
    const at = lines.findIndex((one) => holds(one, words));
    if (at !== -1) return line + at;
  }
  return line;
}

/** Whether a line has some words as a whole. */
function holds(line: string, words: string): boolean {
  for (let at = line.indexOf(words); at !== -1; at = line.indexOf(words, at + 1)) {
    const [before = "", after = ""] = [line[at - 1], line[at + words.length]];
    if (!/\w/.test(before) && !/\w/.test(after)) return true;
  }
  return false;
}

// Modules that are being written against the system below them: what their files refer to and nobody has. What
// is uncertain is no finding; it is counted.
import { compareText } from "../../../../data/platform/platform-version.js";
import {
  findRecordOfModel,
  type ModuleUnderDevelopment,
  type WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { GIVEN } from "../../../../data/module/given-value.js";
import type { Steps } from "../../../../data/yield.js";
import type { CheckedFiles } from "../../../contract/shape/system/check.js";
import type { MissingName } from "../../../contract/shape/system/plan.js";
import type { LoadedSystem } from "../../loaded/loaded-system.js";
import { createRegistryUnderDevelopment } from "../../loaded/modules-under-development.js";
import { listArchReferences } from "./archs.js";
import { listFaultyClasses } from "./class-faults.js";
import { createCertainty } from "./certainty.js";
import { listRepeated, listWrongValues } from "./data-values.js";
import { toFinding, type Finding, type FindingLocation } from "./finding.js";
import { FINDING_KINDS, getLevel, isWrongAt } from "./finding-kinds.js";
import { judgeReference } from "./judge.js";
import type { Judge } from "./judging.js";
import { toDoubt, toMissing, type Judgement } from "./judgement.js";
import { listWrongOverrides } from "./overrides.js";
import { createRecordJudge, findModelOfRecord } from "./records.js";
import { createRequiredJudge } from "./required.js";
import { createSubjectFinder, listModelsWithoutAccess } from "./rights.js";
import { createBundleQuestion, listJudgedScripts } from "./scripts.js";
import { listReportReferences } from "./report-references.js";
import { listTemplateFields } from "./template-fields.js";
import { listLostPlaces } from "./template-places.js";

export interface CheckedModules extends CheckedFiles {
  readonly findings: readonly Finding[];
}

/** A module that is judged against what is installed with it. */
export interface CheckCase {
  readonly module: ModuleUnderDevelopment;
  /** Direct dependencies. */
  readonly depends: readonly string[];
  readonly system: LoadedSystem;
  /** In their load order, it and those of its dependencies that are being written. */
  readonly modules: readonly ModuleUnderDevelopment[];
  /** Modules that the system needs and cannot have. */
  readonly missing: readonly MissingName[];
  /** Names of modules that may have more than is known of them. */
  readonly incomplete: readonly string[];
  /** Files to report on; `undefined` for all. */
  readonly asked: ReadonlySet<string> | undefined;
}

/** @param cases each is let go before the next one is asked for */
export function* checkWrittenModules(
  platformVersion: string,
  cases: Iterable<CheckCase>,
): Steps<CheckedModules> {
  const below = new Set<string>();
  const direct = new Set<string>();
  const missing = new Map<string, MissingName>();
  const incomplete = new Set<string>();
  const doubts = { not_indexed: 0, run_time: 0, demo_data: 0 };
  const findings: Finding[] = [];
  let references = 0;
  for (const one of cases) {
    yield;
    for (const { name } of one.system.modules) below.add(name);
    for (const name of one.depends) direct.add(name);
    for (const row of one.missing) missing.set(row.technical_name, row);
    for (const name of one.incomplete) incomplete.add(name);
    for (const { judgement, ...at } of yield* listJudgedOf(one)) {
      if (typeof judgement !== "string") {
        if (!isWrongAt(judgement.rule, platformVersion)) continue;
        findings.push(toFinding(at, judgement, one));
      }
      if (typeof judgement === "string" && judgement !== "exists") doubts[judgement] += 1;
      else if (judgement === "exists" || getLevel(judgement.rule) !== "off") references += 1;
    }
  }
  return {
    platform_version: platformVersion,
    modules: below.size,
    missing: [...missing.values()].toSorted(
      (left, right) =>
        Number(direct.has(right.technical_name)) - Number(direct.has(left.technical_name)) ||
        compareText(left.technical_name, right.technical_name),
    ),
    incomplete: [...incomplete].toSorted(compareText),
    references,
    not_judged: doubts,
    silenced: 0,
    findings: sortDistinct(findings),
  };
}

function listJudgedOf({ module, system, modules, ...one }: CheckCase): Steps<readonly Judged[]> {
  const registry = createRegistryUnderDevelopment(system, modules);
  const names = [...one.missing.map(({ technical_name: name }) => name), ...one.incomplete];
  const certainty = createCertainty(registry, modules, names);
  const findSubject = createSubjectFinder({ registry, modules });
  const judge: Judge = {
    registry,
    modules,
    missing: one.missing,
    isWhole: names.length === 0,
    certainty,
    judgeMade: createRequiredJudge(registry, certainty, names),
    judgeRecord: createRecordJudge(registry, modules, { missing: names, certainty, findSubject }),
    findSubject,
  };
  return listJudged(judge, module, one.asked);
}

interface Judged extends FindingLocation {
  readonly judgement: Judgement;
}

/** One reference a step. */
function* listJudged(
  judge: Judge,
  module: ModuleUnderDevelopment,
  asked: CheckCase["asked"],
): Steps<readonly Judged[]> {
  const judged: Judged[] = [];
  const add = (
    { file, line }: Pick<WrittenReference, "file" | "line">,
    judgement: Judgement,
  ): void => void judged.push({ module, file, line, judgement });
  const archs = yield* listArchReferences(judge.registry, module, asked);
  const doubt = toDoubt(judge);
  const isBundled = createBundleQuestion(module.technicalName, module.loaded.browser);
  const reported = yield* listReportReferences(judge, module);
  const references = [...module.references, ...archs.references, ...reported];
  for (const reference of references) {
    const { file } = reference;
    if (asked?.has(file) === false || (file.endsWith(".js") && !isBundled(file))) continue;
    yield;
    const found = judgeReference(judge, module, place(reference, judge));
    // A script need not run where the module of what it calls is not installed.
    const isElsewhere = typeof found !== "string" && found.elsewhere.provided_by.length > 0;
    const judgement = file.endsWith(".js") && isElsewhere ? "run_time" : found;
    // A record that leaves nothing out refers to nothing by that, and a text may be of any field; every file imports Odoo.
    const isOnlyWrong =
      reference.kind === "made" ||
      reference.kind === "value" ||
      (reference.kind === "import" && reference.module === null);
    if (!isOnlyWrong || typeof judgement !== "string") add(reference, judgement);
  }
  for (const lost of archs.lost) {
    add(lost, doubt === "not_indexed" ? doubt : toLostSpec(lost, judge.registry.system));
  }
  for (const { name, model, ...at } of archs.absent) {
    add(at, doubt === "not_indexed" ? doubt : toMissing("absent-field", name, { model }));
  }
  for (const { name, ...at } of archs.labels) {
    add(at, doubt === "not_indexed" ? doubt : toMissing("unknown-label", name));
  }
  for (const one of archs.unread) add(one, doubt);
  const wrong = [
    ...listWrongOverrides(judge.registry, module),
    ...listFaultyClasses(judge, module),
    ...listWrongValues(judge, module),
    ...listRepeated(module),
    ...listJudgedScripts(judge, module, isBundled),
    ...listTemplateFields(judge, module, reported),
    ...(yield* listLostPlaces(judge, module, isBundled)),
  ];
  for (const one of wrong) add(one, one.judgement);
  for (const one of listModelsWithoutAccess(judge, module)) {
    add(one, toMissing("no-access", one.model));
  }
  const { refusal, unread, unloaded } = module;
  for (const one of unloaded) add(one, toMissing("unloaded-file", one.file));
  if (refusal !== undefined) add(refusal, toMissing("refused-module", refusal.detail));
  for (const one of unread) add(one, toMissing("unreadable-file", one.detail));
  return asked === undefined ? judged : judged.filter(({ file }) => asked.has(file));
}

/** Code names the model of a record by its id, and code of data files that of its records by the id of the model (`#model_x`). */
function place(reference: WrittenReference, judge: Judge): WrittenReference {
  if (!("model" in reference)) return reference;
  const xmlId = findRecordOfModel(reference.model);
  const isOfModel = reference.model.startsWith("#");
  if (xmlId === undefined && !isOfModel) return reference;
  const model = isOfModel
    ? judge.findSubject([GIVEN.reference, reference.model.slice(1)])
    : findModelOfRecord(judge.registry, judge.modules, xmlId ?? "");
  return { ...reference, model: model ?? reference.model };
}

function toLostSpec(
  { view, spec }: { readonly view: string; readonly spec: string },
  { platformVersion }: LoadedSystem,
): Judgement {
  const isOldList = /[</]tree\b/.test(spec) && isWrongAt("outdated-list", platformVersion);
  const detail = isOldList
    ? `; ${FINDING_KINDS["outdated-list"].say({ model: null, name: "tree", detail: "" })}`
    : "";
  return toMissing("unknown-place", spec, { model: view, detail });
}

function sortDistinct(findings: readonly Finding[]): readonly Finding[] {
  const known = new Map(
    findings.map((one) => [[one.module, one.file, one.line, one.rule, one.name].join("\0"), one]),
  );
  return [...known.values()].toSorted(
    (left, right) =>
      compareText(left.module, right.module) ||
      compareText(left.file, right.file) ||
      left.line - right.line ||
      compareText(left.name, right.name),
  );
}

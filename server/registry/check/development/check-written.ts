// Modules that are being written against the system below them: what their files refer to and nobody has. What
// is uncertain is no finding; it is counted.
import { compareText } from "../../../../data/platform/platform-version.js";
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import type { MissingName } from "../../../contract/shape/system/plan.js";
import type { LoadedSystem } from "../../loaded/loaded-system.js";
import { BASE } from "../../model/lineage.js";
import { createRegistryUnderDevelopment } from "../../loaded/modules-under-development.js";
import { listArchReferences } from "./archs.js";
import { createCertainty } from "./certainty.js";
import { listRepeated, listValueReferences, listWrongValues } from "./data-values.js";
import { toFinding, type Finding, type FindingLocation } from "./finding.js";
import { isWrongAt } from "./finding-kinds.js";
import { judgeReference } from "./judge.js";
import type { Judge } from "./judging.js";
import { toMissing, type Doubt, type Judgement } from "./judgement.js";
import { listWrongOverrides } from "./overrides.js";
import { createRecordJudge } from "./records.js";
import { createRequiredJudge } from "./required.js";
import { createSubjectFinder, listModelsWithoutAccess, listRuleReferences } from "./rights.js";
import { listJudgedScripts } from "./scripts.js";

export interface CheckedModules {
  readonly platform_version: string;
  /** Modules of the systems below. */
  readonly modules: number;
  /** Names that the systems need and the index does not have: what they define is not known. */
  readonly missing: readonly string[];
  /** Number of judged references. */
  readonly references: number;
  /** Number of references without a verdict, by the reason. */
  readonly not_judged: Readonly<Record<Doubt, number>>;
  /** Findings that comments, settings and the baseline leave out. */
  readonly silenced: number;
  /** By module, file and line. */
  readonly findings: readonly Finding[];
}

/** A module that is judged against what is installed with it. */
export interface CheckCase {
  readonly module: ModuleUnderDevelopment;
  readonly system: LoadedSystem;
  /** In their load order, it and those of its dependencies that are being written. */
  readonly modules: readonly ModuleUnderDevelopment[];
  /** Modules that the system needs and the index does not have. */
  readonly missing: readonly MissingName[];
  /** Selects the files to report on. */
  readonly isAsked: (file: string) => boolean;
}

/** @param cases each is let go before the next one is asked for */
export function checkWrittenModules(
  platformVersion: string,
  cases: Iterable<CheckCase>,
): CheckedModules {
  const below = new Set<string>();
  const missing = new Set<string>();
  const doubts = { not_indexed: 0, run_time: 0, demo_data: 0 };
  const findings: Finding[] = [];
  let references = 0;
  for (const one of cases) {
    for (const { name } of one.system.modules) below.add(name);
    for (const { technical_name: name } of one.missing) missing.add(name);
    for (const { judgement, ...at } of listJudgedOf(one)) {
      if (typeof judgement !== "string") {
        if (!isWrongAt(judgement.rule, platformVersion)) continue;
        findings.push(toFinding(at, judgement));
      }
      if (typeof judgement === "string" && judgement !== "exists") doubts[judgement] += 1;
      else references += 1;
    }
  }
  return {
    platform_version: platformVersion,
    modules: below.size,
    missing: [...missing].toSorted(compareText),
    references,
    not_judged: doubts,
    silenced: 0,
    findings: sortDistinct(findings),
  };
}

function listJudgedOf({ module, system, modules, isAsked, ...one }: CheckCase): readonly Judged[] {
  const missing = [...one.missing, ...listAlwaysThere(system, modules)];
  const registry = createRegistryUnderDevelopment(system, modules);
  const names = missing.map(({ technical_name: name }) => name);
  const certainty = createCertainty(registry, modules, names);
  const judge: Judge = {
    registry,
    modules,
    missing,
    certainty,
    judgeMade: createRequiredJudge(registry, certainty, names),
    judgeRecord: createRecordJudge(registry, modules, names),
    findSubject: createSubjectFinder({ registry, modules }),
  };
  return listJudged(judge, module).filter(({ file }) => isAsked(file));
}

/**
 * References of `base` to the module that every server has: it installs itself on `base`
 * (`server_wide_modules`).
 */
function listAlwaysThere(
  system: LoadedSystem,
  modules: readonly ModuleUnderDevelopment[],
): readonly MissingName[] {
  const isAlone =
    modules.some(({ technicalName }) => technicalName === BASE) && system.find("web") === undefined;
  return isAlone ? [{ technical_name: "web", reason: "not_indexed", versions: [] }] : [];
}

interface Judged extends FindingLocation {
  readonly judgement: Judgement;
}

function listJudged(judge: Judge, module: ModuleUnderDevelopment): readonly Judged[] {
  const archs = listArchReferences(judge.registry, module);
  const doubt: Doubt = judge.missing.length > 0 ? "not_indexed" : "run_time";
  const place = (
    { file, line }: Pick<WrittenReference, "file" | "line">,
    judgement: Judgement,
  ): Judged => ({ module, file, line, judgement });
  return [
    ...[
      ...module.references,
      ...archs.references,
      ...listRuleReferences(judge, module),
      ...listValueReferences(judge, module),
    ]
      .map((reference) => ({
        reference,
        judgement: judgeReference(judge, module, reference),
      }))
      // A record that leaves nothing out refers to nothing by that.
      .filter(({ reference, judgement }) => reference.kind !== "made" || judgement !== "exists")
      .map(({ reference, judgement }) => place(reference, judgement)),
    ...archs.lost.map((lost) => place(lost, doubt === "not_indexed" ? doubt : toLostSpec(lost))),
    ...archs.unread.map((one) => place(one, doubt)),
    ...[
      ...listWrongOverrides(judge.registry, module),
      ...listWrongValues(judge, module),
      ...listRepeated(module),
      ...listJudgedScripts(judge, module),
    ].map((wrong) => place(wrong, wrong.judgement)),
    ...listModelsWithoutAccess(judge, module).map((one) =>
      place(one, toMissing("no-access", one.model)),
    ),
    ...(module.refusal === undefined
      ? []
      : [place(module.refusal, toMissing("refused-module", module.refusal.detail))]),
    ...module.unread.map((one) => place(one, toMissing("unreadable-file", one.detail))),
  ];
}

function toLostSpec({ view, spec }: { readonly view: string; readonly spec: string }): Judgement {
  return toMissing("unknown-place", spec, { model: view });
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

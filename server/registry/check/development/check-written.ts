// Modules that are being written against the system below them: what their files refer to and nobody has. What
// cannot be told for certain is no finding; it is counted.
import { compareText } from "../../../../data/platform/platform-version.js";
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import type { MissingName } from "../../../contract/shape/system/plan.js";
import type { LoadedSystem } from "../../loaded/loaded-system.js";
import { createRegistryUnderDevelopment } from "../../loaded/modules-under-development.js";
import { listArchReferences } from "./archs.js";
import { createCertainty } from "./certainty.js";
import { toFinding, type Finding, type FindingLocation } from "./finding.js";
import { judgeReference } from "./judge.js";
import type { Judge } from "./judging.js";
import { toMissing, type Doubt, type Judgement } from "./judgement.js";
import { listWrongOverrides } from "./overrides.js";
import { createRecordJudge } from "./records.js";
import { listModelsWithoutAccess, listRuleReferences } from "./rights.js";

export interface CheckedModules {
  readonly platform_version: string;
  /** Modules of the system below. */
  readonly modules: number;
  /** Names that the system needs and the index does not have: what they define is not known. */
  readonly missing: readonly string[];
  /** How many references were judged. */
  readonly references: number;
  /** How many could not be, by the reason. */
  readonly not_judged: Readonly<Record<Doubt, number>>;
  /** By module, file and line. */
  readonly findings: readonly Finding[];
}

interface CheckQuestion {
  /** In their load order. */
  readonly modules: readonly ModuleUnderDevelopment[];
  /** Modules that the system needs and the index does not have. */
  readonly missing: readonly MissingName[];
  /** Of other files nothing is told. */
  readonly isAsked: (module: string, file: string) => boolean;
}

export function checkWrittenModules(
  system: LoadedSystem,
  { modules, missing, isAsked }: CheckQuestion,
): CheckedModules {
  const registry = createRegistryUnderDevelopment(system, modules);
  const names = missing.map(({ technical_name: name }) => name);
  const judge: Judge = {
    registry,
    modules,
    missing,
    certainty: createCertainty(registry, modules, names),
    judgeRecord: createRecordJudge(registry, modules, names),
  };
  const judged = modules
    .flatMap((module) => listJudged(judge, module))
    .filter(({ module, file }) => isAsked(module.technicalName, file));
  const count = (judgement: Judgement): number =>
    judged.filter((one) => one.judgement === judgement).length;
  const not_judged = {
    not_indexed: count("not_indexed"),
    run_time: count("run_time"),
    demo_data: count("demo_data"),
  };
  return {
    platform_version: system.platformVersion,
    modules: system.modules.length,
    missing: names,
    references: judged.filter(({ judgement }) => !isDoubt(judgement)).length,
    not_judged,
    findings: sortDistinct(
      judged.flatMap(({ judgement, ...at }) =>
        typeof judgement === "string" ? [] : [toFinding(at, judgement)],
      ),
    ),
  };
}

function isDoubt(judgement: Judgement): boolean {
  return typeof judgement === "string" && judgement !== "exists";
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
      ...listRuleReferences(judge.registry, module),
    ].map((reference) => place(reference, judgeReference(judge, module, reference))),
    ...archs.lost.map((lost) => place(lost, doubt === "not_indexed" ? doubt : toLostSpec(lost))),
    ...archs.unread.map((one) => place(one, doubt)),
    ...listWrongOverrides(judge.registry, module).map((wrong) => place(wrong, wrong.judgement)),
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

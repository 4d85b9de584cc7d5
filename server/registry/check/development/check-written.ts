// Modules that are being written against the system below them: what their files refer to and nobody has. What
// cannot be told for certain is no finding.
import { compareText } from "../../../../data/platform-version.js";
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module-under-development.js";
import type { LoadedSystem } from "../../loaded/loaded-system.js";
import type { Registry } from "../../loaded/registry-cache.js";
import { createRegistryUnderDevelopment } from "../../loaded/modules-under-development.js";
import type { ClassNode } from "../../model/class-order.js";
import type { SystemModel } from "../../model/models.js";
import { checkMethod, checkModel, checkPath, type Verdict } from "../check-reference.js";
import { findElsewhere, NOWHERE } from "../elsewhere.js";
import { ORM_METHODS } from "../orm-methods.js";
import { listArchReferences } from "./archs.js";
import { isUncertainField, createCertainty, type Certainty } from "./certainty.js";
import { toFinding, type Finding, type Rule } from "./finding.js";
import { createWrittenRecords, type MissingRecord, type WrittenRecords } from "./records.js";

export interface CheckedModules {
  readonly platform_version: string;
  /** Modules of the system below. */
  readonly modules: number;
  /** Names that the system needs and the index does not have: what they define is not known. */
  readonly missing: readonly string[];
  /** How many references were read. */
  readonly references: number;
  /** By module, file and line. */
  readonly findings: readonly Finding[];
}

/** Platform versions whose own methods are known by name. */
const KNOWN_PLATFORMS: ReadonlySet<string> = new Set(["16.0", "17.0"]);

/**
 * @param modules in their load order
 * @param missing names of modules that the system needs and the index does not have
 */
export function checkWrittenModules(
  system: LoadedSystem,
  modules: readonly ModuleUnderDevelopment[],
  missing: readonly string[],
): CheckedModules {
  const registry = createRegistryUnderDevelopment(system, modules);
  const certainty = createCertainty(registry, modules, missing);
  const records = createWrittenRecords(registry, modules, missing);
  const judge: Judge = { registry, certainty, records };
  let references = 0;
  const findings = modules.flatMap((module) => {
    const { references: ofArchs, lost } = listArchReferences(registry, module);
    const all = [...module.references, ...ofArchs];
    references += all.length;
    const specs = missing.length > 0 ? [] : lost;
    return [
      ...all.flatMap((reference) => judgeReference(judge, module, reference) ?? []),
      ...specs.map(({ file, line, spec, view }) =>
        toFinding("unknown-place", { module, file, line }, toMissing(view, spec)),
      ),
      ...module.unread.map(({ file, line, detail }) =>
        toFinding("unreadable-file", { module, file, line }, toMissing(null, detail)),
      ),
    ];
  });
  return {
    platform_version: system.platformVersion,
    modules: system.modules.length,
    missing,
    references,
    findings: sortDistinct(findings),
  };
}

interface Judge {
  readonly registry: Registry;
  readonly certainty: Certainty;
  readonly records: WrittenRecords;
}

function judgeReference(
  judge: Judge,
  module: ModuleUnderDevelopment,
  reference: WrittenReference,
): Finding | undefined {
  const { file, line } = reference;
  const missing = findMissing(judge, module, reference);
  return missing && toFinding(missing.rule, { module, file, line }, missing);
}

type Missing = MissingRecord & { readonly rule: Rule };

function findMissing(
  { registry, certainty, records }: Judge,
  module: ModuleUnderDevelopment,
  reference: WrittenReference,
): Missing | undefined {
  const { system } = registry;
  const judge = (rule: Rule, verdict: Verdict): Missing | undefined =>
    verdict.exists === false
      ? { rule, verdict, elsewhere: findElsewhere(registry, verdict) }
      : undefined;
  if (reference.kind === "record") {
    const missing = records.findMissing(reference);
    return missing && { rule: "unknown-record", ...missing };
  }
  const model = certainty.findModel(reference.model);
  if (reference.kind === "model") {
    if (model !== undefined || !certainty.knowsModels(reference.model)) return undefined;
    return judge("unknown-model", {
      ...checkModel(registry.models, reference.model),
      exists: false,
    });
  }
  if (model === undefined || !certainty.knowsMembers(model)) return undefined;
  switch (reference.kind) {
    case "field": {
      const verdict = checkPath(registry, model, reference.path);
      return isCertain(certainty, verdict) ? judge("unknown-field", verdict) : undefined;
    }
    case "method":
      return judge("unknown-method", checkMethod(registry, reference.model, reference.name));
    case "super": {
      if (!KNOWN_PLATFORMS.has(system.platformVersion)) return undefined;
      const isThere = hasSuper(model, { module: module.technicalName, ...reference });
      if (isThere) return undefined;
      const { name } = reference;
      const verdict: Verdict = { ...NO_METHOD, model: reference.model, name };
      return judge("unknown-super", verdict);
    }
    default:
      return reference satisfies never;
  }
}

const NO_METHOD = { exists: false, kind: "method", defined: [], near: [] } as const;

/** What lies behind a field may be of a model that is not known in whole. */
function isCertain(certainty: Certainty, { model: name, name: field }: Verdict): boolean {
  const model = name === null ? undefined : certainty.findModel(name);
  if (name === null || model === undefined || isUncertainField(name, field)) return false;
  return certainty.knowsMembers(model);
}

interface SuperCall {
  readonly module: string;
  readonly file: string;
  readonly classLine: number;
  readonly name: string;
}

/** Whether a class behind the one that calls `super()` has the method; true where that one is not found. */
function hasSuper({ lineage }: SystemModel, call: SuperCall): boolean {
  const isCaller = ({ source: { module, definition } }: ClassNode): boolean =>
    module === call.module && definition.file === call.file && definition.line === call.classLine;
  const at = lineage.classes.findIndex(isCaller);
  if (at === -1 || ORM_METHODS.has(call.name)) return true;
  return lineage.classes
    .slice(at + 1)
    .some(({ methods, fields }) => methods.has(call.name) || fields.has(call.name));
}

function toMissing(model: string | null, name: string): MissingRecord {
  return {
    verdict: { exists: false, kind: null, model, name, defined: [], near: [] },
    elsewhere: NOWHERE,
  };
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

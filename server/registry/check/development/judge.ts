// One reference of a module that is being written: it exists, nobody can tell, or it is missing.
import { getOrmMethods, knowsOrmMethods } from "../../../../data/platform/orm-methods.js";
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { findString } from "../../../../data/snapshot/table/string-table.js";
import { measureDistance } from "../../../../data/text/edit-distance.js";
import { comparePlatformVersions } from "../../../../data/platform/platform-version.js";
import type { MissingName } from "../../../contract/shape/system/plan.js";
import { listProviderEntries } from "../../../lookup/dependency/dependency-graph.js";
import { listNearNames, listNearTexts } from "../../../lookup/search/near-names.js";
import type { Registry } from "../../loaded/registry-cache.js";
import type { ClassNode } from "../../model/class-order.js";
import type { SystemModel } from "../../model/models.js";
import { checkMethod, checkModel, checkPath, type Verdict } from "../check-reference.js";
import { findElsewhere, NOWHERE } from "../elsewhere.js";
import { listModuleSuccessors } from "../successors.js";
import { isUncertainField, type Certainty } from "./certainty.js";
import { toMissing, type Doubt, type Judgement, type Rule } from "./judgement.js";
import type { createRecordJudge } from "./records.js";

export interface Judge {
  readonly registry: Registry;
  /** Those that are being written. */
  readonly modules: readonly ModuleUnderDevelopment[];
  /** Those that the system needs and the index does not have. */
  readonly missing: readonly MissingName[];
  readonly certainty: Certainty;
  readonly judgeRecord: ReturnType<typeof createRecordJudge>;
}

export function judgeReference(
  judge: Judge,
  module: ModuleUnderDevelopment,
  reference: WrittenReference,
): Judgement {
  switch (reference.kind) {
    case "module":
      return judgeModule(judge, reference.name);
    case "file":
      return reference.isThere ? "exists" : toMissing("missing-file", reference.path);
    case "record":
      return judge.judgeRecord(reference);
    case "model":
      return judgeModel(judge, reference.model);
    case "field":
    case "method":
    case "super":
      return judgeMember(judge, module, reference);
    default:
      return reference satisfies never;
  }
}

/** A name that no repository of the index, nor the platform, has at this version is one that nobody can install. */
function judgeModule({ registry, modules, missing }: Judge, name: string): Judgement {
  const { system } = registry;
  const isThere = (other: string): boolean =>
    system.find(other) !== undefined ||
    modules.some(({ technicalName }) => technicalName === other);
  if (isThere(name)) return "exists";
  const found = missing.find(({ technical_name: other }) => other === name);
  if (found?.reason !== "unknown_name" && found?.reason !== "not_at_version") return "not_indexed";
  const { snapshot, platformVersion } = system;
  const isOfVersion = (other: string): boolean =>
    listProviderEntries(snapshot, other, platformVersion).length > 0;
  const own = modules.map(({ technicalName }) => technicalName);
  const near = [...listNearTexts(own, name), ...listNearNames(snapshot, name).filter(isOfVersion)];
  const last = found.versions.findLast(
    (version) => comparePlatformVersions(version, platformVersion) < 0,
  );
  const now = listModuleSuccessors(registry, [name]);
  return toMissing("unknown-module", name, {
    near: [...new Set(near)],
    elsewhere: { ...NOWHERE, last_version: last ?? null, now },
  });
}

function judgeModel({ registry, certainty, missing }: Judge, name: string): Judgement {
  if (certainty.findModel(name) !== undefined) return "exists";
  if (!certainty.knowsModels(name)) return toDoubt(missing);
  return toJudgement(registry, "unknown-model", {
    ...checkModel(registry.models, name),
    exists: false,
  });
}

type MemberReference = Extract<WrittenReference, { readonly kind: "field" | "method" | "super" }>;

function judgeMember(
  judge: Judge,
  module: ModuleUnderDevelopment,
  reference: MemberReference,
): Judgement {
  const { registry, certainty, missing } = judge;
  const model = certainty.findModel(reference.model);
  if (model === undefined) return toDoubt(missing);
  switch (reference.kind) {
    case "field": {
      const verdict = checkPath(registry, model, reference.path);
      if (verdict.exists === true) return "exists";
      return isCertain(certainty, verdict)
        ? toJudgement(registry, "unknown-field", verdict)
        : toDoubt(missing);
    }
    case "method": {
      const verdict = checkMethod(registry, reference.model, reference.name);
      if (verdict.exists === true) return "exists";
      return certainty.knowsMethods(model) || isMisspelt(judge, verdict)
        ? toJudgement(registry, "unknown-method", verdict)
        : toDoubt(missing);
    }
    case "super": {
      const { name } = reference;
      if (hasSuper(registry, model, { module: module.technicalName, ...reference }))
        return "exists";
      const verdict: Verdict = { ...NO_METHOD, model: reference.model, name };
      const isKnown =
        certainty.knowsMethods(model) ||
        isMisspelt(judge, checkMethod(registry, reference.model, name));
      if (!isKnown || !knowsOrmMethods(registry.system.platformVersion)) return toDoubt(missing);
      const elsewhere = findElsewhere(registry, verdict);
      // Where only another module has and calls it, it is there when this one runs.
      return elsewhere.provided_by.length > 0
        ? "run_time"
        : { rule: "unknown-super", verdict, elsewhere };
    }
    default:
      return reference satisfies never;
  }
}

/**
 * Whether a name was rather meant to be another one of its model: of an abstract model heirs may have more methods than
 * are known, but here one letter is wrong, and no class of the index, whatever its model, has one of this name.
 */
function isMisspelt(
  { registry, modules, missing }: Judge,
  { exists, name, near }: Verdict,
): boolean {
  const { definitions } = registry.system.snapshot;
  const number = findString(definitions.members, name);
  const isSomewhere =
    (number !== undefined && definitions.methods.countModels(number) > 0) ||
    modules.some(({ loaded }) =>
      loaded.classes.some(({ methods }) => methods.some((method) => method.name === name)),
    );
  return (
    exists === false &&
    missing.length === 0 &&
    !isSomewhere &&
    near.some((other) => measureDistance(other, name, 1) === 1)
  );
}

const NO_METHOD = { exists: false, kind: "method", defined: [], near: [] } as const;

function toJudgement(registry: Registry, rule: Rule, verdict: Verdict): Judgement {
  if (verdict.exists !== false) return "run_time";
  return { rule, verdict, elsewhere: findElsewhere(registry, verdict) };
}

/** Why something that is not found may be there all the same. */
function toDoubt(missing: readonly MissingName[]): Doubt {
  return missing.length > 0 ? "not_indexed" : "run_time";
}

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
function hasSuper({ system }: Registry, { lineage }: SystemModel, call: SuperCall): boolean {
  const isCaller = ({ source: { module, definition } }: ClassNode): boolean =>
    module === call.module && definition.file === call.file && definition.line === call.classLine;
  const at = lineage.classes.findIndex(isCaller);
  if (at === -1 || getOrmMethods(system.platformVersion).has(call.name)) return true;
  return lineage.classes
    .slice(at + 1)
    .some(({ methods, fields }) => methods.has(call.name) || fields.has(call.name));
}

// Calls of `super()`: another class behind must define the method.
import { getOrmMethods, knowsOrmMethods } from "../../../../data/platform/orm-methods.js";
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { findString } from "../../../../data/snapshot/table/string-table.js";
import { getPlatformVersion, getTechnicalName } from "../../../lookup/entries.js";
import type { Registry } from "../../loaded/registry-cache.js";
import type { ClassNode } from "../../model/class-order.js";
import type { SystemModel } from "../../model/models.js";
import { checkMethod, type Verdict } from "../check-reference.js";
import { findElsewhere, isBuiltOn } from "../elsewhere.js";
import type { Judge } from "./judging.js";
import { toDoubt, toMissing, type Judgement } from "./judgement.js";
import { isMisspelt, listDefined } from "./methods.js";
import { findMisfit, findOrmMethod } from "./overrides.js";

type SuperReference = Extract<WrittenReference, { readonly kind: "super" }>;

const NO_METHOD = { exists: false, kind: "method", defined: [], near: [] } as const;

export function judgeSuper(
  judge: Judge,
  module: ModuleUnderDevelopment,
  { model, reference }: { readonly model: SystemModel; readonly reference: SuperReference },
): Judgement {
  const { registry, isWhole } = judge;
  const { name, call } = reference;
  const behind = findBehind(model, module.technicalName, reference);
  if (behind === undefined) return "exists";
  const next = listDefined(behind, name)[0] ?? findOrmMethod(registry, name);
  if (next !== undefined) {
    const isKnown = !model.attributes.abstract && isWhole;
    const detail = isKnown ? findMisfit(next, call) : undefined;
    return detail === undefined
      ? "exists"
      : toMissing("wrong-call", name, { model: reference.model, detail });
  }
  const isOrm = getOrmMethods(registry.system.platformVersion).has(name);
  if (isOrm || behind.some(({ fields }) => fields.has(name))) return "exists";
  const verdict: Verdict = { ...NO_METHOD, model: reference.model, name };
  if (!isKnownSuper(judge, module, model, reference)) return toDoubt(judge);
  const elsewhere = findElsewhere(registry, verdict);
  // Another module that defines and calls the method runs with this one; a dependent of this one
  // comes earlier in the order.
  const isProvided = listOwners(registry, name).some(
    ({ model: owner, module: other, entry }) =>
      owner === reference.model &&
      elsewhere.provided_by.includes(other) &&
      !isBuiltOn(registry.system, entry, module.technicalName),
  );
  return isProvided ? "run_time" : { rule: "unknown-super", verdict, elsewhere };
}

/**
 * Whether what no class behind one has is nowhere. Behind a class of an abstract model those of other models may stand,
 * which an heir inherits from, too: what it overrides is known to be nothing where no other class of the version has it.
 */
function isKnownSuper(
  judge: Judge,
  { technicalName, loaded }: ModuleUnderDevelopment,
  model: SystemModel,
  { name, file, classLine }: SuperReference,
): boolean {
  const { registry, certainty } = judge;
  if (!knowsOrmMethods(registry.system.platformVersion)) return false;
  if (certainty.knowsMethods(model, false)) return true;
  const own = checkMethod(registry, model.lineage.model, name);
  if (isMisspelt(judge, own)) return true;
  const isOverride = loaded.classes.some(
    (one) =>
      one.file === file &&
      one.line === classLine &&
      one.methods.some((method) => method.name === name),
  );
  if (!isOverride || !certainty.knowsMethods(model, true)) return false;
  const isOfOthers = listOwners(registry, name).some(
    (owner) =>
      (owner.model !== model.lineage.model && !isHeir(registry, owner.model, model)) ||
      (owner.model === model.lineage.model &&
        owner.module !== technicalName &&
        registry.system.find(owner.module) === undefined &&
        !isBuiltOn(registry.system, owner.entry, technicalName)),
  );
  const isOwn = loaded.classes.some(
    (one) =>
      one.model !== model.lineage.model && one.methods.some((method) => method.name === name),
  );
  return !isOfOthers && !isOwn;
}

/** The classes behind one that calls `super()`; `undefined` where that one is not found. */
function findBehind(
  { lineage }: SystemModel,
  technicalName: string,
  { file, classLine }: SuperReference,
): readonly ClassNode[] | undefined {
  const at = lineage.classes.findIndex(
    ({ source: { module, definition } }) =>
      module === technicalName && definition.file === file && definition.line === classLine,
  );
  return at === -1 ? undefined : lineage.classes.slice(at + 1);
}

/** The classes of an heir stand before those of what it inherits from. */
function isHeir({ models }: Registry, heir: string, { lineage }: SystemModel): boolean {
  return models.findModel(heir)?.lineage.ancestors.includes(lineage.model) === true;
}

interface MethodOwner {
  readonly model: string;
  readonly module: string;
  readonly entry: number;
}

/** The modules of the index that have a method of this name at the version, and of which models. */
function listOwners({ system }: Registry, name: string): readonly MethodOwner[] {
  const { snapshot, platformVersion } = system;
  const { definitions } = snapshot;
  const number = findString(definitions.members, name);
  const places = number === undefined ? [] : definitions.methods.listPlaces(number);
  return places.flatMap(({ model, entries }) =>
    [...entries]
      .filter((entry) => getPlatformVersion(snapshot, entry) === platformVersion)
      .map((entry) => ({
        model: definitions.models.get(model),
        module: getTechnicalName(snapshot, entry),
        entry,
      })),
  );
}

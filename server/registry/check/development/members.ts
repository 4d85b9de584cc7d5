// Fields, attributes and methods that a file takes its records to have, how it calls these, and what it calls of `super()`: another
// class behind must define the method.
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { checkMethod, checkPath, type Verdict } from "../check-reference.js";
import { findWrongValues } from "./data-values.js";
import { hasUnknownBase, isUncertainField } from "./certainty.js";
import { isClassAttribute } from "./imports.js";
import type { Judge, Owner } from "./judging.js";
import { toDoubt, toJudgement, type Judgement, toMissing } from "./judgement.js";
import { findValueFault } from "./value-attributes.js";
import { findString } from "../../../../data/snapshot/table/string-table.js";
import { measureDistance } from "../../../../data/text/edit-distance.js";
import type { ClassNode } from "../../model/class-order.js";
import { findMisfit, findOrmMethod } from "./overrides.js";
import { getOrmMethods, knowsOrmMethods } from "../../../../data/platform/orm-methods.js";
import { getPlatformVersion, getTechnicalName } from "../../../lookup/entries.js";
import type { Registry } from "../../loaded/registry-cache.js";
import { BASE } from "../../model/lineage.js";
import type { SystemModel } from "../../model/models.js";
import { findElsewhere, isBuiltOn } from "../elsewhere.js";

type MemberReference = Extract<
  WrittenReference,
  { readonly kind: "field" | "attribute" | "method" | "super" | "value" }
>;

export function judgeMember(
  judge: Judge,
  module: ModuleUnderDevelopment,
  reference: MemberReference,
): Judgement {
  const model = judge.certainty.findModel(reference.model);
  if (model === undefined) return toDoubt(judge);
  if (reference.kind === "super") return judgeSuper(judge, module, { model, reference });
  const { via = [], isExact = false } = reference;
  const isValue = reference.kind === "value";
  const way = isValue ? [...via, ...reference.path.slice(0, -1)] : via;
  const isMember = reference.kind === "attribute" || reference.kind === "method";
  const owner = follow(judge, { model, isExact }, way, isMember ? reference.name : undefined);
  // The path to it has its own finding.
  if (!("model" in owner))
    return reference.kind === "attribute" || owner.isOfLast ? owner.judgement : toDoubt(judge);
  switch (reference.kind) {
    case "field":
      return judgePath(judge, owner, reference.path);
    case "attribute":
      return findOneOfMany(owner, reference) ?? judgeAttribute(judge, owner, reference.name);
    case "method":
      return judgeMethod(judge, owner, reference);
    case "value":
      return (
        findWrongValues(judge, owner, [reference.path.at(-1) ?? "", reference.values]) ?? "exists"
      );
    default:
      return reference satisfies never;
  }
}

/**
 * The records that fields lead to; what cannot be followed is only known when the code runs.
 * @param last a member of what they lead to
 */
function follow(
  judge: Judge,
  start: Owner,
  via: readonly string[],
  last?: string,
): Owner | { readonly judgement: Judgement; readonly isOfLast: boolean } {
  let owner = start;
  for (const [at, name] of via.entries()) {
    const field = owner.model.findField(name);
    if (field === undefined)
      return { judgement: judgeAttribute(judge, owner, name), isOfLast: false };
    const next =
      field.comodel_name === null ? undefined : judge.certainty.findModel(field.comodel_name);
    const after = via[at + 1] ?? last;
    if (next === undefined) {
      const fault = after === undefined ? undefined : findValueFault(owner.model, name, after);
      const isOfLast = fault !== undefined && at === via.length - 1;
      return { judgement: fault ?? toDoubt(judge), isOfLast };
    }
    // Heirs of an abstract model may have other records there.
    owner = { model: next, isExact: owner.isExact || !next.attributes.abstract };
  }
  return owner;
}

function judgePath(judge: Judge, owner: Owner, path: readonly string[]): Judgement {
  const verdict = checkPath(judge.registry, owner.model, path);
  if (verdict.exists === true) return "exists";
  const isFirst = verdict.model === owner.model.lineage.model;
  return isKnownField(judge, verdict, isFirst && owner.isExact)
    ? toJudgement(judge.registry, "unknown-field", verdict)
    : toDoubt(judge);
}

/**
 * A field may lead to a model that is incomplete; code may make a field of a name that a class
 * binds.
 */
function isKnownField(
  judge: Judge,
  { model: name, name: field }: Verdict,
  isExact: boolean,
): boolean {
  const { certainty } = judge;
  const model = name === null ? undefined : certainty.findModel(name);
  if (name === null || model === undefined || isUncertainField(name, field)) return false;
  return certainty.knowsMembers(model, isExact) && !isClassAttribute(judge, model.lineage, field);
}

function judgeAttribute(judge: Judge, owner: Owner, name: string): Judgement {
  const { model } = owner;
  // Most are fields; which methods have a similar name is not asked for these.
  if (model.findField(name) !== undefined) return "exists";
  if (checkMethod(judge.registry, model.lineage.model, name).exists === true) return "exists";
  return judgePath(judge, owner, [name]);
}

const OF_RELATIONS: ReadonlySet<string> = new Set(["many2one", "one2many", "many2many"]);

/** Records of several have one value only of a relation: that is all the records it leads to (`_Relational.__get__`). */
function findOneOfMany({ model }: Owner, { name, isOfMany }: AttributeReference) {
  const field = isOfMany === true ? model.findField(name) : undefined;
  const isRelation = field === undefined || OF_RELATIONS.has(field.type);
  return isRelation ? undefined : toMissing("value-of-many", name, { model: model.lineage.model });
}

type AttributeReference = Extract<WrittenReference, { readonly kind: "attribute" }>;
type MethodReference = Extract<WrittenReference, { readonly kind: "method" }>;

function judgeMethod(judge: Judge, owner: Owner, { name, call }: MethodReference): Judgement {
  const { registry, certainty } = judge;
  const { model, isExact } = owner;
  const verdict = checkMethod(registry, model.lineage.model, name);
  if (verdict.exists === true || model.findField(name) !== undefined) {
    const methods = listCalled(judge, owner, name);
    const misfits = call === undefined ? [] : methods.map((one) => findMisfit(one, call));
    const [detail] = misfits;
    return detail === undefined || misfits.includes(undefined)
      ? "exists"
      : toMissing("wrong-call", name, { model: model.lineage.model, detail });
  }
  if (isClassAttribute(judge, model.lineage, name)) return "exists";
  return certainty.knowsMethods(model, isExact) || isMisspelt(judge, model, verdict)
    ? toJudgement(registry, "unknown-method", verdict)
    : toDoubt(judge);
}

/** The methods that a call may be one of; that of the ORM itself, where no class can have another. */
function listCalled({ registry, certainty }: Judge, { model, isExact }: Owner, name: string) {
  const defined = listDefined(model.lineage.classes, name);
  const orm = findOrmMethod(registry, name);
  const isOrm = defined.length === 0 && orm !== undefined && certainty.knowsMethods(model, isExact);
  return isOrm && model.findField(name) === undefined ? [orm] : defined;
}

/** The methods of a name that classes have. */
const listDefined = (classes: readonly ClassNode[], name: string) =>
  classes.flatMap(({ methods }) => methods.get(name) ?? []);

/**
 * True for a misspelling of another name of its model: heirs of an abstract model may have more
 * methods than are known, but here one letter is wrong, and no class of the index has such a
 * method.
 */
function isMisspelt(judge: Judge, model: SystemModel, { exists, name, near }: Verdict): boolean {
  return (
    exists === false &&
    judge.isWhole &&
    !hasUnknownBase(model) &&
    !isSomewhere(judge, name) &&
    near.some((other) => measureDistance(other, name, 1) === 1)
  );
}

/** Whether some class of the index, at any version, or one that is being written, has a method of this name. */
function isSomewhere({ registry, modules }: Judge, name: string): boolean {
  const { definitions } = registry.system.snapshot;
  const number = findString(definitions.members, name);
  return (
    (number !== undefined && definitions.methods.countModels(number) > 0) ||
    modules.some(({ loaded }) =>
      loaded.classes.some(({ methods }) => methods.some((method) => method.name === name)),
    )
  );
}

type SuperReference = Extract<WrittenReference, { readonly kind: "super" }>;

const NO_METHOD = { exists: false, kind: "method", defined: [], near: [] } as const;

function judgeSuper(
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
  // Another module that defines and calls the method may run with this one, before or behind it; a dependent of this one
  // comes earlier in the order.
  const all = listOwners(registry, name);
  if (!isWhole && all.some((one) => one.model === BASE)) return "not_indexed";
  const owners = all.filter((one) => one.model === reference.model);
  const others = owners.filter((one) => one.module !== module.technicalName);
  // A method that the module alone ever had may be one of a module outside the index.
  if (owners.length > 0 && others.length === 0) return "run_time";
  const isProvided = others.some(
    ({ module: other, entry, isHere }) =>
      isHere &&
      elsewhere.provided_by.includes(other) &&
      !isBuiltOn(registry.system, entry, module.technicalName),
  );
  return { rule: isProvided ? "undeclared-super" : "unknown-super", verdict, elsewhere };
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
  if (isMisspelt(judge, model, own)) return true;
  const isOverride = loaded.classes.some(
    (one) =>
      one.file === file &&
      one.line === classLine &&
      one.methods.some((method) => method.name === name),
  );
  if (!isOverride || !certainty.knowsMethods(model, true)) return false;
  const isOfOthers = listOwners(registry, name).some(
    (owner) =>
      owner.isHere &&
      ((owner.model !== model.lineage.model && !isHeir(registry, owner.model, model)) ||
        (owner.model === model.lineage.model &&
          owner.module !== technicalName &&
          registry.system.find(owner.module) === undefined &&
          !isBuiltOn(registry.system, owner.entry, technicalName))),
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
  /** Whether it is one of the version. */
  readonly isHere: boolean;
}

/** The modules of the index that have a method of this name, and of which models. */
function listOwners({ system }: Registry, name: string): readonly MethodOwner[] {
  const { snapshot, platformVersion } = system;
  const { definitions } = snapshot;
  const number = findString(definitions.members, name);
  const places = number === undefined ? [] : definitions.methods.listPlaces(number);
  return places.flatMap(({ model, entries }) =>
    [...entries].map((entry) => ({
      model: definitions.models.get(model),
      module: getTechnicalName(snapshot, entry),
      entry,
      isHere: getPlatformVersion(snapshot, entry) === platformVersion,
    })),
  );
}

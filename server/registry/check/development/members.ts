// Fields, attributes and methods that a file takes its records to have, and what it calls of `super()`.
import { getOrmMethods, knowsOrmMethods } from "../../../../data/platform/orm-methods.js";
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { findString } from "../../../../data/snapshot/table/string-table.js";
import { measureDistance } from "../../../../data/text/edit-distance.js";
import { getPlatformVersion, getTechnicalName } from "../../../lookup/entries.js";
import type { ClassNode } from "../../model/class-order.js";
import type { SystemModel } from "../../model/models.js";
import { checkMethod, checkPath, type Verdict } from "../check-reference.js";
import { findElsewhere } from "../elsewhere.js";
import { isUncertainField } from "./certainty.js";
import { isClassAttribute } from "./imports.js";
import type { Judge } from "./judging.js";
import { toDoubt, toJudgement, toMissing, type Judgement } from "./judgement.js";
import { accepts, findOrmMethod } from "./overrides.js";

type MemberReference = Extract<
  WrittenReference,
  { readonly kind: "field" | "attribute" | "method" | "super" }
>;
type SuperReference = Extract<MemberReference, { readonly kind: "super" }>;

/** Records that something is asked of. */
interface Owner {
  readonly model: SystemModel;
  /** Whether they are of the model itself, and of none that inherits from it. */
  readonly isExact: boolean;
}

export function judgeMember(
  judge: Judge,
  module: ModuleUnderDevelopment,
  reference: MemberReference,
): Judgement {
  const model = judge.certainty.findModel(reference.model);
  if (model === undefined) return toDoubt(judge.missing);
  if (reference.kind === "super") return judgeSuper(judge, module, { model, reference });
  const { via = [], isExact = false } = reference;
  const owner = follow(judge, { model, isExact }, via);
  // What is on the way to it is told by itself.
  if (!("model" in owner))
    return reference.kind === "attribute" ? owner.judgement : toDoubt(judge.missing);
  switch (reference.kind) {
    case "field":
      return judgePath(judge, owner, reference.path);
    case "attribute":
      return judgeAttribute(judge, owner, reference.name);
    case "method":
      return judgeMethod(judge, owner, reference);
    default:
      return reference satisfies never;
  }
}

/** The records that fields lead to; what cannot be followed is only known when the code runs. */
function follow(
  judge: Judge,
  start: Owner,
  via: readonly string[],
): Owner | { readonly judgement: Judgement } {
  let owner = start;
  for (const name of via) {
    const field = owner.model.findField(name);
    if (field === undefined) return { judgement: judgeAttribute(judge, owner, name) };
    const next =
      field.comodel_name === null ? undefined : judge.certainty.findModel(field.comodel_name);
    if (next === undefined) return { judgement: toDoubt(judge.missing) };
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
    : toDoubt(judge.missing);
}

/** What lies behind a field may be of a model that is not known in whole; a name that a class binds may be made a field by code. */
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
  const { lineage } = owner.model;
  const method = checkMethod(judge.registry, lineage.model, name);
  if (method.exists === true) return "exists";
  return judgePath(judge, owner, [name]);
}

type MethodReference = Extract<MemberReference, { readonly kind: "method" }>;

function judgeMethod(judge: Judge, owner: Owner, { name, call }: MethodReference): Judgement {
  const { registry, certainty, missing } = judge;
  const { model, isExact } = owner;
  const verdict = checkMethod(registry, model.lineage.model, name);
  if (verdict.exists === true || model.findField(name) !== undefined) {
    const methods = listDefined(model.lineage.classes, name);
    const isWrong =
      call !== undefined && methods.length > 0 && !methods.some((one) => accepts(one, call));
    return isWrong ? toMissing("wrong-call", name, { model: model.lineage.model }) : "exists";
  }
  if (isClassAttribute(judge, model.lineage, name)) return "exists";
  return certainty.knowsMethods(model, isExact) || isMisspelt(judge, verdict)
    ? toJudgement(registry, "unknown-method", verdict)
    : toDoubt(missing);
}

const listDefined = (classes: readonly ClassNode[], name: string) =>
  classes.flatMap(({ methods }) => methods.get(name) ?? []);

/**
 * Whether a name was rather meant to be another one of its model: of an abstract model heirs may have more methods than
 * are known, but here one letter is wrong, and no class of the index, whatever its model, has one of this name.
 */
function isMisspelt(judge: Judge, { exists, name, near }: Verdict): boolean {
  return (
    exists === false &&
    judge.missing.length === 0 &&
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

const NO_METHOD = { exists: false, kind: "method", defined: [], near: [] } as const;

function judgeSuper(
  judge: Judge,
  module: ModuleUnderDevelopment,
  { model, reference }: { readonly model: SystemModel; readonly reference: SuperReference },
): Judgement {
  const { registry, missing } = judge;
  const { name, call } = reference;
  const behind = findBehind(model, module.technicalName, reference);
  if (behind === undefined) return "exists";
  const next = listDefined(behind, name)[0] ?? findOrmMethod(registry, name);
  if (next !== undefined) {
    const isKnown = !model.attributes.abstract && missing.length === 0;
    return isKnown && !accepts(next, call)
      ? toMissing("wrong-call", name, { model: reference.model })
      : "exists";
  }
  const isOrm = getOrmMethods(registry.system.platformVersion).has(name);
  if (isOrm || behind.some(({ fields }) => fields.has(name))) return "exists";
  const verdict: Verdict = { ...NO_METHOD, model: reference.model, name };
  if (!isKnownSuper(judge, module, model, reference)) return toDoubt(missing);
  const elsewhere = findElsewhere(registry, verdict);
  // Where only another module has and calls it, it is there when this one runs.
  return elsewhere.provided_by.length > 0
    ? "run_time"
    : { rule: "unknown-super", verdict, elsewhere };
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
  const { snapshot, platformVersion } = registry.system;
  const { definitions } = snapshot;
  const number = findString(definitions.members, name);
  const places = number === undefined ? [] : definitions.methods.listPlaces(number);
  const isOfOthers = places.some(({ model: at, entries }) =>
    [...entries].some(
      (entry) =>
        getPlatformVersion(snapshot, entry) === platformVersion &&
        (definitions.models.get(at) !== model.lineage.model ||
          getTechnicalName(snapshot, entry) !== technicalName),
    ),
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

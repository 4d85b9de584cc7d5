// Methods that records are taken to have, and how they are called.
import type { WrittenReference } from "../../../../data/module/module-under-development.js";
import { findString } from "../../../../data/snapshot/table/string-table.js";
import { measureDistance } from "../../../../data/text/edit-distance.js";
import type { ClassNode } from "../../model/class-order.js";
import { checkMethod, type Verdict } from "../check-reference.js";
import { isClassAttribute } from "./imports.js";
import type { Judge, Owner } from "./judging.js";
import { toDoubt, toJudgement, toMissing, type Judgement } from "./judgement.js";
import { findMisfit, findOrmMethod } from "./overrides.js";

type MethodReference = Extract<WrittenReference, { readonly kind: "method" }>;

export function judgeMethod(
  judge: Judge,
  owner: Owner,
  { name, call }: MethodReference,
): Judgement {
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
  return certainty.knowsMethods(model, isExact) || isMisspelt(judge, verdict)
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
export const listDefined = (classes: readonly ClassNode[], name: string) =>
  classes.flatMap(({ methods }) => methods.get(name) ?? []);

/**
 * True for a misspelling of another name of its model: heirs of an abstract model may have more
 * methods than are known, but here one letter is wrong, and no class of the index has such a
 * method.
 */
export function isMisspelt(judge: Judge, { exists, name, near }: Verdict): boolean {
  return (
    exists === false &&
    judge.isWhole &&
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

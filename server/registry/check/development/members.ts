// Fields, attributes and methods that a file takes its records to have, and what it calls of `super()`.
import type {
  ModuleUnderDevelopment,
  WrittenReference,
} from "../../../../data/module/module-under-development.js";
import { checkMethod, checkPath, type Verdict } from "../check-reference.js";
import { isUncertainField } from "./certainty.js";
import { isClassAttribute } from "./imports.js";
import type { Judge, Owner } from "./judging.js";
import { toDoubt, toJudgement, type Judgement } from "./judgement.js";
import { judgeMethod } from "./methods.js";
import { judgeSuper } from "./super-calls.js";

type MemberReference = Extract<
  WrittenReference,
  { readonly kind: "field" | "attribute" | "method" | "super" }
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
  const owner = follow(judge, { model, isExact }, via);
  // The path to it has its own finding.
  if (!("model" in owner)) return reference.kind === "attribute" ? owner.judgement : toDoubt(judge);
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
    if (next === undefined) return { judgement: toDoubt(judge) };
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

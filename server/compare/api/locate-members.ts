// Where the fields, or the methods, that a module defines of a model are at a later platform version.
import type { LoadedField, LoadedMethod } from "../../../data/module/loaded-module.js";
import type { ApiTarget } from "../../contract/shape/api-changes.js";
import { memoizeEach } from "../../lookup/memo.js";
import { findInherited } from "./ancestors.js";
import type { Defined, MemberKind, Members, OwnModel } from "./api-side.js";
import type { ApiStep, ModelOutcome, Successors } from "./api-step.js";

export interface ComparedModel {
  readonly module: string;
  /** At the earlier version. */
  readonly model: string;
  readonly own: OwnModel;
  readonly after: Successors;
  readonly outcome: ModelOutcome;
}

type LaterLocation = Pick<ApiTarget, "model" | "modules">;

type Whereabouts<T> =
  | { readonly state: "kept"; readonly given: readonly Defined<T>[]; readonly place: LaterLocation }
  | { readonly state: "moved"; readonly place: LaterLocation }
  /** `of_others` where the module only overrides it: what becomes of it is told of them. */
  | { readonly state: "gone" | "of_others" };

export interface MemberLocator<T> {
  /** What the module has at the earlier version. */
  readonly before: Members<T>;
  /** What its successors have at the later one. */
  readonly now: Members<T>;
  /** @param name one of `before` */
  locate(name: string): Whereabouts<T>;
  /** Whether a module that is needed at the earlier version has it too, or the model has it from another. */
  isOfOthers(name: string): boolean;
  /** Of the successors those with a class of the model that has it. */
  listHaving(name: string): readonly string[];
}

export function createLocator<T extends LoadedField | LoadedMethod>(
  step: ApiStep,
  { module, model, own, after, outcome }: ComparedModel,
  kind: MemberKind,
  listOwn: (own: OwnModel) => Members<T>,
): MemberLocator<T> {
  const needed = step.from.listNeeded(module);
  const before = listOwn(own);
  const now = joinMembers(
    after.modules.map((one) => step.to.findOwn(one, outcome.model)).flatMap((one) => one ?? []),
    listOwn,
  );

  const isOfOthers = memoizeEach(
    (name: string): boolean =>
      findInherited(step.from, { kind, model, name, needed, except: module }) !== undefined,
  );

  const listHaving = (name: string): readonly string[] =>
    after.modules.filter((one) => {
      const later = step.to.findOwn(one, outcome.model);
      return later !== undefined && listOwn(later).has(name);
    });

  /** Modules that have it now though they do not need this one, or did not have it before. */
  const listOthers = (name: string): readonly string[] => {
    const former = new Set(step.from.listDefiners(kind, model, name));
    return step.to
      .listDefiners(kind, outcome.model, name)
      .filter((one) => !former.has(one) || !step.from.listNeeded(one).has(module));
  };

  const locate = (name: string): Whereabouts<T> => {
    const given = now.get(name);
    if (given !== undefined) {
      return { state: "kept", given, place: { model: outcome.model, modules: listHaving(name) } };
    }
    const place = findInherited(step.to, {
      kind,
      model: outcome.model,
      name,
      needed: after.needed,
    });
    if (place !== undefined) {
      const [first = ""] = place.modules;
      const inherited = step.to.findOwn(first, place.model);
      return { state: "kept", given: (inherited && listOwn(inherited).get(name)) ?? [], place };
    }
    const leadsOn = (before.get(name) ?? []).every(({ definition }) => callsSuper(definition));
    if (leadsOn || isOfOthers(name)) return { state: "of_others" };
    const modules = listOthers(name);
    if (modules.length === 0) return { state: "gone" };
    return { state: "moved", place: { model: outcome.model, modules } };
  };

  return { before, now, locate: memoizeEach(locate), isOfOthers, listHaving };
}

/** A method that leads on to what is not seen here overrides something of nobody here. */
function callsSuper(definition: LoadedField | LoadedMethod): boolean {
  return "calls_super" in definition && definition.calls_super;
}

function joinMembers<T>(
  models: readonly OwnModel[],
  listOwn: (own: OwnModel) => Members<T>,
): Members<T> {
  const [first = new Map<string, readonly Defined<T>[]>(), ...others] = models.map(listOwn);
  if (others.length === 0) return first;
  const joined = new Map(first);
  for (const [name, given] of others.flatMap((one) => [...one])) {
    joined.set(name, [...(joined.get(name) ?? []), ...given]);
  }
  return joined;
}

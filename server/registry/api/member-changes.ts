// Changes of the fields and methods that a module defines of a model, found on demand: a successor
// has it, by itself or by inheritance, others have it, or nobody.
import type { LoadedField, LoadedMethod } from "../../../data/module/loaded-module.js";
import type { ApiChange, ApiDetail } from "../../contract/shape/api-changes.js";
import type { Steps } from "../../../data/yield.js";
import { AUTOMATIC_FIELDS } from "../../../data/platform/automatic-fields.js";
import { findPlatformEdition } from "../../../data/platform/module-names.js";
import { getAllOrmMethods } from "../../../data/platform/orm-methods.js";
import { getProvider } from "../../lookup/entries.js";
import { memoizeEach, once } from "../../lookup/memo.js";
import {
  type ApiSide,
  type Defined,
  type MemberKind,
  type Members,
  type OwnModel,
  findInherited,
} from "./api-side.js";
import type { ApiStep, ModelChanges, ModelOutcome, Successors } from "./api-step.js";
import { compareFacts, completeField, FIELD_FACTS, METHOD_FACTS } from "./facts.js";
import type { Renames, Unpaired } from "./rename/pair-names.js";
import { pairFields } from "./rename/renamed-fields.js";
import { pairMethods } from "./rename/renamed-methods.js";

export interface MemberChanges extends Pick<ModelChanges, "findMember"> {
  /** Fields, then methods, in load order; a step looks at one. */
  list(): Steps<readonly ApiChange[]>;
}

interface ComparedModel {
  readonly module: string;
  /** At the earlier version. */
  readonly model: string;
  readonly own: OwnModel;
  readonly after: Successors;
  readonly outcome: ModelOutcome;
}

/** Python itself renames what begins so, and special methods are nobody's. */
const PRIVATE = /^(?:__|_[A-Z]\w*__)/;

export function createMemberChanges(step: ApiStep, compared: ComparedModel): MemberChanges {
  const toLaterModel = (model: string): string => step.findOutcome(model)?.model ?? model;
  const fields = createMembers<LoadedField>(step, compared, {
    kind: "field",
    listOwn: (own) => own.fields,
    isShared: (name) => !AUTOMATIC_FIELDS.has(name),
    compare(name, from, to) {
      const before = completeField(name, from, toLaterModel);
      const after = completeField(name, to, (model) => model);
      return before && after ? compareFacts(FIELD_FACTS, before, after) : [];
    },
    pair: (unpaired): Renames => pairFields(unpaired, toLaterModel, methods),
  });
  const methods = createMembers<LoadedMethod>(step, compared, {
    kind: "method",
    listOwn: (own) => own.methods,
    isShared: (name) => !getAllOrmMethods().has(name) && !PRIVATE.test(name),
    // Python keeps the last of those with the same name.
    compare(_name, from, to) {
      const [before, after] = [from.at(-1), to.at(-1)];
      return before && after ? compareFacts(METHOD_FACTS, before, after) : [];
    },
    pair: (unpaired): Renames =>
      pairMethods(unpaired, { from: fields.before, to: fields.now, renamed: fields.getRenames() }),
  });
  return {
    findMember: (kind, name) => (kind === "field" ? fields : methods).find(name),
    *list() {
      const changes: ApiChange[] = [];
      for (const { before, find } of [fields, methods]) {
        for (const name of before.keys()) {
          const change = find(name);
          if (change !== undefined) changes.push(change);
          yield;
        }
      }
      return changes;
    },
  };
}

/** Rules for fields, or for methods. */
interface MemberRules<T> {
  readonly kind: MemberKind;
  listOwn(own: OwnModel): Members<T>;
  /** Whether it is a module's to define, and others' to use. */
  isShared(name: string): boolean;
  compare(name: string, from: readonly T[], to: readonly T[]): readonly ApiDetail[];
  pair(unpaired: Unpaired<T>): Renames;
}

/** `of_others` if the module only overrides it: the change belongs to them. */
type Whereabouts<T> =
  | {
      readonly state: "kept" | "moved";
      readonly given: readonly Defined<T>[];
      readonly location: { readonly model: string; readonly modules: readonly string[] };
    }
  | { readonly state: "gone" }
  | { readonly state: "of_others" };

function createMembers<T extends LoadedField | LoadedMethod>(
  step: ApiStep,
  { module, model, own, after, outcome }: ComparedModel,
  { kind, listOwn, isShared, compare, pair }: MemberRules<T>,
) {
  const needed = step.from.listNeeded(module);
  const before = listOwn(own);
  const later = after.modules.flatMap((one) => step.to.findOwn(one, outcome.model) ?? []);
  const now = joinMembers(later.map(listOwn));

  /** Whether a module that is needed at the earlier version has it too, or the model has it from another. */
  const isOfOthers = memoizeEach(
    (name: string): boolean =>
      findInherited(step.from, { kind, model, name, needed, except: module }) !== undefined,
  );

  const listHaving = (name: string): readonly string[] =>
    after.modules.filter((one) => {
      const have = step.to.findOwn(one, outcome.model);
      return have !== undefined && listOwn(have).has(name);
    });

  const isOverride = (side: ApiSide, of: string, modelName: string, name: string): boolean => {
    const have = side.findOwn(of, modelName);
    const last = have && listOwn(have).get(name)?.at(-1)?.definition;
    return last !== undefined && "calls_super" in last && last.calls_super;
  };

  /**
   * Modules that make it now: new ones, those that do not need this one, and overrides of the same repository that override
   * nothing any more. Those that override it or need another one do not make it; Odoo's own come first.
   */
  const listOthers = (name: string): readonly string[] => {
    const former = new Set(step.from.listDefiners(kind, model, name));
    const have = step.to
      .listDefiners(kind, outcome.model, name)
      .filter(
        (one) =>
          !former.has(one) ||
          !step.from.listNeeded(one).has(module) ||
          (findRepository(step.to, one) === findRepository(step.from, module) &&
            isOverride(step.from, one, model, name) &&
            !isOverride(step.to, one, outcome.model, name)),
      );
    const makers = have.filter((one) => !isOverride(step.to, one, outcome.model, name));
    const candidates = makers.length > 0 ? makers : have;
    const lowest = candidates.filter((one) =>
      candidates.every((other) => other === one || !step.to.listNeeded(one).has(other)),
    );
    const odoos = lowest.filter((one) => isOfOdoo(step.to, one));
    return odoos.length > 0 ? odoos : lowest;
  };

  const locate = memoizeEach((name: string): Whereabouts<T> => {
    const at = (modules: readonly string[]) => ({ model: outcome.model, modules });
    const given = now.get(name);
    if (given !== undefined) return { state: "kept", given, location: at(listHaving(name)) };
    const question = { kind, model: outcome.model, name, needed: after.needed };
    const location = findInherited(step.to, question);
    if (location !== undefined) {
      const inherited = step.to.findOwn(location.modules[0] ?? "", location.model);
      return { state: "kept", given: (inherited && listOwn(inherited).get(name)) ?? [], location };
    }
    // A method that calls an unseen `super()` overrides something outside the index.
    const leadsOn = (before.get(name) ?? []).every(
      ({ definition }) => "calls_super" in definition && definition.calls_super,
    );
    if (leadsOn || isOfOthers(name)) return { state: "of_others" };
    const modules = listOthers(name);
    return modules.length === 0
      ? { state: "gone" }
      : { state: "moved", given: [], location: at(modules) };
  });

  const select = (members: Members<T>, isWanted: (name: string) => boolean): Members<T> =>
    new Map([...members].filter(([name]) => isShared(name) && isWanted(name)));
  const getRenames = once(() =>
    pair({
      before,
      now,
      gone: select(before, (name) => locate(name).state === "gone"),
      added: select(now, (name) => !before.has(name)),
      isNew: memoizeEach(
        (name) => findInherited(step.from, { kind, model, name, needed }) === undefined,
      ),
    }),
  );

  /** Each change is always the same object. */
  const find = memoizeEach((name: string): ApiChange | undefined => {
    const given = before.get(name) ?? [];
    const [first] = given;
    if (first === undefined || !isShared(name)) return undefined;
    const { file, definition } = first;
    const { line } = definition;
    const give = (
      change: ApiChange["change"],
      target: ApiChange["target"],
      details: ApiChange["details"] = [],
      evidence: ApiChange["evidence"] = [],
    ): ApiChange => ({ kind, model, name, module, file, line, change, target, details, evidence });
    const compareWith = (laterName: string, others: typeof given): readonly ApiDetail[] =>
      others.length === 0
        ? []
        : compare(laterName, given.map(toDefinition), others.map(toDefinition));
    const found = locate(name);
    if (found.state === "of_others") return undefined;
    if (found.state === "gone") {
      const renamed = getRenames().get(name);
      if (renamed === undefined) return give("removed", null);
      const { name: other, evidence } = renamed;
      const target = { model: outcome.model, name: other, modules: listHaving(other) };
      const details = compareWith(other, now.get(other) ?? []);
      return give("renamed", target, details, evidence);
    }
    const target = { ...found.location, name };
    if (found.state === "moved") return give("moved", target);
    const details = compareWith(name, found.given);
    if (details.length === 0 || isOfOthers(name)) return undefined;
    return give("changed", target, details);
  });

  return { before, now, getRenames, find };
}

function findRepository({ snapshot, findEntry }: ApiSide, module: string): string | undefined {
  const entry = findEntry(module);
  return entry === undefined ? undefined : getProvider(snapshot, entry);
}

const isOfOdoo = ({ platformVersion }: ApiSide, module: string): boolean =>
  findPlatformEdition(module, platformVersion) !== undefined;

const toDefinition = <T>({ definition }: Defined<T>): T => definition;

function joinMembers<T>([first = new Map(), ...others]: readonly Members<T>[]): Members<T> {
  if (others.length === 0) return first;
  const joined = new Map(first);
  for (const [name, given] of others.flatMap((one) => [...one])) {
    joined.set(name, [...(joined.get(name) ?? []), ...given]);
  }
  return joined;
}

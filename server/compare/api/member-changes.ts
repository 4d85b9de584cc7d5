// What became of the fields and methods that a module defines of a model, each found when it is asked for.
import type { LoadedField, LoadedMethod } from "../../../data/module/loaded-module.js";
import type { ApiChange, ApiDetail } from "../../contract/shape/api-changes.js";
import { AUTOMATIC_FIELDS } from "../../../data/platform/automatic-fields.js";
import { getAllOrmMethods } from "../../../data/platform/orm-methods.js";
import { memoizeEach, once } from "../../lookup/memo.js";
import { findInherited } from "./ancestors.js";
import type { MemberKind, Members } from "./api-side.js";
import type { ApiStep, ModelChanges } from "./api-step.js";
import { compareFacts, completeField, FIELD_FACTS, METHOD_FACTS } from "./facts.js";
import { createLocator, type ComparedModel, type MemberLocator } from "./locate-members.js";
import type { Renames, Unpaired } from "./rename/pair-names.js";
import { pairFields } from "./rename/renamed-fields.js";
import { pairMethods } from "./rename/renamed-methods.js";

/** Fields, then methods, in load order. */
export type MemberChanges = Omit<ModelChanges, "ofModel">;

/** What holds for fields, or for methods. */
interface MemberRules<T> {
  readonly kind: MemberKind;
  /** Whether it is a module's to define, and others' to use. */
  isShared(name: string): boolean;
  compare(name: string, from: readonly T[], to: readonly T[]): readonly ApiDetail[];
  getRenames(): Renames;
}

/** Python itself renames what begins so, and special methods are nobody's. */
const PRIVATE = /^(?:__|_[A-Z]\w*__)/;

function isSharedField(name: string): boolean {
  return !AUTOMATIC_FIELDS.has(name);
}

function isSharedMethod(name: string): boolean {
  return !getAllOrmMethods().has(name) && !PRIVATE.test(name);
}

export function createMemberChanges(step: ApiStep, compared: ComparedModel): MemberChanges {
  const toLaterModel = (model: string): string => step.findOutcome(model)?.model ?? model;
  const fields = createLocator(step, compared, "field", (own) => own.fields);
  const methods = createLocator(step, compared, "method", (own) => own.methods);
  const getRenamedFields = once(() =>
    pairFields(listUnpaired(step, compared, "field", fields, isSharedField), toLaterModel),
  );
  const getRenamedMethods = once(() =>
    pairMethods(listUnpaired(step, compared, "method", methods, isSharedMethod), {
      from: fields.before,
      to: fields.now,
      renamed: getRenamedFields(),
    }),
  );
  const findField = createFinder<LoadedField>(compared, fields, {
    kind: "field",
    isShared: isSharedField,
    compare(name, from, to) {
      const before = completeField(name, from, toLaterModel);
      const after = completeField(name, to, (model) => model);
      return before && after ? compareFacts(FIELD_FACTS, before, after) : [];
    },
    getRenames: getRenamedFields,
  });
  const findMethod = createFinder<LoadedMethod>(compared, methods, {
    kind: "method",
    isShared: isSharedMethod,
    // Python keeps the last of those with the same name.
    compare(_name, from, to) {
      const [before, after] = [from.at(-1), to.at(-1)];
      return before && after ? compareFacts(METHOD_FACTS, before, after) : [];
    },
    getRenames: getRenamedMethods,
  });
  return {
    findMember: (kind, name) => (kind === "field" ? findField(name) : findMethod(name)),
    *list() {
      const changes: ApiChange[] = [];
      for (const [members, find] of [
        [fields.before, findField],
        [methods.before, findMethod],
      ] as const) {
        for (const name of members.keys()) {
          const change = find(name);
          if (change !== undefined) changes.push(change);
          yield;
        }
      }
      return changes;
    },
  };
}

/** Each change is always the same object. */
function createFinder<T extends LoadedField | LoadedMethod>(
  { module, model, outcome }: ComparedModel,
  { before, now, locate, isOfOthers, listHaving }: MemberLocator<T>,
  { kind, isShared, compare, getRenames }: MemberRules<T>,
): (name: string) => ApiChange | undefined {
  return memoizeEach((name) => {
    const given = before.get(name) ?? [];
    const [first] = given;
    if (first === undefined || !isShared(name)) return undefined;
    const { file, definition } = first;
    const row: ApiChange = {
      kind,
      model,
      name,
      module,
      file,
      line: definition.line,
      change: "removed",
      target: null,
      details: [],
      evidence: [],
    };
    const compareWith = (laterName: string, later: typeof given): readonly ApiDetail[] =>
      compare(laterName, given.map(toDefinition), later.map(toDefinition));
    const found = locate(name);
    switch (found.state) {
      case "of_others":
        return undefined;
      case "kept": {
        const details = found.given.length === 0 ? [] : compareWith(name, found.given);
        if (details.length === 0 || isOfOthers(name)) return undefined;
        return { ...row, change: "changed", target: { ...found.place, name }, details };
      }
      case "moved":
        return { ...row, change: "moved", target: { ...found.place, name } };
      case "gone": {
        const renamed = getRenames().get(name);
        if (renamed === undefined) return row;
        const { name: later, evidence } = renamed;
        const target = { model: outcome.model, name: later, modules: listHaving(later) };
        const details = compareWith(later, now.get(later) ?? []);
        return { ...row, change: "renamed", target, details, evidence };
      }
      default:
        return found satisfies never;
    }
  });
}

function toDefinition<T>({ definition }: { readonly definition: T }): T {
  return definition;
}

function listUnpaired<T>(
  step: ApiStep,
  { module, model }: ComparedModel,
  kind: MemberKind,
  { before, now, locate }: MemberLocator<T>,
  isShared: (name: string) => boolean,
): Unpaired<T> {
  const needed = step.from.listNeeded(module);
  const select = (members: Members<T>, isWanted: (name: string) => boolean): Members<T> =>
    new Map([...members].filter(([name]) => isShared(name) && isWanted(name)));
  return {
    before,
    now,
    gone: select(before, (name) => locate(name).state === "gone"),
    added: select(now, (name) => !before.has(name)),
    isNew: memoizeEach(
      (name) => findInherited(step.from, { kind, model, name, needed }) === undefined,
    ),
  };
}

// What became of the fields and methods that a module defines of a model.
import type { LoadedField, LoadedMethod } from "../../../data/loaded-module.js";
import { compareText } from "../../../data/platform-version.js";
import type { ApiChange, ApiDetail } from "../../interface/shape/api-changes.js";
import { ORM_METHODS } from "../../registry/check/orm-methods.js";
import { findInherited } from "./ancestors.js";
import type { Defined, MemberKind, OwnModel } from "./api-side.js";
import type { ApiStep, ModelFate, Successors } from "./api-step.js";
import { compareFields, mergeField } from "./field-details.js";
import { compareMethods } from "./method-details.js";
import { pairFields } from "./renamed-fields.js";
import { pairMethods } from "./renamed-methods.js";
import type { Members, Renames, Unpaired } from "./pair-names.js";

export interface ComparedModel {
  readonly module: string;
  /** At the earlier version. */
  readonly model: string;
  readonly own: OwnModel;
  readonly after: Successors;
  readonly fate: ModelFate;
}

/** What holds for fields, or for methods. */
interface MemberRules<T> {
  readonly kind: MemberKind;
  /** Whether it is a module's to define, and others' to use. */
  isShared(name: string): boolean;
  listOwn(own: OwnModel): Members<T>;
  compare(name: string, from: readonly T[], to: readonly T[]): readonly ApiDetail[];
}

/** Fields that the platform itself gives a model. */
const AUTOMATIC_FIELDS: ReadonlySet<string> = new Set(
  "id display_name create_uid create_date write_uid write_date __last_update".split(" "),
);

/** Python itself renames what begins so, and special methods are nobody's. */
const PRIVATE = /^(?:__|_[A-Z]\w*__)/;

/** Fields and methods by name. */
export function listMemberChanges(step: ApiStep, compared: ComparedModel): readonly ApiChange[] {
  const toLaterModel = (model: string): string => step.findFate(model)?.model ?? model;
  const later = compared.after.modules.flatMap(
    (module) => step.to.findOwn(module, compared.fate.model) ?? [],
  );
  const fields = judgeMembers<LoadedField>(step, compared, later, {
    kind: "field",
    isShared: (name) => !AUTOMATIC_FIELDS.has(name),
    listOwn: (own) => own.fields,
    compare: (name, from, to) =>
      compareFields({ name, from: mergeField(from), to: mergeField(to), toLaterModel }),
  });
  const methods = judgeMembers<LoadedMethod>(step, compared, later, {
    kind: "method",
    isShared: (name) => !ORM_METHODS.has(name) && !PRIVATE.test(name),
    listOwn: (own) => own.methods,
    compare: (_name, from, to) => compareLast(from, to),
  });
  const renamedFields = pairFields(fields, toLaterModel);
  const renamedMethods = pairMethods(methods, {
    from: compared.own.fields,
    to: joinMembers(later.map((own) => own.fields)),
    renamed: renamedFields,
  });
  return [...fields.finish(renamedFields), ...methods.finish(renamedMethods)].toSorted(
    (left, right) => compareText(left.name ?? "", right.name ?? ""),
  );
}

/** Python keeps the last of those with the same name. */
function compareLast(
  from: readonly LoadedMethod[],
  to: readonly LoadedMethod[],
): readonly ApiDetail[] {
  const [before, after] = [from.at(-1), to.at(-1)];
  return before === undefined || after === undefined ? [] : compareMethods(before, after);
}

interface Judged<T> extends Unpaired<T> {
  /** All changes, when it is known which of those that are gone have another name. */
  finish(renames: Renames): readonly ApiChange[];
}

function judgeMembers<T extends LoadedField | LoadedMethod>(
  step: ApiStep,
  { module, model, own, after, fate }: ComparedModel,
  later: readonly OwnModel[],
  { kind, isShared, listOwn, compare }: MemberRules<T>,
): Judged<T> {
  const needed = step.from.listNeeded(module);
  const now = joinMembers(later.map(listOwn));
  const changes: ApiChange[] = [];
  const gone = new Map<string, readonly Defined<T>[]>();

  /** What a module has from others is theirs. */
  const isFirst = (name: string): boolean =>
    findInherited(step.from, { kind, model, name, needed, except: module }) === undefined;

  const toChange = (
    name: string,
    given: readonly Defined<T>[],
    rest: Pick<ApiChange, "change" | "target" | "details"> & Partial<Pick<ApiChange, "evidence">>,
  ): ApiChange => ({
    kind,
    model,
    name,
    module,
    file: given[0]?.file ?? "",
    line: given[0]?.definition.line ?? 0,
    evidence: [],
    ...rest,
  });

  const listHaving = (name: string): readonly string[] =>
    after.modules.filter((one) => {
      const laterOwn = step.to.findOwn(one, fate.model);
      return laterOwn !== undefined && listOwn(laterOwn).has(name);
    });

  const compareDefined = (
    name: string,
    from: readonly Defined<T>[],
    to: readonly Defined<T>[],
  ): readonly ApiDetail[] => compare(name, from.map(toDefinition), to.map(toDefinition));

  /** Modules that have it now though they do not need this one, or did not have it before. */
  const listOthers = (name: string): readonly string[] => {
    const former = new Set(step.from.listDefiners(kind, model, name));
    return step.to
      .listDefiners(kind, fate.model, name)
      .filter((one) => !former.has(one) || !step.from.listNeeded(one).has(module));
  };

  const judge = (name: string, given: readonly Defined<T>[]): void => {
    const { needed: laterNeeded } = after;
    const question = { kind, model: fate.model, name, needed: laterNeeded };
    let kept = now.get(name);
    let place = { model: fate.model, modules: listHaving(name) };
    if (kept === undefined) {
      const inherited = findInherited(step.to, question);
      if (inherited !== undefined) {
        place = { model: inherited.model, modules: [...inherited.modules] };
        const [first = ""] = inherited.modules;
        const laterOwn = step.to.findOwn(first, inherited.model);
        kept = (laterOwn && listOwn(laterOwn).get(name)) ?? [];
      }
    }
    if (kept !== undefined) {
      const details = kept.length === 0 ? [] : compareDefined(name, given, kept);
      if (details.length === 0 || !isFirst(name)) return;
      changes.push(
        toChange(name, given, { change: "changed", target: { ...place, name }, details }),
      );
      return;
    }
    if (!isFirst(name) || given.every(({ definition }) => callsSuper(definition))) return;
    const modules = listOthers(name);
    if (modules.length === 0) gone.set(name, given);
    else {
      const target = { model: fate.model, name, modules };
      changes.push(toChange(name, given, { change: "moved", target, details: [] }));
    }
  };

  for (const [name, given] of listOwn(own)) if (isShared(name)) judge(name, given);
  return {
    gone,
    added: new Map([...now].filter(([name]) => !listOwn(own).has(name) && isShared(name))),
    isNew: (name) => findInherited(step.from, { kind, model, name, needed }) === undefined,
    finish(renames) {
      const ended = [...gone].map(([name, given]) => {
        const found = renames.get(name);
        if (found === undefined) {
          return toChange(name, given, { change: "removed", target: null, details: [] });
        }
        const { name: later_, evidence } = found;
        const target = { model: fate.model, name: later_, modules: listHaving(later_) };
        const details = compareDefined(later_, given, now.get(later_) ?? []);
        return toChange(name, given, { change: "renamed", target, details, evidence });
      });
      return [...changes, ...ended];
    },
  };
}

function toDefinition<T>({ definition }: Defined<T>): T {
  return definition;
}

/** Where all that a module has of it leads on to what is not seen here, it is not the module's. */
function callsSuper(definition: LoadedField | LoadedMethod): boolean {
  return "calls_super" in definition && definition.calls_super;
}

function joinMembers<T>(lists: readonly Members<T>[]): Members<T> {
  const [first, ...others] = lists;
  if (first === undefined || others.length === 0) return first ?? new Map();
  const joined = new Map(first);
  for (const [name, given] of others.flatMap((one) => [...one])) {
    joined.set(name, [...(joined.get(name) ?? []), ...given]);
  }
  return joined;
}

// Uses of a module: foreign things that are removed, moved, renamed or changed at a later platform
// version.
import { takeSteps, type Steps } from "../../../data/yield.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { ApiChange, ApiUse, ApiUseKind } from "../../contract/shape/api-changes.js";
import { MOST_IN_ROWS } from "../../contract/shape/completeness.js";
import { toCompleteness } from "../../lookup/dependency/not-indexed.js";
import { deriveEach } from "../../lookup/memo.js";
import { findInherited } from "../../registry/api/api-side.js";
import type { ApiStep } from "../../registry/api/api-step.js";
import { getDoubts } from "./doubts.js";
import { listReferences, type ApiReference } from "./references.js";

/**
 * Names of needed modules that the classes, views and actions of a module use, and that a later platform version lacks or has
 * as something else. By model, then name; a thing that is used in several ways stands once. Names of modules that are unknown
 * at the later version are left out.
 */
export const listApiUses = deriveEach((step: ApiStep, module: string) =>
  takeSteps(tellUses(step, module)),
);

function* tellUses(step: ApiStep, module: string): Steps<readonly ApiUse[]> {
  const { listOfChange } = getDoubts(step);
  const keyed: (readonly [key: string, use: ApiUse])[] = [];
  for (const { change, how, first } of yield* listModuleUses(step, module)) {
    const { file, line } = first;
    const completeness = toCompleteness(listOfChange(change), MOST_IN_ROWS);
    const use = { ...change, ...completeness, how: [...how], used_in: { file, line } };
    keyed.push([[use.model, use.kind, use.name ?? ""].join(" "), use]);
    yield;
  }
  return keyed.toSorted(([left], [right]) => compareText(left, right)).map(([, use]) => use);
}

/** Use of a thing that changes. */
interface ModuleUse {
  readonly change: ApiChange;
  readonly how: Set<ApiUseKind>;
  readonly first: ApiReference;
}

/** Change of a thing that a module defines. @param name `null` for the model itself */
type FindChange = (
  kind: ApiReference["kind"],
  thing: { readonly module: string; readonly model: string; readonly name: string | null },
) => ApiChange | undefined;

/** Scope of the search: uses of all changes, or of some. */
interface UseSearch {
  readonly find: FindChange;
  /** Whether a reference is looked at: what is nothing that changes need not be. */
  readonly isWanted: (reference: ApiReference) => boolean;
}

const searchAll = ({ openChanges }: ApiStep): UseSearch => ({
  find(kind, { module, model, name }) {
    const { ofModel, findMember } = openChanges(module, model);
    return kind === "model" ? ofModel : findMember(kind, name ?? "");
  },
  isWanted: () => true,
});

const toThing = (...parts: readonly (string | null)[]): string => parts.join(" ");

/** The uses of these changes alone, of models, fields and methods. */
export function searchFor(changes: readonly ApiChange[]): UseSearch {
  const known = new Map<string, ApiChange>();
  const [models, names] = [new Set<string>(), new Set<string>()];
  for (const change of changes) {
    const { kind, module, model, name } = change;
    known.set(toThing(kind, module, model, name), change);
    if (name === null) models.add(model);
    else names.add(toThing(kind, name));
  }
  return {
    find: (kind, { module, model, name }) => known.get(toThing(kind, module, model, name)),
    isWanted: ({ kind, model, name }) => models.has(model) || names.has(toThing(kind, name)),
  };
}

/** A step looks at one reference. */
export function* listModuleUses(
  step: ApiStep,
  module: string,
  { find, isWanted }: UseSearch = searchAll(step),
): Steps<readonly ModuleUse[]> {
  const found = new Map<string, readonly ApiChange[]>();
  const uses = new Map<ApiChange, ModuleUse>();
  for (const reference of yield* listReferences(step.from, module, isWanted)) {
    const { kind, model, name, how } = reference;
    const key = `${kind} ${model} ${name ?? ""}`;
    const changes = found.get(key) ?? findChanges(step, module, reference, find);
    found.set(key, changes);
    for (const change of changes) {
      const use = uses.get(change) ?? { change, first: reference, how: new Set() };
      use.how.add(how);
      uses.set(change, use);
    }
    yield;
  }
  return [...uses.values()];
}

/** Changes of a named thing, if a dependency defines it. */
function findChanges(
  { from }: ApiStep,
  module: string,
  { kind, model, name }: ApiReference,
  find: FindChange,
): readonly ApiChange[] {
  const needed = from.listNeeded(module);
  const ofModel = from
    .listMakers(model)
    .filter((maker) => needed.has(maker) && maker !== module)
    .flatMap((maker) => find("model", { module: maker, model, name: null }) ?? []);
  if (kind === "model" || name === null) return ofModel;
  const inherited = findInherited(from, { kind, model, name, needed, except: module });
  const ofMember = (inherited?.modules ?? []).flatMap(
    (definer) => find(kind, { module: definer, model: inherited?.model ?? model, name }) ?? [],
  );
  return [...ofModel.filter(({ change }) => change !== "changed"), ...ofMember];
}

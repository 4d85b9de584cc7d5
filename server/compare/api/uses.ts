// What a module uses of others that is removed, moved, renamed or changed at a later platform version.
import { takeSteps, type Steps } from "../../../data/yield.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { ApiChange, ApiUse, ApiUseKind } from "../../contract/shape/api-changes.js";
import { getPlatformVersion, getTechnicalName } from "../../lookup/entries.js";
import { MOST_IN_ROWS } from "../../contract/shape/completeness.js";
import { toCompleteness } from "../../lookup/dependency/not-indexed.js";
import { deriveEach } from "../../lookup/derived.js";
import { findInherited } from "./ancestors.js";
import type { ApiStep } from "./api-step.js";
import { getDoubts } from "./doubts.js";
import { getApiStep } from "./open-api-step.js";
import { listReferences, type ApiReference } from "./references.js";

/**
 * What the classes, views and actions of a module name of modules that it needs, and that is not there any more at
 * a later platform version, or is there as something else. By model, then name; a thing that is used in several ways
 * stands once. Nothing is told of what a module defines of which nobody knows what it would be there.
 * @param entry the module at the earlier version; of several providers the one that a plan takes speaks for all
 * @param to a platform version of the snapshot
 */
export function listApiUses(
  snapshot: Snapshot,
  entry: number,
  to: string,
): Promise<readonly ApiUse[]> {
  const step = getApiStep(snapshot, { from: getPlatformVersion(snapshot, entry), to });
  return getUses(step, getTechnicalName(snapshot, entry));
}

/**
 * Modules that a module needs at the earlier version and that cannot be compared: what it uses of them is not told.
 * @param entry the module at the earlier version
 */
export function listUntoldUses(snapshot: Snapshot, entry: number, to: string): readonly string[] {
  const step = getApiStep(snapshot, { from: getPlatformVersion(snapshot, entry), to });
  return getDoubts(step).listOfUses(getTechnicalName(snapshot, entry));
}

/** By module: what one uses that changes is little. */
const getUses = deriveEach((step: ApiStep, module: string) => takeSteps(tellUses(step, module)));

function* tellUses(step: ApiStep, module: string): Steps<readonly ApiUse[]> {
  const { listOfChange } = getDoubts(step);
  const keyed: (readonly [key: string, use: ApiUse])[] = [];
  for (const { change, how, first } of yield* listModuleUses(step, module)) {
    const { file, line } = first;
    const completeness = toCompleteness(listOfChange(change), MOST_IN_ROWS);
    const use = { ...change, ...completeness, how: [...how], used_in: { file, line } };
    keyed.push([toKey(use), use]);
    yield;
  }
  return keyed.toSorted(([left], [right]) => compareText(left, right)).map(([, use]) => use);
}

/** How a module uses something that is another at the later version. */
interface ModuleUse {
  readonly change: ApiChange;
  readonly how: Set<ApiUseKind>;
  readonly first: ApiReference;
}

/** A step looks at one reference. @param isWanted whether it is looked at: what is nothing that changes need not be */
export function* listModuleUses(
  step: ApiStep,
  module: string,
  isWanted: (reference: ApiReference) => boolean = () => true,
): Steps<readonly ModuleUse[]> {
  const found = new Map<string, readonly ApiChange[]>();
  const uses = new Map<ApiChange, ModuleUse>();
  for (const reference of yield* listReferences(step.from, module, isWanted)) {
    const { kind, model, name, how } = reference;
    const key = `${kind} ${model} ${name ?? ""}`;
    const changes = found.get(key) ?? findChanges(step, module, reference);
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

/** What became of what a module names, where one that it needs defines it. */
function findChanges(
  step: ApiStep,
  module: string,
  { kind, model, name }: ApiReference,
): readonly ApiChange[] {
  const needed = step.from.listNeeded(module);
  const ofModel = step.from
    .listMakers(model)
    .filter((maker) => needed.has(maker) && maker !== module)
    .flatMap((maker) => step.openChanges(maker, model).ofModel ?? []);
  if (kind === "model" || name === null) return ofModel;
  const inherited = findInherited(step.from, { kind, model, name, needed, except: module });
  const ofMember = (inherited?.modules ?? []).flatMap(
    (definer) => step.openChanges(definer, inherited?.model ?? model).findMember(kind, name) ?? [],
  );
  return [...ofModel.filter(({ change }) => change !== "changed"), ...ofMember];
}

function toKey({ model, kind, name }: ApiUse): string {
  return [model, kind, name ?? ""].join(" ");
}

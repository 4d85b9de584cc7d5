// Patches of a module's scripts whose target in its dependencies is gone at a later platform
// version: classes that are gone or moved, and their methods.
import { toScriptName } from "../../../data/module/labels.js";
import type { ScriptPatchRecord } from "../../../data/module/script-parts.js";
import type { PatchUse } from "../../contract/shape/api-changes.js";
import { getTechnicalName } from "../../lookup/entries.js";
import type { ApiStep } from "./api-step.js";
import { findScripts, type GivenScript } from "./script-changes.js";

/**
 * Lost patches in source order. A patch counts only if a dependency with known successors defines a
 * class of its name; a method only if that class itself has it. @param entry the module at the
 * earlier version @param to a platform version of the snapshot
 * @param entry the module at the earlier version
 */
export function listPatchUses(step: ApiStep, entry: number): readonly PatchUse[] {
  const { snapshot } = step.from;
  const module = getTechnicalName(snapshot, entry);
  const sides = { before: findScripts(step.from), after: findScripts(step.to) };
  return snapshot
    .readParts(entry)
    .scripts.flatMap(({ file, patches }) =>
      patches.flatMap((patch) => findPatchUse(step, module, { ...patch, file }, sides) ?? []),
    );
}

interface PlacedPatch extends ScriptPatchRecord {
  readonly file: string;
}

function findPatchUse(
  step: ApiStep,
  module: string,
  { target, name: written, from, methods: patchedMethods, file, line }: PlacedPatch,
  sides: Readonly<Record<"before" | "after", ReturnType<typeof findScripts>>>,
): PatchUse | undefined {
  const name = toScriptName(written);
  const needed = step.from.listNeeded(module);
  const wanted = { kind: "class", name } as const;
  const before = sides
    .before(wanted)
    .filter((one) => one.module !== module && needed.has(one.module));
  const exact = before.filter(({ ids }) => from !== null && ids.includes(from));
  const patched = exact.length > 0 ? exact : before;
  const isKnown = patched.every((one) => step.findSuccessors(one.module) !== undefined);
  if (patched.length === 0 || !isKnown) return undefined;
  const after = sides.after(wanted);
  const now = [...new Set(after.flatMap(({ ids }) => ids))];
  const row = { target, name, from, now, file, line };
  if (after.length === 0) return { ...row, change: "removed", methods: [] };
  const methods = patchedMethods.filter(
    (method) => has(patched, method) && !has(after, method) && method !== "constructor",
  );
  if (methods.length > 0) return { ...row, change: "methods_removed", methods };
  if (exact.length === 0 || from === null || now.includes(from)) return undefined;
  return { ...row, change: "moved", methods };
}

function has(classes: readonly GivenScript[], method: string): boolean {
  return classes.some(({ methods }) => methods.includes(method));
}

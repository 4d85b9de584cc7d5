// What the scripts of a module patch of modules that it needs, and that is not there any more at a later platform
// version: classes that are gone or lie elsewhere, and methods of them.
import { toScriptName } from "../../../data/module/labels.js";
import type { ScriptClassRecord, ScriptPatchRecord } from "../../../data/module/module-parts.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { PatchUse } from "../../contract/shape/api-changes.js";
import { listScriptEntries } from "../../lookup/definition/where-script.js";
import { getPlatformVersion, getTechnicalName } from "../../lookup/entries.js";
import type { ApiSide } from "./api-side.js";
import type { ApiStep } from "./api-step.js";
import { getApiStep } from "./open-api-step.js";

/**
 * In source order. A patch is told of only where a class of its name is defined by a module that this one needs, and
 * whose later modules are known; a method only where that class has it itself.
 * @param entry the module at the earlier version
 * @param to a platform version of the snapshot
 */
export function listPatchUses(snapshot: Snapshot, entry: number, to: string): readonly PatchUse[] {
  const step = getApiStep(snapshot, { from: getPlatformVersion(snapshot, entry), to });
  const module = getTechnicalName(snapshot, entry);
  return snapshot
    .readParts(entry)
    .scripts.flatMap(({ file, patches }) =>
      patches.flatMap((patch) => findPatchUse(step, module, { ...patch, file }) ?? []),
    );
}

interface PlacedPatch extends ScriptPatchRecord {
  readonly file: string;
}

interface FoundClass extends Pick<ScriptClassRecord, "methods"> {
  readonly module: string;
  readonly moduleIds: readonly string[];
}

function findPatchUse(step: ApiStep, module: string, patch: PlacedPatch): PatchUse | undefined {
  const { target, from, file, line } = patch;
  const name = toScriptName(patch.name);
  const needed = step.from.listNeeded(module);
  const before = listClasses(step.from, name).filter(
    (one) => one.module !== module && needed.has(one.module),
  );
  const exact = before.filter(({ moduleIds }) => from !== null && moduleIds.includes(from));
  const patched = exact.length > 0 ? exact : before;
  const isKnown = patched.every((one) => step.findSuccessors(one.module) !== undefined);
  if (patched.length === 0 || !isKnown) return undefined;
  const after = listClasses(step.to, name);
  const now = [...new Set(after.flatMap(({ moduleIds }) => moduleIds))];
  const place = { target, name, from, now, file, line };
  if (after.length === 0) return { ...place, change: "removed", methods: [] };
  const methods = patch.methods.filter(
    (method) => has(patched, method) && !has(after, method) && method !== "constructor",
  );
  if (methods.length > 0) return { ...place, change: "methods_removed", methods };
  if (exact.length === 0 || from === null || now.includes(from)) return undefined;
  return { ...place, change: "moved", methods };
}

function has(classes: readonly FoundClass[], method: string): boolean {
  return classes.some(({ methods }) => methods.includes(method));
}

/** Classes of a name at a side; what is given anew what it was is a patch. */
function listClasses(side: ApiSide, wanted: string): readonly FoundClass[] {
  return listScriptEntries(side.snapshot, wanted).flatMap((entry) => {
    const module = getTechnicalName(side.snapshot, entry);
    if (side.findEntry(module) !== entry) return [];
    return side.snapshot.readParts(entry).scripts.flatMap(({ module_id, alias, classes }) =>
      classes
        .filter((one) => toScriptName(one.name) === wanted && one.extends !== one.name)
        .map(({ methods }) => ({
          methods,
          module,
          moduleIds: [module_id, alias].filter((id) => id !== null),
        })),
    );
  });
}

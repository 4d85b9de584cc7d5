// Exports of a module's scripts that are removed, moved or changed at a later platform version:
// classes, exported functions, and keys of registries; their users, and patches whose target is
// gone. A script module plays the part of the model.
import { addToGroup } from "../../../data/grouped.js";
import { toRegistryName, toScriptName } from "../../../data/module/labels.js";
import type { ScriptPatchRecord, ScriptRecord } from "../../../data/module/script-parts.js";
import type { ApiChange, ApiKind, ApiUseKind, PatchUse } from "../../contract/shape/api-changes.js";
import { listScriptEntries } from "../../lookup/definition/where-script.js";
import { getTechnicalName } from "../../lookup/entries.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { ApiSide } from "../../registry/api/api-side.js";
import type { ApiStep } from "../../registry/api/api-step.js";

/** Something that a script has. */
interface GivenScript extends Pick<ApiChange, "kind" | "model" | "name" | "file" | "line"> {
  readonly name: string;
  readonly module: string;
  /** Whether others may import it. */
  readonly isShared: boolean;
  /** Names of the module of scripts. */
  readonly ids: readonly string[];
  readonly methods: readonly string[];
  /** Name of the class that it extends. */
  readonly parent: string | null;
}

/** Classes that a class extends one by another, of which its methods are looked for. */
const MOST_PARENTS = 30;

/** Limit for one name: each is compared with all, and beyond it nothing is reported. */
const MOST_NAMESAKES = 100;

/** Kinds of what scripts have. */
const SCRIPT_KINDS: ReadonlySet<ApiKind> = new Set(["class", "function", "registry_key"]);

const NO_USES: ScriptUses = new Map();

type ScriptUses = ReadonlyMap<ApiChange, ReadonlySet<ApiUseKind>>;

interface ScriptChanges {
  /** In source order; of each thing that it gives, whether it changes or not. @param model the only module of scripts */
  list(module: string, model: string | undefined): Iterable<ApiChange | undefined>;
  /** Uses of these by the scripts of a module. */
  findUses(changes: readonly ApiChange[]): (module: string) => ScriptUses;
}

export function createScriptChanges({ from, to, findSuccessors }: ApiStep): ScriptChanges {
  const [findFormer, findLater] = [findScripts(from), findScripts(to)];

  function findChange(given: GivenScript): ApiChange | undefined {
    const { kind, model, name, module, file, line, ids, methods } = given;
    const shown = { kind, model, name, module, file, line };
    const row = { ...shown, target: null, details: [], evidence: [] };
    const later = findLater(given);
    const [first] = later;
    if (first === undefined) {
      const kept = kind === "registry_key" ? undefined : findExport(given);
      if (kept === undefined) return { ...row, change: "removed" };
      const { script, ...now } = kept;
      const details = [{ attribute: "kind", from: kind, to: toExportKind(script, name) }];
      const isHere = ids.includes(now.model);
      const target = { ...now, name };
      return { ...row, change: isHere ? "changed" : "moved", target, details };
    }
    if (kind === "registry_key" || later.length >= MOST_NAMESAKES) return undefined;
    const modules = [...new Set(later.map((one) => one.module))];
    const target = { model: first.model, name, modules };
    const here = later.filter((other) => other.ids.some((id) => ids.includes(id)));
    if (here.length === 0) return { ...row, change: "moved", target };
    const former = listAncestors(findFormer, [given]);
    const ancestors = listAncestors(findLater, here);
    // A module outside the index may have any method, unless it was above the class before.
    const isOpen = ancestors.unknown.some((one) => !former.unknown.includes(one));
    const gone = isOpen ? [] : methods.filter((method) => !ancestors.methods.has(method));
    if (gone.length === 0) return undefined;
    const details = [{ attribute: "methods", from: gone.join(", "), to: null }];
    return { ...row, change: "changed", target: { ...target, model }, details };
  }

  /** Kind in which the module still exports the name. */
  function findExport({ name, module }: GivenScript) {
    for (const now of findSuccessors(module)?.modules ?? []) {
      const script = listScripts(to, now).find(({ exports }) => exports.includes(name));
      if (script === undefined) continue;
      return { script, model: script.module_id ?? script.file, modules: [now] };
    }
    return undefined;
  }

  return {
    *list(module, model) {
      if (findSuccessors(module) === undefined) return;
      for (const one of listGiven(from, module)) {
        const isWanted = one.isShared && (model === undefined || one.model === model);
        yield isWanted ? findChange(one) : undefined;
      }
    },
    findUses(changes) {
      const byName = new Map<string, ApiChange[]>();
      for (const change of changes) {
        if (SCRIPT_KINDS.has(change.kind)) addNamesake(byName, change.name ?? "", change);
      }
      return (module) => {
        if (byName.size === 0) return NO_USES;
        const uses = new Map<ApiChange, Set<ApiUseKind>>();
        const needed = from.listNeeded(module);
        for (const { name, id, how } of listScripts(from, module).flatMap(listNamed)) {
          for (const change of byName.get(name) ?? []) {
            if (change.module === module || !needed.has(change.module)) continue;
            if (id !== null && change.kind !== "registry_key" && id !== change.model) continue;
            uses.set(change, (uses.get(change) ?? new Set()).add(how));
          }
        }
        return uses;
      };
    },
  };
}

export function toExportKind(
  { classes, functions }: ScriptRecord,
  name: string,
): "class" | "function" | "value" {
  if (classes.some((one) => one.name === name)) return "class";
  return functions.some((one) => one.name === name) ? "function" : "value";
}

function addNamesake<T>(named: Map<string, T[]>, name: string, one: T): void {
  if ((named.get(name)?.length ?? 0) < MOST_NAMESAKES) addToGroup(named, name, one);
}

/** All methods of classes and of those that they extend, and names of the latter that are not indexed. */
function listAncestors(find: FindScripts, classes: readonly GivenScript[]) {
  const open = [...classes];
  const [seen, unknown, methods] = [new Set<string>(), [] as string[], new Set<string>()];
  for (const { methods: own, parent } of open) {
    for (const method of own) methods.add(method);
    if (parent === null || seen.has(parent)) continue;
    seen.add(parent);
    const parents = seen.size > MOST_PARENTS ? [] : find({ kind: "class", name: parent });
    if (parents.length === 0) unknown.push(parent);
    open.push(...parents);
  }
  return { methods, unknown };
}

type FindScripts = (wanted: Pick<GivenScript, "kind" | "name">) => readonly GivenScript[];

/** Things of a name at a side, in any module. */
function findScripts(side: ApiSide): FindScripts {
  const getNamed = memoizeEach((module: string) => {
    const named = new Map<string, GivenScript[]>();
    for (const one of listGiven(side, module)) addNamesake(named, `${one.kind} ${one.name}`, one);
    return named;
  });
  return ({ kind, name }) =>
    listScriptEntries(side.snapshot, name).flatMap((entry) => {
      const module = getTechnicalName(side.snapshot, entry);
      return side.findEntry(module) === entry
        ? (getNamed(module).get(`${kind} ${name}`) ?? [])
        : [];
    });
}

function listScripts(side: ApiSide, module: string): readonly ScriptRecord[] {
  return side.findParts(module)?.scripts ?? [];
}

/** A reassignment or a replaced registry key is a patch; a nameless thing cannot be found. */
function listGiven(side: ApiSide, module: string): readonly GivenScript[] {
  return listScripts(side, module).flatMap(({ file, module_id, alias, exports, ...script }) => {
    const ids = [module_id, alias].filter((id) => id !== null);
    const model = module_id ?? file;
    const owner = { model, module, file, ids, isShared: true, methods: [], parent: null };
    const isShared = (name: string): boolean => module_id === null || exports.includes(name);
    return [
      ...script.classes
        .filter(({ name, extends: parent }) => parent !== name && name !== "default")
        .map(({ name, methods, line, extends: parent }): GivenScript => ({
          ...owner,
          kind: "class",
          name: toScriptName(name),
          isShared: isShared(name),
          line,
          methods,
          parent: parent === null ? null : toScriptName(parent),
        })),
      ...script.functions
        .filter(({ name }) => name !== "default" && isShared(name))
        .map(({ name, line }): GivenScript => ({ ...owner, kind: "function", name, line })),
      ...script.registry
        .filter(({ use, force }) => use === "add" && !force)
        .map((key): GivenScript => {
          const { line } = key;
          return { ...owner, kind: "registry_key", name: toRegistryName(key), line };
        }),
    ];
  });
}

interface Named {
  readonly name: string;
  /** The module of scripts that it is of, where that is said. */
  readonly id: string | null;
  readonly how: ApiUseKind;
}

/** Names of others in a script. */
const listNamed = ({ imports, classes, patches, registry }: ScriptRecord): readonly Named[] => [
  ...imports.flatMap(({ from, names }) =>
    names.map((name): Named => ({ name, id: from, how: "imports" })),
  ),
  ...classes.flatMap(({ extends: parent, extends_from: id }): readonly Named[] =>
    parent === null ? [] : [{ name: toScriptName(parent), id, how: "extends" }],
  ),
  ...patches.map(({ name, from }): Named => ({
    name: toScriptName(name),
    id: from,
    how: "patches",
  })),
  ...registry
    .filter(({ use, force }) => use !== "add" || force)
    .map((key): Named => {
      const how = key.use === "get" ? "imports" : "overrides";
      return { name: toRegistryName(key), id: null, how };
    }),
];

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

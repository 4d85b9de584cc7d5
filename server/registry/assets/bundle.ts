// The files of a bundle of a system in the order in which a browser gets them, with who put each there
// (`_fill_asset_paths` of odoo/addons/base/models/ir_asset.py), and its size by module. Modules add to bundles in an order that
// differs from load order (`_topological_sort` of the same file).
import { findFirst } from "../../../data/binary-search.js";
import { compareText } from "../../../data/platform/platform-version.js";
import type { Steps } from "../../../data/yield.js";
import { toGroups, addToGroup } from "../../../data/grouped.js";
import { createBundleSteps, spendSteps, type StepBudget } from "../../lookup/limits.js";
import { toTextValue, getSequence, type SystemRecord } from "../data/system-record.js";
import type { SystemRecords } from "../data/system-records.js";
import { readFiles, type LoadedSystem, type SystemModule } from "../loaded/loaded-system.js";
import { createGlob, isGlob } from "./glob.js";
import {
  ASSETS_KEY,
  NO_STEPS,
  toAssetSteps,
  type AssetSteps,
} from "../../../data/snapshot/loaded/keyed-rows.js";
import { visitDepthFirst } from "../../../data/walk-graph.js";
import { isApplication } from "../../lookup/entries.js";

/** A step that puts a path into a bundle. */
interface AssetStep {
  /** The bundle that says so. */
  readonly bundle: string;
  /** The module whose manifest it is; of an `ir.asset` `#` and its id. */
  readonly module: string;
  readonly directive: string;
  /** Written form: a path, a glob, or with `include` a bundle. */
  readonly path: string;
  readonly target: string | null;
}

export interface BundlePath {
  readonly path: string;
  readonly step: AssetStep;
  /** Whether a module has the file; a path without one may be that of an attachment. */
  readonly isFile: boolean;
}

export interface Bundle {
  readonly name: string;
  readonly paths: readonly BundlePath[];
  /** Reason why Odoo refuses the bundle; the paths are those until then. */
  readonly error: string | undefined;
}

export interface Bundles {
  /** Sorted: those that some module adds to, includes or calls. */
  listNames(): readonly string[];
  /** `undefined` where nothing speaks of it. @throws TooComplex */
  find(name: string): Steps<Bundle | undefined>;
}

/** `ir.asset` records before this are applied before manifests. */
const DEFAULT_SEQUENCE = 16;

const WITH_TARGET: ReadonlySet<string> = new Set(["before", "after", "replace"]);

/** `ASSET_EXTENSIONS` of odoo/tools/constants.py. */
const EXTENSION = /\.(?:js|css|scss|sass|less|xml)$/;

/** @throws SnapshotError, also later */
export function createBundles(system: LoadedSystem, records: SystemRecords): Bundles {
  const modules = orderAssetModules(system);
  const steps = listSteps(modules, records);
  const names = new Set([...steps.keys(), ...modules.flatMap((one) => one.steps.calls)]);
  for (const all of steps.values()) {
    for (const { directive, path } of all) if (directive === "include") names.add(path);
  }
  const findPaths = createPathFinder(system);
  return {
    listNames: () => [...names].toSorted(compareText),
    find: memoizeSteps(function* (name) {
      return names.has(name) ? yield* fillBundle(name, steps, findPaths) : undefined;
    }),
  };
}

/** Steps of each bundle in order. */
function listSteps(
  modules: readonly AssetModule[],
  { listOfModel }: SystemRecords,
): ReadonlyMap<string, readonly AssetStep[]> {
  const records = listOfModel("ir.asset")
    .filter(({ values }) => (values.get("active") ?? true) === true)
    .toSorted(
      (left, right) => getSequence(left, DEFAULT_SEQUENCE) - getSequence(right, DEFAULT_SEQUENCE),
    )
    .map((record) => [getSequence(record, DEFAULT_SEQUENCE), toRecordStep(record)] as const);
  const all = [
    ...records.flatMap(([sequence, step]) => (sequence < DEFAULT_SEQUENCE ? [step] : [])),
    ...modules.flatMap(({ module, steps }) =>
      steps.assets.map(({ bundle, directive, path, target }): AssetStep => {
        return { bundle, module: module.name, directive, path, target };
      }),
    ),
    ...records.flatMap(([sequence, step]) => (sequence < DEFAULT_SEQUENCE ? [] : [step])),
  ];
  return toGroups(all, ({ bundle }) => bundle);
}

function toRecordStep({ xmlId, values }: SystemRecord): AssetStep {
  return {
    bundle: toTextValue(values.get("bundle")) ?? "",
    module: `#${xmlId}`,
    directive: toTextValue(values.get("directive")) ?? "append",
    path: toTextValue(values.get("path")) ?? "",
    target: toTextValue(values.get("target")),
  };
}

/** Caches what was found. */
function memoizeSteps<T>(find: (key: string) => Steps<T>): (key: string) => Steps<T> {
  const known = new Map<string, T>();
  return function* (key) {
    const found = known.get(key) ?? (yield* find(key));
    if (found !== undefined) known.set(key, found);
    return found;
  };
}

class BundleFault extends Error {}

interface FoundPaths {
  readonly paths: readonly string[];
  readonly areFiles: boolean;
  /** Steps spent on the search. */
  readonly steps: number;
}

type FindPaths = (definition: string) => Steps<FoundPaths>;

/** Resolves a path of a manifest; each is searched once. */
function createPathFinder(system: LoadedSystem): FindPaths {
  return memoizeSteps(function* (definition) {
    const external = /^[a-z][\w+.-]*:|^\/\/|^\/web\/content/i.test(definition);
    const parts = definition.split("/").filter((part) => part !== "");
    const [name = "", ...rest] = parts;
    const files = external ? [] : readFiles(system, name).files;
    const inside = rest.join("/");
    const near = listBeginning(files, isGlob(inside) ? inside.split(/[*?[\]]/, 1)[0] : inside);
    const fits = isGlob(inside) ? createGlob(inside) : (file: string) => file === inside;
    const found: string[] = [];
    for (const [at, file] of near.entries()) {
      if (at % FILES_PER_STEP === FILES_PER_STEP - 1) yield;
      if (fits(file)) found.push(file);
    }
    const steps = isGlob(inside) ? countSteps(near, inside) : near.length;
    if (found.length > 0) {
      return { paths: found.map((file) => `/${name}/${file}`), areFiles: true, steps };
    }
    return { paths: isGlob(definition) ? [] : [definition], areFiles: false, steps };
  });
}

const FILES_PER_STEP = 100;

/** A step for each sixteen characters that may be compared. */
const countSteps = (files: readonly string[], pattern: string): number =>
  files.reduce((sum, file) => sum + 1 + ((file.length * pattern.length) >> 4), 0);

/** Most files of a module, which are sorted, lie elsewhere than where a pattern begins. */
function listBeginning(files: readonly string[], start = ""): readonly string[] {
  const first = findFirst(0, files.length, (at) => compareText(files[at] ?? "", start) >= 0);
  const end = findFirst(first, files.length, (at) => !(files[at] ?? "").startsWith(start));
  return files.slice(first, end);
}

/** A bundle that is being made: the innermost of those that include each other. */
interface Frame {
  readonly bundle: string;
  /** Its start among all paths. */
  readonly start: number;
  readonly steps: readonly AssetStep[];
  at: number;
}

function* fillBundle(
  name: string,
  steps: ReadonlyMap<string, readonly AssetStep[]>,
  findPaths: FindPaths,
): Steps<Bundle> {
  const list: BundlePath[] = [];
  const filling: Filling = { list, known: new Set(), findPaths, steps: createBundleSteps() };
  const open: Frame[] = [{ bundle: name, start: 0, steps: steps.get(name) ?? [], at: 0 }];
  try {
    for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
      yield;
      const step = frame.steps[frame.at++];
      if (step === undefined) open.pop();
      else if (step.directive !== "include") yield* applyStep(filling, step, frame.start);
      else {
        spendSteps(filling.steps, open.length);
        if (open.some(({ bundle }) => bundle === step.path)) {
          const seen = [...open.map(({ bundle }) => bundle), step.path];
          throw new BundleFault(`Circular assets bundle declaration: ${seen.join(" > ")}`);
        }
        const inner = steps.get(step.path) ?? [];
        open.push({ bundle: step.path, start: list.length, steps: inner, at: 0 });
      }
    }
  } catch (error) {
    if (!(error instanceof BundleFault)) throw error;
    return { name, paths: list, error: error.message };
  }
  return { name, paths: list, error: undefined };
}

interface Filling {
  readonly list: BundlePath[];
  /** Paths in the list. */
  readonly known: Set<string>;
  readonly findPaths: FindPaths;
  readonly steps: StepBudget;
}

function* applyStep(filling: Filling, step: AssetStep, start: number): Steps<void> {
  const { list, known, findPaths } = filling;
  const { directive, path, target, bundle } = step;
  const { paths, areFiles, steps } = yield* findPaths(path);
  // Appending moves nothing.
  const moved = directive === "append" ? 1 : list.length;
  spendSteps(filling.steps, paths.length + steps + moved);
  const insert = (at: number): void => {
    // One by one: they may be more than what a call takes.
    const behind = list.splice(at);
    for (const one of paths) {
      if (!known.has(one)) list.push({ path: one, step, isFile: areFiles });
      known.add(one);
    }
    for (const one of behind) list.push(one);
  };
  if (!WITH_TARGET.has(directive)) {
    if (directive === "append") insert(list.length);
    else if (directive === "prepend") insert(start);
    else if (directive === "remove") remove(filling, paths, bundle);
    else throw new BundleFault(`Unexpected directive "${directive}"`);
    return;
  }
  const { paths: targets, steps: more } = yield* findPaths(target ?? "");
  spendSteps(filling.steps, targets.length + more);
  const [wanted = target ?? ""] = targets;
  // A glob without a match.
  if (targets.length === 0 && !EXTENSION.test(wanted)) return;
  const at = known.has(wanted) ? list.findIndex((one) => one.path === wanted) : -1;
  if (at === -1) throw toNotFound([wanted], bundle);
  insert(directive === "after" ? at + 1 : at);
  if (directive === "replace") remove(filling, targets, bundle);
}

function remove({ list, known }: Filling, paths: readonly string[], bundle: string): void {
  const removed = new Set(paths.filter((path) => known.has(path)));
  if (removed.size === 0 && paths.length > 0) throw toNotFound(paths, bundle);
  for (const path of removed) known.delete(path);
  let length = 0;
  for (const one of list) if (!removed.has(one.path)) list[length++] = one;
  list.length = length;
}

function toNotFound(paths: readonly string[], bundle: string): BundleFault {
  return new BundleFault(`File(s) ${paths.join(", ")} not found in bundle ${bundle}`);
}

interface ModuleSize {
  readonly module: string;
  readonly files: number;
  /** `null` where the repository of the module was read without all its files. */
  readonly bytes: number | null;
}

/** Modules with most files first. @throws SnapshotError */
export function measureBundle(system: LoadedSystem, { paths }: Bundle): readonly ModuleSize[] {
  const byModule = new Map<string, string[]>();
  for (const { path, isFile } of paths) {
    const [, module = "", ...file] = path.split("/");
    if (isFile) addToGroup(byModule, module, file.join("/"));
  }
  const sizes = Array.from(byModule, ([name, inside]): ModuleSize => {
    const { files, sizes: all } = readFiles(system, name);
    const sizeOf = (path: string): number =>
      all[findFirst(0, files.length, (at) => compareText(files[at] ?? "", path) >= 0)] ?? 0;
    const bytes = all.length === 0 ? null : inside.reduce((sum, path) => sum + sizeOf(path), 0);
    return { module: name, files: inside.length, bytes };
  });
  return sizes.toSorted((left, right) => right.files - left.files);
}

interface AssetModule {
  readonly module: SystemModule;
  readonly steps: AssetSteps;
}

/** Applications first, then by sequence and name; before each what it depends on, in the order of its manifest. */
function orderAssetModules(system: LoadedSystem): readonly AssetModule[] {
  const { snapshot, modules, find, readRow } = system;
  const having = new Set(system.listModules(snapshot.loaded.listEntriesWith(ASSETS_KEY)));
  const all = modules.map((module): AssetModule => {
    const steps = having.has(module) ? readRow(module, ASSETS_KEY, toAssetSteps) : undefined;
    return { module, steps: steps ?? NO_STEPS };
  });
  const byName = new Map(all.map((one) => [one.module.name, one]));
  const rank = ({ module }: AssetModule): number => (isApplication(snapshot, module.entry) ? 0 : 1);
  const sorted = all.toSorted(
    (left, right) =>
      rank(left) - rank(right) ||
      left.steps.sequence - right.steps.sequence ||
      compareText(left.module.name, right.module.name),
  );
  const ordered: AssetModule[] = [];
  const listNeeds = ({ module }: AssetModule): readonly AssetModule[] =>
    Array.from(snapshot.needs.view(module.entry), (need) =>
      snapshot.dependencies.keys.get(need),
    ).flatMap((name) => (find(name) === undefined ? [] : (byName.get(name) ?? [])));
  visitDepthFirst(sorted, listNeeds, { leave: (one) => ordered.push(one) });
  return ordered;
}

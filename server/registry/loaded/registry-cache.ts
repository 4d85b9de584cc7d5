// The registries that were asked for last, of each open snapshot. What one has computed grows with what is
// asked of it, so what it takes is estimated by what it has read.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { createBoundedCache, getBudget, deriveOnce, memoizeEach, once } from "../../lookup/memo.js";
import { createBundles, type Bundle, type Bundles } from "../assets/bundle.js";
import { listTemplates, type BundleTemplates } from "../assets/templates.js";
import { readRights, type Rights } from "../data/rights.js";
import { createSystemRecords, type SystemRecords } from "../data/system-records.js";
import type { PlanQuestion } from "../../contract/browser/plan-question.js";
import { createRegistryKnowledge, type RegistryKnowledge } from "../known/registry-knowledge.js";
import { createClassPrefixes, type ClassReader } from "../model/class-reader.js";
import { createModels, type Models } from "../model/models.js";
import { planSystem, type PlannedSystem } from "../system-cache.js";
import { type ViewReader, createViews, type SystemViews } from "../view/state.js";
import { createLoadedSystem, type LoadedSystem } from "./loaded-system.js";
import { createSystemClasses, createSystemViews } from "./system-classes.js";

/** A loaded system, computed on demand. */
export interface Registry {
  readonly system: LoadedSystem;
  readonly models: Models;
  readonly known: RegistryKnowledge;
  /** Views as they are after the modules of the system up to an index in load order; without it after all. */
  createViews(lastIndex?: number): SystemViews;
  /** Models right after the module at an index in load order; made for each call. */
  createModels(lastIndex: number): Models;
  /** Records of its data files; of views only the ids. */
  getRecords(): SystemRecords;
  getRights(): Rights;
  /** Browser code. */
  getBundles(): Bundles;
  getTemplates(bundle: Bundle): BundleTemplates;
}

/**
 * Bytes of all registries of a snapshot, and of one: that of 300 modules is as large once all was
 * requested.
 */
const MOST_REGISTRY_BYTES = 32 * 1024 * 1024;
const LARGEST_REGISTRY_BYTES = 24 * 1024 * 1024;

/** Gets a registry by its key, of all of one kind. A registry grows with use; one that became too large starts over. */
export function createRegistryCache(mostBytes: number) {
  const getCache = deriveOnce((snapshot) =>
    createBoundedCache<Registry>({
      budget: getBudget(snapshot),
      mostBytes,
      largestBytes: LARGEST_REGISTRY_BYTES,
    }),
  );
  return (snapshot: Snapshot, key: string, load: () => Registry): Registry => {
    const cache = getCache(snapshot);
    const registry = cache.find(key) ?? load();
    cache.hold(key, { value: registry, bytes: registry.system.countHeldBytes() });
    return registry;
  };
}

const getKept = createRegistryCache(MOST_REGISTRY_BYTES);

/** Equal questions share a registry, in any order of names. */
export function getRegistry(snapshot: Snapshot, question: PlanQuestion): Registry {
  const planned = planSystem(snapshot, question);
  return getKept(snapshot, planned.key, () => loadRegistry(snapshot, planned));
}

/** One that nobody has asked anything of; what was decoded for others it shares. */
export function loadRegistry(
  snapshot: Snapshot,
  planned: Pick<PlannedSystem, "system" | "order">,
): Registry {
  const system = createLoadedSystem(snapshot, planned);
  return createRegistry(system, createSystemClasses(system), createSystemViews(system));
}

/** @param classes of the system, and of what is loaded after it; `views` likewise */
export function createRegistry(
  system: LoadedSystem,
  classes: ClassReader,
  views: ViewReader,
): Registry {
  const all = createViews(views);
  const models = createModels(classes);
  const getRecords = once(() => createSystemRecords(system, models));
  const getPrefixes = once(() => createClassPrefixes(classes));
  return {
    system,
    models,
    known: createRegistryKnowledge(system, models),
    getRecords,
    getRights: once(() => readRights(getRecords())),
    getBundles: once(() => createBundles(system, getRecords())),
    getTemplates: memoizeEach((bundle: Bundle) => listTemplates(system, bundle)),
    createModels: (lastIndex) => createModels(getPrefixes()(lastIndex)),
    createViews: (lastIndex) => (lastIndex === undefined ? all : createViews(views, lastIndex)),
  };
}

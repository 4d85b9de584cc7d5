// The registries that were asked for last, of each open snapshot. What one has computed grows with what is
// asked of it, so the oldest are forgotten when all together have become too large.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { deriveOnce } from "../../lookup/derived.js";
import type { PlanQuestion } from "../addons-path.js";
import { openModels, type Models } from "../model/models.js";
import { planSystem } from "../system-cache.js";
import { openViews, type SystemViews } from "../view/state.js";
import { openLoadedSystem, type LoadedSystem } from "./loaded-system.js";
import { openSystemClasses } from "./system-classes.js";
import { openSystemViews } from "./system-views.js";

/** What a system is when it is loaded, computed when it is asked for. */
export interface Registry {
  readonly system: LoadedSystem;
  readonly models: Models;
  /** Views as they are after the modules of the system up to a place in load order; without it after all. */
  openViews(lastPlace?: number): SystemViews;
}

/** Registries of a snapshot; a tenth of a second makes one anew. */
export const MOST_REGISTRIES = 4;

const getCache = deriveOnce((): Map<object, Registry> => new Map());

/** The same for the same question, in whatever order names stand in it. */
export function getRegistry(snapshot: Snapshot, question: PlanQuestion): Registry {
  const planned = planSystem(snapshot, question);
  const cache = getCache(snapshot);
  // A plan that is forgotten takes its registry with it: it would be planned as another object.
  const known = cache.get(planned.plan);
  const registry = known ?? openRegistry(openLoadedSystem(snapshot, planned));
  cache.delete(planned.plan);
  cache.set(planned.plan, registry);
  for (const oldest of cache.keys()) {
    if (cache.size <= MOST_REGISTRIES) break;
    cache.delete(oldest);
  }
  return registry;
}

function openRegistry(system: LoadedSystem): Registry {
  const reader = openSystemViews(system);
  const all = openViews(reader);
  return {
    system,
    models: openModels(openSystemClasses(system)),
    openViews: (lastPlace) => (lastPlace === undefined ? all : openViews(reader, lastPlace)),
  };
}

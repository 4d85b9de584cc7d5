// Systems that were resolved before, with their plans: kept for each open snapshot, up to so many bytes,
// those that were not asked for the longest time forgotten first.
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { Plan } from "../interface/shape/system/plan.js";
import { deriveOnce } from "../lookup/derived.js";
import { sortDistinct } from "../lookup/entries.js";
import type { PlanQuestion } from "./addons-path.js";
import { toPlan } from "./plan.js";
import type { Status } from "./policy.js";
import { resolveSystem, type System } from "./resolve.js";

export interface PlannedSystem {
  readonly system: System;
  readonly plan: Plan;
  /** The plan as JSON. */
  readonly json: string;
}

interface Held extends PlannedSystem {
  readonly bytes: number;
}

/** Of all systems of a snapshot together. */
export const MOST_HELD_BYTES = 32 * 1024 * 1024;

/** What a system takes in memory for each character of JSON, that character among it; measured: 2.5. */
const BYTES_PER_CHAR = 3;

interface Cache {
  /** In the order in which they were asked for last. */
  readonly held: Map<string, Held>;
  bytes: number;
}

const getCache = deriveOnce((): Cache => ({ held: new Map(), bytes: 0 }));

/** The same for the same question, in whatever order names stand in it. */
export function planSystem(
  snapshot: Snapshot,
  question: PlanQuestion,
  minStatus?: Status,
): PlannedSystem {
  const cache = getCache(snapshot);
  const sorted = sortQuestion(question);
  const key = JSON.stringify([sorted, minStatus]);
  const known = cache.held.get(key);
  if (known !== undefined) {
    cache.held.delete(key);
    cache.held.set(key, known);
    return known;
  }
  const system = resolveSystem(snapshot, sorted);
  const plan = toPlan(snapshot, system, minStatus);
  const json = JSON.stringify(plan);
  hold(cache, key, { system, plan, json, bytes: BYTES_PER_CHAR * (key.length + json.length) });
  return { system, plan, json };
}

/** The number of bytes that are held for a snapshot. */
export function countHeldBytes(snapshot: Snapshot): number {
  return getCache(snapshot).bytes;
}

function hold(cache: Cache, key: string, one: Held): void {
  // One that would drive out many others is not worth it.
  if (one.bytes > MOST_HELD_BYTES / 4) return;
  cache.held.set(key, one);
  cache.bytes += one.bytes;
  for (const [oldest, { bytes }] of cache.held) {
    if (cache.bytes <= MOST_HELD_BYTES) return;
    cache.held.delete(oldest);
    cache.bytes -= bytes;
  }
}

/** The order of what is preferred, and of the addons path, means something. */
function sortQuestion({ modules, exclude = [], ...question }: PlanQuestion): PlanQuestion {
  return { ...question, modules: sortDistinct(modules), exclude: sortDistinct(exclude) };
}

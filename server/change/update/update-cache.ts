// What locks say of planned systems: kept for each open snapshot, up to so many bytes.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Update } from "../../contract/shape/system/plan.js";
import { deriveOnce } from "../../lookup/derived.js";
import { createBoundedCache, getBudget } from "../../registry/bounded-cache.js";
import type { PlannedSystem } from "../../registry/system-cache.js";
import type { Locked } from "./lock.js";
import { compareWithLock } from "./update.js";

export interface PlannedUpdate {
  readonly update: Update;
  /** The same as JSON. */
  readonly json: string;
}

/** Of all updates of a snapshot together. */
const MOST_HELD_BYTES = 16 * 1024 * 1024;

/** What an update takes in memory for each character of JSON, that character among it. */
const BYTES_PER_CHAR = 3;

const getCache = deriveOnce((snapshot) =>
  createBoundedCache<PlannedUpdate>(getBudget(snapshot), { mostBytes: MOST_HELD_BYTES }),
);

/** The same for the same modules from the same repositories. */
export function planUpdate(
  snapshot: Snapshot,
  { system, plan, key: planKey }: PlannedSystem,
  locked: Locked,
): PlannedUpdate {
  const key = JSON.stringify([planKey, locked]);
  return getCache(snapshot).get(key, () => {
    const update = compareWithLock(snapshot, system, plan, locked);
    const json = JSON.stringify(update);
    return { value: { update, json }, bytes: BYTES_PER_CHAR * (key.length + json.length) };
  });
}

// Systems that were resolved before, with their plans: kept for each open snapshot, up to so many bytes.
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { Plan } from "../contract/shape/system/plan.js";
import { deriveOnce } from "../lookup/derived.js";
import { sortDistinct } from "../lookup/entries.js";
import {
  LIST_OPTIONS,
  mapLists,
  type ListOption,
  type PlanQuestion,
} from "../contract/browser/plan-question.js";
import { createBoundedCache, getBudget } from "./bounded-cache.js";
import { toPlan } from "./plan.js";
import type { Status } from "../lookup/maturity.js";
import { resolveSystem, type System } from "./resolve.js";

export interface PlannedSystem {
  readonly system: System;
  readonly plan: Plan;
  /** The plan as JSON. */
  readonly json: string;
  /** What was asked; the same for questions with the same answer. */
  readonly key: string;
}

/** Of all systems of a snapshot together. */
export const MOST_HELD_BYTES = 32 * 1024 * 1024;

/** What a system takes in memory for each character of JSON, that character among it; measured: 2.5. */
const BYTES_PER_CHAR = 3;

const getCache = deriveOnce((snapshot) =>
  createBoundedCache<PlannedSystem>(getBudget(snapshot), { mostBytes: MOST_HELD_BYTES }),
);

/** The same for the same question, in whatever order names stand in it. */
export function planSystem(
  snapshot: Snapshot,
  question: PlanQuestion,
  minStatus?: Status,
): PlannedSystem {
  const sorted = sortQuestion(question);
  const key = JSON.stringify([sorted, minStatus]);
  return getCache(snapshot).get(key, () => {
    const system = resolveSystem(snapshot, sorted);
    const plan = toPlan(snapshot, system, minStatus);
    const json = JSON.stringify(plan);
    const bytes = BYTES_PER_CHAR * (key.length + json.length);
    return { value: { system, plan, json, key }, bytes };
  });
}

/** The number of bytes that are held for a snapshot. */
export function countHeldBytes(snapshot: Snapshot): number {
  return getCache(snapshot).bytes;
}

/** The order of what is preferred, and of the addons path, means something. */
function sortQuestion(question: PlanQuestion): PlanQuestion {
  const lists = mapLists((name) => {
    const { isOrdered }: ListOption = LIST_OPTIONS[name];
    return isOrdered === true ? question[name] : sortDistinct(question[name] ?? []);
  });
  return { ...question, ...lists, modules: sortDistinct(question.modules) };
}

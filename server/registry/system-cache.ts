// Systems that were resolved before, with their plans: kept for each open snapshot, up to so many bytes.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { finishSteps, type Steps } from "../../data/yield.js";
import type { Plan } from "../contract/shape/system/plan.js";
import { createBoundedCache, getBudget, deriveOnce } from "../lookup/memo.js";
import { sortDistinct, type Status } from "../lookup/entries.js";
import {
  LIST_OPTIONS,
  mapLists,
  type ListOption,
  type PlanQuestion,
} from "../contract/browser/plan-question.js";
import { orderMembers, toPlan } from "./plan.js";
import { resolveSystem, type System } from "./resolve.js";

export interface PlannedSystem {
  readonly system: System;
  /** Names of what is installed, in load order. */
  readonly order: readonly string[];
  /** Made when it is first asked for. */
  readonly plan: Plan;
  /** The same, one module a step. */
  makePlan(): Steps<Plan>;
  /** Key of the question; equal answers share one. */
  readonly key: string;
}

/** Bytes of all systems of a snapshot together. */
export const MOST_HELD_BYTES = 32 * 1024 * 1024;

/** Memory of a system for each installed or missing module, its plan included; measured: 900. */
const BYTES_PER_MODULE = 1_200;

const getCache = deriveOnce((snapshot) =>
  createBoundedCache<PlannedSystem>({ budget: getBudget(snapshot), mostBytes: MOST_HELD_BYTES }),
);

/** Equal questions share a plan, in any order of names. */
export function planSystem(
  snapshot: Snapshot,
  question: PlanQuestion,
  minStatus?: Status,
): PlannedSystem {
  const sorted = sortQuestion(question);
  const key = JSON.stringify([sorted, minStatus]);
  return getCache(snapshot).get(key, () => {
    const system = resolveSystem(snapshot, sorted);
    const ordered = orderMembers(snapshot, system);
    let plan: Plan | undefined;
    const value: PlannedSystem = {
      system,
      order: ordered.order,
      key,
      *makePlan() {
        return (plan ??= yield* toPlan(snapshot, system, minStatus, ordered));
      },
      get plan() {
        return finishSteps(this.makePlan());
      },
    };
    const bytes = BYTES_PER_MODULE * (value.order.length + system.missing.size);
    return { value, bytes: key.length + bytes };
  });
}

/** The number of bytes that are held for a snapshot. */
export function countHeldBytes(snapshot: Snapshot): number {
  return getCache(snapshot).bytes;
}

/** The order of what is preferred, and of the addons path, means something. */
function sortQuestion(question: PlanQuestion): PlanQuestion {
  const lists = mapLists((name) => {
    const { parameter }: ListOption = LIST_OPTIONS[name];
    return parameter.isUnordered === true ? sortDistinct(question[name] ?? []) : question[name];
  });
  return { ...question, ...lists, modules: sortDistinct(question.modules) };
}

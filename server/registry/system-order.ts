// The order in which the platform loads the modules of a system, and the circles that it refuses.
import { compareText } from "../../data/platform/platform-version.js";
import { orderByNeeds } from "../../data/walk-graph.js";
import { orderForLoading } from "../lookup/dependency/load-order.js";

export interface SystemOrder {
  /** Every name once; what is in a circle, or needs what is, comes last. */
  readonly order: readonly string[];
  readonly cycles: readonly (readonly string[])[];
}

/** @param depends of each name; what is not a key is not there, and counts for nothing */
export function orderSystem(
  depends: ReadonlyMap<string, readonly string[]>,
  platformVersion: string,
): SystemOrder {
  const listNeeds = (name: string): readonly string[] =>
    (depends.get(name) ?? []).filter((need) => depends.has(need));
  const order = orderForLoading([...depends.keys()], listNeeds, platformVersion);
  if (order.length === depends.size) return { order, cycles: [] };
  const placed = new Set(order);
  const left = [...depends.keys()].filter((name) => !placed.has(name)).toSorted(compareText);
  const { cycles } = orderByNeeds(left, listNeeds);
  return {
    order: [...order, ...left],
    cycles: cycles.map((cycle) => cycle.toSorted(compareText)),
  };
}

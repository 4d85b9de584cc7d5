// The order in which the platform loads modules: by the longest way down to `base` along what is
// declared, then by name (odoo/modules/graph.py, since 19.0 module_graph.py). It does not depend on what
// else is installed. Code of a module loaded later overrides that of one loaded before: super() goes
// through the order from its end to its beginning.
import { compareText } from "../../../data/platform/platform-version.js";
import { getRules } from "../../../data/platform/rules.js";
import { orderByNeeds, visitDepthFirst } from "../../../data/walk-graph.js";

export interface LoadPosition {
  readonly name: string;
  /** The longest way down; 0 for `base`. */
  readonly depth: number;
  /** Tie-breaker for equal depths. */
  readonly orderName: string;
}

/** Declared dependencies of a module, if known. Must give the same each time. */
type ListDepends = (name: string) => readonly string[] | undefined;

/** Always loaded before all others, also those that depend on nothing. */
const BASE = "base";

const TEST_PREFIX = "test_";

/**
 * Load positions of modules, as many as have one: the platform loads no module that depends on what is not
 * there, or on itself in a circle, nor what depends on such a module.
 */
export function findLoadPositions(
  names: Iterable<string>,
  listDepends: ListDepends,
  platformVersion: string,
): ReadonlyMap<string, LoadPosition> {
  const positions = new Map<string, LoadPosition>();
  const { loadsTestsEarly } = getRules(platformVersion);
  visitDepthFirst(names, (name) => listDepends(name) ?? [], {
    leave(name, depends) {
      if (depends.length === 0 && listDepends(name) === undefined) return;
      const below = depends.flatMap((one) => positions.get(one) ?? []);
      if (below.length === depends.length)
        positions.set(name, toPosition(name, below, loadsTestsEarly));
    },
  });
  return positions;
}

function toPosition(
  name: string,
  below: readonly LoadPosition[],
  loadsTestsEarly: boolean,
): LoadPosition {
  const last = below.toSorted(compareLoadPositions).at(-1);
  if (last === undefined) return { name, depth: 0, orderName: name };
  return loadsTestsEarly && name.startsWith(TEST_PREFIX)
    ? // A space comes before whatever a name may have.
      { name, depth: last.depth, orderName: `${last.orderName} ${name}` }
    : { name, depth: last.depth + 1, orderName: name };
}

/** `base` is loaded on its own before all others are looked at. */
export function compareLoadPositions(left: LoadPosition, right: LoadPosition): number {
  if (left.name === BASE || right.name === BASE) {
    return Number(left.name !== BASE) - Number(right.name !== BASE);
  }
  return left.depth - right.depth || compareText(left.orderName, right.orderName);
}

/** Names that have a load position, in the order in which the platform loads them. */
export function orderForLoading(
  names: readonly string[],
  listDepends: ListDepends,
  platformVersion: string,
): readonly string[] {
  const positions = findLoadPositions(names, listDepends, platformVersion);
  return names
    .flatMap((name) => positions.get(name) ?? [])
    .toSorted(compareLoadPositions)
    .map(({ name }) => name);
}

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

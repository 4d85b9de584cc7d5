// The methods of a model, each with the functions that `super()` leads through; and the constraints and indexes of its table.
import { addToGroup } from "../../../data/grouped.js";
import type { LoadedMethod, LoadedTableObject } from "../../../data/module/loaded-module.js";
import type { ClassNode } from "./class-order.js";
import { BASE, type Lineage } from "./lineage.js";
import type { PlatformRules } from "../../../data/platform/rules.js";

export interface Definer {
  readonly node: ClassNode;
  readonly method: LoadedMethod;
}

export interface ModelMethod {
  readonly name: string;
  /** In the order in which Python runs them as long as each calls `super()`. */
  readonly definers: readonly Definer[];
}

/** Length of `listMethods`. */
export function countMethods({ model, classes }: Lineage): number {
  const own = model === BASE ? classes : classes.filter((node) => !isOfBase(node));
  return new Set(own.flatMap(({ methods }) => [...methods.keys()])).size;
}

/** By name. Methods that a model has from `base` alone are left out, but for `base` itself. */
export function listMethods({ model, classes }: Lineage): readonly ModelMethod[] {
  const definers = new Map<string, Definer[]>();
  for (const node of classes) {
    for (const method of node.methods.values()) {
      addToGroup(definers, method.name, { node, method });
    }
  }
  return [...definers]
    .filter(([, list]) => model === BASE || list.some(({ node }) => !isOfBase(node)))
    .map(([name, list]) => ({ name, definers: list }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Methods that Odoo calls for a view: until 15.0 the last two, then `get_views` calls the others.
 */
const VIEW_METHODS = ["get_views", "get_view", "_get_view", "load_views", "fields_view_get"];

/** Methods that may change any view of the model when it is asked for, but Odoo's own of all models. */
export function listViewMethods({ model, classes }: Lineage): readonly Definer[] {
  return VIEW_METHODS.flatMap((name) =>
    classes.flatMap((node) => {
      const method = node.methods.get(name);
      const isOdoos = model !== BASE && isOfBase(node) && node.source.module === BASE;
      return method === undefined || isOdoos ? [] : [{ node, method }];
    }),
  );
}

function isOfBase({ source }: ClassNode): boolean {
  return source.definition.model === BASE;
}

export interface TableObject {
  readonly node: ClassNode;
  readonly object: LoadedTableObject;
}

/** In the order in which the platform knows them: those of the classes that come last are first. */
export function listTableObjects(
  { readsSqlConstraints }: PlatformRules,
  { classes }: Lineage,
): readonly TableObject[] {
  const found = new Map<string, TableObject>();
  for (const node of classes.toReversed()) {
    if (!node.isModelClass) continue;
    for (const object of node.source.definition.table_objects) {
      const isOfList = object.kind === "sql_constraint";
      if (isOfList === readsSqlConstraints) found.set(object.name, { node, object });
    }
  }
  return [...found.values()];
}

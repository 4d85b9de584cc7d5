// After which modules of the load order which fields of which models are to be looked at again: those of the classes
// that a module brings, on every model that has them as its own, by inheritance or by delegation.
import { reach } from "../../../data/walk-graph.js";
import { BASE } from "../../registry/model/lineage.js";
import type { ClassNode } from "../../registry/model/class-order.js";
import type { Models, SystemModel } from "../../registry/model/models.js";

/** Names of fields; or all, where a class makes the model or gives it parents. */
export type TouchedFields = ReadonlySet<string> | "all";

/** By place in load order, then by model. */
export type TouchedModels = Map<number, Map<string, TouchedFields>>;

/** Adds a model with a table. @param models the whole system's */
export function addTouched(touched: TouchedModels, models: Models, model: SystemModel): void {
  const { lineage } = model;
  const first = findFirstPlace(model);
  for (const node of listClasses(models, lineage.model)) {
    const [place] = node.source.rank;
    const fields = listTouched(node);
    if (place < first || fields?.size === 0) continue;
    const byModel = touched.get(place) ?? new Map<string, TouchedFields>();
    touched.set(place, byModel);
    const known = byModel.get(lineage.model);
    const isAll = fields === undefined || known === "all";
    byModel.set(lineage.model, isAll ? "all" : new Set([...(known ?? []), ...fields]));
  }
}

/** Where the model is made: before, its parents are not its own. */
function findFirstPlace({ lineage: { model, classes } }: SystemModel): number {
  const own = classes.filter(({ source }) => source.definition.model === model);
  return Math.min(...own.map(({ source }) => source.rank[0]));
}

/** Of the model and of those that it delegates to. */
function listClasses(models: Models, name: string): Iterable<ClassNode> {
  const family = reach([name], (one) => [...(models.findModel(one)?.inherits.keys() ?? [])]);
  return new Set([...family.keys()].flatMap((one) => models.findModel(one)?.lineage.classes ?? []));
}

/** `undefined` for all. Every model inherits from `base`, so who only extends that gives nothing but fields. */
function listTouched({ source, fields, inherit }: ClassNode): ReadonlySet<string> | undefined {
  const { model, bases, inherits, values } = source.definition;
  const isExtension = model !== null && inherit.length > 0 && inherit.every((one) => one === model);
  if (!isExtension || bases.length > 0 || inherits.size > 0) return undefined;
  const names = new Set(fields.keys());
  // The order is the model's, and is looked at with any field.
  if (model !== BASE && values.has("_order")) names.add("_order");
  return names;
}

// Constraints and indexes of the table of a model (`_sql_constraints` of odoo/models.py, until 18.0; since 19.0
// `_table_objects` of odoo/orm/model_classes.py): those of all its classes, by name, the first of which counts.
import type { LoadedTableObject } from "../../../data/module/loaded-module.js";
import type { ClassNode } from "./class-order.js";
import type { Lineage } from "./lineage.js";
import type { PlatformRules } from "../../../data/platform/rules.js";

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

// Attributes of a model from its classes, with the platform's defaults (17.0:
// _build_model_attributes and _setup_base in odoo/models.py).
import type { RegistryModel } from "../../contract/shape/system/registry-model.js";
import { DYNAMIC, isTrue, toAttributeText, type Attribute } from "./attribute.js";
import { findInOrder, findOwn, type Ancestor } from "./class-order.js";
import { spendSteps } from "../../lookup/limits.js";
import type { ClassReader } from "./class-reader.js";
import { isMade, type Lineage, type Lineages } from "./lineage.js";

export type ModelAttributes = Pick<
  RegistryModel,
  | "kind"
  | "transient"
  | "abstract"
  | "auto"
  | "log_access"
  | "description"
  | "table"
  | "order"
  | "rec_name"
  | "parent_name"
  | "dynamic"
>;

/** Attributes that decide whether a model has a table, and its name. */
export type TableAttributes = Pick<
  ModelAttributes,
  "transient" | "abstract" | "auto" | "table" | "order" | "dynamic"
>;

/** Methods that make fields; what they make, only running code knows. */
const FIELD_MAKERS: readonly string[] = [
  "_build_model",
  "_setup_base",
  "_setup_fields",
  "_setup_complete",
  "_prepare_setup",
  "_add_inherited_fields",
  "_add_magic_fields",
];

/** Stands for a value that a method of a class gives. */
const PROPERTY = "property";

/** @param hasField whether the model of that name has a field */
export function readModelAttributes(
  lineages: Lineages,
  lineage: Lineage,
  hasField: (model: string, field: string) => boolean,
): ModelAttributes {
  const { reader } = lineages;
  const { model, order: ancestors } = lineage;
  const { transient, abstract, auto, table, order, dynamic: known } = readTable(reader, lineage);
  const dynamic = new Set(known);
  const read = createReader(lineage, dynamic);
  const description = findOfClasses(reader, lineage, "_description");
  if (lineage.classes.some(({ methods }) => FIELD_MAKERS.some((name) => methods.has(name)))) {
    dynamic.add("fields");
  }
  return {
    kind: abstract ? "AbstractModel" : transient ? "TransientModel" : "Model",
    transient,
    abstract,
    auto,
    log_access: logsAccess(reader, lineage),
    description: read("description", description ?? (isMade(lineage) ? model : DYNAMIC)),
    table,
    order,
    rec_name: read(
      "rec_name",
      isMade(lineage)
        ? findRecName(lineages, lineage, hasField)
        : (findOfClasses(reader, lineage, "_rec_name") ?? DYNAMIC),
    ),
    parent_name: read("parent_name", findInOrder(reader, ancestors, "_parent_name")),
    dynamic: [...dynamic].toSorted(),
  };
}

export function readTable(reader: ClassReader, lineage: Lineage): TableAttributes {
  const { model, order } = lineage;
  const dynamic = new Set<string>();
  const read = createReader(lineage, dynamic);
  const isSet = (name: string): boolean => isTrue(findInOrder(reader, order, name));
  const table = findOfClasses(reader, lineage, "_table");
  return {
    transient: isSet("_transient"),
    abstract: isSet("_abstract"),
    auto: isSet("_auto"),
    table: read("table", table ?? model.replaceAll(".", "_")),
    order: read(
      "order",
      isMade(lineage)
        ? findInOrder(reader, order, "_order")
        : (findOfClasses(reader, lineage, "_order") ?? DYNAMIC),
    ),
    dynamic: [...dynamic],
  };
}

/** @returns the text that a value is; adds to `dynamic` the attributes whose value is not known */
function createReader({ classes }: Lineage, dynamic: Set<string>) {
  return (attribute: string, value: Attribute | undefined): string | null => {
    if (value !== DYNAMIC) return toAttributeText(value);
    dynamic.add(attribute);
    return classes.some(({ methods }) => methods.has(`_${attribute}`)) ? PROPERTY : null;
  };
}

/** Whether records of a model say who made and changed them, and when. */
export function logsAccess(reader: ClassReader, lineage: Lineage): boolean {
  return isTrue(
    findOfClasses(reader, lineage, "_log_access", () => true) ??
      findInOrder(reader, lineage.creator.order, "_auto"),
  );
}

/** The first value that the model's own classes have, not those of its parents. */
function findOfClasses(
  reader: ClassReader,
  { bases }: Lineage,
  name: string,
  counts: (value: Attribute) => boolean = isTrue,
): Attribute | undefined {
  return bases
    .filter((base) => base.kind === "class")
    .map((base) => findInOrder(reader, base.order, name))
    .find((value) => value !== undefined && counts(value));
}

/** Name of the class, else of an ancestor, else `name` if there is such a field. */
function findRecName(
  lineages: Lineages,
  { model, order }: Lineage,
  hasField: (model: string, field: string) => boolean,
): Attribute | undefined {
  const find = (ancestor: Ancestor): Attribute | undefined =>
    ancestor.kind === "model"
      ? hasField(ancestor.model, "name") && !namesRecName(lineages, ancestor.model)
        ? "name"
        : undefined
      : findOwn(lineages.reader, ancestor, "_rec_name");
  const named = order.map(find).find((value) => value !== undefined);
  if (isTrue(named)) return named;
  return hasField(model, "name") ? "name" : null;
}

function namesRecName({ reader, findLineage }: Lineages, model: string): boolean {
  const order = findLineage(model)?.order ?? [];
  spendSteps(reader.steps, order.length);
  return isTrue(findInOrder(reader, order, "_rec_name"));
}

// The classes of fields that the platform has (odoo/fields.py), and the merged arguments of a field's definitions, before other
// fields are considered (17.0: _get_attrs).
import type { LiteralValue } from "../../../data/module/loaded-module.js";
import { isTrue, listAttributes, type Attribute } from "./attribute.js";
import type { ClassReader } from "./class-reader.js";
import type { FieldDefinition } from "./field-definitions.js";
import type { PlatformRules } from "../../../data/platform/rules.js";

/** Types whose name is not that of the class in lower case, or whose class has another as base. */
const FIELD_CLASSES: ReadonlyMap<string, { readonly type: string; readonly base?: string }> =
  new Map([
    ["Image", { type: "binary", base: "Binary" }],
    ["Reference", { type: "reference", base: "Selection" }],
    ["Many2oneReference", { type: "many2one_reference", base: "Integer" }],
    ["Id", { type: "integer" }],
    ["PropertiesDefinition", { type: "properties_definition" }],
  ]);

const PLAIN_CLASSES: ReadonlySet<string> = new Set(
  (
    "Boolean Integer Float Monetary Char Text Html Date Datetime Binary Selection Many2one One2many " +
    "Many2many Json Properties Serialized"
  ).split(" "),
);

/** Attributes that a class has where no argument gives them. */
const CLASS_ATTRIBUTES: ReadonlyMap<string, ReadonlyMap<string, LiteralValue>> = new Map([
  [
    "Id",
    new Map<string, LiteralValue>([
      ["string", "ID"],
      ["readonly", true],
    ]),
  ],
  ["One2many", new Map([["copy", false]])],
  ["Properties", new Map([["copy", false]])],
]);

export function isFieldClassKnown(fieldClass: string): boolean {
  return PLAIN_CLASSES.has(fieldClass) || FIELD_CLASSES.has(fieldClass);
}

/** The name that the ORM has for a type; of classes of others their own in its way of writing. */
export function toFieldType(fieldClass: string): string {
  const known = FIELD_CLASSES.get(fieldClass);
  if (known !== undefined) return known.type;
  if (PLAIN_CLASSES.has(fieldClass)) return fieldClass.toLowerCase();
  return fieldClass.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "_").toLowerCase();
}

/** Whether a field of a class takes over what one of the other was given. */
function isSubclass(fieldClass: string, other: string): boolean {
  return fieldClass === other || FIELD_CLASSES.get(fieldClass)?.base === other;
}

/** Whether records of another model are its values: `comodel_name` says which. */
export function isRelational(type: string): boolean {
  return type === "many2one" || type === "one2many" || type === "many2many";
}

/** Name → value of what is given or follows. */
export type Arguments = ReadonlyMap<string, Attribute>;

/**
 * A definition overrides single arguments of those behind it. Where it is of a type that does not derive
 * from theirs, nothing of theirs is left.
 */
export function mergeArguments(
  reader: ClassReader,
  fieldClass: string,
  definitions: readonly FieldDefinition[],
) {
  const [first, second] = definitions;
  if (first !== undefined && second === undefined) {
    return {
      given: listAttributes(reader, first.node.source, first.field),
      modules: new Set(first.origin === "platform" ? [] : [first.node.source.module]),
    };
  }
  const given = new Map<string, Attribute>();
  /** Modules whose definitions count. */
  const modules = new Set<string>();
  for (const { node, field, origin } of definitions.toReversed()) {
    const isMerged = reader.rules.mergesDerivedTypes
      ? isSubclass(field.type, fieldClass)
      : isSubclass(fieldClass, field.type);
    if (!isMerged) {
      given.clear();
      modules.clear();
      continue;
    }
    for (const [name, value] of listAttributes(reader, node.source, field)) given.set(name, value);
    if (origin !== "platform") modules.add(node.source.module);
  }
  return { given, modules };
}

/** Arguments that determine others: most fields have none of these. */
const FOLLOWED: readonly string[] = ["compute", "related", "company_dependent", "sparse"];

/** Adds what the platform makes of arguments that are given or left out. */
export function completeArguments(
  { hasCompanyColumns, copiesEditable, resetsState }: PlatformRules,
  fieldName: string,
  given: Arguments,
): Arguments {
  if (fieldName !== "state" && !FOLLOWED.some((name) => given.has(name))) return given;
  const complete = new Map(given);
  const setDefault = (name: string, value: LiteralValue): void => {
    if (!complete.has(name)) complete.set(name, value);
  };
  if (fieldName === "state" && resetsState) setDefault("copy", false);
  if (isTrue(complete.get("compute"))) {
    setDefault("store", false);
    const isEditable = isTrue(complete.get("store")) && !isTrue(complete.get("readonly") ?? true);
    if (!isEditable || !copiesEditable) setDefault("copy", false);
    setDefault("readonly", !isTrue(complete.get("inverse")));
  }
  if (isTrue(complete.get("related"))) {
    setDefault("store", false);
    setDefault("copy", false);
    setDefault("readonly", true);
  }
  if (isTrue(complete.get("company_dependent"))) {
    if (hasCompanyColumns) {
      setDefault("copy", false);
      setDefault("index", "btree_not_null");
    } else {
      computeBy("company_dependent", complete);
      complete.set("search", toCallable("_search_company_dependent"));
    }
  }
  // The module base_sparse_field (addons/base_sparse_field/models/fields.py) adds these to the platform's.
  if (isTrue(complete.get("sparse"))) computeBy("sparse", complete);
  return complete;
}

/** The value of an attribute: of what is given, or of the class of the field. */
export function findArgument(
  fieldClass: string,
  complete: Arguments,
  name: string,
): Attribute | undefined {
  const value = complete.get(name);
  return value === undefined ? CLASS_ATTRIBUTES.get(fieldClass)?.get(name) : value;
}

/** Name for a function of the platform in place of a method's name. */
export function toCallable(name: string): string {
  return `callable:${name}`;
}

/** Leaves a field to functions of the platform that keep its values elsewhere. */
function computeBy(field: string, complete: Map<string, Attribute>): void {
  complete.set("store", false);
  if (!complete.has("copy")) complete.set("copy", false);
  complete.set("compute", toCallable(`_compute_${field}`));
  if (!isTrue(complete.get("readonly"))) complete.set("inverse", toCallable(`_inverse_${field}`));
}

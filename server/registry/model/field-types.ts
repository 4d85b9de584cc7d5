// The classes of fields that the platform has (odoo/fields.py), and what they begin with.
import type { LiteralValue } from "../../../data/module/loaded-module.js";

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

const NO_ATTRIBUTES: ReadonlyMap<string, LiteralValue> = new Map();

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
export function isSubclass(fieldClass: string, other: string): boolean {
  return fieldClass === other || FIELD_CLASSES.get(fieldClass)?.base === other;
}

export function listClassAttributes(fieldClass: string): ReadonlyMap<string, LiteralValue> {
  return CLASS_ATTRIBUTES.get(fieldClass) ?? NO_ATTRIBUTES;
}

/** Whether records of another model are its values: `comodel_name` says which. */
export function isRelational(type: string): boolean {
  return type === "many2one" || type === "one2many" || type === "many2many";
}

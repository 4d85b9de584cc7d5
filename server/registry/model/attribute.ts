// Values of attributes and arguments: a literal, or something that only running code knows.
import { bindNames, isLiteral } from "../../../data/module/imported-value.js";
import type { LiteralValue, LoadedValues } from "../../../data/module/loaded-module.js";
import type { ClassReader, SystemClass } from "./class-reader.js";

/** Stands for a value that is given and not known. */
export const DYNAMIC = Symbol("dynamic");

export type Attribute = LiteralValue | typeof DYNAMIC;

/** The value that a class gives to a name; `undefined` where it gives none. */
export function findAttribute(
  reader: ClassReader,
  from: SystemClass,
  given: LoadedValues,
  name: string,
): Attribute | undefined {
  const value = given.values.get(name);
  if (value !== undefined) return value;
  if (given.imported.has(name) || given.dynamic.includes(name)) {
    return listAttributes(reader, from, given).get(name);
  }
  return undefined;
}

/** All values that a class, or a field of it, gives. */
export function listAttributes(
  reader: ClassReader,
  from: SystemClass,
  given: LoadedValues,
): ReadonlyMap<string, Attribute> {
  if (given.imported.size === 0 && given.dynamic.length === 0) return given.values;
  const attributes = new Map<string, Attribute>(given.values);
  for (const [name, imported] of given.imported) {
    const bound = bindNames(imported, (constant) => reader.findConstant(from, constant));
    attributes.set(name, bound !== undefined && isLiteral(bound) ? bound : DYNAMIC);
  }
  for (const name of given.dynamic) attributes.set(name, DYNAMIC);
  return attributes;
}

/** Whether Python takes it for true; what is not known is an object of some kind, and these are. */
export function isTrue(value: Attribute | undefined): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** A text that is not empty. */
export function toAttributeText(value: Attribute | undefined): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

// What of a field is another at a later platform version. Arguments that only running code knows are not compared.
import type { LiteralValue, LoadedField } from "../../../data/module/loaded-module.js";
import { DYNAMIC, isTrue, type Attribute } from "../../registry/model/attribute.js";
import { completeArguments, type Arguments } from "../../registry/model/field-arguments.js";
import { getRules } from "../../../data/platform/rules.js";
import type { ApiDetail } from "../../contract/shape/api-changes.js";

/** A field as the definitions of one module leave it. */
interface MergedField {
  /** Name of the field class. */
  readonly type: string;
  readonly given: Arguments;
}

/** @param definitions in load order, at least one; later ones override single arguments */
export function mergeField(definitions: readonly LoadedField[]): MergedField {
  const given = new Map<string, Attribute>();
  for (const { values, imported, dynamic } of definitions) {
    for (const [name, value] of values) given.set(name, value);
    for (const name of [...imported.keys(), ...dynamic]) given.set(name, DYNAMIC);
  }
  return { type: definitions.at(-1)?.type ?? "", given };
}

interface FieldPair {
  readonly name: string;
  readonly from: MergedField;
  readonly to: MergedField;
  /** The name that a model has at the later version. */
  readonly toLaterModel: (model: string) => string;
}

/** One version's for both sides: what the platform makes of the same arguments is no change of a module. */
const RULES = getRules("17.0");

/** Arguments whose values are compared where both fields give them as texts. */
const TEXTS = ["inverse_name", "related"] as const;
/** Those of which only whether they are given counts. */
const GIVEN = ["compute", "related"] as const;
/** Those that are true or false in the end. */
const FLAGS = ["store", "required", "company_dependent", "translate"] as const;

export function compareFields({ name, from, to, toLaterModel }: FieldPair): readonly ApiDetail[] {
  const details: ApiDetail[] = [];
  const add = (attribute: string, before: string | null, after: string | null): void => {
    if (before !== after) details.push({ attribute, from: before, to: after });
  };
  const [before, after] = [from, to].map(({ given }) => completeArguments(RULES, name, given));
  if (before === undefined || after === undefined) return details;
  add("type", from.type, to.type);
  const comodel = findText(from.given, "comodel_name");
  const laterComodel = findText(to.given, "comodel_name");
  if (comodel !== undefined && laterComodel !== undefined) {
    if (toLaterModel(comodel) !== laterComodel) add("comodel_name", comodel, laterComodel);
  }
  for (const attribute of TEXTS) {
    const [one, other] = [findText(before, attribute), findText(after, attribute)];
    if (one !== undefined && other !== undefined) add(attribute, one, other);
  }
  for (const attribute of GIVEN) {
    if (isTrue(before.get(attribute)) === isTrue(after.get(attribute))) continue;
    add(attribute, toShown(before.get(attribute)), toShown(after.get(attribute)));
  }
  for (const attribute of FLAGS) {
    const [one, other] = [findFlag(before, attribute), findFlag(after, attribute)];
    if (one !== undefined && other !== undefined) add(attribute, String(one), String(other));
  }
  const [keys, laterKeys] = [listKeys(before), listKeys(after)];
  if (keys !== undefined && laterKeys !== undefined) {
    const lost = keys.filter((key) => !laterKeys.includes(key));
    const added = laterKeys.filter((key) => !keys.includes(key));
    add("selection", lost.join(", ") || null, added.join(", ") || null);
  }
  return details;
}

export function findText(given: Arguments, name: string): string | undefined {
  const value = given.get(name);
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** `undefined` where it is not known. */
function findFlag(complete: Arguments, name: string): boolean | undefined {
  const value = complete.get(name);
  if (value === DYNAMIC) return undefined;
  return value === undefined ? name === "store" : isTrue(value);
}

function toShown(value: Attribute | undefined): string | null {
  if (!isTrue(value)) return null;
  return typeof value === "string" ? value : "…";
}

/** The keys of a selection that is written out. */
function listKeys(complete: Arguments): readonly string[] | undefined {
  const value = complete.get("selection");
  if (!isList(value)) return undefined;
  return value.flatMap((row) => (isList(row) && typeof row[0] === "string" ? [row[0]] : []));
}

function isList(value: Attribute | undefined): value is readonly LiteralValue[] {
  return Array.isArray(value);
}

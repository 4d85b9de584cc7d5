// Compared facts of a model, a field or a method: one row a fact, in the order of the answer.
// Values that only running code knows are not compared.
import type {
  LiteralValue,
  LoadedClass,
  LoadedField,
  LoadedMethod,
} from "../../../data/module/loaded-module.js";
import { getRules } from "../../../data/platform/rules.js";
import type { ApiDetail } from "../../contract/shape/api-changes.js";
import { DYNAMIC, isTrue, toAttributeText, type Attribute } from "../model/attribute.js";
import { completeArguments, type Arguments } from "../model/field-types.js";
import { listParameters } from "../../../data/module/method-parameters.js";

type Shown = string | null;

/** @returns what is said of both, of each difference */
type Fact<T> = (from: T, to: T) => readonly (readonly [from: Shown, to: Shown])[];

type Facts<T> = readonly (readonly [attribute: string, differ: Fact<T>])[];

export function compareFacts<T>(facts: Facts<T>, from: T, to: T): readonly ApiDetail[] {
  return facts.flatMap(([attribute, differ]) =>
    differ(from, to).map(([before, after]) => ({ attribute, from: before, to: after })),
  );
}

/** @param read `undefined` where it is not known */
const differBy =
  <T>(
    read: (thing: T) => string | boolean | null | undefined,
    show: (thing: T) => Shown = (thing) => toShown(read(thing)),
  ): Fact<T> =>
  (from, to) => {
    const [one, other] = [read(from), read(to)];
    const isSame = one === undefined || other === undefined || one === other;
    return isSame ? [] : [[show(from), show(to)]];
  };

const toShown = (value: string | boolean | null | undefined): Shown =>
  (value ?? "") === "" ? null : String(value);

/** A model as the class that makes it leaves it. */
interface ComparedModel {
  readonly maker: LoadedClass | undefined;
  /** Parents at the earlier version that it still has, by their earlier names. */
  readonly parents: readonly string[];
}

export const MODEL_FACTS: Facts<ComparedModel> = [
  ["kind", differBy(({ maker }) => maker?.kind ?? undefined)],
  [
    "inherit",
    (from, to) =>
      from.parents.filter((parent) => !to.parents.includes(parent)).map((parent) => [parent, null]),
  ],
];

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

interface ComparedField {
  readonly type: string;
  /** By the name that it has at the later version. */
  readonly comodel: string | undefined;
  readonly complete: Arguments;
}

/** One version's for both sides: what the platform makes of the same arguments is no change of a module. */
const RULES = getRules("17.0");

/** @returns `undefined` where only running code knows what all arguments are */
export function completeField(
  name: string,
  definitions: readonly LoadedField[],
  toLaterModel: (model: string) => string,
): ComparedField | undefined {
  const { type, given } = mergeField(definitions);
  const complete = completeArguments(RULES, name, given);
  const comodel = findText(given, "comodel_name");
  return complete && { type, comodel: comodel && toLaterModel(comodel), complete };
}

/** Compares if both fields give a text. */
const differAsText = (name: string): Fact<ComparedField> =>
  differBy(({ complete }) => findText(complete, name));

/** Compares texts, present or not. */
const differAsSaid = (name: string): Fact<ComparedField> =>
  differBy(({ complete }) => {
    const value = complete.get(name);
    return value === DYNAMIC ? undefined : toAttributeText(value);
  });

/** Compares whether a field gives it. */
const differAsGiven = (name: string): Fact<ComparedField> =>
  differBy(
    ({ complete }) => isTrue(complete.get(name)),
    ({ complete }) => {
      const value = complete.get(name);
      return isTrue(value) ? (typeof value === "string" ? value : "…") : null;
    },
  );

/** Compares final flags. */
const differAsFlag = (name: string): Fact<ComparedField> =>
  differBy(({ complete }) => {
    const value = complete.get(name);
    if (value === DYNAMIC) return undefined;
    return value === undefined ? name === "store" : isTrue(value);
  });

export const FIELD_FACTS: Facts<ComparedField> = [
  ["type", differBy(({ type }) => type)],
  [
    "comodel_name",
    differBy(
      ({ comodel }) => comodel,
      ({ complete }) => toAttributeText(complete.get("comodel_name")),
    ),
  ],
  ["inverse_name", differAsText("inverse_name")],
  ["related", differAsText("related")],
  ["compute", differAsGiven("compute")],
  ["related", differAsGiven("related")],
  ["store", differAsFlag("store")],
  ["required", differAsFlag("required")],
  ["readonly", differAsFlag("readonly")],
  ["company_dependent", differAsFlag("company_dependent")],
  ["translate", differAsFlag("translate")],
  ["groups", differAsSaid("groups")],
  [
    "selection",
    (from, to) => {
      const [keys, later] = [listKeys(from), listKeys(to)];
      if (keys === undefined || later === undefined) return [];
      const lost = keys.filter((key) => !later.includes(key)).join(", ");
      const added = later.filter((key) => !keys.includes(key)).join(", ");
      return lost === added ? [] : [[toShown(lost), toShown(added)]];
    },
  ],
];

export function findText(given: Arguments, name: string): string | undefined {
  return toAttributeText(given.get(name)) ?? undefined;
}

/** The keys of a selection that is written out. */
function listKeys({ complete }: ComparedField): readonly string[] | undefined {
  const value = complete.get("selection");
  if (!isList(value)) return undefined;
  return value.flatMap((row) => (isList(row) && typeof row[0] === "string" ? [row[0]] : []));
}

function isList(value: Attribute | undefined): value is readonly LiteralValue[] {
  return Array.isArray(value);
}

/** Decorators that change how a method is called. */
const CALLING = new Set([
  "api.model",
  "api.model_create_multi",
  "api.multi",
  "api.one",
  "classmethod",
  "property",
  "staticmethod",
]);

export const METHOD_FACTS: Facts<LoadedMethod> = [
  ["signature", differBy(toCallKey, ({ signature }) => signature)],
  [
    "decorators",
    differBy(({ decorators }) =>
      decorators.filter((one) => CALLING.has(one.replace(/\(.*$/s, ""))).join(", "),
    ),
  ],
];

/** Equal for methods of which the one can be called as the other; default values and annotations do not count. */
export function toCallKey(method: LoadedMethod): string {
  const keys = listParameters(method).map(({ name, hasDefault }) => {
    if (/^\*+\w/.test(name)) return name.startsWith("**") ? "**" : "*…";
    return `${name}${hasDefault ? "=" : ""}`;
  });
  return keys.join();
}

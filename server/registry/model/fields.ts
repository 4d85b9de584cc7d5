// The fields of a model with what the ORM makes of them, each when it is asked for (17.0: _setup_attrs,
// setup_related and setup_nonrelated in odoo/fields.py).
import type { LoadedField } from "../../../data/module/loaded-module.js";
import { createDepth, memoizeAcyclic, memoizeEach } from "../../lookup/memo.js";
import { DEEPEST_CHAIN, spendSteps, tooDeep, type StepBudget } from "../../lookup/limits.js";
import { NO_MODEL, type RegistryField } from "../../contract/shape/system/registry-model.js";
import { DYNAMIC, isTrue, listAttributes, toAttributeText, type Attribute } from "./attribute.js";
import type { ClassReader } from "./class-reader.js";
import type { FieldNames, FieldNamesOf } from "./delegation.js";
import {
  findArgument,
  toCallable,
  type Arguments,
  isFieldClassKnown,
  isRelational,
  toFieldType,
} from "./field-types.js";
import type { FieldDefinition } from "./field-definitions.js";
import type { FieldOutline, FindOutline, Outlines } from "./field-outlines.js";
import { mergeSelection } from "./field-selection.js";
import type { Lineages } from "./lineage.js";

/** A field before its definitions are named. */
export interface ModelField extends Omit<RegistryField, "definitions"> {
  readonly definitions: readonly FieldDefinition[];
}

/** Facts of a field behind its column. */
export interface StoredField extends Pick<
  ModelField,
  | "type"
  | "comodel_name"
  | "required"
  | "readonly"
  | "store"
  | "compute"
  | "inverse"
  | "related"
  | "selection"
  | "company_dependent"
  | "dynamic"
> {
  readonly given: Arguments;
  /** Definitions with a source line. */
  readonly definitions: readonly FieldDefinition[];
}

type FindField<T> = (model: string, name: string) => T | undefined;

interface Fields {
  readonly findField: FindField<ModelField>;
  /**
   * Computed for each call, except the targets of related fields and what many models inherit: a pass over the system
   * visits each once.
   */
  readonly readStored: FindField<StoredField>;
}

/** An outline with what it leads to. */
interface Reading<Target> {
  readonly outline: FieldOutline;
  readonly isRelated: boolean;
  readonly isInherited: boolean;
  /** The field at the end of its path, where there is one. */
  readonly target: Target | undefined;
  readonly takesOverFalse: boolean;
  /** Attributes that are not known, as they are found. */
  readonly dynamic: Set<string>;
}

/** Sources of arguments whose names are not written. */
const ANY_ARGUMENT: readonly string[] = ["*", "**"];

/** Steps of a field beside its definitions, relative to a visited class. */
const STEPS_PER_FIELD = 60;

const SELECTION_TYPES: ReadonlySet<string> = new Set(["selection", "reference"]);

export function createFields(
  lineages: Lineages,
  findNames: FieldNamesOf,
  { findOutline, readOutline }: Outlines,
): Fields {
  const { reader } = lineages;
  type Complete<T> = (outline: FieldOutline, names: FieldNames) => T;
  const find = <T>(complete: Complete<T>, outlines: FindOutline, model: string, name: string) => {
    const names = findNames(model);
    const outline = names && outlines(names, name);
    return outline && complete(outline, names);
  };
  const keepFields = <T>(complete: Complete<T>): FindField<T> => {
    // A path that leads back to the field itself has no end.
    const depth = createDepth(DEEPEST_CHAIN, (name: string) => tooDeep(`field ${name}`));
    const getFields = memoizeEach((model: string) =>
      memoizeAcyclic((name: string) => find(complete, findOutline, model, name), depth),
    );
    return (model, name) => getFields(model)(name);
  };
  const findField = keepFields(completeField);
  const findStored = keepFields(completeStored);

  function completeStored(outline: FieldOutline, names: FieldNames): StoredField {
    return toStored(read(outline, findStored), names);
  }

  /** Unknown arguments leave these attributes unknown. */
  function toStored<T extends Omit<StoredField, "given" | "definitions">>(
    reading: Reading<T>,
    { inherits }: FieldNames,
  ): StoredField {
    const { outline, target, isInherited, dynamic } = reading;
    const { name, given } = outline;
    spendSteps(reader.steps, STEPS_PER_FIELD + outline.definitions.length + inherits.size);
    const type = toFieldType(outline.fieldClass);
    const isForced =
      (inherits.size > 0 && [...inherits.values()].includes(name)) ||
      (isInherited && target?.required === true);
    const selection = SELECTION_TYPES.has(type) ? findSelection(reader, reading) : null;
    spendSteps(reader.steps, 8 * (selection?.length ?? 0));
    return {
      given,
      definitions: outline.definitions.filter(({ origin }) => origin === "written"),
      type,
      comodel_name: isRelational(type)
        ? takeOver(reading, "comodel_name", findComodel(reading), (from) => from.comodel_name)
        : null,
      required: isForced || findFlag(reading, "required", false),
      readonly: findFlag(reading, "readonly", false),
      store: findFlag(reading, "store", true),
      compute: findPropertiesCompute(reader, reading) ?? findMethod(reading, "compute"),
      inverse: findMethod(reading, "inverse"),
      related: toPath(findAttribute(reading, "related")),
      selection,
      company_dependent: findFlag(reading, "company_dependent", false),
      dynamic: sortNames(dynamic),
    };
  }

  function completeField(outline: FieldOutline, names: FieldNames): ModelField {
    const reading = read(outline, findField);
    const { given: _given, definitions, ...stored } = toStored(reading, names);
    const field: ModelField = {
      name: outline.name,
      ...stored,
      string: takeOver(reading, "string", findLabel(reading), (from) => from.string),
      inverse_name:
        stored.type === "one2many" ? toAttributeText(findAttribute(reading, "inverse_name")) : null,
      index: toIndex(findAttribute(reading, "index")),
      copy: findFlag(reading, "copy", true),
      search: findMethod(reading, "search"),
      groups: takeOver(
        reading,
        "groups",
        toAttributeText(findAttribute(reading, "groups")),
        (from) => from.groups,
      ),
      translate: takeOver(reading, "translate", findTranslation(reading), (from) => from.translate),
      inherited: findFlag(reading, "inherited", false),
      automatic: findFlag(reading, "automatic", false),
      modules: listModules(reading, stored.related),
      definitions,
      dynamic: sortNames(reading.dynamic),
    };
    spendTaken(field, reader.steps);
    return field;
  }

  function read<T extends Pick<StoredField, "comodel_name">>(
    outline: FieldOutline,
    findEach: FindField<T>,
  ): Reading<T> {
    const { model, fieldClass, given } = outline;
    const related = toPath(given.get("related"));
    const dynamic = new Set(ANY_ARGUMENT.filter((any) => given.has(any)));
    if (!isFieldClassKnown(fieldClass)) dynamic.add("type");
    return {
      outline,
      isRelated: isTrue(given.get("related")),
      isInherited: isTrue(given.get("inherited")),
      target: related === null ? undefined : findTarget(model, related, findEach),
      takesOverFalse: reader.rules.takesOverFalse,
      dynamic,
    };
  }

  function findTarget<T extends Pick<StoredField, "comodel_name">>(
    model: string,
    path: string,
    findEach: FindField<T>,
  ): T | undefined {
    let field: T | undefined;
    let on: string | null = model;
    for (const name of path.split(".")) {
      spendSteps(reader.steps, 1);
      field = on === null ? undefined : findEach(on, name);
      on = field?.comodel_name ?? null;
    }
    return field;
  }

  function findComodel(reading: Reading<unknown>): string | null {
    const comodel = toAttributeText(findAttribute(reading, "comodel_name"));
    return comodel === null || lineages.hasModel(comodel) ? comodel : NO_MODEL;
  }

  /** A delegated field includes modules of its link and its end. */
  function listModules(
    { outline, target, isInherited }: Reading<ModelField>,
    related: string | null,
  ): readonly string[] {
    if (target === undefined || !isInherited) return [...outline.modules].toSorted();
    const [link = ""] = (related ?? "").split(".");
    const ofLink = reader.rules.countsLinkModules
      ? (findField(outline.model, link)?.modules ?? [])
      : [];
    return [...new Set([...outline.modules, ...ofLink, ...target.modules])].toSorted();
  }

  /** Fields that one class defines and nothing else has a say in: all models that inherit them have the same. */
  const alone = new Map<LoadedField, StoredField>();

  function readStored(model: string, name: string): StoredField | undefined {
    const names = findNames(model);
    const all = names?.definitions.get(name);
    const isLink = names !== undefined && [...names.inherits.values()].includes(name);
    const own = all?.length === 1 && !isLink ? all[0]?.field : undefined;
    const known = own && alone.get(own);
    if (known !== undefined) return known;
    const stored = find(completeStored, readOutline, model, name);
    const isAlone = stored?.related === null && stored.selection === null;
    if (own !== undefined && isAlone) alone.set(own, stored);
    return stored;
  }

  return { findField, readStored };
}

/** Related fields repeat what the end of their path has, however much that is. */
function spendTaken({ string, groups, modules }: ModelField, steps: StepBudget): void {
  const characters = (string?.length ?? 0) + (groups?.length ?? 0);
  spendSteps(steps, (characters >> 3) + modules.length);
}

const NONE: readonly string[] = [];

function sortNames(names: ReadonlySet<string>): readonly string[] {
  return names.size === 0 ? NONE : [...names].toSorted();
}

function findAttribute(
  { outline, dynamic }: Reading<unknown>,
  attribute: string,
): Attribute | undefined {
  const value = findArgument(outline.fieldClass, outline.given, attribute);
  if (value === DYNAMIC) dynamic.add(attribute);
  return value;
}

function findFlag(
  reading: Reading<unknown>,
  attribute: string,
  otherwise: boolean,
): boolean | null {
  const value = findAttribute(reading, attribute);
  if (value === DYNAMIC) return null;
  return value === undefined ? otherwise : isTrue(value);
}

/** A related field takes missing attributes from the end of its path. */
function takeOver<T, Target extends Pick<StoredField, "dynamic">>(
  { outline, isRelated, target, dynamic, takesOverFalse }: Reading<Target>,
  attribute: string,
  own: T,
  taken: (from: Target) => T,
): T {
  const given = outline.given.get(attribute);
  if (!isRelated || (given !== undefined && (isTrue(given) || !takesOverFalse))) return own;
  if (target === undefined || target.dynamic.includes(attribute)) dynamic.add(attribute);
  return target === undefined ? own : taken(target);
}

/** Related fields run functions of the platform. */
function findMethod(reading: Reading<unknown>, attribute: string): string | null {
  return reading.isRelated ? null : toAttributeText(findAttribute(reading, attribute));
}

function findLabel(reading: Reading<unknown>): string | null {
  const given = findAttribute(reading, "string");
  const isOwn = given !== DYNAMIC && !reading.isRelated;
  return toAttributeText(given) ?? (isOwn ? toLabel(reading.outline.name) : null);
}

/** The label of a field that has none. */
function toLabel(name: string): string {
  return name
    .replace(/_ids?$/, "")
    .replaceAll("_", " ")
    .replace(/\p{L}+/gu, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());
}

/** True, or the function that translates a value in parts; an HTML text that is sanitized always has one. */
function findTranslation(reading: Reading<unknown>): ModelField["translate"] {
  const value = findAttribute(reading, "translate");
  if (value === DYNAMIC) return null;
  if (typeof value === "string" && value.startsWith(toCallable(""))) return value;
  if (!isTrue(value) || reading.outline.fieldClass !== "Html") return isTrue(value);
  const isSanitized = findAttribute(reading, "sanitize") ?? true;
  if (isSanitized === DYNAMIC) return null;
  // Emails are translated as a whole, as written.
  return isTrue(isSanitized) && isSanitized !== "email_outgoing"
    ? toCallable("html_translate")
    : true;
}

function findSelection(
  reader: ClassReader,
  { outline, isRelated, target, dynamic }: Reading<Pick<StoredField, "selection">>,
): ModelField["selection"] {
  const selection = isRelated
    ? target?.selection
    : mergeSelection(
        outline.definitions.toReversed().map(({ node, field }) => {
          const given = listAttributes(reader, node.source, field);
          return isTypeOfFields(outline) ? bindFieldTypes(reader, given) : given;
        }),
        reader,
      );
  if (selection === undefined || selection === null) dynamic.add("selection");
  return selection ?? null;
}

/** The only selection that the platform makes of what it knows of itself. */
const isTypeOfFields = ({ model, name }: FieldOutline): boolean =>
  model === "ir.model.fields" && name === "ttype";

function bindFieldTypes({ rules }: ClassReader, given: Arguments): Arguments {
  if (given.get("selection") !== DYNAMIC) return given;
  return new Map(given).set(
    "selection",
    rules.fieldTypes.map((type) => [type, type]),
  );
}

/** Properties are computed from their definition. */
function findPropertiesCompute(
  { rules }: ClassReader,
  { outline, isRelated, isInherited }: Reading<unknown>,
): string | undefined {
  if (outline.fieldClass !== "Properties") return undefined;
  const isDelegated = isInherited && rules.computesDelegatedProperties;
  const isDefined = isTrue(outline.given.get("definition")) && !isRelated;
  return isDelegated || isDefined ? toCallable("_compute") : undefined;
}

function toPath(related: Attribute | undefined): string | null {
  return Array.isArray(related) ? related.join(".") : toAttributeText(related);
}

function toIndex(index: Attribute | undefined): string | null {
  if (index === DYNAMIC || !isTrue(index)) return null;
  return toAttributeText(index) ?? "btree";
}

// The fields of a model with what the ORM makes of them, each when it is asked for (17.0: _setup_attrs,
// setup_related and setup_nonrelated in odoo/fields.py).
import { createDepth, memoizeAcyclic, memoizeEach } from "../../lookup/memo.js";
import { DEEPEST_CHAIN, spendSteps, tooDeep, type StepBudget } from "../../lookup/limits.js";
import type { RegistryField } from "../../contract/shape/system/registry-model.js";
import { DYNAMIC, isTrue, listAttributes, toText, type Attribute } from "./attribute.js";
import type { ClassReader } from "./class-reader.js";
import type { FieldNames, FieldNamesOf } from "./delegation.js";
import { findArgument, toCallable, type Arguments } from "./field-arguments.js";
import type { FieldDefinition } from "./field-definitions.js";
import type { FieldOutline, FindOutline } from "./field-outlines.js";
import { mergeSelection } from "./field-selection.js";
import { isFieldClassKnown, isRelational, toFieldType } from "./field-types.js";
import type { Lineages } from "./lineage.js";

/** A field before its places are named. */
export interface ModelField extends Omit<RegistryField, "definitions"> {
  readonly definitions: readonly FieldDefinition[];
}

type FindField = (model: string, name: string) => ModelField | undefined;

/** An outline with what it leads to. */
interface Reading {
  readonly outline: FieldOutline;
  readonly isRelated: boolean;
  readonly isInherited: boolean;
  /** The field at the end of its path, where there is one. */
  readonly target: ModelField | undefined;
  /** Attributes that are not known, as they are found. */
  readonly dynamic: Set<string>;
  readonly takesOverFalse: boolean;
}

/** What gives arguments whose names are not written. */
const ANY_ARGUMENT: readonly string[] = ["*", "**"];

/** What a field takes beside its definitions, next to a class that is looked at. */
const STEPS_PER_FIELD = 40;

const SELECTION_TYPES: ReadonlySet<string> = new Set(["selection", "reference"]);

export function createFields(
  lineages: Lineages,
  findNames: FieldNamesOf,
  findOutline: FindOutline,
): FindField {
  const { reader } = lineages;
  // A path that leads back to the field itself has no end.
  const depth = createDepth(DEEPEST_CHAIN, (name: string) => tooDeep(`field ${name}`));
  const getFields = memoizeEach((model: string) =>
    memoizeAcyclic((name: string) => {
      const names = findNames(model);
      const outline = names && findOutline(names, name);
      return outline && completeField(outline, names);
    }, depth),
  );
  const findField: FindField = (model, name) => getFields(model)(name);

  function completeField(outline: FieldOutline, names: FieldNames): ModelField {
    const { name, fieldClass } = outline;
    spendSteps(reader.steps, STEPS_PER_FIELD + outline.definitions.length + names.inherits.size);
    const type = toFieldType(fieldClass);
    const reading = readOutline(outline);
    const { dynamic, target, isInherited } = reading;
    const related = toPath(find(reading, "related"));
    const isForced =
      [...names.inherits.values()].includes(name) || (isInherited && target?.required === true);
    const field: ModelField = {
      name,
      type,
      string: takeOver(reading, "string", findLabel(reading), (from) => from.string),
      comodel_name: isRelational(type)
        ? takeOver(reading, "comodel_name", findComodel(reading), (from) => from.comodel_name)
        : null,
      inverse_name: type === "one2many" ? toText(find(reading, "inverse_name")) : null,
      required: isForced || findFlag(reading, "required", false),
      readonly: findFlag(reading, "readonly", false),
      store: findFlag(reading, "store", true),
      index: toIndex(find(reading, "index")),
      copy: findFlag(reading, "copy", true),
      compute: findPropertiesCompute(reader, reading) ?? findMethod(reading, "compute"),
      inverse: findMethod(reading, "inverse"),
      search: findMethod(reading, "search"),
      related,
      selection: SELECTION_TYPES.has(type) ? findSelection(reader, reading) : null,
      groups: takeOver(reading, "groups", toText(find(reading, "groups")), (from) => from.groups),
      company_dependent: findFlag(reading, "company_dependent", false),
      translate: takeOver(reading, "translate", findTranslation(reading), (from) => from.translate),
      inherited: findFlag(reading, "inherited", false),
      automatic: findFlag(reading, "automatic", false),
      modules: listModules(reading, related),
      definitions: outline.definitions.filter(({ origin }) => origin === "written"),
      dynamic: [...dynamic].toSorted(),
    };
    spendTaken(field, reader.steps);
    return field;
  }

  function readOutline(outline: FieldOutline): Reading {
    const { model, fieldClass, given } = outline;
    const related = toPath(given.get("related"));
    return {
      outline,
      isRelated: isTrue(given.get("related")),
      isInherited: isTrue(given.get("inherited")),
      takesOverFalse: reader.rules.takesOverFalse,
      target: related === null ? undefined : findTarget(model, related),
      dynamic: new Set([
        ...ANY_ARGUMENT.filter((any) => given.has(any)),
        ...(isFieldClassKnown(fieldClass) ? [] : ["type"]),
      ]),
    };
  }

  function findTarget(model: string, path: string): ModelField | undefined {
    let field: ModelField | undefined;
    let on: string | null = model;
    for (const name of path.split(".")) {
      spendSteps(reader.steps, 1);
      field = on === null ? undefined : findField(on, name);
      on = field?.comodel_name ?? null;
    }
    return field;
  }

  function findComodel(reading: Reading): string | null {
    const comodel = toText(find(reading, "comodel_name"));
    return comodel === null || lineages.hasModel(comodel) ? comodel : "_unknown";
  }

  /** Of a delegated field those of its link and its end count too. */
  function listModules(
    { outline, target, isInherited }: Reading,
    related: string | null,
  ): readonly string[] {
    if (target === undefined || !isInherited) return [...outline.modules].toSorted();
    const [link = ""] = (related ?? "").split(".");
    const ofLink = reader.rules.countsLinkModules
      ? (findField(outline.model, link)?.modules ?? [])
      : [];
    return [...new Set([...outline.modules, ...ofLink, ...target.modules])].toSorted();
  }

  return findField;
}

/** Related fields repeat what the end of their path has, however much that is. */
function spendTaken({ string, groups, selection, modules }: ModelField, steps: StepBudget): void {
  const characters = (string?.length ?? 0) + (groups?.length ?? 0);
  spendSteps(steps, (characters >> 3) + modules.length + 8 * (selection?.length ?? 0));
}

function find({ outline, dynamic }: Reading, attribute: string): Attribute | undefined {
  const value = findArgument(outline.fieldClass, outline.given, attribute);
  if (value === DYNAMIC) dynamic.add(attribute);
  return value;
}

function findFlag(reading: Reading, attribute: string, otherwise: boolean): boolean | null {
  const value = find(reading, attribute);
  if (value === DYNAMIC) return null;
  return value === undefined ? otherwise : isTrue(value);
}

/** What a related field does not give is taken over from the end of its path. */
function takeOver<T>(
  { outline, isRelated, target, dynamic, takesOverFalse }: Reading,
  attribute: string,
  own: T,
  taken: (from: ModelField) => T,
): T {
  const given = outline.given.get(attribute);
  if (!isRelated || (given !== undefined && (isTrue(given) || !takesOverFalse))) return own;
  if (target === undefined || target.dynamic.includes(attribute)) dynamic.add(attribute);
  return target === undefined ? own : taken(target);
}

/** Related fields run functions of the platform. */
function findMethod(reading: Reading, attribute: string): string | null {
  return reading.isRelated ? null : toText(find(reading, attribute));
}

function findLabel(reading: Reading): string | null {
  const given = find(reading, "string");
  const isOwn = given !== DYNAMIC && !reading.isRelated;
  return toText(given) ?? (isOwn ? toLabel(reading.outline.name) : null);
}

/** The label of a field that has none. */
function toLabel(name: string): string {
  return name
    .replace(/_ids?$/, "")
    .replaceAll("_", " ")
    .replace(/\p{L}+/gu, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());
}

/** True, or the function that translates a value in parts; an HTML text that is sanitized always has one. */
function findTranslation(reading: Reading): ModelField["translate"] {
  const value = find(reading, "translate");
  if (value === DYNAMIC) return null;
  if (typeof value === "string" && value.startsWith(toCallable(""))) return value;
  if (!isTrue(value) || reading.outline.fieldClass !== "Html") return isTrue(value);
  const isSanitized = find(reading, "sanitize") ?? true;
  if (isSanitized === DYNAMIC) return null;
  return isTrue(isSanitized) ? toCallable("html_translate") : true;
}

function findSelection(
  reader: ClassReader,
  { outline, isRelated, target, dynamic }: Reading,
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
  { outline, isRelated, isInherited }: Reading,
): string | undefined {
  if (outline.fieldClass !== "Properties") return undefined;
  const isDelegated = isInherited && rules.computesDelegatedProperties;
  const isDefined = isTrue(outline.given.get("definition")) && !isRelated;
  return isDelegated || isDefined ? toCallable("_compute") : undefined;
}

function toPath(related: Attribute | undefined): string | null {
  return Array.isArray(related) ? related.join(".") : toText(related);
}

function toIndex(index: Attribute | undefined): string | null {
  if (index === DYNAMIC || !isTrue(index)) return null;
  return toText(index) ?? "btree";
}

// The fields of a model with what the ORM makes of them, each when it is asked for (17.0: _setup_attrs,
// setup_related and setup_nonrelated in odoo/fields.py).
import { comparePlatformVersions } from "../../../data/platform-version.js";
import type { RegistryField } from "../../interface/shape/registry-model.js";
import { DYNAMIC, isTrue, listAttributes, toText, type Attribute } from "./attribute.js";
import type { FieldNames, FieldNamesOf } from "./delegation.js";
import {
  completeArguments,
  findArgument,
  mergeArguments,
  toCallable,
  type Arguments,
} from "./field-arguments.js";
import type { FieldDefinition } from "./field-definitions.js";
import { mergeSelection } from "./field-selection.js";
import { isFieldClassKnown, isRelational, toFieldType } from "./field-types.js";
import type { Lineages } from "./lineage.js";

/** A field before its places are named. */
export interface ModelField extends Omit<RegistryField, "definitions"> {
  readonly definitions: readonly FieldDefinition[];
}

export type FindField = (model: string, name: string) => ModelField | undefined;

/** What is known of a field without others but those it is delegated to. */
interface Outline {
  readonly model: string;
  readonly name: string;
  readonly fieldClass: string;
  readonly given: Arguments;
  readonly modules: ReadonlySet<string>;
  readonly definitions: readonly FieldDefinition[];
}

/** What gives arguments whose names are not written. */
const ANY_ARGUMENT: readonly string[] = ["*", "**"];

const SELECTION_TYPES: ReadonlySet<string> = new Set(["selection", "reference"]);

export function openFields(lineages: Lineages, findNames: FieldNamesOf): FindField {
  const { reader } = lineages;
  const known = new Map<string, Map<string, ModelField | undefined>>();

  // A path that leads back to the field itself has no end.
  const findField: FindField = (model, name) => {
    const fields = known.get(model) ?? new Map<string, ModelField | undefined>();
    known.set(model, fields);
    if (fields.has(name)) return fields.get(name);
    fields.set(name, undefined);
    const names = findNames(model);
    const outline = names && findOutline(names, name);
    const field = outline && completeField(outline, names);
    fields.set(name, field);
    return field;
  };

  function findOutline(names: FieldNames, name: string): Outline | undefined {
    const { model } = names.lineage;
    const definitions = names.definitions.get(name) ?? [];
    const [first] = definitions;
    if (first !== undefined) {
      const fieldClass = first.field.type;
      const { given, modules } = mergeArguments(reader, fieldClass, definitions);
      return {
        model,
        name,
        fieldClass,
        given: completeArguments(name, given),
        modules,
        definitions,
      };
    }
    const linked = names.links.get(name);
    if (linked !== undefined) {
      const given: Arguments = new Map(
        Object.entries({
          comodel_name: linked,
          string: `Automatically created field to link to parent ${linked}`,
        }),
      );
      return { model, name, fieldClass: "Many2one", given, modules: new Set(), definitions: [] };
    }
    return findDelegatedOutline(names, name);
  }

  function findDelegatedOutline(names: FieldNames, name: string): Outline | undefined {
    const delegated = names.delegated.get(name);
    const parent = delegated && findNames(delegated.model);
    const target = parent && findOutline(parent, name);
    if (delegated === undefined || target === undefined) return undefined;
    const { fieldClass } = target;
    const given: Arguments = new Map<string, Attribute>([
      ["inherited", true],
      ["related", `${delegated.link}.${name}`],
      ["copy", findArgument(fieldClass, target.given, "copy") ?? true],
      ["readonly", findArgument(fieldClass, target.given, "readonly") ?? false],
    ]);
    return {
      model: names.lineage.model,
      name,
      fieldClass,
      given: completeArguments(name, given),
      modules: new Set(),
      definitions: [],
    };
  }

  function completeField(outline: Outline, names: FieldNames): ModelField {
    const { name, fieldClass, given } = outline;
    const type = toFieldType(fieldClass);
    const dynamic = new Set(ANY_ARGUMENT.filter((any) => given.has(any)));
    if (!isFieldClassKnown(fieldClass)) dynamic.add("type");
    const find = (attribute: string): Attribute | undefined => {
      const value = findArgument(fieldClass, given, attribute);
      if (value === DYNAMIC) dynamic.add(attribute);
      return value;
    };
    const findFlag = (attribute: string, otherwise: boolean): boolean | null => {
      const value = find(attribute);
      if (value === DYNAMIC) return null;
      return value === undefined ? otherwise : isTrue(value);
    };
    const isRelated = isTrue(given.get("related"));
    const related = toPath(find("related"));
    const target = related === null ? undefined : findTarget(outline.model, related);
    const isInherited = isTrue(given.get("inherited"));
    /** What is not given is taken over from the end of the path. */
    const takeOver = <T>(attribute: string, own: T, taken: (from: ModelField) => T): T => {
      if (!isRelated || given.has(attribute)) return own;
      if (target === undefined || target.dynamic.includes(attribute)) dynamic.add(attribute);
      return target === undefined ? own : taken(target);
    };
    const string = toText(find("string"));
    const isForced =
      [...names.inherits.values()].includes(name) || (isInherited && target?.required === true);
    const required = findFlag("required", false);
    const method = (attribute: string) => (isRelated ? null : toText(find(attribute)));
    const relational = isRelational(type);
    return {
      name,
      type,
      string: takeOver(
        "string",
        isRelated || dynamic.has("string") ? string : (string ?? toLabel(name)),
        (from) => from.string,
      ),
      comodel_name: relational
        ? takeOver("comodel_name", toComodel(find("comodel_name")), (from) => from.comodel_name)
        : null,
      inverse_name: type === "one2many" ? toText(find("inverse_name")) : null,
      required: isForced || required,
      readonly: findFlag("readonly", false),
      store: findFlag("store", true),
      index: toIndex(find("index")),
      copy: findFlag("copy", true),
      compute: findPropertiesCompute(outline, type, isInherited) ?? method("compute"),
      inverse: method("inverse"),
      search: method("search"),
      related,
      selection: SELECTION_TYPES.has(type)
        ? findSelection(outline, isRelated, target, dynamic)
        : null,
      groups: takeOver("groups", toText(find("groups")), (from) => from.groups),
      company_dependent: findFlag("company_dependent", false),
      // What is no literal here is the function that translates it in parts.
      translate: takeOver("translate", isTrue(given.get("translate")), (from) => from.translate),
      inherited: findFlag("inherited", false),
      automatic: findFlag("automatic", false),
      modules: listModules(outline, isInherited ? target : undefined, related),
      definitions: outline.definitions.filter(({ isWritten }) => isWritten),
      dynamic: [...dynamic].toSorted(),
    };
  }

  function findTarget(model: string, path: string): ModelField | undefined {
    let field: ModelField | undefined;
    let on: string | null = model;
    for (const name of path.split(".")) {
      field = on === null ? undefined : findField(on, name);
      on = field?.comodel_name ?? null;
    }
    return field;
  }

  function toComodel(given: Attribute | undefined): string | null {
    const comodel = toText(given);
    if (comodel === null || lineages.hasModel(comodel)) return comodel;
    return "_unknown";
  }

  function findSelection(
    { definitions }: Outline,
    isRelated: boolean,
    target: ModelField | undefined,
    dynamic: Set<string>,
  ): ModelField["selection"] {
    const selection = isRelated
      ? target?.selection
      : mergeSelection(
          definitions
            .toReversed()
            .map(({ node, field }) => listAttributes(reader, node.source, field)),
        );
    if (selection === undefined || selection === null) dynamic.add("selection");
    else dynamic.delete("selection");
    return selection ?? null;
  }

  /** Properties are computed from their definition; since 17.0 delegated ones too. */
  function findPropertiesCompute(
    { given }: Outline,
    type: string,
    isInherited: boolean,
  ): string | undefined {
    if (type !== "properties") return undefined;
    const isDelegated = isInherited && comparePlatformVersions(reader.platformVersion, "17.0") >= 0;
    const isDefined = isTrue(given.get("definition")) && !isTrue(given.get("related"));
    return isDelegated || isDefined ? toCallable("_compute") : undefined;
  }

  function listModules(
    { model, modules }: Outline,
    target: ModelField | undefined,
    related: string | null,
  ): readonly string[] {
    if (target === undefined) return [...modules].toSorted();
    const [link = ""] = (related ?? "").split(".");
    const ofLink = findField(model, link)?.modules ?? [];
    return [...new Set([...modules, ...ofLink, ...target.modules])].toSorted();
  }

  return findField;
}

/** The label of a field that has none. */
function toLabel(name: string): string {
  return name
    .replace(/_ids?$/, "")
    .replaceAll("_", " ")
    .replace(/\p{L}+/gu, (word) => word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase());
}

function toPath(related: Attribute | undefined): string | null {
  return Array.isArray(related) ? related.join(".") : toText(related);
}

function toIndex(index: Attribute | undefined): string | null {
  if (index === DYNAMIC || !isTrue(index)) return null;
  return toText(index) ?? "btree";
}

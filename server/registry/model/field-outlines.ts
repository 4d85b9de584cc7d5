// A field before other fields are looked at, but for those it is delegated to.
import { spendSteps } from "../../lookup/limits.js";
import { memoizeEach } from "../../lookup/memo.js";
import type { Attribute } from "./attribute.js";
import type { ClassReader } from "./class-reader.js";
import type { Delegated, FieldNames, FieldNamesOf } from "./delegation.js";
import { completeArguments, findArgument, mergeArguments, type Arguments } from "./field-types.js";
import type { FieldDefinition } from "./field-definitions.js";

export interface FieldOutline {
  readonly model: string;
  readonly name: string;
  readonly fieldClass: string;
  readonly given: Arguments;
  /** Modules whose definitions count. */
  readonly modules: ReadonlySet<string>;
  /** The first overrides; none of a field that no class defines. */
  readonly definitions: readonly FieldDefinition[];
}

export type Outlines = ReturnType<typeof createOutlines>;

/** Copied arguments, relative to a visited class. */
const STEPS_PER_OUTLINE = 4;

export type FindOutline = (names: FieldNames, name: string) => FieldOutline | undefined;

export function createOutlines(reader: ClassReader, findNames: FieldNamesOf) {
  // Models that delegate to each other in a chain have the same fields, each outlined once.
  const getOutlines = memoizeEach((names: FieldNames) =>
    memoizeEach((name: string) => createOutline(names, name)),
  );
  const findOutline: FindOutline = (names, name) => getOutlines(names)(name);

  function createOutline(names: FieldNames, name: string): FieldOutline | undefined {
    spendSteps(reader.steps, STEPS_PER_OUTLINE);
    const definitions = names.definitions.get(name);
    if (definitions !== undefined) return toDefinedOutline(names, name, definitions);
    const linked = names.links.get(name);
    if (linked !== undefined) return toLinkOutline(names, name, linked);
    const delegated = names.delegated.get(name);
    return delegated && findDelegatedOutline(names, name, delegated);
  }

  function toDefinedOutline(
    names: FieldNames,
    name: string,
    definitions: readonly FieldDefinition[],
  ): FieldOutline | undefined {
    const [first] = definitions;
    if (first === undefined) return undefined;
    const fieldClass = first.field.type;
    const { given, modules } = mergeArguments(reader, fieldClass, definitions);
    return {
      model: names.lineage.model,
      name,
      fieldClass,
      given: completeArguments(reader.rules, name, given),
      modules,
      definitions,
    };
  }

  function findDelegatedOutline(
    names: FieldNames,
    name: string,
    { link, model }: Delegated,
  ): FieldOutline | undefined {
    const parent = findNames(model);
    const target = parent && findOutline(parent, name);
    if (target === undefined) return undefined;
    const { fieldClass, given } = target;
    return toUndefinedOutline(names, name, fieldClass, [
      ["inherited", true],
      ["related", `${link}.${name}`],
      ["copy", findArgument(fieldClass, given, "copy") ?? true],
      ["readonly", findArgument(fieldClass, given, "readonly") ?? false],
    ]);
  }

  function toLinkOutline(names: FieldNames, name: string, linked: string): FieldOutline {
    return toUndefinedOutline(names, name, "Many2one", [
      ["comodel_name", linked],
      ["string", `Automatically created field to link to parent ${linked}`],
    ]);
  }

  function toUndefinedOutline(
    { lineage }: FieldNames,
    name: string,
    fieldClass: string,
    given: readonly (readonly [name: string, value: Attribute])[],
  ): FieldOutline {
    return {
      model: lineage.model,
      name,
      fieldClass,
      given: completeArguments(reader.rules, name, new Map(given)),
      modules: new Set(),
      definitions: [],
    };
  }

  return {
    findOutline,
    /** Not kept, but for what it is delegated to. */
    readOutline: createOutline,
  };
}

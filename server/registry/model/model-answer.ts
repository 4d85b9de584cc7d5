// Answers about a model of a system.
import type {
  RegistryClass,
  RegistryField,
  RegistryFieldDefinition,
  RegistryMethod,
  RegistryModel,
  RegistryModelSummary,
} from "../../contract/shape/system/registry-model.js";
import type { Steps } from "../../../data/yield.js";
import { MOST_MEMBERS, TooComplex, withinLimits } from "../../lookup/limits.js";
import type { Completeness } from "../../contract/shape/completeness.js";
import type { ClassNode } from "./class-order.js";
import type { FieldDefinition } from "./field-definitions.js";
import type { ModelField } from "./fields.js";
import { BASE, isMade, type Lineage } from "./lineage.js";
import {
  countMethods,
  listMethods,
  type Definer,
  type ModelMethod,
  type TableObject,
} from "./methods.js";
import type { Models, SystemModel } from "./models.js";

/** Summary of a model; for one that is too complex, its name alone. */
export function findModelSummary(
  models: Models,
  name: string,
): Omit<RegistryModelSummary, keyof Completeness> | undefined {
  const none = { kind: null, description: null, module: null };
  const find = () => {
    const model = models.findModel(name);
    return (
      model && {
        ...toHead(model),
        classes: listShownClasses(model.lineage).length,
        fields: model.fieldNames.length,
        methods: countMethods(model.lineage),
      }
    );
  };
  return withinLimits(find, { model: name, ...none, classes: null, fields: null, methods: null });
}

/** One field a step. @throws TooComplex */
export function* toRegistryModel(model: SystemModel): Steps<RegistryModel> {
  const { lineage, attributes, inherits, fieldNames } = model;
  requireFew(model);
  const fields: RegistryField[] = [];
  for (const name of fieldNames) {
    const field = model.findField(name);
    if (field !== undefined) fields.push(toField(field));
    yield;
  }
  return {
    ...toHead(model),
    ...attributes,
    inherits: Object.fromEntries(inherits),
    inherit_parents: listParents(lineage),
    ancestors: lineage.ancestors,
    classes: listShownClasses(lineage).map(toClass),
    fields,
    methods: listMethods(lineage).map(toMethod),
    table_objects: model.listTableObjects().map(toTableObject),
  };
}

/** @throws TooComplex */
function requireFew({ lineage, fieldNames }: SystemModel): void {
  const members = lineage.classes.reduce(
    (sum, { fields, methods }) => sum + fields.size + methods.size,
    fieldNames.length,
  );
  if (members <= MOST_MEMBERS) return;
  throw new TooComplex(
    `The model ${lineage.model} has more than ${MOST_MEMBERS} fields, methods and definitions of them.`,
  );
}

function toHead({
  lineage,
  attributes,
}: SystemModel): Pick<RegistryModel, "model" | "kind" | "description" | "module"> {
  return {
    model: lineage.model,
    kind: attributes.kind,
    description: attributes.description,
    module: isMade(lineage) ? lineage.creator.source.module : null,
  };
}

/** Classes that extend `base` are bases of every model: they are named once, at `base`. */
function listShownClasses({ model, classes }: Lineage): readonly ClassNode[] {
  return model === BASE
    ? classes
    : classes.filter(({ source }) => source.definition.model !== BASE);
}

/** Parents that its own classes name beside the model itself. */
function listParents({ model, classes }: Lineage): readonly string[] {
  const parents = classes
    .map(({ source }) => source.definition)
    .filter((definition) => definition.model === model)
    .flatMap(({ inherit }) => inherit);
  return [...new Set(parents)].filter((parent) => parent !== model);
}

/** Location of a class of the model. */
function toOrigin({ source: { module, definition } }: ClassNode) {
  const { class_name, model, file } = definition;
  return { module, class_name, model, file };
}

function toClass(node: ClassNode): RegistryClass {
  return { ...toOrigin(node), line: node.source.definition.line };
}

function toField(field: ModelField): RegistryField {
  return { ...field, definitions: field.definitions.map(toDefinition) };
}

function toDefinition({ node, field }: FieldDefinition): RegistryFieldDefinition {
  return {
    ...toOrigin(node),
    line: field.line,
    type: field.type,
    arguments: [...field.values.keys(), ...field.imported.keys(), ...field.dynamic].toSorted(),
  };
}

function toTableObject({ node, object }: TableObject): RegistryModel["table_objects"][number] {
  const kind = object.kind === "sql_constraint" ? "constraint" : object.kind;
  return { ...toOrigin(node), ...object, kind };
}

function toMethod({ name, definers }: ModelMethod): RegistryMethod {
  return { name, definers: definers.map(toDefiner) };
}

function toDefiner({ node, method }: Definer): RegistryMethod["definers"][number] {
  const { line, decorators, signature, calls_super, calls_sudo } = method;
  return { ...toOrigin(node), line, decorators, signature, calls_super, calls_sudo };
}

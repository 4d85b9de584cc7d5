// What the interface says of a model of a system.
import type {
  RegistryClass,
  RegistryField,
  RegistryFieldDefinition,
  RegistryMethod,
  RegistryModel,
  RegistryModelSummary,
} from "../../contract/shape/system/registry-model.js";
import type { Completeness } from "../../contract/shape/completeness.js";
import type { ClassNode } from "./class-order.js";
import type { FieldDefinition } from "./field-definitions.js";
import type { ModelField } from "./fields.js";
import { BASE, type Lineage } from "./lineage.js";
import { countMethods, listMethods, type Definer, type ModelMethod } from "./methods.js";
import type { SystemModel } from "./models.js";

export function toModelSummary(model: SystemModel): Omit<RegistryModelSummary, keyof Completeness> {
  return {
    ...toHead(model),
    classes: listShownClasses(model.lineage).length,
    fields: model.fieldNames.length,
    methods: countMethods(model.lineage),
  };
}

export function toRegistryModel(model: SystemModel): RegistryModel {
  const { lineage, attributes, inherits, fieldNames } = model;
  return {
    ...toHead(model),
    ...attributes,
    inherits: Object.fromEntries(inherits),
    inherit_parents: listParents(lineage),
    ancestors: lineage.ancestors,
    classes: listShownClasses(lineage).map(toClass),
    fields: fieldNames
      .map((name) => model.findField(name))
      .filter((field) => field !== undefined)
      .map(toField),
    methods: listMethods(lineage).map(toMethod),
  };
}

function toHead({
  lineage,
  attributes,
}: SystemModel): Pick<RegistryModelSummary, "model" | "kind" | "description" | "module"> {
  return {
    model: lineage.model,
    kind: attributes.kind,
    description: attributes.description,
    module: lineage.creator.source.module,
  };
}

/** Classes that extend `base` are bases of every model: they are named once, at `base`. */
function listShownClasses({ model, classes }: Lineage): readonly ClassNode[] {
  return model === BASE
    ? classes
    : classes.filter(({ source }) => source.definition.model !== BASE);
}

/** What its own classes name as parents beside the model itself. */
function listParents({ model, classes }: Lineage): readonly string[] {
  const parents = classes
    .map(({ source }) => source.definition)
    .filter((definition) => definition.model === model)
    .flatMap(({ inherit }) => inherit);
  return [...new Set(parents)].filter((parent) => parent !== model);
}

function toClass({ source }: ClassNode): RegistryClass {
  const { class_name, model, file, line } = source.definition;
  return { module: source.module, class_name, model, file, line };
}

function toField(field: ModelField): RegistryField {
  return { ...field, definitions: field.definitions.map(toDefinition) };
}

function toDefinition({ node, field }: FieldDefinition): RegistryFieldDefinition {
  const { class_name, model, file } = node.source.definition;
  return {
    module: node.source.module,
    class_name,
    model,
    file,
    line: field.line,
    type: field.type,
    arguments: [...field.values.keys(), ...field.imported.keys(), ...field.dynamic].toSorted(),
  };
}

function toMethod({ name, definers }: ModelMethod): RegistryMethod {
  return { name, definers: definers.map(toDefiner) };
}

function toDefiner({ node, method }: Definer): RegistryMethod["definers"][number] {
  const { class_name, model, file } = node.source.definition;
  const { line, decorators, signature, calls_super } = method;
  return {
    module: node.source.module,
    class_name,
    model,
    file,
    line,
    decorators,
    signature,
    calls_super,
  };
}

// What the interface says of a model of a system.
import type {
  RegistryClass,
  RegistryField,
  RegistryMethod,
  RegistryModel,
  RegistryModelSummary,
} from "../../interface/shape/registry-model.js";
import type { ClassNode } from "./class-order.js";
import type { ModelField } from "./fields.js";
import { BASE, type Lineage } from "./lineage.js";
import { countMethods, listMethods, type ModelMethod } from "./methods.js";
import type { SystemModel } from "./models.js";

export function toModelSummary(model: SystemModel): RegistryModelSummary {
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
    ...attributes,
    ...toHead(model),
    inherits: Object.fromEntries(inherits),
    inherit_parents: listParents(lineage),
    ancestors: lineage.ancestors,
    classes: listShownClasses(lineage).map((node) => toClass(node)),
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

function toClass({ source }: ClassNode, line = source.definition.line): RegistryClass {
  const { class_name, model, file } = source.definition;
  return { module: source.module, class_name, model, file, line };
}

function toField(field: ModelField): RegistryField {
  return {
    ...field,
    definitions: field.definitions.map(({ node, field: definition }) => ({
      ...toClass(node, definition.line),
      type: definition.type,
      arguments: [
        ...definition.values.keys(),
        ...definition.imported.keys(),
        ...definition.dynamic,
      ].toSorted(),
    })),
  };
}

function toMethod({ name, definers }: ModelMethod): RegistryMethod {
  return {
    name,
    definers: definers.map(({ node, method }) => ({
      ...toClass(node, method.line),
      decorators: method.decorators,
      signature: method.signature,
      calls_super: method.calls_super,
    })),
  };
}

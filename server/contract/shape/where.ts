// Definitions of a model, a field, a method, a view or something in JavaScript, and the modules
// that change them.
import {
  RegistryKey,
  ScriptClass,
  ScriptFunction,
  ScriptPatch,
} from "../../../data/module/script-parts.js";
import { Field, Method, Model, View } from "../../../data/module/records.js";
import {
  anyOf,
  constant,
  count,
  flag,
  listOf,
  mapOf,
  object,
  oneOf,
  orNull,
  namedObject,
  optional,
  text,
  texts,
  type Properties,
  type ValueOf,
} from "../../../data/shape.js";
import { ApiTarget } from "./api-changes.js";
import { COMPLETENESS, UnresolvedKind, UnresolvedModule } from "./completeness.js";
import { lineUrl } from "./module.js";

const versions = {
  platform_version: text("Platform version of this answer."),
  platform_versions: texts("All platform versions that have it, in numeric order."),
};
const Versions = object(versions);
export type DefinitionVersions = ValueOf<typeof Versions>;

const DEFINITION_COMPLETENESS = {
  ...COMPLETENESS,
  not_indexed_needed: flag(
    "True if a module that defines or changes it needs one of `not_indexed`, directly or not. If false, only other modules need these.",
  ),
};

const LoadOrder = namedObject("LoadOrder", {
  known: flag("True if all modules are in load order; if not, the other fields say why."),
  from_platform_table: flag(
    "True if Odoo itself is not indexed at this version: what its own modules depend on is that of the table of its manifests that ships with the program.",
  ),
  unplaced: texts(
    "Modules whose place is unknown: they come last, each after its dependencies; the others are in load order.",
  ),
  missing: listOf(
    UnresolvedModule,
    "Direct and indirect dependencies of these of which it is not known what they depend on.",
  ),
  ambiguous: texts(
    "Dependencies of these that several repositories have with different dependencies of their own: the order depends on which one is installed.",
  ),
  cycles: listOf(texts(), "Circular dependencies, which Odoo does not load."),
});
export type LoadOrder = ValueOf<typeof LoadOrder>;

const place = {
  technical_name: text(),
  organization: text(),
  repository: text(),
  installable: flag(),
  line_url: lineUrl,
  after: texts(
    "Modules of this list that it depends on, directly or indirectly, in the same order; empty for the first ones.",
  ),
};
const Place = object(place);
export type DefinitionLocation = ValueOf<typeof Place>;

const inClass = {
  class_name: text(),
  is_new_model: flag(),
  file: text("Of the class, relative to the module's folder."),
};

const ModelLocation = object({
  ...place,
  role: oneOf(["defines", "extends"]),
  classes: listOf(Model, "Its classes of the model, in source order."),
});

const platform_makers = texts(
  "Modules of Odoo that make the model and are not indexed, from a built-in table; empty if an indexed module makes it.",
);

const ModelLocations = namedObject("ModelLocations", {
  model_name: text(),
  ...versions,
  ...DEFINITION_COMPLETENESS,
  platform_makers,
  counts: object({ defining: count(), extending: count() }, "Modules."),
  load_order: LoadOrder,
  modules: listOf(ModelLocation),
});
export type ModelLocations = ValueOf<typeof ModelLocations>;

/** @param declaration facts of each class beside the class */
const memberPlaces = <P extends Properties, const Kind extends string>(
  $id: string,
  kind: Kind,
  declaration: P,
) =>
  namedObject($id, {
    kind: constant(kind),
    model_name: text(),
    name: text(),
    inherited_from: optional(
      text(
        "The model that has it, where no class of `model_name` does: the modules are those of this one.",
      ),
    ),
    ...versions,
    became: optional(
      object({
        platform_version: text("The next version of the index, at which no module has it."),
        target: orNull({ ...ApiTarget, description: "`null` if it is removed." }),
      }),
    ),
    ...DEFINITION_COMPLETENESS,
    platform_makers,
    load_order: LoadOrder,
    modules: listOf(
      object({
        ...place,
        declarations: listOf(
          object({ ...inClass, ...declaration }),
          "One for each class that has it.",
        ),
      }),
    ),
  });

const { line: fieldLine, field_type, relation, attrs } = Field.properties;
const FieldLocations = memberPlaces("FieldLocations", "field", {
  line: fieldLine,
  field_type,
  relation,
  attrs,
});
export type FieldLocations = ValueOf<typeof FieldLocations>;

const { line: methodLine, decorators, signature, docstring } = Method.properties;
const MethodLocations = memberPlaces("MethodLocations", "method", {
  line: methodLine,
  decorators,
  signature,
  docstring,
});
export type MethodLocations = ValueOf<typeof MethodLocations>;

export const MemberLocations = anyOf(FieldLocations, MethodLocations);
export type MemberLocations = ValueOf<typeof MemberLocations>;

const ViewLocation = object({
  ...place,
  role: oneOf(["defines", "inherits"]),
  views: listOf(View, "The view itself and those that inherit from it; ids in full."),
});

const ViewLocations = namedObject("ViewLocations", {
  xml_id: text("In full."),
  ...versions,
  ...DEFINITION_COMPLETENESS,
  kind: orNull(UnresolvedKind),
  load_order: LoadOrder,
  modules: listOf(ViewLocation),
});
export type ViewLocations = ValueOf<typeof ViewLocations>;

const ofScript = {
  file: text("Relative to the module's folder."),
  module_id: orNull(text("By which others import the script; `null` for one that is no module.")),
};

const ScriptLocation = object({
  ...place,
  role: oneOf(["defines", "patches"], "`defines` also for what it patches itself."),
  classes: listOf(object({ ...ScriptClass.properties, ...ofScript })),
  functions: listOf(object({ ...ScriptFunction.properties, ...ofScript })),
  registry: listOf(object({ ...RegistryKey.properties, ...ofScript })),
  patches: listOf(object({ ...ScriptPatch.properties, ...ofScript })),
  templates: listOf(
    object({
      name: orNull(text("Its `t-name`.")),
      inherit: orNull(text("`t-inherit`: the template that it changes, or is a copy of.")),
      mode: orNull(text("`t-inherit-mode`.")),
      file: text("Relative to the module's folder."),
      line: count(),
    }),
    "Of the browser.",
  ),
});
export type ScriptLocation = ValueOf<typeof ScriptLocation>;

const ScriptLocations = namedObject("ScriptLocations", {
  name: text(
    "Of a class, a function or what is patched; `<category>/<key>` of a registry; `<module>.<name>` of a template.",
  ),
  ...versions,
  ...DEFINITION_COMPLETENESS,
  load_order: LoadOrder,
  modules: listOf(ScriptLocation),
});
export type ScriptLocations = ValueOf<typeof ScriptLocations>;

export const Definition = anyOf(ModelLocations, ViewLocations, ScriptLocations);
export type Definition = ValueOf<typeof Definition>;

const MemberModel = namedObject("MemberModel", {
  kind: oneOf(["field", "method"]),
  model_name: text(),
  name: text("Of the field or method."),
  modules: count(
    "Number of distinct technical names of modules that have it in a class of the model.",
  ),
  platform_versions: mapOf(
    count(),
    "Number of modules that have it by platform version, in numeric order.",
  ),
  defined_by: mapOf(
    texts(),
    "Of these the modules that define the model, by platform version; usually one. Empty if only modules that extend the model declare it.",
  ),
});
export type MemberModel = ValueOf<typeof MemberModel>;
export const MemberModels = listOf(MemberModel);

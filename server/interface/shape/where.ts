// Where a model, a field, a method or a view is defined, and who changes it.
import { Field, Method, Model, View } from "../../../data/records.js";
import {
  count,
  flag,
  listOf,
  mapOf,
  named,
  object,
  oneOf,
  orNull,
  text,
  type ValueOf,
} from "../../../data/shape.js";
import { lineUrl } from "./module.js";
import { UnresolvedKind, UnresolvedModule } from "./unresolved.js";

const versions = {
  platform_version: text("What the answer is about."),
  platform_versions: listOf(text(), "All that have it, in numeric order."),
};
const Versions = object(versions);
export type DefinitionVersions = ValueOf<typeof Versions>;

const LoadOrder = named(
  "LoadOrder",
  object({
    known: flag(
      "Do all modules stand in the order in which the platform loads them? Where not, the rest says why.",
    ),
    unplaced: listOf(
      text(),
      "Modules whose place in it is unknown. They stand last, each after those that it depends on; the others stand in load order.",
    ),
    missing: listOf(UnresolvedModule, "What these need, directly or not, and nobody here has."),
    ambiguous: listOf(
      text(),
      "What these need and several repositories have, with other dependencies: the order depends on which one is installed.",
    ),
    cycles: listOf(
      listOf(text()),
      "Modules that need each other, which the platform does not load.",
    ),
  }),
);
export type LoadOrder = ValueOf<typeof LoadOrder>;

const place = {
  technical_name: text(),
  organization: text(),
  repository: text(),
  installable: flag(),
  line_url: lineUrl,
  after: listOf(
    text(),
    "Modules of this chain that it depends on, directly or not, in the order of the chain; empty where the chain begins.",
  ),
};
const Place = object(place);
export type DefinitionPlace = ValueOf<typeof Place>;

const inClass = {
  class_name: text(),
  is_new_model: flag(),
  file: text("Of the class, relative to the module's folder."),
};

const ModelPlace = object({
  ...place,
  role: oneOf(["defines", "extends"]),
  classes: listOf(Model, "Its classes of the model, in source order."),
});
export type ModelPlace = ValueOf<typeof ModelPlace>;

export const ModelPlaces = named(
  "ModelPlaces",
  object({
    model_name: text(),
    ...versions,
    counts: object({ defining: count(), extending: count() }, "Modules."),
    load_order: LoadOrder,
    modules: listOf(ModelPlace),
  }),
);
export type ModelPlaces = ValueOf<typeof ModelPlaces>;

const { line: fieldLine, field_type, relation, attrs } = Field.properties;

export const FieldPlaces = named(
  "FieldPlaces",
  object({
    model_name: text(),
    name: text("Of the field."),
    ...versions,
    load_order: LoadOrder,
    modules: listOf(
      object({
        ...place,
        declarations: listOf(
          object({ ...inClass, line: fieldLine, field_type, relation, attrs }),
          "One for each class that has it.",
        ),
      }),
    ),
  }),
);
export type FieldPlaces = ValueOf<typeof FieldPlaces>;

const { line: methodLine, decorators, signature, docstring } = Method.properties;

export const MethodPlaces = named(
  "MethodPlaces",
  object({
    model_name: text(),
    name: text("Of the method."),
    ...versions,
    load_order: LoadOrder,
    modules: listOf(
      object({
        ...place,
        declarations: listOf(
          object({ ...inClass, line: methodLine, decorators, signature, docstring }),
          "One for each class that has it.",
        ),
      }),
    ),
  }),
);
export type MethodPlaces = ValueOf<typeof MethodPlaces>;

const ViewPlace = object({
  ...place,
  role: oneOf(["defines", "inherits"]),
  views: listOf(View, "The view itself and those that inherit from it; ids in full."),
});
export type ViewPlace = ValueOf<typeof ViewPlace>;

export const ViewPlaces = named(
  "ViewPlaces",
  object({
    xml_id: text("In full."),
    ...versions,
    kind: orNull(UnresolvedKind),
    load_order: LoadOrder,
    modules: listOf(ViewPlace),
  }),
);
export type ViewPlaces = ValueOf<typeof ViewPlaces>;

const MemberModel = named(
  "MemberModel",
  object({
    model_name: text(),
    name: text("Of the field or method."),
    modules: count("Distinct technical names of modules whose classes of the model have it."),
    platform_versions: mapOf(
      count(),
      "Modules that have it by platform version, in numeric order.",
    ),
    defined_by: mapOf(
      listOf(text()),
      "Those of them that make the model, by platform version; mostly one. Without them it is declared by modules that extend the model alone.",
    ),
  }),
);
export type MemberModel = ValueOf<typeof MemberModel>;
export const MemberModels = listOf(MemberModel);

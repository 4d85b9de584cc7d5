// The rows of a snapshot: what the builder writes and the server answers with. Each is declared once, as
// shape and type. Names are those of the public interface, so a record is its own representation.
import {
  count,
  flag,
  listKeys,
  listOf,
  mapOf,
  named,
  namedObject,
  object,
  optional,
  orNull,
  schemaOf,
  text,
  texts,
  type ValueOf,
} from "../shape.js";
import { FACT_SHAPES } from "./facts.js";

const optionalText = (description?: string) => orNull(text(description));

/** An `ir.ui.view` record or a `<template>`. */
export const View = namedObject("View", {
  xml_id: text(),
  name: text("May be empty."),
  model: text("May be empty."),
  inherit_xml_id: optionalText("The view that it inherits from."),
  is_new: flag("True if it inherits from no other view."),
  view_type: optionalText("`form`, `list`, `kanban`, `qweb`, …"),
  file: text("Relative to the module's folder."),
  line: count("Line of its element."),
});
export type ViewRecord = ValueOf<typeof View>;

export const Field = namedObject("Field", {
  name: text(),
  field_type: text("`Char`, `Many2one`, …"),
  relation: optionalText("The comodel of a relational field."),
  line: count("Line of its name."),
  attrs: orNull(
    mapOf(
      schemaOf<string | string[]>({ type: ["string", "array"], items: text() }),
      "`args`: positional arguments; every other key: a keyword argument. Python source text.",
    ),
  ),
});
export type FieldRecord = ValueOf<typeof Field>;

export const Method = namedObject("Method", {
  name: text(),
  decorators: texts("Python source text without `@`."),
  signature: text("`(self, vals, *, x=None) -> bool`"),
  docstring: optionalText(),
  line: count("Line of its first decorator, or of `def`."),
});
export type MethodRecord = ValueOf<typeof Method>;

const ModelAttrs = named(
  "ModelAttributes",
  orNull(
    object({
      kind: text("Base class: `Model`, `TransientModel`, `AbstractModel`, …"),
      description: optional(text()),
      rec_name: optional(text()),
      order: optional(text()),
      table: optional(text()),
      inherits: optional(mapOf(text(), "Model → field that links to it.")),
    }),
  ),
);
export type ModelAttributes = NonNullable<ValueOf<typeof ModelAttrs>>;

/** A class that defines or extends an ORM model. */
export const Model = namedObject("Model", {
  model_name: text(),
  class_name: text("Name of the Python class."),
  inherit_from: texts("Models that it extends."),
  is_new_model: flag("True if it defines a new model, false if it extends an existing one."),
  docstring: optionalText(),
  attrs: ModelAttrs,
  file: text("Relative to the module's folder."),
  line: count("Line of the word `class`."),
  fields: listOf(Field),
  methods: listOf(Method),
});
export type ModelRecord = ValueOf<typeof Model>;

/** Contents of a record beside its facts, which is most of it. */
export const CONTENT_PROPERTIES = { views: listOf(View), models: listOf(Model) };

/** The views alone: models are packed class by class. */
export const VIEW_PROPERTIES = { views: CONTENT_PROPERTIES.views };

export const CONTENT_NAMES = listKeys(CONTENT_PROPERTIES);

/** One module at one platform version in one repository. */
export const MODULE_PROPERTIES = { ...FACT_SHAPES, ...CONTENT_PROPERTIES };
const ModuleShape = object(MODULE_PROPERTIES);
export type ModuleRecord = ValueOf<typeof ModuleShape>;

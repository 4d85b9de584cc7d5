// The rows of a snapshot: what the builder writes and the server answers with, each declared once. Names are those of
// the public interface, so a record is its own representation. The facts of a module are in data/declared/facts.ts.
import {
  count,
  flag,
  map,
  nullable,
  optional,
  row,
  rows,
  sources,
  text,
  texts,
  type RowOf,
  type RowType,
} from "./declared/words.js";
import type { RecordHead } from "./declared/facts.js";

/** An `ir.ui.view` record or a `<template>`. */
export const VIEW = {
  name: "View",
  properties: {
    xml_id: text(),
    name: text("May be empty."),
    model: text("May be empty."),
    inherit_xml_id: nullable(text("The view that it inherits from.")),
    is_new: flag("True if it inherits from no other view."),
    view_type: nullable(text("`form`, `list`, `kanban`, `qweb`, …")),
    file: text("Relative to the module's folder."),
    line: count("Line of its element."),
  },
} satisfies RowType;
export type ViewRecord = RowOf<typeof VIEW.properties>;

export const FIELD = {
  name: "Field",
  properties: {
    name: text(),
    field_type: text("`Char`, `Many2one`, …"),
    relation: nullable(text("The comodel of a relational field.")),
    line: count("Line of its name."),
    attrs: nullable(
      sources(
        "`args`: positional arguments; every other key: a keyword argument. Python source text.",
      ),
    ),
  },
} satisfies RowType;
export type FieldRecord = RowOf<typeof FIELD.properties>;

export const METHOD = {
  name: "Method",
  properties: {
    name: text(),
    decorators: texts("Python source text without `@`."),
    signature: text("`(self, vals, *, x=None) -> bool`"),
    docstring: nullable(text()),
    line: count("Line of its first decorator, or of `def`."),
  },
} satisfies RowType;
export type MethodRecord = RowOf<typeof METHOD.properties>;

const attributes = {
  name: "ModelAttributes",
  properties: {
    kind: text("Base class: `Model`, `TransientModel`, `AbstractModel`, …"),
    description: optional(text()),
    rec_name: optional(text()),
    order: optional(text()),
    table: optional(text()),
    inherits: optional(map("Model → field that links to it.")),
  },
} satisfies RowType;
export type ModelAttributes = RowOf<typeof attributes.properties>;

/** A class that defines or extends an ORM model. */
export const MODEL = {
  name: "Model",
  properties: {
    model_name: text(),
    class_name: text("Name of the Python class."),
    inherit_from: texts("Models that it extends."),
    is_new_model: flag("True if it defines a new model, false if it extends an existing one."),
    docstring: nullable(text()),
    attrs: nullable(row(attributes)),
    file: text("Relative to the module's folder."),
    line: count("Line of the word `class`."),
    fields: rows(FIELD),
    methods: rows(METHOD),
  },
} satisfies RowType;
export type ModelRecord = RowOf<typeof MODEL.properties>;

/** What a record consists of beside its facts, which is most of it. */
export const CONTENT = {
  properties: { views: rows(VIEW), models: rows(MODEL) },
} satisfies RowType;

/** One module at one platform version in one repository. */
export type ModuleRecord = RecordHead & RowOf<typeof CONTENT.properties>;

// What modules define: models with their fields and methods, and views.
import type { LoadedClass } from "../../../data/module/loaded-module.js";
import type { ModelRecord } from "../../../data/module/records.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import {
  defineListTable,
  defineTable,
  ENTRY_PARENT,
  flag,
  integer,
  json,
  OF_ENTRY,
  optional,
  PLACE,
  text,
  type Columns,
  type EntrySource,
  type ListTable,
  type RowOf,
  type Table,
} from "../table.js";

/** A table of what classes have in lists, each thing by its place in the list. */
const defineMemberTable = <C extends Columns>({
  listOf,
  ...table
}: Omit<ListTable<C>, "listOf"> & {
  listOf(model: ModelRecord, loaded: LoadedClass | undefined): readonly RowOf<C>[];
}): Table => ({
  ...table,
  from: "entry",
  columns: {
    model_id: integer("Its class."),
    position: integer("From 0, in the order of the class."),
    ...table.columns,
  },
  key: ["model_id", "position"],
  parents: [{ table: "models", columns: ["model_id"] }],
  *listRows({ firstModelId, record, findLoaded }: EntrySource) {
    for (const [at, model] of record.models.entries()) {
      for (const [position, row] of listOf(model, findLoaded(model)).entries()) {
        yield { model_id: firstModelId + at, position, ...row };
      }
    }
  },
});

export const modelTable = defineTable({
  name: "models",
  description: "Classes that make or extend an ORM model.",
  from: "entry",
  columns: {
    id: integer("A number in this dataset alone."),
    ...OF_ENTRY,
    model_name: text("`res.partner`"),
    class_name: text("Name of the Python class."),
    is_new_model: flag("False where it extends a model of its own name."),
    kind: optional(text("Base class: `Model`, `TransientModel`, `AbstractModel`, …")),
    description: optional(text("`_description`")),
    rec_name: optional(text("`_rec_name`")),
    default_order: optional(text("`_order`")),
    table_name: optional(text("`_table`")),
    docstring: optional(text("Of the class.")),
    ...PLACE,
  },
  key: ["id"],
  parents: [ENTRY_PARENT],
  indexes: [["model_name"], ["entry_id"]],
  *listRows({ entry_id, firstModelId, record }) {
    for (const [position, { attrs, ...model }] of record.models.entries()) {
      yield {
        ...model,
        id: firstModelId + position,
        entry_id,
        position,
        kind: attrs?.kind ?? null,
        description: attrs?.description ?? null,
        rec_name: attrs?.rec_name ?? null,
        default_order: attrs?.order ?? null,
        table_name: attrs?.table ?? null,
      };
    }
  },
});

export const inheritanceTable = defineMemberTable({
  name: "inheritance",
  description: "Models that a class extends (`_inherit`) or stores in a link (`_inherits`).",
  columns: {
    parent_model: text("Name of the other model."),
    link_field: optional(text("With `_inherits`: the field that links to it; else NULL.")),
  },
  indexes: [["parent_model"]],
  listOf: ({ inherit_from, attrs }) => [
    ...inherit_from.map((parent_model) => ({ parent_model, link_field: null })),
    ...Object.entries(attrs?.inherits ?? {}).map(([parent_model, link_field]) => ({
      parent_model,
      link_field,
    })),
  ],
});

export const fieldTable = defineMemberTable({
  name: "fields",
  description: "Definitions of fields; one that several classes define has a row for each.",
  columns: {
    name: text("Of the field."),
    field_type: text("`Char`, `Many2one`, …"),
    relation: optional(text("The comodel of a relational field.")),
    attrs: optional(
      json("Keyword arguments as Python source, positional ones as a list under `args`."),
    ),
    line: integer("Of its name, in the file of the class."),
  },
  indexes: [["name"], ["relation"]],
  listOf: ({ fields }) => fields,
});

export const methodTable = defineMemberTable({
  name: "methods",
  description: "Methods of these classes, private ones too: they are what people override.",
  columns: {
    name: text("Of the method."),
    signature: text("`(self, vals, *, x=None) -> bool`"),
    decorators: json("List of their Python source, without `@`."),
    calls_super: optional(
      flag("Whether `super(…)` stands in it; NULL where the platform does not load the file."),
    ),
    calls_sudo: optional(flag("Whether a call of `sudo(…)` stands in it, likewise.")),
    docstring: optional(text("As it is cleaned by Python.")),
    line: integer("Line of its first decorator, or of `def`."),
  },
  indexes: [["name"]],
  listOf({ methods }, loaded) {
    const calls = new Map(loaded?.methods.map((method) => [method.line, method]));
    return methods.map((method) => {
      const { calls_super = null, calls_sudo = null } = calls.get(method.line) ?? {};
      return { ...method, calls_super, calls_sudo };
    });
  },
});

export const tableObjectTable = defineMemberTable({
  name: "table_objects",
  description:
    "Constraints and indexes of the tables of models, of classes that the platform loads.",
  columns: {
    name: text("Without the name of the table."),
    kind: text(
      "`sql_constraint` for an item of `_sql_constraints`, which counts until 18.0; `constraint`, `index` or `unique_index` for an attribute, which counts since 19.0.",
    ),
    definition: optional(text("SQL; NULL where only running code knows it.")),
    message: optional(text("What users are told; likewise.")),
    line: integer("In the file of the class."),
  },
  indexes: [["name"]],
  listOf: (_model, loaded) => loaded?.table_objects ?? [],
});

export const viewTable = defineListTable({
  name: "views",
  description: "`ir.ui.view` records and `<template>`s.",
  columns: {
    xml_id: text("As written."),
    full_id: text("With the module before the point."),
    name: text("May be empty."),
    model: text("May be empty."),
    inherit_xml_id: optional(text("The view that it changes, as written.")),
    inherit_full_id: optional(text("The same with the module.")),
    is_new: flag("It changes no other view."),
    view_type: optional(text("`form`, `list`, `qweb`, …")),
    ...PLACE,
  },
  indexes: [["full_id"], ["inherit_full_id"], ["model"]],
  listOf({ record }) {
    const { technical_name: module } = record;
    return record.views.map((view) => {
      const { xml_id: id, inherit_xml_id: inherited } = view;
      return {
        ...view,
        full_id: toFullXmlId(module, id),
        inherit_full_id: inherited === null ? null : toFullXmlId(module, inherited),
      };
    });
  },
});

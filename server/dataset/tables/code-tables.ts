// What modules define: models with their fields and methods, and views.
import { toFullXmlId } from "../../../data/xml-id.js";
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
} from "../table.js";

const OF_MODEL = {
  model_id: integer("Its class."),
  position: integer("From 0, in the order of the class."),
};

const MODEL_PARENT = { table: "models", columns: ["model_id"] };

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
    for (const [position, model] of record.models.entries()) {
      const { attrs } = model;
      yield {
        id: firstModelId + position,
        entry_id,
        position,
        model_name: model.model_name,
        class_name: model.class_name,
        is_new_model: model.is_new_model,
        kind: attrs?.kind ?? null,
        description: attrs?.description ?? null,
        rec_name: attrs?.rec_name ?? null,
        default_order: attrs?.order ?? null,
        table_name: attrs?.table ?? null,
        docstring: model.docstring,
        file: model.file,
        line: model.line,
      };
    }
  },
});

export const inheritanceTable = defineTable({
  name: "inheritance",
  description: "Models that a class extends (`_inherit`) or stores in a link (`_inherits`).",
  from: "entry",
  columns: {
    ...OF_MODEL,
    parent_model: text("Name of the other model."),
    link_field: optional(text("With `_inherits`: the field that links to it; else NULL.")),
  },
  key: ["model_id", "position"],
  parents: [MODEL_PARENT],
  indexes: [["parent_model"]],
  *listRows({ firstModelId, record }) {
    for (const [at, { inherit_from, attrs }] of record.models.entries()) {
      const parents = [
        ...inherit_from.map((name) => [name, null] as const),
        ...Object.entries(attrs?.inherits ?? {}),
      ];
      for (const [position, [parent_model, link_field]] of parents.entries()) {
        yield { model_id: firstModelId + at, position, parent_model, link_field };
      }
    }
  },
});

export const fieldTable = defineTable({
  name: "fields",
  description: "Definitions of fields; one that several classes define has a row for each.",
  from: "entry",
  columns: {
    ...OF_MODEL,
    name: text("Of the field."),
    field_type: text("`Char`, `Many2one`, …"),
    relation: optional(text("The comodel of a relational field.")),
    attrs: optional(
      json("Keyword arguments as Python source, positional ones as a list under `args`."),
    ),
    line: integer("Of its name, in the file of the class."),
  },
  key: ["model_id", "position"],
  parents: [MODEL_PARENT],
  indexes: [["name"], ["relation"]],
  *listRows({ firstModelId, record }) {
    for (const [at, { fields }] of record.models.entries()) {
      for (const [position, { name, field_type, relation, attrs, line }] of fields.entries()) {
        yield { model_id: firstModelId + at, position, name, field_type, relation, attrs, line };
      }
    }
  },
});

export const methodTable = defineTable({
  name: "methods",
  description: "Methods of these classes, private ones too: they are what people override.",
  from: "entry",
  columns: {
    ...OF_MODEL,
    name: text("Of the method."),
    signature: text("`(self, vals, *, x=None) -> bool`"),
    decorators: json("List of their Python source, without `@`."),
    calls_super: optional(
      flag("Whether `super(…)` stands in it; NULL where the platform does not load the file."),
    ),
    docstring: optional(text("As it is cleaned by Python.")),
    line: integer("Line of its first decorator, or of `def`."),
  },
  key: ["model_id", "position"],
  parents: [MODEL_PARENT],
  indexes: [["name"]],
  *listRows({ firstModelId, record, findLoaded }) {
    for (const [at, model] of record.models.entries()) {
      const loaded = findLoaded(model)?.methods ?? [];
      const calls = new Map(loaded.map((method) => [method.line, method.calls_super]));
      for (const [
        position,
        { name, signature, decorators, docstring, line },
      ] of model.methods.entries()) {
        const calls_super = calls.get(line) ?? null;
        const model_id = firstModelId + at;
        yield { model_id, position, name, signature, decorators, calls_super, docstring, line };
      }
    }
  },
});

export const tableObjectTable = defineTable({
  name: "table_objects",
  description:
    "Constraints and indexes of the tables of models, of classes that the platform loads.",
  from: "entry",
  columns: {
    ...OF_MODEL,
    name: text("Without the name of the table."),
    kind: text(
      "`sql_constraint` for an item of `_sql_constraints`, which counts until 18.0; `constraint`, `index` or `unique_index` for an attribute, which counts since 19.0.",
    ),
    definition: optional(text("SQL; NULL where only running code knows it.")),
    message: optional(text("What users are told; likewise.")),
    line: integer("In the file of the class."),
  },
  key: ["model_id", "position"],
  parents: [MODEL_PARENT],
  indexes: [["name"]],
  *listRows({ firstModelId, record, findLoaded }) {
    for (const [at, model] of record.models.entries()) {
      const objects = findLoaded(model)?.table_objects ?? [];
      for (const [position, { name, kind, definition, message, line }] of objects.entries()) {
        yield { model_id: firstModelId + at, position, name, kind, definition, message, line };
      }
    }
  },
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
      const { inherit_xml_id } = view;
      return {
        xml_id: view.xml_id,
        full_id: toFullXmlId(module, view.xml_id),
        name: view.name,
        model: view.model,
        inherit_xml_id,
        inherit_full_id: inherit_xml_id === null ? null : toFullXmlId(module, inherit_xml_id),
        is_new: view.is_new,
        view_type: view.view_type,
        file: view.file,
        line: view.line,
      };
    });
  },
});

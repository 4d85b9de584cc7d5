// Tables of code: models with their fields and methods, and views.
import type { LoadedClass } from "../../../data/module/loaded-module.js";
import { Field, Method, Model, View, type ModelRecord } from "../../../data/module/records.js";
import { flag, integer, orNull, text } from "../../../data/shape.js";
import { toFullXmlId } from "../../../data/module/xml-id.js";
import { defineListTable, defineTable, ENTRY, ID, omit, type EntrySource } from "../table.js";

const optionalText = (description: string) => orNull(text(description));

const { file, line, docstring, ...ofModel } = Model.properties;

const modelTable = defineTable({
  name: "models",
  description: "Classes that make or extend an ORM model.",
  from: "entry",
  columns: {
    id: ID,
    ...ENTRY.columns,
    position: integer(ENTRY.order),
    ...omit(ofModel, "inherit_from", "attrs", "fields", "methods"),
    kind: optionalText("Base class: `Model`, `TransientModel`, `AbstractModel`, …"),
    description: optionalText("`_description`"),
    rec_name: optionalText("`_rec_name`"),
    default_order: optionalText("`_order`"),
    table_name: optionalText("`_table`"),
    docstring,
    file,
    line,
  },
  key: ["id"],
  parents: [["entries", "entry_id"]],
  indexes: [["model_name"], ["entry_id"]],
  *listRows({ entry_id, firstModelId, record }) {
    for (const [position, { attrs, ...model }] of record.models.entries()) {
      const { kind = null, description = null, rec_name = null } = attrs ?? {};
      const { order: default_order = null, table: table_name = null } = attrs ?? {};
      const told = { kind, description, rec_name, default_order, table_name };
      yield { ...model, ...told, id: firstModelId + position, entry_id, position };
    }
  },
});

interface LoadedModel {
  readonly model: ModelRecord;
  readonly loaded: LoadedClass | undefined;
}

const MODEL = {
  table: "models",
  columns: { model_id: integer("Its class.") },
  order: "From 0, in the order of the class.",
  list: ({ firstModelId, record, findLoaded }: EntrySource) =>
    record.models.map((model, at): readonly [{ readonly model_id: number }, LoadedModel] => [
      { model_id: firstModelId + at },
      { model, loaded: findLoaded(model) },
    ]),
};

const inheritanceTable = defineListTable(MODEL, {
  name: "inheritance",
  description: "Models that a class extends (`_inherit`) or stores in a link (`_inherits`).",
  columns: {
    parent_model: text("Name of the other model."),
    link_field: optionalText("With `_inherits`: the field that links to it; else NULL."),
  },
  indexes: [["parent_model"]],
  listOf: ({ model: { inherit_from, attrs } }) => [
    ...inherit_from.map((parent_model) => ({ parent_model, link_field: null })),
    ...Object.entries(attrs?.inherits ?? {}).map(([parent_model, link_field]) => ({
      parent_model,
      link_field,
    })),
  ],
});

const { line: lineOfField, ...ofField } = Field.properties;

const fieldTable = defineListTable(MODEL, {
  name: "fields",
  description: "Definitions of fields; one that several classes define has a row for each.",
  columns: { ...ofField, line: lineOfField },
  indexes: [["name"], ["relation"]],
  listOf: ({ model: { fields } }) => fields,
});

const { name, signature, decorators, docstring: ofMethod, line: lineOfMethod } = Method.properties;

const methodTable = defineListTable(MODEL, {
  name: "methods",
  description: "Methods of these classes, private ones too: they are what people override.",
  columns: {
    name,
    signature,
    decorators,
    calls_super: orNull(
      flag("Whether `super(…)` stands in it; NULL where the platform does not load the file."),
    ),
    calls_sudo: orNull(flag("Whether a call of `sudo(…)` stands in it, likewise.")),
    docstring: ofMethod,
    line: lineOfMethod,
  },
  indexes: [["name"]],
  listOf({ model: { methods }, loaded }) {
    const calls = new Map(loaded?.methods.map((method) => [method.line, method]));
    return methods.map((method) => {
      const { calls_super = null, calls_sudo = null } = calls.get(method.line) ?? {};
      return { ...method, calls_super, calls_sudo };
    });
  },
});

const tableObjectTable = defineListTable(MODEL, {
  name: "table_objects",
  description:
    "Constraints and indexes of the tables of models, of classes that the platform loads.",
  columns: {
    name: text("Without the name of the table."),
    kind: text(
      "`sql_constraint` for an item of `_sql_constraints`, which counts until 18.0; `constraint`, `index` or `unique_index` for an attribute, which counts since 19.0.",
    ),
    definition: optionalText("SQL; NULL where only running code knows it."),
    message: optionalText("Message for users; likewise."),
    line: integer("In the file of the class."),
  },
  indexes: [["name"]],
  listOf: ({ loaded }) => loaded?.table_objects ?? [],
});

const { xml_id: id, name: title, model, inherit_xml_id, ...ofView } = View.properties;

const viewTable = defineListTable(ENTRY, {
  name: "views",
  description: "`ir.ui.view` records and `<template>`s.",
  columns: {
    xml_id: id,
    full_id: text("With the module before the point."),
    name: title,
    model,
    inherit_xml_id,
    inherit_full_id: optionalText("The same with the module."),
    ...ofView,
  },
  indexes: [["full_id"], ["inherit_full_id"], ["model"]],
  listOf: ({ record: { technical_name: module, views } }) =>
    views.map((view) => {
      const { xml_id, inherit_xml_id: inherited } = view;
      return {
        ...view,
        full_id: toFullXmlId(module, xml_id),
        inherit_full_id: inherited === null ? null : toFullXmlId(module, inherited),
      };
    }),
});

export const CODE_TABLES = [
  modelTable,
  inheritanceTable,
  fieldTable,
  methodTable,
  tableObjectTable,
  viewTable,
];

// A module at two versions, of records made for it.

import { expect, test } from "vitest";

import type { LoadedTableObject } from "../../../../data/module/loaded-module.js";
import type {
  FieldRecord,
  ModelRecord,
  ModuleRecord,
  ViewRecord,
} from "../../../../data/module/records.js";
import {
  type KnownRenames,
  type ModuleSide,
  diffSides,
} from "../../../../server/compare/diff/module-kinds.js";
import { createRecord } from "../../../support/module-records.js";
import { finishSteps } from "../../../../data/yield.js";

function field(name: string, changes: Partial<FieldRecord> = {}): FieldRecord {
  return { name, field_type: "Char", relation: null, line: 2, attrs: null, ...changes };
}

function model(changes: Partial<ModelRecord>): ModelRecord {
  return {
    model_name: "a.model",
    class_name: "AModel",
    inherit_from: [],
    is_new_model: true,
    docstring: null,
    attrs: { kind: "Model" },
    file: "models/a.py",
    line: 1,
    fields: [],
    methods: [],
    ...changes,
  };
}

function view(xml_id: string, changes: Partial<ViewRecord> = {}): ViewRecord {
  return {
    xml_id,
    name: "",
    model: "a.model",
    inherit_xml_id: null,
    is_new: true,
    view_type: "form",
    file: "views/views.xml",
    line: 3,
    ...changes,
  };
}

function tableObject(name: string, definition: string): LoadedTableObject {
  return { name, kind: "sql_constraint", definition, message: "No.", line: 3 };
}

const toSide = (record: ModuleRecord, all: readonly LoadedTableObject[]): ModuleSide => ({
  record,
  tableObjects: new Map([["a.model", all]]),
  scripts: [],
  templates: [],
});

function diffRecords(
  from: ModuleRecord,
  to: ModuleRecord,
  renames: KnownRenames,
  objects: Record<"from" | "to", readonly LoadedTableObject[]> = { from: [], to: [] },
) {
  return finishSteps(diffSides(toSide(from, objects.from), toSide(to, objects.to), renames));
}

const NO_RENAMES: KnownRenames = { findModel: () => undefined, findMember: () => undefined };

const LABEL = { kind: "string" as const, value: "Label" };

const EMPTY = { added: [], removed: [], renamed: [], changed: [] };

test("the same is without differences", () => {
  const record = createRecord({ models: [model({})], views: [view("v")] });
  const diff = diffRecords(record, record, NO_RENAMES);
  expect(diff).toMatchObject({ manifest: [], models: EMPTY, views: EMPTY });
  const none = { added: [], removed: [] };
  expect(diff.dependencies).toEqual({ platform: none, pip: none, bin: none });
});

test("manifest keys come, go and change; dependencies come and go", () => {
  const before = createRecord({
    summary: "",
    website: "https://a",
    license: "AGPL-3",
    has_tests: true,
    declared_dependencies: { platform: ["base", "sale"], pip: ["lxml"], bin: [] },
  });
  const after = createRecord({
    summary: "New",
    website: "",
    declared_dependencies: { platform: ["base", "mail"], pip: ["lxml"], bin: ["git"] },
  });
  const diff = diffRecords(before, after, NO_RENAMES);
  expect(diff.manifest).toEqual([
    { key: "has_tests", from: true, to: false },
    { key: "license", from: "AGPL-3", to: "LGPL-3" },
    { key: "license_spdx", from: "AGPL-3.0-only", to: "LGPL-3.0-only" },
    { key: "summary", from: null, to: "New" },
    { key: "website", from: "https://a", to: null },
  ]);
  expect(diff.from.purl).toContain("pkg:");
  expect(diff.dependencies).toEqual({
    platform: { added: ["mail"], removed: ["sale"] },
    pip: { added: [], removed: [] },
    bin: { added: ["git"], removed: [] },
  });
});

test("constraints and indexes of a table come, go and change, each by its name", () => {
  const record = createRecord({ models: [model({})] });
  const diff = diffRecords(record, record, NO_RENAMES, {
    from: [
      tableObject("stays", "unique(a)"),
      tableObject("goes", "unique(b)"),
      tableObject("wider", "unique(c)"),
      tableObject("rewritten", "UNIQUE (a, b)"),
    ],
    to: [
      tableObject("stays", "unique(a)"),
      tableObject("comes", "unique(d)"),
      tableObject("wider", "unique(c, d)"),
      { ...tableObject("rewritten", "(a, b)"), kind: "unique_index" },
    ],
  });
  expect(diff.models.changed).toMatchObject([
    {
      model_name: "a.model",
      table_objects: {
        added: ["comes"],
        removed: ["goes"],
        changed: [
          {
            name: "wider",
            changes: [{ key: "definition", from: "unique(c)", to: "unique(c,d)" }],
          },
        ],
      },
    },
  ]);
});

test("fields and methods change by type, attributes and signature, across all classes of a model", () => {
  const method = { name: "go", decorators: [], signature: "(self)", line: 4, docstring: "Old." };
  const before = model({
    fields: [
      field("a", { attrs: { string: "'A'", required: "True" } }),
      field("old", { attrs: { args: ["'Label'"] } }),
    ],
    methods: [method],
  });
  const after = [
    model({ fields: [field("a", { field_type: "Text", attrs: { string: "'A'" } })] }),
    model({
      class_name: "More",
      inherit_from: ["a.model"],
      is_new_model: false,
      fields: [field("other", { attrs: { string: "'Label'" } })],
      methods: [{ ...method, signature: "(self, x)", line: 9, docstring: "New." }],
    }),
  ];
  const diff = diffRecords(createRecord({ models: [before] }), createRecord({ models: after }), {
    ...NO_RENAMES,
    findMember: (kind, inModel, name) =>
      `${kind} ${inModel}.${name}` === "field a.model.old"
        ? { name: "other", evidence: [LABEL] }
        : undefined,
  });
  expect(diff.models).toEqual({
    added: [],
    removed: [],
    renamed: [],
    changed: [
      {
        model_name: "a.model",
        changes: [{ key: "inherit_from", from: [], to: ["a.model"] }],
        fields: {
          ...EMPTY,
          renamed: [{ from: "old", to: "other", reason: "string: Label", evidence: [LABEL] }],
          changed: [
            {
              name: "a",
              changes: [
                { key: "attrs.required", from: "True", to: null },
                { key: "field_type", from: "Char", to: "Text" },
              ],
            },
          ],
        },
        methods: {
          ...EMPTY,
          changed: [
            { name: "go", changes: [{ key: "signature", from: "(self)", to: "(self, x)" }] },
          ],
        },
        table_objects: EMPTY,
      },
    ],
    of_others: [],
  });
});

test("a model of others that is extended no longer is told apart from one that is gone", () => {
  const own = model({ model_name: "a.own", is_new_model: true });
  const other = model({ model_name: "res.users", is_new_model: false });
  const before = createRecord({ models: [own, other] });
  const { models } = diffRecords(before, createRecord({ models: [] }), NO_RENAMES);
  expect(models).toMatchObject({ removed: ["a.own", "res.users"], of_others: ["res.users"] });
});

test("a model that has another name is compared with it", () => {
  const before = createRecord({ models: [model({ fields: [field("a"), field("b")] })] });
  const after = createRecord({
    models: [model({ model_name: "b.model", fields: [field("a", { field_type: "Text" })] })],
  });
  const members = { kind: "members" as const, value: "4 of 5" };
  const findModel = (name: string) =>
    name === "a.model" ? { name: "b.model", evidence: [members] } : undefined;
  expect(diffRecords(before, after, { ...NO_RENAMES, findModel }).models).toMatchObject({
    added: [],
    removed: [],
    renamed: [{ from: "a.model", to: "b.model", reason: "members: 4 of 5", evidence: [members] }],
    changed: [{ model_name: "a.model", fields: { removed: ["b"], changed: [{ name: "a" }] } }],
  });
  const findOther = (name: string) => ({ name: `${name}.gone`, evidence: [members] });
  const { models } = diffRecords(before, after, { ...NO_RENAMES, findModel: findOther });
  expect(models).toMatchObject({ added: ["b.model"], removed: ["a.model"], renamed: [] });
});

test("a view is another by its id alone where one alone went and one alone came", () => {
  const before = createRecord({
    views: [
      view("view_form", { name: "x" }),
      view("other", { view_type: "tree" }),
      view("first", { name: "y" }),
      view("second", { name: "y" }),
      view("near_1"),
    ],
  });
  const after = createRecord({
    views: [
      view("changed", { name: "x" }),
      view("other", { view_type: "list" }),
      view("third", { name: "y" }),
      view("near_2"),
    ],
  });
  const { views } = diffRecords(before, after, NO_RENAMES);
  const evidence = [{ kind: "view_name", value: "x" }];
  expect(views).toEqual({
    added: ["near_2", "third"],
    removed: ["first", "near_1", "second"],
    renamed: [{ from: "view_form", to: "changed", reason: "view_name: x", evidence }],
    changed: [{ name: "other", changes: [{ key: "view_type", from: "tree", to: "list" }] }],
  });
});

test("ids of its own views follow another name, those of others stay", () => {
  const before = createRecord({
    technical_name: "old",
    views: [view("old.form", { inherit_xml_id: "old.base" }), view("sale.form")],
  });
  const after = createRecord({
    technical_name: "new",
    views: [view("new.form", { inherit_xml_id: "new.base" }), view("old.kept")],
  });
  const { from, to, views } = diffRecords(before, after, NO_RENAMES);
  expect([from.technical_name, to.technical_name]).toEqual(["old", "new"]);
  expect(views).toMatchObject({ added: ["old.kept"], removed: ["sale.form"], changed: [] });
});

// A module at two versions, of records made for it.

import { expect, test } from "vitest";

import type { FieldRecord, ModelRecord, ViewRecord } from "../../../../data/records.js";
import { diffRecords } from "../../../../server/change/diff/diff-records.js";
import { createRecord } from "../../../support/module-records.js";

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

const EMPTY = { added: [], removed: [], renamed: [], changed: [] };

test("the same is without differences", () => {
  const record = createRecord({ models: [model({})], views: [view("v")] });
  const diff = diffRecords(record, record);
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
  const diff = diffRecords(before, after);
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
  const diff = diffRecords(createRecord({ models: [before] }), createRecord({ models: after }));
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
          renamed: [{ from: "old", to: "other", reason: "same type and label" }],
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
      },
    ],
  });
});

test("models and views that are called otherwise are guessed, with a reason", () => {
  const fields = [field("a"), field("b"), field("c")];
  const before = createRecord({
    models: [model({ fields })],
    views: [view("view_form", { name: "x" }), view("other", { view_type: "tree" })],
  });
  const after = createRecord({
    models: [model({ model_name: "b.model", fields: [...fields, field("d")] })],
    views: [view("changed", { name: "x" }), view("other", { view_type: "list" })],
  });
  const { models, views } = diffRecords(before, after);
  expect(models.renamed).toEqual([
    { from: "a.model", to: "b.model", reason: "3 of 4 fields have the same name" },
  ]);
  expect(views).toMatchObject({
    renamed: [{ from: "view_form", to: "changed" }],
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
  const { from, to, views } = diffRecords(before, after);
  expect([from.technical_name, to.technical_name]).toEqual(["old", "new"]);
  expect(views).toMatchObject({ added: ["old.kept"], removed: ["sale.form"], changed: [] });
});

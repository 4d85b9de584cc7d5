// Meaning of a field's change, by its facts before and after.
import { expect, test } from "vitest";
import { classifyField } from "../../../../server/compare/upgrade/classify.js";
import type { ToldChange } from "../../../../server/compare/upgrade/compare-fields.js";
import type { FieldAttributes } from "../../../../server/compare/upgrade/record-fields.js";

type Kind = ToldChange["row"]["kind"];

const record = (attributes: FieldAttributes) => ({
  module: "a",
  mode: "create" as const,
  model: "m",
  field: "f",
  attributes,
  definitions: [],
});

const classify = (
  kind: Kind,
  before: FieldAttributes,
  after: FieldAttributes,
  losesKeys?: boolean,
  isRelationKept = false,
): string =>
  classifyField(
    { field: "f", row: { kind }, before: record(before), after: record(after) },
    { hasModel: true, losesKeys: () => losesKeys, isRelationKept },
  );

const stored = (type: string, more: FieldAttributes = {}): FieldAttributes => ({
  type,
  stored: "stored",
  ...more,
});

test.each<[code: string, kind: Kind, before: FieldAttributes, after: FieldAttributes]>([
  ["column_added", "added", {}, stored("char")],
  ["column_added", "added", {}, stored("char", { required: "required", hasdefault: "default" })],
  ["required_without_default", "added", {}, stored("char", { required: "required" })],
  ["column_computed", "added", {}, stored("char", { hasdefault: "compute" })],
  ["column_computed", "added", {}, stored("char", { isfunction: "function" })],
  ["no_column", "added", {}, stored("one2many")],
  ["now_required", "added", {}, { required: "required" }],
  ["behaviour_changed", "added", {}, { hasdefault: "default" }],
  ["column_removed", "removed", stored("char"), {}],
  ["relation_removed", "removed", stored("many2many"), {}],
  ["computed_removed", "removed", stored("char", { isrelated: "related" }), {}],
  ["no_column", "removed", stored("one2many"), {}],
  ["behaviour_changed", "removed", { required: "required" }, {}],
  ["type_converted", "type", stored("char"), stored("selection")],
  ["type_converted", "type", stored("char"), stored("text")],
  ["type_converted", "type", stored("integer"), stored("float")],
  ["type_changed", "type", stored("float"), stored("integer")],
  ["type_changed", "type", stored("many2one"), stored("many2many")],
  ["no_column", "type", { type: "char" }, { type: "text" }],
  ["column_added", "type", { type: "char" }, stored("text")],
  ["no_longer_stored", "type", stored("char"), stored("one2many")],
  ["comodel_changed", "relation", stored("many2one"), stored("many2one")],
  ["no_column", "relation", { type: "many2one" }, stored("many2one")],
  ["column_computed", "stored", { type: "char" }, stored("char", { isfunction: "function" })],
  ["column_added", "stored", { type: "char" }, stored("char")],
  ["no_longer_stored", "not_stored", stored("char"), { type: "char" }],
  ["computed_removed", "not_stored", stored("char", { isfunction: "function" }), { type: "char" }],
  ["now_required", "required", stored("char"), stored("char", { required: "required" })],
  ["relation_table_changed", "table", { table: "a" }, { table: "b" }],
  ["behaviour_changed", "table", { table: "a" }, {}],
  ["field_moved", "moved_to", stored("char"), stored("char")],
  ["behaviour_changed", "not_related", stored("char"), stored("char")],
  ["selection_unknown", "selection_keys", stored("selection"), stored("selection")],
])("%s: %s", (code, kind, before, after) => {
  expect(classify(kind, before, after)).toBe(code);
});

test("whether a selection is narrower is that of all modules together", () => {
  const selection = stored("selection");
  expect(classify("selection_keys", selection, selection, true)).toBe("selection_narrowed");
  expect(classify("selection_keys", selection, selection, false)).toBe("selection_widened");
  expect(classify("removed", { selection_keys: "['a']" }, {}, true)).toBe("selection_narrowed");
  expect(classify("added", {}, { selection_keys: "['a']" }, false)).toBe("selection_widened");
});

test("a model that delegates to others than before", () => {
  const row = { kind: "added" } as const;
  const one = { field: "_inherits", row, before: undefined, after: record({}) };
  const context = { losesKeys: () => false, isRelationKept: false };
  expect(classifyField(one, { ...context, hasModel: true })).toBe("inherits_changed");
  expect(classifyField(one, { ...context, hasModel: false })).toBe("field_of_model");
});

test("a many2many goes on under another name where its table does", () => {
  const links = stored("many2many");
  expect(classify("removed", links, {}, undefined, true)).toBe("relation_renamed");
  expect(classify("added", {}, links, undefined, true)).toBe("relation_renamed");
});

// Classes of a row that somebody else packed: what is no class is a SnapshotError, never a crash.
import { expect, test } from "vitest";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import { readLoadedClass, readModels } from "../../../../data/snapshot/loaded/packed-class.js";
import { openRecordDecoder, RowPacker } from "../../../../data/snapshot/record/packing.js";

const WRITTEN = {
  model_name: "a",
  class_name: "A",
  inherit_from: [],
  is_new_model: true,
  docstring: null,
  attrs: new Map([["kind", "Model"]]),
  file: "a.py",
  line: 3,
  fields: [{ name: "b", field_type: "Char", relation: null, line: 2, attrs: null }],
  methods: [],
};
const LOADED = { facts: null, fields: null, methods: [], table_objects: [] };

function open(...values: readonly unknown[]) {
  const structures = values
    .concat(WRITTEN, WRITTEN.fields, LOADED)
    .flatMap((value) =>
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      !(value instanceof Map)
        ? [Object.keys(value)]
        : [],
    );
  const bytes = new RowPacker(structures).pack(values);
  return openRecordDecoder(structures, "records.bytes")(bytes);
}

test("a class is read as it is written and as it is loaded", () => {
  const [model] = readModels(open(WRITTEN, LOADED), 0);
  expect(model?.fields).toMatchObject([{ name: "b", line: 5 }]);
  const loaded = readLoadedClass(open(WRITTEN, LOADED), 0, 0);
  expect(loaded).toMatchObject({ model: "a", kind: "Model", fields: [{ name: "b", line: 5 }] });
});

test.each<readonly [string, unknown, unknown]>([
  ["no object", 1, LOADED],
  ["fields that are no list", { ...WRITTEN, fields: 1 }, LOADED],
  ["a field that is nothing", { ...WRITTEN, fields: [null] }, LOADED],
  ["a line that is no number", { ...WRITTEN, line: "3" }, LOADED],
  ["attributes that are no map", { ...WRITTEN, attrs: 4 }, LOADED],
  ["another kind of fact", WRITTEN, { ...LOADED, facts: new Map([["other", 1]]) }],
  ["facts that are no map", WRITTEN, { ...LOADED, facts: 1 }],
  ["a difference that is none", WRITTEN, { ...LOADED, fields: ["x"] }],
  ["values that are no map", WRITTEN, { ...LOADED, fields: [[0, 1, new Map()]] }],
  ["nothing loaded", WRITTEN, null],
])("%s is damage", (_, written, loaded) => {
  expect(() => readLoadedClass(open(written, loaded), 0, 0)).toThrow(SnapshotError);
});

test("a place behind the last one is damage", () => {
  expect(() => readLoadedClass(open(WRITTEN, LOADED), 0, 1)).toThrow(SnapshotError);
});

test.each<readonly [string, unknown]>([
  ["no object", 1],
  ["fields that are no list", { ...WRITTEN, fields: 1 }],
  ["a field that is nothing", { ...WRITTEN, fields: [null] }],
])("%s is damage of a record too", (_, written) => {
  expect(() => readModels(open(written, null), 0)).toThrow(SnapshotError);
});

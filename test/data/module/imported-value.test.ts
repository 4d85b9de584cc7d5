// Values with names of other files.
import { expect, test } from "vitest";

import { bindNames, listNamesOf } from "../../../data/module/imported-value.js";
import type { BoundValue, ImportedName } from "../../../data/module/loaded-module.js";

const LIST: ImportedName = { from: "odoo.addons.sale", name: "LIST" };
const KEY: ImportedName = { from: "odoo.addons.sale", name: "KEY" };
const OTHER: ImportedName = { from: "odoo.addons.other", name: "OTHER" };

function bind(value: BoundValue): BoundValue | undefined {
  return bindNames(value, (name) =>
    name === LIST ? [["a", "A"]] : name === KEY ? "key" : name === OTHER ? OTHER : undefined,
  );
}

test("names are their values, lists have them, what is joined is one", () => {
  expect(bind(KEY)).toBe("key");
  expect(bind({ items: [{ items: [KEY, "Key"] }] })).toEqual([["key", "Key"]]);
  expect(bind({ parts: [LIST, [["b", "B"]]] })).toEqual([
    ["a", "A"],
    ["b", "B"],
  ]);
  expect(bind({ parts: [KEY, "_id"] })).toBe("key_id");
});

test("names that are bound to names stay", () => {
  expect(bind({ items: [KEY, OTHER] })).toEqual({ items: ["key", OTHER] });
});

test("is nothing where a name is none, kinds differ, or it is too deep or too long", () => {
  expect(bind({ items: [{ from: "x", name: "NONE" }] })).toBeUndefined();
  expect(bind({ parts: [KEY, LIST] })).toBeUndefined();
  let deep: BoundValue = KEY;
  for (let depth = 0; depth < 20; depth += 1) deep = { items: [deep] };
  expect(bind(deep)).toBeUndefined();
  expect(bind({ parts: [KEY, "x".repeat(10_000)] })).toBeUndefined();
});

test("has names, which can be listed", () => {
  expect(listNamesOf({ parts: [LIST, { items: ["a", { items: [KEY] }] }] })).toEqual([LIST, KEY]);
  expect(listNamesOf(["a"])).toEqual([]);
});

// Makers of Odoo's own models, by version: the shipped table, and its text.
import { expect, test } from "vitest";
import {
  formatMakerTable,
  listPlatformMakers,
  parseMakerTable,
} from "../../../data/platform/model-makers.js";

test("names the modules that make a model at a version", () => {
  expect(listPlatformMakers("sale.order", "18.0")).toEqual(["sale"]);
  expect(listPlatformMakers("sale.order.option", "18.0")).toEqual(["sale_management"]);
  expect(listPlatformMakers("sale.order.option", "19.0")).toEqual([]);
  expect(listPlatformMakers("no.model", "18.0")).toEqual([]);
});

test("a version that the table lacks has the makers of the next one that Odoo has at it", () => {
  expect(listPlatformMakers("sale.order", "99.0")).toEqual(["sale"]);
  expect(listPlatformMakers("sale.order.option", "99.0")).toEqual([]);
  expect(listPlatformMakers("sale.order", "8.0")).toEqual(["sale"]);
  expect(listPlatformMakers("sale.order", "8.0", false)).toEqual([]);
  expect(listPlatformMakers("uom.uom", "12.0")).toEqual(["uom"]);
  expect(listPlatformMakers("uom.uom", "8.0")).toEqual([]);
  expect(listPlatformMakers("no.model", "8.0")).toEqual([]);
});

test("is the same when it is read again", () => {
  const table = new Map([
    ["9.0", new Map([["b.c", ["one"]]])],
    [
      "10.0",
      new Map([
        ["a.b", ["one", "two"]],
        ["b.c", ["one"]],
      ]),
    ],
  ]);
  const text = formatMakerTable(table, ["Head"]);
  expect(text).toBe("# Head\n9.0 10.0\none 10.0- a.b\none 9.0- b.c\ntwo 10.0- a.b\n");
  expect(parseMakerTable(text)).toEqual(table);
  expect(() => parseMakerTable("9.0\none 8.0 a.b\n")).toThrow(RangeError);
});

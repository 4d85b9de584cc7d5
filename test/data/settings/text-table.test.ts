// Columns of a terminal: as wide as they must be, in order, without trailing spaces.
import { expect, test } from "vitest";
import { formatTable } from "../../../data/settings/text-table.js";

const RIGHT = { align: "right" } as const;

test("columns are as wide as their widest cell, and lines end with their last one", () => {
  const rows = [
    ["a", "bb", "c"],
    ["aaa", "b", ""],
  ];
  expect(formatTable(rows)).toEqual(["a    bb  c", "aaa  b"]);
});

test("numbers are aligned to the right, from a width on", () => {
  const rows = [
    ["short", "1"],
    ["longer", "22"],
  ];
  expect(formatTable(rows, { columns: [{}, RIGHT], indent: "  " })).toEqual([
    "  short    1",
    "  longer  22",
  ]);
  expect(formatTable(rows, { columns: [{}, { ...RIGHT, minimumWidth: 4 }] })).toEqual([
    "short      1",
    "longer    22",
  ]);
});

test("rows may differ in length, and there may be none", () => {
  expect(formatTable([["a"], ["bb", "c"], []])).toEqual(["a", "bb  c", ""]);
  expect(formatTable([])).toEqual([]);
});

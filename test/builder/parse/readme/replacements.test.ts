// Sentences that name a replacement, and similar ones that do not.
import { expect, test } from "vitest";
import { findReplacements } from "../../../../builder/parse/readme/replacements.js";
import { listReplacements } from "../../../../builder/parse/readme/told-replacements.js";
import { testLong } from "../../../support/properties.js";

/** `old_name > new_name`, as a README of `own_module` says it. */
function outline(text: string): readonly string[] {
  const file = { path: "README.rst", replacements: findReplacements(text) };
  return listReplacements([file], "own_module").map(({ from, to }) => `${from} > ${to}`);
}

test.each([
  [
    "This module is deprecated in favor of *new_engine* + *new_report*, so",
    "new_engine new_report",
  ],
  ["NOTE: This module is superseded by `customer_code`", "customer_code"],
  [
    "'summary': 'Deprecated: install multi_address and stock_address instead',",
    "multi_address stock_address",
  ],
  ["Please use the module ``web_form`` instead.", "web_form"],
  ["This module has been renamed to `base_json`.", "base_json"],
])("%s", (text, names) => {
  expect(outline(text)).toEqual(names.split(" ").map((name) => `own_module > ${name}`));
});

test("a replacement says so of what it replaces, over several lines", () => {
  const text =
    "First\n=====\n\nIt was\ndesigned to be a drop-in replacement for the\n**old_backend** addon). To\nuse it";
  expect(outline(text)).toEqual(["old_backend > own_module"]);
  expect(findReplacements(text)).toMatchObject([{ line: 4, kind: "of", names: ["old_backend"] }]);
});

test("what speaks of two other modules counts for these", () => {
  expect(outline("The module old_code was replaced by new_code.")).toEqual(["old_code > new_code"]);
  expect(outline("new_code replaces old_code.")).toEqual([]);
});

test.each([
  "The field partner_type is replaced by partner_kind.",
  "This module replaces some functionality of sale_portal.",
  "It replaces the res_partner view.",
  "This module is not replaced by sale_other.",
  "If you have a printer, use hw_printer instead of the box.",
  "It moves lines to sale_archive.",
])("%s says nothing of modules", (text) => {
  expect(outline(text)).toEqual([]);
});

test("the first file that says it counts", () => {
  const replacements = findReplacements("This module is replaced by new_one.");
  const files = ["README.rst", "readme/DESCRIPTION.rst"].map((path) => ({ path, replacements }));
  expect(listReplacements(files, "own_module")).toMatchObject([
    { file: "README.rst", line: 1, sentence: "This module is replaced by new_one." },
  ]);
});

testLong("long texts of one word are read in no time", () => {
  const text = `deprecated ${"replaced by ".repeat(50_000)}${"a_b ".repeat(50_000)}`;
  expect(findReplacements(text)).toEqual([]);
});

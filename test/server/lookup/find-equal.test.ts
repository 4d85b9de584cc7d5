// Names that are a text, among all folded names.
import { expect, test } from "vitest";
import { encodeFoldedNames, openFoldedNames } from "../../../data/snapshot/table/folded-names.js";
import { findEqual } from "../../../server/lookup/search/find-names.js";

const NAMES = ["Sale", "a", "crm", "sale", "sale_crm", "x_sale", "z"];
const folded = openFoldedNames("names.folded", encodeFoldedNames(NAMES), NAMES.length);

test.each([
  ["a", [1]],
  ["sale", [0, 3]],
  ["sale_crm", [4]],
  ["z", [6]],
  ["al", []],
  ["", []],
  ["z\na", []],
])("%j is %j", (text, numbers) => {
  expect(findEqual(folded, text)).toEqual(numbers);
});

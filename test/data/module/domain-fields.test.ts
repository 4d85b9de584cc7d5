// Fields that domains and expressions name, and the texts that they compare them with, as they are written.
import { expect, test } from "vitest";
import {
  listComparisons,
  listConditions,
  listDomainFields,
} from "../../../data/module/domain-fields.js";

test.each([
  ["[('a', '=', 1), ('b.c', 'not in', [('d', 'e')])]", ["a", "b.c"]],
  [`['|', ("a", "=?", x), ["b", "child_of", [1]]]`, ["a", "b"]],
  ["[('a', '=', 1)] + ([('a', '!=', 2)] if x else [])", ["a"]],
  ["[(1, '=', 1)]", []],
  ["[('line_ids', 'any', [('a', '=', 1)])]", []],
  ["[('date.month_number', '=', 1)]", []],
  ["[('a', 'is', 1), f('b', 'in')]", []],
  ["", []],
])("%s", (source, fields) => {
  expect(listDomainFields(source).map((path) => path.join("."))).toEqual(fields);
});

test.each([
  ["[('a', '=', 'x'), ('b', 'in', ['y', \"z\"]), ('c', 'not in', ('w',))]", ["x", "y,z", "w"]],
  [
    "[('a', '=', x), ('b', '=', 'x' + y), ('c', '=', '%s'), ('d', 'in', ['x', y])]",
    ["", "", "", ""],
  ],
  ["[('a', 'like', 'x'), ('b', '=', False), ('c', '=', '')]", ["", "", ""]],
  ['[["a","=","x"],["b","in",["y","z"]]]', ["x", "y,z"]],
])("texts of %s", (source, texts) => {
  expect(listConditions(source).map(({ values }) => values.join(","))).toEqual(texts);
});

test.each([
  ["a == 'x' and b.c != \"y\" or d not in ('z', 'w')", ["a=x", "b.c=y", "d=z,w"]],
  ["f(a) == 'x' or a['b'] == 'x' or a() not in ('x',) or a == b", []],
  ["a == 'x' if b else c", ["a=x"]],
])("comparisons of %s", (source, comparisons) => {
  const found = listComparisons(source).map(
    ({ path, values }) => `${path.join(".")}=${values.join(",")}`,
  );
  expect(found).toEqual(comparisons);
});

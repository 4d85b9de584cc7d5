// Fields that domains name, as they are written.
import { expect, test } from "vitest";
import { listDomainFields } from "../../../data/module/domain-fields.js";

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

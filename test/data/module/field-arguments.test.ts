// Arguments of a field, named as the platform takes them.
import { expect, test } from "vitest";
import { nameArguments } from "../../../data/module/field-arguments.js";

test("a positional argument has the name that a keyword would have", () => {
  const field = { field_type: "One2many", relation: "sale.order.line" };
  const args = ["'sale.order.line'", "'order_id'", "'Lines'"];
  const named = { comodel_name: args[0] ?? "", inverse_name: "'order_id'", string: "'Lines'" };
  const expected = { inverse_name: "'order_id'", string: "'Lines'" };
  expect(nameArguments({ ...field, attrs: { args } })).toEqual(expected);
  expect(nameArguments({ ...field, attrs: named })).toEqual(expected);
});

test("nothing that is written is left out where it has no name, or no comodel follows from it", () => {
  const char = { field_type: "Char", relation: null };
  expect(nameArguments({ ...char, attrs: { args: ["'Name'", "64"], copy: "False" } })).toEqual({
    string: "'Name'",
    "args 2": "64",
    copy: "False",
  });
  expect(nameArguments({ ...char, attrs: { args: ["*GIVEN"] } })).toEqual({ "*": "*GIVEN" });
  expect(nameArguments({ ...char, attrs: null })).toEqual({});
  const dynamic = { field_type: "Many2one", relation: null, attrs: { args: ["MODEL"] } };
  expect(nameArguments(dynamic)).toEqual({ comodel_name: "MODEL" });
});

// Values as Python's `repr` writes them.
import { expect, test } from "vitest";
import { GIVEN } from "../../../data/module/given-value.js";
import { toPythonText } from "../../../data/module/python-text.js";

test.each([
  ["it's", `"it's"`],
  [`it's "so"`, `'it\\'s "so"'`],
  ["a\n\t\\", String.raw`'a\n\t\\'`],
  ["a\u00a0b\u0007", String.raw`'a\xa0b\x07'`],
  ["\u2028\u{1f600}\ue000", String.raw`'\u2028` + "\u{1f600}" + String.raw`\ue000'`],
])("%j", (text, expected) => {
  expect(toPythonText(text, "sale")).toBe(expected);
});

test("lists, tuples, dictionaries and references", () => {
  const value = [
    GIVEN.list,
    [GIVEN.tuple, 1],
    [GIVEN.dict, "a", true],
    [GIVEN.reference, "b"],
    null,
  ];
  expect(toPythonText(value as never, "sale")).toBe("[(1,), {'a': True}, %(sale.b)d, None]");
});

// Values as Python's `repr` writes them, and back.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { GIVEN } from "../../../data/module/given-value.js";
import type { LiteralValue } from "../../../data/module/loaded-module.js";
import {
  parsePythonText,
  toPythonLiteral,
  toPythonText,
} from "../../../data/module/python-text.js";
import { anyCharacter } from "../../support/properties.js";

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

test.each<readonly [string, LiteralValue | undefined]>([
  ["'a'", "a"],
  ["''", ""],
  [String.raw`'it\'s\n\x41\u00e9\U0001f600\\'`, "it's\nAé\u{1f600}\\"],
  [`"it's"`, "it's"],
  ["True", true],
  ["None", null],
  ["-3.5", -3.5],
  ["16", 16],
  ["[]", []],
  ["()", []],
  ["(1,)", [1]],
  [
    "[('a', 'A, (b)'), ('b', None)]",
    [
      ["a", "A, (b)"],
      ["b", null],
    ],
  ],
  ["(1)", undefined],
  ["'a' + 'b'", undefined],
  ["'a' % x, 'b'", undefined],
  ["[a]", undefined],
  ["['a' 'b']", undefined],
  ["['a'].x", undefined],
  ["[1, 2", undefined],
  ["[1, 2)", undefined],
  ["{'a': 1}", undefined],
  ["b'a'", undefined],
  ["0x10", undefined],
  ["'", undefined],
  ["", undefined],
])("source text %s is read as a value, or not at all", (text, expected) => {
  expect(parsePythonText(text)).toEqual(expected);
});

test("what a text is written as is read as that text, and any other text ends", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(parsePythonText(toPythonLiteral("str", text))).toBe(text);
      parsePythonText(text);
      parsePythonText(`[${text}`);
    }),
  );
  expect(parsePythonText("[".repeat(100_000))).toBe(undefined);
  expect(parsePythonText(`'${"\\".repeat(100_001)}`)).toBe(undefined);
});

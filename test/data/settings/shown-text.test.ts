// Texts on their way to a terminal.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { showControls } from "../../../data/settings/text-table.js";
import { anyCharacter } from "../../support/properties.js";

const anyText = fc.string({ unit: anyCharacter });

describe("signs by which a terminal does something are shown as JSON writes them", () => {
  test.each([
    ["\u001b[2Jx", String.raw`\u001b[2Jx`],
    ["a\u202ecilbup", String.raw`a\u202ecilbup`],
    ["\u009b31m", String.raw`\u009b31m`],
    ["a\rb\u007f", String.raw`a\u000db\u007f`],
    ["a,b\r\nc,d\r\n", "a,b\r\nc,d\r\n"],
    ["a\tb\nc é ☃ 🚀", "a\tb\nc é ☃ 🚀"],
  ])("%j", (text, shown) => {
    expect(showControls(text)).toBe(shown);
  });

  test("so that JSON says the same as before", () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, fc.array(anyText)), (value) => {
        const json = JSON.stringify(value, undefined, 1);
        expect(JSON.parse(showControls(json))).toEqual(JSON.parse(json));
      }),
    );
  });
});

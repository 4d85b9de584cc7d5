// Paths as git writes them, turned into text and kept apart.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isWellFormedPath,
  toShownPath,
  unquotePath,
} from "../../../../builder/source/git/git-path.js";

describe("a path that git wrote", () => {
  test.each([
    ["a/b c.py", "a/b c.py"],
    [String.raw`"a\"b\\c.py"`, String.raw`a"b\c.py`],
    [String.raw`"a\tb\nc\001\177"`, "a\tb\nc\u0001\u007f"],
    [String.raw`"\303\251/\345\255\220.py"`, "é/子.py"],
    [String.raw`"\303\251/\366.py"`, "é/\udcf6.py"],
    [String.raw`"\360\237\230\200"`, "😀"],
    // The bytes of a surrogate in UTF-8, and of the replacement character.
    [String.raw`"\355\260\200"`, "\udced\udcb0\udc80"],
    [String.raw`"\357\277\275"`, "\ufffd"],
  ])("%s", (written, path) => expect(unquotePath(written)).toBe(path));

  test("is another text for other bytes", () => {
    const bytes = fc.array(fc.constantFrom(0x41, 0x2f, 0xc3, 0xa9, 0xf6, 0xed, 0xb0, 0x80), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(bytes, bytes, (left, right) => {
        const isSame = Buffer.from(left).equals(Buffer.from(right));
        expect(unquotePath(quote(left)) === unquotePath(quote(right))).toBe(isSame);
      }),
    );
  });

  test("is text as it is where it is UTF-8", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const path = unquotePath(quote([...Buffer.from(text)]));
        expect(path).toBe(Buffer.from(text).toString());
        expect(isWellFormedPath(path)).toBe(true);
        expect(toShownPath(path)).toBe(path);
      }),
    );
  });
});

test("a path that is no UTF-8 is told and can be shown", () => {
  expect(isWellFormedPath("m\udcf6bel")).toBe(false);
  expect(toShownPath("m\udcf6bel/😀")).toBe("m\ufffdbel/😀");
});

function quote(bytes: readonly number[]): string {
  return `"${bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}"`;
}

// The string table: its layout, every text by number, the search in it, and damaged ones.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import {
  encodeStringTable,
  findString,
  openStringTable,
} from "../../../../data/snapshot/table/string-table.js";
import { compareText } from "../../../../data/platform/platform-version.js";
import { anyCharacter } from "../../../support/properties.js";
import { catchOperatorError } from "../../../support/catch-error.js";

const anyText = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom("", "__proto__", "\u0000"),
);

describe("a string table", () => {
  test("is laid out as its file says", () => {
    expect(Buffer.from(encodeStringTable(["a", "bc"])).toString("hex")).toBe(
      "020000000100000003000000616263",
    );
    expect(Buffer.from(encodeStringTable([])).toString("hex")).toBe("00000000");
  });

  test("gives back every text by its number", () => {
    fc.assert(
      fc.property(fc.array(anyText), (texts) => {
        const table = openStringTable("names", encodeStringTable(texts));
        expect(table.length).toBe(texts.length);
        expect(texts.map((_, index) => table.get(index))).toEqual(texts);
      }),
    );
  });

  test("tells which texts contain another, each once, and none over two texts", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: fc.constantFrom("a", "b", "é") })), (texts) => {
        const table = openStringTable("names", encodeStringTable(texts));
        const expected = texts.flatMap((text, number) => (text.includes("aé") ? [number] : []));
        expect(table.listContaining("aé")).toEqual(expected);
      }),
    );
  });

  test("is looked through for a text, not for an empty one, and no further than its texts", () => {
    const encoded = encodeStringTable(["sale"]);
    expect(() => openStringTable("names", encoded).listContaining("")).toThrow(RangeError);
    const longer = openStringTable("names", Buffer.concat([encoded, Buffer.from("stock")]));
    expect(catchOperatorError(() => longer.listContaining("stock"))).toMatchObject({
      code: "snapshot_damaged",
    });
  });

  test("gives them back from the middle of a larger buffer too", () => {
    const encoded = encodeStringTable(["sale", "møde"]);
    const larger = new Uint8Array(encoded.length + 20);
    larger.set(encoded, 5);
    const table = openStringTable("names", larger.subarray(5, 5 + encoded.length));
    expect([table.get(0), table.get(1)]).toEqual(["sale", "møde"]);
  });

  test.each([-1, 2, 1e9])("has no text number %d", (index) => {
    const table = openStringTable("names", encodeStringTable(["a", "b"]));
    const error = catchOperatorError(() => table.get(index));
    expect(error).toMatchObject({
      code: "snapshot_damaged",
      message: expect.stringContaining(String(index)),
    });
    expect(error.message).toContain('"names"');
  });
});

describe("a search in a sorted table", () => {
  test("finds what is there and nothing else, as a plain search does", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyText), anyText, (texts, wanted) => {
        const sorted = texts.toSorted(compareText);
        const table = openStringTable("names", encodeStringTable(sorted));
        for (const text of [...sorted, wanted]) {
          const at = sorted.indexOf(text);
          expect(findString(table, text)).toBe(at < 0 ? undefined : at);
        }
      }),
    );
  });
});

describe("a damaged table", () => {
  test.each([
    ["too short for a count", [2, 0]],
    ["shorter than its offsets", [2, 0, 0, 0, 1, 0, 0, 0]],
    ["of four billion texts", [255, 255, 255, 255, 0, 0, 0, 0]],
  ])("%s is refused when it is opened", (_, bytes) => {
    const error = catchOperatorError(() => openStringTable("texts", Uint8Array.from(bytes)));
    expect(error).toBeInstanceOf(SnapshotError);
    expect(error.code).toBe("snapshot_damaged");
    expect(error.message).toContain('"texts"');
  });

  test.each([
    ["run backwards", [2, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0x61, 0x62], 1],
    ["leave the section", [1, 0, 0, 0, 9, 0, 0, 0, 0x61], 0],
  ])("whose offsets %s is refused when they are used", (_, bytes, index) => {
    const table = openStringTable("texts", Uint8Array.from(bytes));
    expect(catchOperatorError(() => table.get(index)).code).toBe("snapshot_damaged");
  });

  test("never gives anything but texts and snapshot errors", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        try {
          const table = openStringTable("texts", bytes);
          for (let index = 0; index < table.length; index++) {
            expect(typeof table.get(index)).toBe("string");
          }
        } catch (error) {
          expect(error).toBeInstanceOf(SnapshotError);
        }
      }),
    );
  });
});

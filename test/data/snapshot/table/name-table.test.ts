// Names without what they have in common with the one before: they come back, in any order, and a table
// that is damaged says so.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareText } from "../../../../data/platform-version.js";
import { SnapshotError } from "../../../../data/snapshot/errors.js";
import { encodeNameTable, openNameTable } from "../../../../data/snapshot/table/name-table.js";
import { encodeStringTable, findString } from "../../../../data/snapshot/table/string-table.js";
import { anyCharacter, fixSeed } from "../../../support/properties.js";

fixSeed();

const name = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.stringMatching(/^[ab]{0,12}$/),
  fc.constantFrom("", "é", "éa", "模块", "模型", "\u{1f600}", "\u{1f601}", "x".repeat(300)),
);
const names = fc.uniqueArray(name, { maxLength: 60 }).map((all) => all.toSorted(compareText));

const open = (bytes: Uint8Array) => openNameTable("names", Uint8Array.from(bytes));

describe("a table of names", () => {
  test("is what its description says", () => {
    expect(Buffer.from(encodeNameTable(["sale", "sales"])).toString("hex")).toBe(
      "0200000009000000000473616c65040173",
    );
    expect(Buffer.from(encodeNameTable([])).toString("hex")).toBe("00000000");
  });

  test("gives every name back, forwards, backwards and by search", () => {
    fc.assert(
      fc.property(names, (all) => {
        const table = open(encodeNameTable(all));
        expect(table.length).toBe(all.length);
        const numbers = all.map((_, number) => number);
        expect(numbers.map((number) => table.get(number))).toEqual(all);
        expect(numbers.toReversed().map((number) => table.get(number))).toEqual(all.toReversed());
        for (const number of numbers) expect(findString(table, all[number] ?? "")).toBe(number);
        expect(findString(table, "no such name")).toBeUndefined();
        expect(() => table.get(all.length)).toThrow(SnapshotError);
        expect(() => table.get(-1)).toThrow(SnapshotError);
      }),
    );
  });

  test("is shorter than one of whole names where they begin alike", () => {
    const alike = Array.from({ length: 1_000 }, (_, at) => `purchase_order_line_${1_000 + at}`);
    expect(encodeNameTable(alike).length).toBeLessThan(encodeStringTable(alike).length / 3);
  });

  test("with any byte changed or cut off gives names or a SnapshotError", () => {
    fc.assert(
      fc.property(names, fc.nat(), fc.nat(255), fc.boolean(), (all, place, value, cuts) => {
        const bytes = encodeNameTable(all);
        const at = place % bytes.length;
        const changed = cuts ? bytes.slice(0, at) : Uint8Array.from(bytes).fill(value, at, at + 1);
        try {
          const table = open(changed);
          for (let number = 0; number < Math.min(table.length, 100); number++) table.get(number);
        } catch (error) {
          expect(error).toBeInstanceOf(SnapshotError);
        }
      }),
      { numRuns: 1_000 },
    );
  });
});

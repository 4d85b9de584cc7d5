// Rows of bytes in pieces: each comes back, and all of them one after another.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ByteRows } from "../../../../data/snapshot/table/byte-rows.js";
import { fixSeed } from "../../../support/fixed-seed.js";

fixSeed();

test("any rows come back, alone and joined", () => {
  // Some rows are larger than the first pieces.
  const row = fc
    .tuple(fc.constantFrom(0, 1, 10, 9_000, 70_000), fc.nat({ max: 255 }))
    .map(([length, value]) => new Uint8Array(length).fill(value));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 12 }), (values) => {
      const rows = new ByteRows();
      for (const value of values) rows.add(value);
      expect(rows.lengths).toEqual(values.map(({ length }) => length));
      values.forEach((value, number) => {
        expect(Buffer.compare(rows.get(number), value)).toBe(0);
      });
      expect(Buffer.compare(rows.join(), Buffer.concat(values))).toBe(0);
    }),
  );
});

test("a row is its parts, copied", () => {
  const rows = new ByteRows();
  const part = Uint8Array.of(1, 2);
  rows.add(part, Uint8Array.of(), Uint8Array.of(3));
  part.fill(9);
  expect([...rows.get(0)]).toEqual([1, 2, 3]);
});

test("a row that was taken away leaves its room and number to the next", () => {
  const rows = new ByteRows();
  rows.add(Uint8Array.of(1));
  // Too large for the piece of the first.
  rows.add(new Uint8Array(70_000));
  rows.removeLast();
  rows.add(Uint8Array.of(2, 3));
  expect(rows.lengths).toEqual([1, 2]);
  expect([...rows.get(1)]).toEqual([2, 3]);
  expect([...rows.join()]).toEqual([1, 2, 3]);
  rows.removeLast();
  rows.removeLast();
  expect(() => rows.removeLast()).toThrow("no row");
});

test("a row that nobody added is a defect", () => {
  const rows = new ByteRows();
  rows.add(Uint8Array.of(1));
  for (const number of [-1, 1, 0.5]) expect(() => rows.get(number)).toThrow("no row");
});

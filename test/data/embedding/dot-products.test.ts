// Dot products of a vector with rows of a table: equal to plain arithmetic, for every storage of
// the table.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createDotProducts } from "../../../data/embedding/dot-products.js";

const number = fc.float({ min: -1, max: 1, noNaN: true });

/** A table, a vector of its width, and rows of it in any order, some more than once. */
const question = fc.integer({ min: 1, max: 40 }).chain((width) => {
  const row = fc.array(number, { minLength: width, maxLength: width });
  return fc.array(row, { minLength: 1, maxLength: 30 }).chain((table) =>
    fc.record({
      table: fc.constant(table),
      vector: row,
      rows: fc.array(fc.nat({ max: table.length - 1 }), { maxLength: 60 }),
    }),
  );
});

test("are those of plain arithmetic", () => {
  fc.assert(
    fc.property(question, ({ table, vector, rows }) => {
      const multiply = createDotProducts(Float32Array.from(table.flat()), vector.length);
      const products = multiply(Float32Array.from(vector), Uint32Array.from(rows));
      expect(products.length).toBe(rows.length);
      rows.forEach((row, at) => {
        const exact = vector.reduce(
          (sum, value, place) => sum + value * (table[row]?.[place] ?? 0),
          0,
        );
        expect(products[at]).toBeCloseTo(exact, 4);
      });
    }),
  );
});

test("are the same, bit by bit, when only a few rows have room at a time", () => {
  fc.assert(
    fc.property(question, fc.integer({ min: 1, max: 2000 }), ({ table, vector, rows }, bytes) => {
      const floats = Float32Array.from(table.flat());
      const [all, few] = [undefined, bytes].map((mostBytes) =>
        createDotProducts(
          floats,
          vector.length,
          mostBytes,
        )(Float32Array.from(vector), Uint32Array.from(rows)),
      );
      expect(few).toEqual(all);
    }),
  );
});

test("do not depend on what was asked before", () => {
  const multiply = createDotProducts(Float32Array.of(1, 2, 3, 4, 5, 6), 3);
  const rows = Uint32Array.of(1, 0);
  expect([...multiply(Float32Array.of(1, 1, 1), rows)]).toEqual([15, 6]);
  expect([...multiply(Float32Array.of(0, 0, 1), Uint32Array.of(0))]).toEqual([3]);
  expect([...multiply(Float32Array.of(1, 1, 1), rows)]).toEqual([15, 6]);
  expect([...multiply(Float32Array.of(1, 1, 1), new Uint32Array())]).toEqual([]);
});

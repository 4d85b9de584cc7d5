// Dot products of a vector with rows of bytes: equal to plain arithmetic, of every width, and never more than 32 bits hold.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createByteProducts } from "../../../data/embedding/byte-products.js";

const byte = fc.integer({ min: -128, max: 127 });
const number = fc.float({ min: -1, max: 1, noNaN: true });

const question = fc.integer({ min: 1, max: 70 }).chain((width) =>
  fc.record({
    rows: fc.array(fc.array(byte, { minLength: width, maxLength: width }), { maxLength: 30 }),
    vectors: fc.array(fc.array(number, { minLength: width, maxLength: width }), {
      minLength: 1,
      maxLength: 3,
    }),
  }),
);

const multiply = (left: readonly number[], right: readonly number[]): number =>
  left.reduce((sum, value, at) => sum + value * (right[at] ?? 0), 0);

test("are those of plain arithmetic, question after question", () => {
  fc.assert(
    fc.property(question, ({ rows, vectors }) => {
      const compare = createByteProducts({
        numbers: Int8Array.from(rows.flat()),
        scales: Float32Array.from(rows, (_, row) => (row + 1) / 4096),
        width: vectors[0]?.length ?? 0,
      });
      for (const vector of vectors) {
        const products = compare(Float32Array.from(vector));
        expect(products).toHaveLength(rows.length);
        for (const [at, row] of rows.entries()) {
          expect(products[at]).toBeCloseTo((multiply(vector, row) * (at + 1)) / 4096, 2);
        }
      }
    }),
  );
});

test.each([128, 192, 384, 768, 4096])("of %i numbers stay exact at their largest", (width) => {
  const compare = createByteProducts({
    numbers: new Int8Array(2 * width).fill(-128, 0, width).fill(127, width),
    scales: Float32Array.of(1, 1),
    width,
  });
  const products = compare(new Float32Array(width).fill(-1));
  expect([...products].map((product) => product / width)).toEqual([
    expect.closeTo(128, 3),
    expect.closeTo(-127, 3),
  ]);
});

// Distances that can be counted by hand, and what holds for any two texts.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { measureDistance } from "../../../data/text/edit-distance.js";

const LIMIT = 10;
/** Few letters, so that texts are near each other. */
const word = fc.string({ unit: fc.constantFrom("a", "b", "_", "é"), maxLength: 9 });

describe("measureDistance", () => {
  test.each([
    ["", "", 0],
    ["sale", "sale", 0],
    ["", "sale", 4],
    ["sale", "sales", 1],
    ["sale", "sle", 1],
    ["sale", "sahe", 1],
    ["sale", "slae", 1],
    ["sale", "asle", 1],
    ["sale", "sael", 1],
    ["stock", "tsokc", 2],
    ["rental_core", "retnal_cor", 2],
    ["abcd", "dcba", 3],
    // Restricted: what was swapped is not edited again, else this would be 2.
    ["ca", "abc", 3],
    ["kitten", "sitting", 3],
  ])("%j to %j takes %d", (left, right, distance) => {
    expect(measureDistance(left, right, LIMIT)).toBe(distance);
  });

  test("anything beyond the limit is one more than the limit", () => {
    expect(measureDistance("abcdef", "uvwxyz", 2)).toBe(3);
    expect(measureDistance("a", "abcdefgh", 2)).toBe(3);
    fc.assert(
      fc.property(word, word, fc.nat(5), (left, right, limit) => {
        const whole = measureDistance(left, right, 20);
        expect(measureDistance(left, right, limit)).toBe(Math.min(whole, limit + 1));
      }),
    );
  });

  test("is the same in both directions, and 0 only between equal texts", () => {
    fc.assert(
      fc.property(word, word, (left, right) => {
        const distance = measureDistance(left, right, LIMIT);
        expect(measureDistance(right, left, LIMIT)).toBe(distance);
        expect(distance === 0).toBe(left === right);
      }),
    );
  });

  test("a swap of two different neighbours anywhere is one typo", () => {
    fc.assert(
      fc.property(word, word, (before, after) => {
        expect(measureDistance(`${before}xy${after}`, `${before}yx${after}`, LIMIT)).toBe(1);
      }),
    );
  });
});

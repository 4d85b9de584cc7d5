// Columns of numbers as written; tests of whole snapshots read them back.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  encodeColumn,
  findLastUpTo,
  groupBy,
  openAscending,
  openColumn,
  toLists,
} from "../../../../data/snapshot/table/columns.js";
import { catchOperatorError } from "../../../support/catch-error.js";

test("a number above 32 bits is refused, not cut", () => {
  expect([...encodeColumn([0, 2 ** 32 - 1])]).toEqual([0, 0, 0, 0, 255, 255, 255, 255]);
  expect(catchOperatorError(() => encodeColumn([1, 2 ** 32])).code).toBe("snapshot_too_large");
});

test("lists are groups one after another, from where each begins", () => {
  const { first, list } = toLists([[5, 1], [], [7]]);
  expect([[...first], [...list]]).toEqual([
    [0, 2, 2, 3],
    [5, 1, 7],
  ]);
  expect([...toLists([]).first]).toEqual([0]);
});

test("positions are grouped by their keys, ascending", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 4 })), (keys) => {
      const { first, list } = groupBy(keys, 6);
      const groups = Array.from({ length: 6 }, (_, key) => [
        ...list.subarray(first[key], first[key + 1]),
      ]);
      const expected = groups.map((__, key) => [...keys.keys()].filter((at) => keys[at] === key));
      expect(groups).toEqual(expected);
      expect(first).toHaveLength(7);
    }),
  );
});

test("the last number up to a value is found in an ascending column", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 })), fc.nat({ max: 22 }), (numbers, value) => {
      const sorted = numbers.toSorted((left, right) => left - right);
      const column = openColumn("test", encodeColumn(sorted), sorted.length);
      const last = sorted.findLastIndex((number) => number <= value);
      expect(findLastUpTo(column, value)).toBe(Math.max(last, 0));
    }),
  );
});

test("where the bytes say how many numbers there are, they are a whole number of numbers", () => {
  const bytes = new Uint8Array(52).subarray(0, 49);
  expect(catchOperatorError(() => openColumn("names.first", bytes, 49 / 4)).code).toBe(
    "snapshot_damaged",
  );
});

const openUpTo9 = (...numbers: readonly number[]) =>
  openAscending("names.first", encodeColumn(numbers), numbers.length, 9);

test("numbers between which others are counted ascend, up to a limit", () => {
  expect(openUpTo9(0, 4, 4, 9).get(2)).toBe(4);
  for (const wrong of [
    [0, 5, 4],
    [0, 10],
    [0, 2 ** 32 - 1, 9],
  ]) {
    expect(catchOperatorError(() => openUpTo9(...wrong)).code).toBe("snapshot_damaged");
  }
});

// Cases of the first tier: some of each table, and no table from which none is left.
import { expect, test } from "vitest";
import { countCases, sampleCases } from "./properties.js";

const LENGTHS = [1, 2, 3, 4, 5, 9];

test.each(LENGTHS)("a table of %s rows has some, wherever it is begun", (length) => {
  const rows = [...Array.from({ length }).keys()];
  for (const from of [0, 1, 2, 3, 4, 7]) {
    const some = sampleCases(rows, from);
    expect(some.length).toBeGreaterThanOrEqual(Math.max(1, Math.floor(length / 4)));
    expect(rows).toEqual(expect.arrayContaining([...some]));
  }
});

test("beginning at each place in turn, all rows are tried", () => {
  const rows = [..."abcdefg"];
  const tried = [0, 1, 2, 3].flatMap((from) => sampleCases(rows, from));
  expect([...new Set(tried)].toSorted()).toEqual(rows);
});

test("a table without rows is refused", () => {
  expect(() => sampleCases([])).toThrow(RangeError);
});

test("a property is tried a few times at least, and no more often than is asked", () => {
  expect(LENGTHS.map(countCases)).toEqual(
    LENGTHS.map((length) =>
      expect.toSatisfy((count) => count >= Math.min(4, length) && count <= length),
    ),
  );
});

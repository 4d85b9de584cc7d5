// Owner of a merge's number, by the dates of the others.
import { describe, expect, test } from "vitest";
import {
  findForeign,
  type NumberedMerge,
} from "../../../../builder/source/commits/foreign-requests.js";

const MONTH = 30 * 24 * 60 * 60;

/** Written a month before its merge. @param month of the merge */
function merge(number: number, month: number, isOnLine = true): NumberedMerge {
  return {
    number,
    mergedSeconds: month * MONTH,
    bornSeconds: (month - 1) * MONTH,
    isOnLine,
  };
}

/** Numbers of those that are another repository's. */
function listForeign(merges: readonly NumberedMerge[]): readonly number[] {
  const isForeign = findForeign(merges);
  return merges.flatMap(({ number }, at) => (isForeign[at] === true ? [number] : []));
}

/** One a month. */
const OWN = Array.from({ length: 40 }, (_, at) => merge(at + 1, at + 100));

describe("a number is of another repository", () => {
  test("where a history was taken from there", () => {
    const taken = [merge(5, 80), merge(167, 90), merge(150, 95)];
    expect(listForeign([...taken, ...OWN])).toEqual([5, 167, 150]);
    expect(listForeign([...OWN, ...taken].toReversed())).toEqual([150, 167, 5]);
  });

  test("where a fork merged it before its commits came", () => {
    expect(listForeign([...OWN, merge(1, 139, false)])).toEqual([1]);
  });
});

describe("a number is this repository's", () => {
  test("where numbers rise with time, and where some were merged late", () => {
    const late = { ...merge(3, 139), bornSeconds: 101 * MONTH };
    expect(listForeign([...OWN, late])).toEqual([]);
  });

  test("where it was written anew", () => {
    expect(listForeign([...OWN, merge(20, 139), merge(21, 139)])).toEqual([]);
  });

  test("where another branch merged it", () => {
    expect(listForeign([...OWN, merge(39, 139, false)])).toEqual([]);
  });

  test("where there are no others", () => {
    expect(listForeign([merge(7, 1)])).toEqual([]);
    expect(listForeign([])).toEqual([]);
  });
});

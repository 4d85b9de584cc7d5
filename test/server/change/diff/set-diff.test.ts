// Sets compared: nothing is lost, nothing listed twice, and guesses only where they are the only ones.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  areNamesNear,
  diffFacts,
  diffSets,
  type Facts,
} from "../../../../server/change/diff/set-diff.js";
import { fixSeed } from "../../../support/fixed-seed.js";

fixSeed();

const toMap = (facts: Readonly<Record<string, Facts>>) => new Map(Object.entries(facts));

const createMany = (start: string): ReadonlyMap<string, Facts> =>
  new Map(Array.from({ length: 200 }, (_, at) => [start + at, {}]));

const guessSame = (
  [, before]: readonly [string, Facts],
  [, after]: readonly [string, Facts],
): string | undefined => (before["label"] === after["label"] ? "same label" : undefined);

describe("diffFacts", () => {
  test("knows what was not said, what is not said any more, and what is said otherwise", () => {
    expect(
      diffFacts({ a: "1", b: ["x"], c: true, __proto: null }, { b: ["x", "y"], c: true, d: false }),
    ).toEqual([
      { key: "a", from: "1", to: null },
      { key: "b", from: ["x"], to: ["x", "y"] },
      { key: "d", from: null, to: false },
    ]);
  });

  test("keys that every object knows are keys like others", () => {
    const facts = Object.fromEntries([["__proto__", "x"]]) as Facts;
    expect(diffFacts({}, facts)).toEqual([{ key: "__proto__", from: null, to: "x" }]);
    expect(diffFacts({}, { toString: "x" })).toEqual([{ key: "toString", from: null, to: "x" }]);
  });
});

describe("diffSets", () => {
  test("guesses a rename where exactly one fits one", () => {
    const from = toMap({ a: { label: "L" }, b: { label: "M" }, c: { label: "M" }, s: {} });
    const to = toMap({ x: { label: "L" }, y: { label: "M" }, s: { label: "N" } });
    expect(diffSets({ from, to }, (facts) => facts, guessSame)).toEqual({
      added: ["y"],
      removed: ["b", "c"],
      renamed: [{ from: "a", to: "x", reason: "same label" }],
      changed: [{ name: "s", changes: [{ key: "label", from: null, to: "N" }] }],
    });
  });

  test("guesses nothing where there is too much to compare", () => {
    const things = { from: createMany("a"), to: createMany("b") };
    const diff = diffSets(things, (facts) => facts, guessSame);
    expect([diff.added.length, diff.removed.length, diff.renamed]).toEqual([200, 200, []]);
  });

  test("lists each name once, whatever the sets are", () => {
    const set = fc.dictionary(
      fc.constantFrom("a", "b", "c", "d", "e"),
      fc.record({ label: fc.constantFrom("L", "M", "N") }),
    );
    fc.assert(
      fc.property(set, set, (before, after) => {
        const from = toMap(before);
        const to = toMap(after);
        const diff = diffSets({ from, to }, (facts) => facts, guessSame);
        const went = [...diff.removed, ...diff.renamed.map((pair) => pair.from)];
        const came = [...diff.added, ...diff.renamed.map((pair) => pair.to)];
        expect(went.toSorted()).toEqual([...from.keys()].filter((key) => !to.has(key)).toSorted());
        expect(came.toSorted()).toEqual([...to.keys()].filter((key) => !from.has(key)).toSorted());
        const stayed = [...from.keys()].filter((key) => to.has(key));
        expect(diff.changed.map(({ name }) => name)).toEqual(
          stayed.filter((key) => before[key]?.label !== after[key]?.label).toSorted(),
        );
      }),
    );
  });
});

test.each([
  ["_check_delay", "_check_delay_days", true],
  ["partner_ids", "parner_ids", true],
  ["module.view_form", "view_form", true],
  ["_check_done_allocation", "_check_cancel_allocation", false],
  ["id", "ids", false],
])("%s and %s are near: %s", (left, right, near) => {
  expect(areNamesNear(left, right)).toBe(near);
  expect(areNamesNear(right, left)).toBe(near);
});

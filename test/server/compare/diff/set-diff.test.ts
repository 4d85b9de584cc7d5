// Sets compared: nothing is lost, nothing listed twice, and renames only where what is called so is there.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { type FindRename, diffSets } from "../../../../server/compare/diff/module-kinds.js";
import { type Facts, diffFacts } from "../../../../server/compare/things.js";
import { finishSteps } from "../../../../data/yield.js";

const toMap = (facts: Readonly<Record<string, Facts>>) => new Map(Object.entries(facts));

const EVIDENCE = [{ kind: "string" as const, value: "L" }];

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
  test("what is gone is renamed where what it is called now is there", () => {
    const from = toMap({ a: {}, b: {}, s: { label: "L" } });
    const to = toMap({ x: {}, y: {}, s: { label: "N" } });
    const findRename: FindRename = (name) => ({
      name: name === "b" ? "nowhere" : "x",
      evidence: EVIDENCE,
    });
    expect(finishSteps(diffSets({ from, to }, findRename))).toEqual({
      added: ["y"],
      removed: ["b"],
      renamed: [{ from: "a", to: "x", reason: "string: L", evidence: EVIDENCE }],
      changed: [{ name: "s", changes: [{ key: "label", from: "L", to: "N" }] }],
    });
  });

  test("lists each name once, whatever the sets are", () => {
    const letter = fc.constantFrom("a", "b", "c", "d", "e");
    const set = fc.dictionary(letter, fc.record({ label: fc.constantFrom("L", "M", "N") }));
    fc.assert(
      fc.property(set, set, fc.dictionary(letter, letter), (before, after, renames) => {
        const from = toMap(before);
        const to = toMap(after);
        const findRename: FindRename = (one) => {
          const now = renames[one];
          return now === undefined ? undefined : { name: now, evidence: EVIDENCE };
        };
        const diff = finishSteps(diffSets({ from, to }, findRename));
        const went = [...diff.removed, ...diff.renamed.map((pair) => pair.from)];
        const came = new Set([...diff.added, ...diff.renamed.map((pair) => pair.to)]);
        expect(went.toSorted()).toEqual([...from.keys()].filter((key) => !to.has(key)).toSorted());
        expect([...came].filter((key) => !from.has(key)).toSorted()).toEqual(
          [...to.keys()].filter((key) => !from.has(key)).toSorted(),
        );
        expect([...came].filter((key) => !to.has(key))).toEqual([]);
        const stayed = [...from.keys()].filter((key) => to.has(key));
        expect(diff.changed.map(({ name }) => name)).toEqual(
          stayed.filter((key) => before[key]?.label !== after[key]?.label).toSorted(),
        );
      }),
    );
  });
});

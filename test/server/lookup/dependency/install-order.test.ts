// Orders to install in: everything after what it needs, and every circle named.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { orderForInstall } from "../../../../server/lookup/dependency/install-order.js";
import { fixSeed } from "../../../support/fixed-seed.js";

fixSeed();

type Needs = Readonly<Record<string, readonly string[]>>;

const order = (needs: Needs, start = "a") => orderForInstall(start, (name) => needs[name] ?? []);

/** Everything that can be reached in one step or more. */
function reach(needs: Needs, start: string): ReadonlySet<string> {
  const seen = new Set(needs[start]);
  for (const name of seen) for (const next of needs[name] ?? []) seen.add(next);
  return seen;
}

const NAMES = ["a", "b", "c", "d", "e", "f", "g"];

const arbitraryNeeds: fc.Arbitrary<Needs> = fc
  .array(fc.subarray(NAMES, { maxLength: 3 }), { minLength: 7, maxLength: 7 })
  .map((lists) => Object.fromEntries(NAMES.map((name, at) => [name, lists[at] ?? []])));

/** A chain of numbers. */
function listNext(name: string): readonly string[] {
  return name === "100000" ? [] : [String(Number(name) + 1)];
}

describe("orderForInstall", () => {
  test("what is needed comes first", () => {
    expect(order({ a: ["b", "c"], b: ["d"], c: ["b", "d"] })).toEqual({
      order: ["d", "b", "c", "a"],
      cycles: [],
    });
    expect(order({})).toEqual({ order: ["a"], cycles: [] });
  });

  test("circles are named, and what leads into and out of them keeps its place", () => {
    expect(order({ a: ["b"], b: ["c", "x"], c: ["b"] })).toEqual({
      order: ["a", "b", "c", "x"].toSorted((l, r) => "xcba".indexOf(l) - "xcba".indexOf(r)),
      cycles: [["c", "b"]],
    });
    expect(order({ a: ["a"] }).cycles).toEqual([["a"]]);
  });

  test("a chain of a hundred thousand is no matter", () => {
    const { order: all } = orderForInstall("0", listNext);
    expect(all).toHaveLength(100_001);
    expect(all[0]).toBe("100000");
  });

  test("holds for any graph", () => {
    fc.assert(
      fc.property(arbitraryNeeds, (needs) => {
        const { order: all, cycles } = order(needs);
        const reached = new Set(["a", ...reach(needs, "a")]);
        expect(all.toSorted()).toEqual([...reached].toSorted());
        for (const name of all) {
          const inCircle = reach(needs, name).has(name);
          expect(cycles.some((cycle) => cycle.includes(name))).toBe(inCircle);
          for (const need of needs[name] ?? []) {
            const isMutual = reach(needs, need).has(name);
            if (!isMutual) expect(all.indexOf(need)).toBeLessThan(all.indexOf(name));
          }
        }
        for (const cycle of cycles) {
          for (const name of cycle) {
            for (const other of cycle) expect(reach(needs, name).has(other)).toBe(true);
          }
        }
      }),
    );
  });
});

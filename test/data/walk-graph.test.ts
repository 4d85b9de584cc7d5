// Walks: everything that can be reached by the shortest way, everything after what it needs, every circle named.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { orderByNeeds, reach } from "../../data/walk-graph.js";
import { testLong } from "../support/properties.js";

type Needs = Readonly<Record<string, readonly string[]>>;

const order = (needs: Needs) => orderByNeeds(["a"], (name) => needs[name] ?? []);

/** Everything reachable in one step or more. */
function follow(needs: Needs, start: string): ReadonlySet<string> {
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

describe("orderByNeeds", () => {
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
    const { order: all } = orderByNeeds(["0"], listNext);
    expect(all).toHaveLength(100_001);
    expect(all[0]).toBe("100000");
  });

  testLong("nor is a circle of two hundred thousand", () => {
    const { order: all, cycles } = orderByNeeds([0], (at) => [(at + 1) % 200_000]);
    expect([all.length, cycles[0]?.length]).toEqual([200_000, 200_000]);
  });

  test("holds for any graph", () => {
    fc.assert(
      fc.property(arbitraryNeeds, (needs) => {
        const { order: all, cycles } = order(needs);
        const reached = new Set(["a", ...follow(needs, "a")]);
        expect(all.toSorted()).toEqual([...reached].toSorted());
        for (const name of all) {
          const inCircle = follow(needs, name).has(name);
          expect(cycles.some((cycle) => cycle.includes(name))).toBe(inCircle);
          for (const need of needs[name] ?? []) {
            const isMutual = follow(needs, need).has(name);
            if (!isMutual) expect(all.indexOf(need)).toBeLessThan(all.indexOf(name));
          }
        }
        for (const cycle of cycles) {
          for (const name of cycle) {
            for (const other of cycle) expect(follow(needs, name).has(other)).toBe(true);
          }
        }
      }),
    );
  });
});

describe("reach", () => {
  test("gives each node once, with the length of the shortest way", () => {
    const needs: Needs = { a: ["b", "c"], b: ["c", "d"], c: ["a", "d"], d: ["e"] };
    expect([...reach(["a"], (name) => needs[name] ?? [])]).toEqual([
      ["a", 0],
      ["b", 1],
      ["c", 1],
      ["d", 2],
      ["e", 3],
    ]);
  });

  test("holds for any graph and any number of starts", () => {
    fc.assert(
      fc.property(arbitraryNeeds, fc.subarray(NAMES), (needs, starts) => {
        const depths = reach(starts, (name) => needs[name] ?? []);
        const reached = new Set(starts.flatMap((name) => [name, ...follow(needs, name)]));
        expect([...depths.keys()].toSorted()).toEqual([...reached].toSorted());
        for (const [name, depth] of depths) {
          expect(depth === 0).toBe(starts.includes(name));
          const before = [...depths].filter(([other]) => needs[other]?.includes(name) === true);
          if (depth > 0) expect(Math.min(...before.map(([, one]) => one)) + 1).toBe(depth);
        }
      }),
    );
  });

  test("a chain of a hundred thousand is no matter", () => {
    expect(reach(["0"], listNext).get("100000")).toBe(100_000);
  });
});

test("several starts are ordered as one graph", () => {
  const needs: Needs = { a: ["c"], b: ["a", "d"], c: [], d: ["b"] };
  expect(orderByNeeds(["a", "b"], (name) => needs[name] ?? [])).toEqual({
    order: ["c", "a", "d", "b"],
    cycles: [["d", "b"]],
  });
});

// Caches that share a budget: what is kept stays within it, and the value that was asked for last is kept.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createBoundedCache, createBudget, keepRecent } from "../../../server/lookup/memo.js";

test("however caches are asked, all together keep to the budget, and each to its share", () => {
  const asked = fc.record({
    cache: fc.nat({ max: 2 }),
    key: fc.nat({ max: 20 }),
    bytes: fc.integer({ min: 1, max: 30 }),
  });
  fc.assert(
    fc.property(fc.array(asked), (questions) => {
      const budget = createBudget(100);
      const caches = [80, 80, 20].map((mostBytes) =>
        createBoundedCache<string, number>({ budget, mostBytes }),
      );
      for (const { cache, key, bytes } of questions) {
        const value = `${cache} ${key}`;
        expect(caches[cache]?.get(key, () => ({ value, bytes }))).toBe(value);
        const all = caches.map((each) => each.bytes);
        expect(all.reduce((sum, each) => sum + each)).toBe(budget.calculatedSize);
        expect(budget.calculatedSize).toBeLessThanOrEqual(100);
        expect(all[2]).toBeLessThanOrEqual(20);
      }
    }),
  );
});

test("of all caches that is forgotten which was not asked for the longest time", () => {
  const budget = createBudget(3);
  const [left, right] = [0, 1].map(() =>
    createBoundedCache<string>({ budget, mostBytes: 3, largestBytes: 3 }),
  );
  left?.hold("a", { value: "a", bytes: 1 });
  right?.hold("b", { value: "b", bytes: 1 });
  left?.hold("c", { value: "c", bytes: 1 });
  expect(left?.find("a")).toBe("a");
  left?.hold("d", { value: "d", bytes: 1 });
  expect(right?.find("b")).toBeUndefined();
  expect(["a", "c", "d"].map((key) => left?.find(key))).toEqual(["a", "c", "d"]);
  left?.hold("a", { value: "grown", bytes: 3 });
  expect(["a", "c", "d"].map((key) => left?.find(key))).toEqual(["grown", undefined, undefined]);
  left?.hold("a", { value: "too large", bytes: 4 });
  expect(left?.find("a")).toBeUndefined();
  expect(budget.calculatedSize).toBe(0);
});

test("a large value takes the place of however many small ones", () => {
  const most = 5_000;
  const budget = createBudget(most);
  const [small, large] = [0, 1].map(() =>
    createBoundedCache<number, number>({ budget, mostBytes: most, largestBytes: most }),
  );
  for (let key = 0; key < most; key++) small?.hold(key, { value: key, bytes: 1 });
  large?.hold(0, { value: 0, bytes: most });
  expect([small?.bytes, large?.bytes, budget.calculatedSize]).toEqual([0, most, most]);
  for (let key = 0; key < most; key++) small?.hold(key, { value: key, bytes: 1 });
  small?.hold(most, { value: most, bytes: most });
  expect([small?.bytes, large?.bytes, budget.calculatedSize]).toEqual([most, 0, most]);
});

test("of large values the last few are found again", () => {
  const find = keepRecent<{ readonly key: string }>(2);
  const ask = (key: string) => find(key, () => ({ key }));
  const [a, b] = [ask("a"), ask("b")];
  expect(ask("a")).toBe(a);
  ask("c");
  expect(ask("a")).toBe(a);
  expect(ask("b")).not.toBe(b);
});

test("where there is no room, nothing is cached", () => {
  const cache = createBoundedCache<string>({ mostBytes: 0, largestBytes: 0 });
  expect(cache.get("a", () => ({ value: "a", bytes: 1 }))).toBe("a");
  expect(cache.find("a")).toBeUndefined();
  expect(cache.bytes).toBe(0);
});

// Vectors of modules without needs are moved towards the needs of the modules most like them.
import { describe, expect, test } from "vitest";
import { moveToNearNeeds } from "../../../builder/index/near-needs.js";
import { scaleToUnit } from "../../../data/embedding/embedder.js";
import { takeSteps } from "../../../data/yield.js";

/** In one plane, at an angle in degrees. */
function toVector(degrees: number, height = 0): Float32Array {
  const angle = (degrees * Math.PI) / 180;
  return scaleToUnit(Float64Array.of(Math.cos(angle), Math.sin(angle), height));
}

/**
 * Described modules, a degree apart, each with two needs above its own place; then modules without
 * any.
 */
function createSet(described: number, needless: readonly Float32Array[]) {
  const places = Array.from({ length: described }, (_, at) => at);
  return {
    vectors: [...places.map((at) => toVector(at)), ...needless],
    needs: places.flatMap((at) => [toVector(at, 1), toVector(at, 3)]),
    needsOfDocument: [...places.map((at) => [2 * at, 2 * at + 1]), ...needless.map(() => [])],
  };
}

describe("vectors of modules without needs", () => {
  test("move by eight tenths of the mean of what the ten nearest described modules are needed for", async () => {
    const set = createSet(120, [toVector(50)]);
    const moved = (await takeSteps(moveToNearNeeds(set))) ?? [];
    expect(moved.slice(0, 120)).toEqual(set.vectors.slice(0, 120));
    const mean = new Float64Array(3);
    // The two at the same distance are one before the other by their numbers: 45 and not 55.
    for (let at = 45; at < 55; at++) {
      for (const need of [set.needs[2 * at], set.needs[2 * at + 1]]) {
        need?.forEach((value, place) => (mean[place] = (mean[place] ?? 0) + value / 20));
      }
    }
    const own = toVector(50);
    const expected = scaleToUnit(
      Float64Array.from(own, (value, at) => value + 0.8 * (mean[at] ?? 0)),
    );
    expect(moved[120]?.length).toBe(3);
    moved[120]?.forEach((value, at) => expect(value).toBeCloseTo(expected[at] ?? 0, 5));
  });

  test("stay where nothing is near, and where hardly any module is described", async () => {
    const nothing = new Float32Array(3);
    const moved = await takeSteps(moveToNearNeeds(createSet(100, [nothing, toVector(20)])));
    expect(moved?.[100]).toEqual(nothing);
    expect(moved?.[101]?.[2]).toBeGreaterThan(0.3);
    expect(await takeSteps(moveToNearNeeds(createSet(99, [toVector(20)])))).toBeUndefined();
    expect(
      await takeSteps(moveToNearNeeds({ vectors: [], needs: [], needsOfDocument: [] })),
    ).toBeUndefined();
  });

  test("of a described module with several documents the last speaks for it", async () => {
    const set = createSet(100, [toVector(200)]);
    const moved = await takeSteps(
      moveToNearNeeds({
        ...set,
        vectors: [toVector(200), ...set.vectors],
        needsOfDocument: [[0, 1], ...set.needsOfDocument],
      }),
    );
    // The document at 200 degrees is an older one of the module at 0.
    expect(moved?.[101]).toEqual(toVector(200));
  });
});

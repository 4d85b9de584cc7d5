// Intervals of means over questions.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { estimateMean, type Observation } from "../../../data/evaluation/estimate.js";

const ofNeeds = (values: readonly number[]): readonly Observation[] =>
  values.map((value, at) => ({ value, need: String(at) }));

describe("estimateMean", () => {
  test("gives the mean, and nothing beside it where all are the same", () => {
    expect(estimateMean(ofNeeds([0.5, 0.5, 0.5]))).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
  });

  test("is about as wide as the standard error says", () => {
    // Half zeros, half ones: the standard error of 100 is 0.05.
    const { mean, low, high } = estimateMean(
      ofNeeds(Array.from({ length: 100 }, (_, at) => at % 2)),
    );
    expect(mean).toBe(0.5);
    expect(low).toBeGreaterThan(0.37);
    expect(low).toBeLessThan(0.43);
    expect(high).toBeGreaterThan(0.57);
    expect(high).toBeLessThan(0.63);
  });

  test("is as wide for a need that is asked four times as for one that is asked once", () => {
    const once = ofNeeds(Array.from({ length: 25 }, (_, at) => at % 2));
    const often = once.flatMap((each) => Array.from({ length: 4 }, () => each));
    expect(estimateMean(often)).toEqual(estimateMean(once));
  });

  test("holds the mean, and is the same each time", () => {
    fc.assert(
      fc.property(
        fc.array(fc.float({ min: 0, max: 1, noNaN: true }), { minLength: 1 }),
        (values) => {
          const estimate = estimateMean(ofNeeds(values));
          expect(estimate.low).toBeLessThanOrEqual(estimate.mean);
          expect(estimate.high).toBeGreaterThanOrEqual(estimate.mean);
          expect(estimateMean(ofNeeds(values))).toEqual(estimate);
        },
      ),
      { numRuns: 20 },
    );
  });
});

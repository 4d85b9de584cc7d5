// The best modules by score, found without sorting all of them.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rankModules } from "../../../server/lookup/meaning/semantic-search.js";

test("are those that sorting everything gives", () => {
  const score = fc.oneof(
    fc.constant(0),
    fc.constant(1),
    fc.nat({ max: 10_000 }).map((n) => n / 1e4),
  );
  fc.assert(
    fc.property(fc.array(score), fc.nat({ max: 20 }), (scores, most) => {
      const sorted = scores
        .map((value, module) => ({ value, module }))
        .filter(({ value }) => value > 0)
        .toSorted((left, right) => right.value - left.value || left.module - right.module)
        .map(({ module }) => module);
      expect(rankModules(Float64Array.from(scores), most)).toEqual(sorted.slice(0, most));
    }),
  );
});

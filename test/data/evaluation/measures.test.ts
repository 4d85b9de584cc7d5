// Measures of rankings whose values are known.
import { describe, expect, test } from "vitest";
import { averageMeasures, measureRanking } from "../../../data/evaluation/measures.js";

const filler = Array.from({ length: 20 }, (_, at) => `other${at}`);

describe("measureRanking", () => {
  test.each([
    ["the one wanted first", ["a"], ["a"], [1, 1, 1, 1, 1]],
    ["the one wanted second", ["x", "a"], ["a"], [1 / Math.log2(3), 0, 1, 1, 1 / 2]],
    ["the one wanted at the eleventh place", [...filler.slice(0, 10), "a"], ["a"], [0, 0, 0, 0, 0]],
    ["nothing at all", [], ["a"], [0, 0, 0, 0, 0]],
    ["one of two", ["a", "x"], ["a", "b"], [1 / (1 + 1 / Math.log2(3)), 1, 1 / 2, 1, 1]],
    ["ten of twenty", filler.slice(0, 10), filler, [1, 1, 1, 1, 1]],
  ])("%s", (_, ranking, relevant, [ndcg, recall1, recall10, found, mrr]) => {
    const measures = measureRanking(ranking, new Set(relevant));
    expect(measures.ndcg_at_10).toBeCloseTo(ndcg ?? 0, 10);
    expect(measures).toMatchObject({
      recall_at_1: recall1,
      recall_at_10: recall10,
      found_at_10: found,
      mrr_at_10: mrr,
    });
  });

  test("a better answer gains more, and the best order has all of it", () => {
    const grades = new Map([
      ["a", 3],
      ["b", 1],
    ]);
    const rank = (...ranking: string[]): number =>
      measureRanking(ranking, new Set(["a", "b"]), grades).ndcg_at_10;
    expect(rank("a", "b")).toBe(1);
    expect(rank("b", "a")).toBeCloseTo((1 + 7 / Math.log2(3)) / (7 + 1 / Math.log2(3)), 10);
    expect(rank("x", "b")).toBeCloseTo(1 / Math.log2(3) / (7 + 1 / Math.log2(3)), 10);
  });

  test("are averaged one by one", () => {
    const all = [measureRanking(["a"], new Set(["a"])), measureRanking(["x"], new Set(["a"]))];
    expect(averageMeasures(all)).toEqual({
      ndcg_at_10: 0.5,
      recall_at_1: 0.5,
      recall_at_10: 0.5,
      found_at_10: 0.5,
      mrr_at_10: 0.5,
    });
  });
});

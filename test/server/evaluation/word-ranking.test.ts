// The search by words that the semantic search is measured against.
import { describe, expect, test } from "vitest";
import { createWordRanking } from "../../../server/evaluation/word-ranking.js";
import { createRecord } from "../../support/module-records.js";

const ranking = createWordRanking([
  createRecord({
    technical_name: "sale_report",
    name: "Sales Report",
    summary: "",
    description: "",
  }),
  createRecord({
    technical_name: "a",
    name: "A",
    summary: "",
    description: "A report on invoices",
  }),
  createRecord({ technical_name: "b", name: "B", summary: "All about invoices", description: "" }),
]);

describe("the ranking by words", () => {
  test("counts names above descriptions", () => {
    const [name = 0, description = 0, none] = ranking.score("reports");
    expect(name).toBeGreaterThan(description);
    expect(description).toBeGreaterThan(0);
    expect(none).toBe(0);
  });

  test("counts rare words above common ones, and knows plurals", () => {
    const [, description = 0, summary = 0] = ranking.score("invoice");
    expect(summary).toBeGreaterThan(description);
    expect([...ranking.score("")]).toEqual([0, 0, 0]);
    expect([...createWordRanking([]).score("x")]).toEqual([]);
  });
});

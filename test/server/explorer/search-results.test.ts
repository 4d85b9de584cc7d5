// Reasons for a hit, and the highlighted words.
import { describe, expect, test } from "vitest";
import { describeMatch, listWords, mark } from "../../../server/explorer/shared/search-results.js";
import type { SearchResult } from "../../../server/explorer/shared/search.js";

const RESULT: SearchResult = {
  row: {
    technical_name: "invoice_reminder",
    found: true,
    name: "Invoice Reminder",
    summary: "",
    version: "1.0",
    platform_version: "17.0",
    category: "",
    installable: true,
    application: false,
    source_path: "invoice_reminder",
    license: "",
    development_status: null,
    update_date: "2024-01-01 00:00:00",
    last_code_change: null,
    dependents: 3,
    organization: "a",
    repository: "b",
    providers: ["a/b"],
    carriers: ["a/b"],
  },
  where: { versions: {}, not_installable: {}, copy_of: {} },
  match: undefined,
  fields: [],
  score: undefined,
};

describe("why", () => {
  test.each<[Partial<SearchResult>, string]>([
    [{ match: "prefix", fields: ["name", "summary"] }, "match in name"],
    [{ match: "exact", fields: ["technical_name"] }, "exact match"],
    [{ match: "typo" }, "similar spelling"],
    [{ score: 0.474 }, "matches the meaning"],
    [{ match: "typed", score: 0.4 }, "exact match"],
    [{ match: "prefix" }, "name starts with it"],
    [{ match: "meaning" }, "matches the meaning"],
    [{}, ""],
  ])("%j", (change, why) => {
    expect(describeMatch({ ...RESULT, ...change })).toBe(why);
  });
});

describe("words", () => {
  test("are marked, the longest first, and nothing else", () => {
    expect(mark("A <b> Sale sales", ["sale", "sales"]).text).toBe(
      "A &lt;b&gt; <mark>Sale</mark> <mark>sales</mark>",
    );
    expect(mark("İstanbul", ["stan"]).text).toBe("İstanbul");
    expect(mark("plain", []).text).toBe("plain");
  });

  test("of sentences are marked when they say something", () => {
    expect(listWords("remind me of an Invoice, .*")).toEqual(["remind", "invoice"]);
    expect(listWords("me of Invoice")).toEqual(["me", "of", "invoice"]);
  });
});

// Answers of tools fit, say what was cut, and are read as text.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { renderCompact, fitRows, fitValue } from "../../../server/mcp/fit.js";
import { countCases } from "../../support/properties.js";

const measure = (value: unknown): number => JSON.stringify(value).length;

describe("fitValue", () => {
  test("leaves what fits as it is", () => {
    const value = { list: [1, 2, 3], text: "x".repeat(100) };
    expect(fitValue(value, 1_000)).toEqual({ value, cut: [] });
  });

  test("cuts the longest lists and texts, and says of which how much is left", () => {
    const value = {
      name: "sale",
      models: Array.from({ length: 3 }, (_, at) => ({
        name: `m${at}`,
        fields: Array.from({ length: 300 + at }, (__, field) => `field_${field}`),
      })),
      description: "y".repeat(9_000),
    };
    const { value: fitted, cut } = fitValue(value, 12_000);
    expect(measure(fitted)).toBeLessThanOrEqual(12_000);
    expect(fitted).toMatchObject({ name: "sale", models: [{ name: "m0" }, {}, {}] });
    expect(cut).toEqual([
      "models.fields: at most 200 of up to 302 elements",
      "description: at most 4000 of up to 9000 characters",
    ]);
  });

  test("makes whatever is long much shorter, and keeps its form", () => {
    const long = fc.record({
      name: fc.string({ maxLength: 50 }),
      rows: fc.array(
        fc.record({
          text: fc.string({ minLength: 500, maxLength: 2_000 }),
          words: fc.array(fc.string(), { minLength: 20, maxLength: 60 }),
        }),
        { minLength: 20, maxLength: 40 },
      ),
    });
    fc.assert(
      fc.property(long, (value) => {
        const { value: fitted, cut } = fitValue(value, 3_000);
        expect(measure(fitted)).toBeLessThanOrEqual(3_000);
        expect(cut.length).toBeGreaterThan(0);
        expect(fitted.name).toBe(value.name);
        expect(fitted.rows.length).toBeGreaterThan(0);
      }),
      { numRuns: countCases(20) },
    );
  });
});

describe("fitRows", () => {
  const rows = Array.from({ length: 50 }, (_, at) => ({ at, text: "z".repeat(100) }));

  test("keeps as many rows as fit, whole", () => {
    const { value, cut } = fitRows(rows, 2_000);
    expect(value).toEqual(rows.slice(0, value.length));
    expect(measure(value)).toBeLessThanOrEqual(2_100);
    expect(value.length).toBeGreaterThan(10);
    expect(cut).toEqual([]);
  });

  test("cuts what is long before it leaves rows out", () => {
    const long = rows.slice(0, 12).map((row) => ({ ...row, text: "z".repeat(1_000) }));
    const { value, cut } = fitRows(long, 2_400);
    expect(value).toHaveLength(12);
    expect(cut).toEqual(["text: at most 120 of up to 1000 characters"]);
  });

  test("keeps one row at least, in short", () => {
    const { value, cut } = fitRows([{ text: "z".repeat(100_000) }], 1_000);
    expect(value).toHaveLength(1);
    expect(measure(value)).toBeLessThan(1_000);
    expect(cut).toEqual(["text: at most 120 of up to 100000 characters"]);
    expect(fitRows([], 1_000)).toEqual({ value: [], cut: [] });
  });
});

test("text has a line for each row, and nothing that is empty", () => {
  const value = {
    total: 2,
    note: null,
    nothing: { lists: [], inner: {} },
    rows: [
      { name: "a", versions: ["16.0", "17.0"], summary: "", after: [] },
      { name: "b", text: `first\n  second ${"x".repeat(200)}`, classes: [{ is_new: true }] },
    ],
  };
  expect(renderCompact(value)).toBe(
    [
      "total: 2",
      "rows:",
      "  - name: a; versions: 16.0, 17.0",
      "  - name: b",
      `    text: first ⏎ second ${"x".repeat(200)}`,
      "    classes:",
      "      - is_new: true",
    ].join("\n"),
  );
});

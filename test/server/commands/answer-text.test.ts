// Answers as a terminal shows them.
import { describe, expect, test } from "vitest";
import { formatAnswer } from "../../../server/commands/answer-text.js";

describe("formatAnswer", () => {
  test("a record is its facts, then its lists; what is empty is left out", () => {
    const text = formatAnswer({
      name: "retail",
      summary: "",
      website: null,
      tags: ["a", "b"],
      counts: { models: 2, views: 0 },
      models: [
        { name: "shop.order", file: "models/order.py", line: 7, note: null },
        { name: "shop.line", file: "models/line.py", line: 12, note: null },
      ],
      views: [],
    });
    expect(text.split("\n")).toEqual([
      "name    retail",
      "tags    a b",
      "counts  models: 2; views: 0",
      "",
      "models (2)",
      "  name        file",
      "  shop.order  models/order.py:7",
      "  shop.line   models/line.py:12",
    ]);
  });

  test("a list within a row opens it, a list within that is counted", () => {
    const fields = [{ name: "a" }, { name: "b" }];
    const text = formatAnswer({
      modules: [
        { name: "shop", classes: [{ name: "Order", fields }] },
        { name: "shop_pos", classes: [{ name: "Order", fields: [] }] },
      ],
    });
    expect(text.split("\n")).toEqual([
      "modules (2)",
      "  name      classes.name  fields",
      "  shop      Order         2",
      "  shop_pos  Order",
    ]);
  });

  test("a list of small flat rows is one table, one of others record by record", () => {
    expect(formatAnswer([{ id: 1, names: ["a", "b"] }])).toBe("id  names\n1   a b");
    expect(
      formatAnswer([
        { id: 1, rows: [{ of: { a: 1 } }] },
        { id: 2, rows: [] },
      ]),
    ).toBe("id  1\n\nrows (1)\n  of\n  a: 1\n\nid  2");
    const wide = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`key_${at}`, at]));
    expect(formatAnswer([wide]).split("\n")).toHaveLength(13);
  });

  test("a text is its first line, and no longer than a line may be", () => {
    expect(formatAnswer({ text: "First.\n\nSecond." })).toBe("text  First. …");
    expect(formatAnswer({ text: "x".repeat(500) }).length).toBeLessThan(140);
    expect(formatAnswer([{ text: "x".repeat(500) }]).split("\n")[1]?.length).toBeLessThan(100);
  });

  test("values that are no records are lines", () => {
    expect(formatAnswer(["a", "b"])).toBe("a\nb");
    expect(formatAnswer([])).toBe("Nothing found.");
    expect(formatAnswer("text")).toBe("text");
  });
});

// What modules are needed for: how the lines are read, and those that ship.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseNeeds } from "../../training/texts/needs.js";
import { readNeeds } from "../../training/texts/needs-file.js";

describe("parseNeeds", () => {
  test("reads a module and its needs from each line", () => {
    const text = "# who asks\n\nsale_a\tsell things \t\t sell more\r\nstock_b\tcount\n";
    expect(parseNeeds(text)).toEqual({
      value: [
        { technicalName: "sale_a", needs: ["sell things", "sell more"] },
        { technicalName: "stock_b", needs: ["count"] },
      ],
      diagnostics: [],
    });
  });

  test("passes over what is no module with needs, and says where", () => {
    const text = "sale_a\tsell\nsale a\tsell\nstock_b\n\tcount\nsale_a\tagain";
    expect(parseNeeds(text)).toEqual({
      value: [{ technicalName: "sale_a", needs: ["sell"] }],
      diagnostics: [
        { code: "name_invalid", line: 2 },
        { code: "needs_missing", line: 3 },
        { code: "name_invalid", line: 4 },
        { code: "name_repeated", line: 5 },
      ],
    });
  });

  test("makes something of any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { value, diagnostics } = parseNeeds(text);
        expect(value.length + diagnostics.length).toBeLessThanOrEqual(text.split("\n").length);
      }),
    );
  });
});

test("the needs that ship are whole, in order of technical name", () => {
  const { value, diagnostics } = readNeeds(undefined);
  expect(diagnostics).toEqual([]);
  const names = value.map(({ technicalName }) => technicalName);
  expect(names).toEqual(names.toSorted());
  expect(names.length).toBeGreaterThan(2_000);
});

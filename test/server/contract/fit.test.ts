// Cutting: too long values are cut, and the cut part is the rest of what is there.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fitValue, isLonger } from "../../../server/contract/bounded.js";

const LEVELS = [
  { items: 20, chars: 200 },
  { items: 5, chars: 50 },
];

test("a value is longer than fewer characters than its JSON has", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json = JSON.stringify(value);
      // A comma is counted behind the last of a list, too.
      const most = json.length + [...json.matchAll(/[\]}]/g)].length;
      expect([isLonger(value, most), isLonger(value, json.length - 1)]).toEqual([false, true]);
    }),
  );
});

test("parts that go on where the last one was cut are the whole", () => {
  const answer = fc.record({
    models: fc.array(fc.string(), { maxLength: 200 }),
    description: fc.string({ maxLength: 500 }).map((text) => text.replaceAll("…", "")),
  });
  fc.assert(
    fc.property(answer, (whole) => {
      const joined = { models: [] as string[], description: "" };
      const starts = new Map<string, number>();
      for (let open: readonly string[] = ["models", "description"]; open.length > 0;) {
        const { value, cuts } = fitValue(whole, { maxChars: 400, levels: LEVELS, starts });
        if (open.includes("models")) joined.models.push(...value.models);
        if (open.includes("description")) joined.description += value.description.replace(/…$/, "");
        for (const { name, from, kept } of cuts) starts.set(name, from + kept);
        open = open.filter((name) => cuts.some((cut) => cut.name === name));
      }
      expect(joined).toEqual(whole);
    }),
  );
});

test("rows are cut apart from what stands in them", () => {
  const rows = Array.from({ length: 30 }, (_, at) => ({
    name: `m${at}`,
    fields: Array.from({ length: at }, (__, field) => `f${field}`),
  }));
  const { value, cuts } = fitValue(
    { rows },
    { maxChars: 10, levels: LEVELS, starts: new Map([["rows", 24]]) },
  );
  expect(value.rows.map(({ name }) => name)).toEqual(["m24", "m25", "m26", "m27", "m28"]);
  expect(cuts).toEqual([
    { name: "rows", unit: "elements", from: 24, kept: 5, of: 30 },
    { name: "rows.fields", unit: "elements", from: 0, kept: 5, of: 28 },
  ]);
});

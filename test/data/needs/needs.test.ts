// Needs of modules: reading of lines, shipped ones, and given ones.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseNeeds } from "../../../data/needs/needs.js";
import { readNeeds, readNeedsByName } from "../../../data/needs/needs-file.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";

const folder = makeTemporaryFolder();

describe("parseNeeds", () => {
  test("reads a module, a language and a need from each line", () => {
    const text =
      "# who asks\n\nsale_a\ten\tsell things \r\nstock-b\tde\tzählen\nsale_a\tpt_BR\tvender\n";
    expect(parseNeeds(text)).toEqual({
      value: [
        {
          technicalName: "sale_a",
          needs: [
            { language: "en", text: "sell things" },
            { language: "pt_BR", text: "vender" },
          ],
        },
        { technicalName: "stock-b", needs: [{ language: "de", text: "zählen" }] },
      ],
      diagnostics: [],
    });
  });

  test("passes over what is no module with a need, and says where", () => {
    const text =
      "sale_a\ten\tsell\nsale a\ten\tsell\nstock_b\ten\n\ten\tcount\nsale_a\ten\tsell\nsale_a\tsell";
    expect(parseNeeds(text)).toEqual({
      value: [{ technicalName: "sale_a", needs: [{ language: "en", text: "sell" }] }],
      diagnostics: [
        { code: "name_invalid", line: 2 },
        { code: "need_missing", line: 3 },
        { code: "name_invalid", line: 4 },
        { code: "need_repeated", line: 5 },
        { code: "language_invalid", line: 6 },
      ],
    });
  });

  test("makes something of any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { value, diagnostics } = parseNeeds(text);
        const needs = value.flatMap((one) => one.needs);
        expect(needs.length + diagnostics.length).toBeLessThanOrEqual(text.split("\n").length);
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

test("what a file says of a module takes the place of what ships, and its faults are told", () => {
  const file = join(folder, "needs.tsv");
  writeFileSync(file, "account\ten\tcount beans\nacme_own\tde\tetwas Eigenes\nnot a line\n");
  const { needs, faults } = readNeedsByName(file);
  expect(needs.get("account")).toEqual([{ language: "en", text: "count beans" }]);
  expect(needs.get("acme_own")).toEqual([{ language: "de", text: "etwas Eigenes" }]);
  expect(needs.get("account_asset_management")).toContainEqual({
    language: "en",
    text: "register of machinery, vehicles and buildings losing value over time",
  });
  expect(faults).toEqual([`${file}:3: name_invalid`]);
});

test("a file that is not there is an error of who gave it", () => {
  const file = join(folder, "none.tsv");
  expect(() => readNeedsByName(file)).toThrow(`There is no file ${file}; `);
});

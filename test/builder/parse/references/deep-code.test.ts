// Expressions that nobody writes: what lies too deep is left out, and what stands beside it is read.
import { expect, test } from "vitest";
import { parsePythonFile } from "../../../../builder/parse/python/python-file.js";
import { testLong, sampleCases } from "../../../support/properties.js";

const DEEP = 10_000;

test.each(
  sampleCases([
    ["a sum", Array.from({ length: DEEP }, () => "self.a").join(" + ")],
    ["calls in a row", `self${".b()".repeat(DEEP)}`],
    ["calls in each other", `${"f(".repeat(DEEP)}self.a${")".repeat(DEEP)}`],
    ["lists in each other", `${"[".repeat(DEEP)}self.a${"]".repeat(DEEP)}`],
  ]),
)("%s of ten thousand parts ends nothing", (_, expression) => {
  const text = `class Model(models.Model):\n    def run(self):\n        one = ${expression}\n        return self.env.ref("base.main_company")\n`;
  const { references } = parsePythonFile(new TextEncoder().encode(text)).value;
  expect(references).toContainEqual(expect.objectContaining({ kind: "record", line: 4 }));
});

testLong("names that are bound thousands of times, from themselves, end nothing", () => {
  const loops = "        for one in one: one.city = 1\n".repeat(4_000);
  const text = `class Model(models.Model):\n    def run(self):\n        one = self\n${loops}        return self.env.ref("base.main_company")\n`;
  const { references } = parsePythonFile(new TextEncoder().encode(text)).value;
  expect(references).toContainEqual(expect.objectContaining({ kind: "record", line: 4_004 }));
});

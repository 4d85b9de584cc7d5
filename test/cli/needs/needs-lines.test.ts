// New lines in a file of needs that people edit.
import { expect, test } from "vitest";
import { addHead, insertNeeds } from "../../../cli/needs/needs-lines.js";
import { parseNeeds } from "../../../data/needs/needs.js";

const NEEDS = [{ language: "en", texts: ["one", "two"] }];
const ADDED = "acme_m\ten\tone\nacme_m\ten\ttwo\n";

test.each([
  ["a head alone", "# head\n", `# head\n${ADDED}`],
  ["earlier names", "# head\nacme_a\ten\tx\n", `# head\nacme_a\ten\tx\n${ADDED}`],
  ["later names", "# head\nacme_z\ten\tx", `# head\n${ADDED}acme_z\ten\tx\n`],
  [
    "names around it, with a comment on the later one",
    "acme_a\ten\tx\n\n# on z\nacme_z\ten\tx\n",
    `acme_a\ten\tx\n${ADDED}\n# on z\nacme_z\ten\tx\n`,
  ],
])("come into %s", (_, text, expected) => {
  expect(insertNeeds(text, "acme_m", NEEDS)).toBe(expected);
});

test("are read by a build; the same words in two languages are one need", () => {
  const needs = [...NEEDS, { language: "de", texts: ["zwei", "one"] }];
  const text = insertNeeds(addHead(""), "acme_m", needs);
  const { value, diagnostics } = parseNeeds(text);
  expect(diagnostics).toEqual([]);
  expect(value[0]?.needs.map(({ text: need }) => need)).toEqual(["one", "two", "zwei"]);
});

// XPath 1.0 over an arch: the values are those that lxml 4.9 gives for the same expressions and document.
import { readFileSync } from "node:fs";
import path from "node:path";
import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import type { ArchNode } from "../../../../data/module/loaded-module.js";
import {
  createDocument,
  listDescendants,
  plantArch,
  type DocumentNode,
} from "../../../../server/registry/view/tree.js";
import {
  createSteps,
  XPathFault,
  isNodeSet,
  type XPathNode,
} from "../../../../server/registry/view/xpath/values.js";
import { evaluateExpression, evaluateFirst } from "../../../../server/registry/view/xpath/parse.js";
import { ROOT } from "../../../../docs/tools/project-root.js";
import { countCases, sampleCases } from "../../../support/properties.js";

/** Elements are numbers, in document order; attributes, texts and what JSON has no number for are written. */
type Result = boolean | number | string | readonly (number | string)[];

const [arch, ...results] = readFileSync(
  path.join(ROOT, "fixtures/views/xpath-results.jsonl"),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as unknown) as [
  ArchNode,
  ...[expression: string, result: Result][],
];

const document = createDocument(plantArch(arch, { view: 0, module: "sale", line: 1 }));
const elements = [...listDescendants(document)].filter(({ kind }) => kind === "element");

describe("an expression", () => {
  test.each(results)("%s has the value that lxml gives", (text, result) => {
    expect(evaluate(text)).toEqual(result);
    const first = evaluateFirst(text, document, createSteps(100_000));
    const shown = first === undefined || first === null ? first : show(first)[0];
    expect(shown).toEqual(Array.isArray(result) ? result[0] : null);
  });

  test.each([
    "",
    "//",
    "//field[",
    "//field[@name='x]",
    "field name",
    "//field[@name=']",
    "unknown()",
    "count()",
    "count(//a, //b)",
    "axis::a",
    "a:b",
    "//field[@name='a'] and",
    "$variable",
    "count('a')",
    "'a'|'b'",
    "(1)/a",
    "1[1]",
    "@a::b",
    "child::a::b",
  ])("%j is none", (text) => {
    expect(() => evaluate(text)).toThrow(XPathFault);
  });

  test("may not be endless", () => {
    const nested = `//*${"[//*".repeat(20)}${"]".repeat(20)}[not(//x)]`;
    expect(() => evaluate(nested.replace("//x", "//*[. = //*]"))).toThrow("too many steps");
    expect(() => evaluate("(".repeat(100) + ")".repeat(100))).toThrow("nested too deeply");
    expect(() => evaluate(`'${"a".repeat(5000)}'`)).toThrow("longer than");
  });

  test.each(
    sampleCases([
      "//g[translate(/form/@x, 'a', 'b') = 'c']",
      "//g[string-length(/form/@x) = 1]",
      "//g[substring(/form/@x, 2, 1) = 'b']",
      "//g[contains(/form/@x, substring(/form/@x, 2))]",
      "//g[contains(/form/@x, concat(substring(/form/@x, 1, 9000), 'b', substring(/form/@x, 1, 9000)))]",
      "//g[/form/@x > 1]",
      "//g[lang('b')]",
      "//g[../following-sibling::q]",
      "//g[//@x != //@x]",
      `(//g)${"[@name]".repeat(500)}`,
      `//g${"|a".repeat(1900)}`,
      `//g[${"1+".repeat(1900)}0 = 5]`,
      `//g[hasclass(${"'a',".repeat(900)}'b')]`,
      `//g[contains('${"a".repeat(3800)}', 'b')]`,
    ]),
  )("%s takes no more steps than it may", (text) => {
    const group: ArchNode = ["p", {}, 0, [["g", { name: "q", class: "a ".repeat(50) }, 0, []]]];
    const long = "a".repeat(100_000);
    const groups = Array.from({ length: 9000 }, () => group);
    const form: ArchNode = ["form", { x: long, "xml:lang": long }, 0, groups];
    const wide = plantArch(form, { view: 0, module: "a", line: 1 });
    expect(() => evaluateFirst(text, createDocument(wide), createSteps(500_000))).toThrow(
      "too many steps",
    );
  });

  test("finds elements without a namespace by a bare name", () => {
    const svg = { xmlns: "http://www.w3.org/2000/svg" };
    const form: ArchNode = [
      "form",
      {},
      0,
      [
        ["svg", svg, 0, [["g", {}, 0, []]]],
        ["g", {}, 0, []],
      ],
    ];
    const own = createDocument(plantArch(form, { view: 0, module: "a", line: 1 }));
    const found = evaluateExpression("//g", own, createSteps(100));
    expect(isNodeSet(found) && found.map((node) => node.parent?.kind)).toEqual(["element"]);
    expect(evaluateExpression("count(//*)", own, createSteps(100))).toBe(4);
  });

  test("any text gives a value or a fault", () => {
    const part = constantFrom(
      ..."// / field * [ ] ( ) @name = 'a' 1 | . .. and or not( last() position() :: self , - %(a.b)d".split(
        " ",
      ),
    );
    const texts = oneof(
      string(),
      array(part, { maxLength: 12 }).map((all) => all.join("")),
    );
    assert(
      property(texts, (text) => {
        try {
          evaluate(text);
        } catch (error) {
          expect(error).toBeInstanceOf(XPathFault);
        }
      }),
      { numRuns: countCases(2000) },
    );
  });
});

function evaluate(text: string, of: DocumentNode = document): Result {
  const value = evaluateExpression(text, of, createSteps(200_000));
  if (isNodeSet(value)) return value.flatMap(show);
  return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
}

/** lxml leaves the document out. */
function show(node: XPathNode): (number | string)[] {
  if (node.kind === "document") return [];
  if (node.kind === "text") return [`#${node.text}`];
  if (node.kind === "attribute") return [`@${node.name}=${node.value}`];
  return [elements.indexOf(node)];
}

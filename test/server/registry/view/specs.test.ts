// Specs over an arch. The results of random ones are those of the platform's own function at 16.0 and 17.0,
// texts trimmed; `null` where it raised an error, which ends the whole view there and one spec here.
import { finishSteps } from "../../../../data/yield.js";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { ArchNode } from "../../../../data/module/loaded-module.js";
import { createRules } from "../../../../server/registry/view/combine.js";
import type { ViewFault } from "../../../../server/registry/view/fault.js";
import { applySpecs } from "../../../../server/registry/view/specs.js";
import { TooComplex } from "../../../../server/lookup/limits.js";
import {
  createDocument,
  getRoot,
  plantArch,
  type ElementNode,
} from "../../../../server/registry/view/tree.js";
import { ROOT } from "../../../../docs/tools/project-root.js";
import { testLong } from "../../../support/properties.js";

type Case = [version: string, arch: ArchNode, specs: ArchNode, result: string | null];

const table = readFileSync(path.join(ROOT, "fixtures/views/spec-results.jsonl"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Case);

describe("random specs", () => {
  test.each(table.map((one, at) => [at + 1, ...one] as const))(
    "%i have the result that the platform gives",
    (_, version, arch, specs, result) => {
      const applied = apply(version, arch, specs);
      if (result === null) expect(applied.faults).not.toEqual([]);
      else expect(applied).toEqual({ text: result, faults: [] });
    },
  );
});

const FORM: ArchNode = [
  "form",
  {},
  0,
  [
    ["field", { name: "a", invisible: "state == 'x'", class: "p q" }, 1, []],
    ["group", {}, 1, [["field", { name: "b" }, 1, []], " text "]],
  ],
];

describe("from 18.0 on", () => {
  test.each([
    [{ name: "invisible", add: "b", separator: "or" }, "(state == 'x') or (b)"],
    [{ name: "readonly", add: "b", separator: " and " }, "b"],
    [{ name: "class", add: "r", remove: "p", separator: " " }, "q r"],
  ])("%j joins expressions", (attributes, value) => {
    expect(change(attributes)).toContain(`${attributes.name}="${value}"`);
  });

  test("operands of expressions are removed", () => {
    expect(remove("a", "a", "or")).toBeUndefined();
    expect(remove("((a))", "a", "or")).toBeUndefined();
    expect(remove("(a) or (b)", "a", "or")).toBe("(b)");
    expect(remove("(a) or (b)", "b", "or")).toBe("(a)");
    expect(remove("a and b", "a", "and")).toBe("b");
    expect(remove("a and b", "c", "and")).toBe("a and b");
  });

  test("what replaces the contents may move them", () => {
    const specs: ArchNode = [
      "xpath",
      { expr: "//group", position: "replace", mode: "inner" },
      0,
      [
        ["div", {}, 0, []],
        ["field", { name: "b", position: "move" }, 0, []],
      ],
    ];
    expect(apply("18.0", FORM, specs).text).toContain('<group><div/><field name="b"/></group>');
    expect(apply("17.0", FORM, specs).text).toContain('position="move"');
  });
});

describe("what cannot be applied", () => {
  test.each<[string, ArchNode]>([
    ["not_found", ["page", {}, 0, []]],
    ["not_found", ["xpath", { expr: "//page" }, 0, []]],
    ["invalid_expression", ["xpath", { expr: "//page[" }, 0, []]],
    ["invalid_expression", ["xpath", {}, 0, []]],
    ["not_an_element", ["xpath", { expr: "count(//page)" }, 0, []]],
    ["not_an_element", ["xpath", { expr: "//@name" }, 0, []]],
    ["invalid_position", field({ position: "beside" })],
    ["invalid_mode", field({ position: "replace", mode: "half" })],
    ["invalid_attribute", field({ position: "attributes" }, ["attribute", {}, 0, []])],
    [
      "invalid_attribute",
      field({ position: "attributes" }, ["attribute", { name: "b", add: "c" }, 0, ["d"]]),
    ],
    [
      "invalid_attribute",
      field({ position: "attributes" }, [
        "attribute",
        { name: "b", add: "c", separator: "" },
        0,
        [],
      ]),
    ],
    [
      "operation",
      field({ position: "attributes" }, [
        "attribute",
        { name: "context", operation: "update" },
        0,
        ["{}"],
      ]),
    ],
    ["invalid_move", field({}, ["form", { position: "move" }, 0, []])],
    ["invalid_move", field({}, ["group", { position: "move" }, 0, [["a", {}, 0, []]]])],
    ["root", ["form", { position: "after" }, 0, [["a", {}, 0, []]]]],
    ["root", ["form", { position: "replace" }, 0, []]],
  ])("is %s, and the rest goes on", (code, spec) => {
    const after: ArchNode = ["group", {}, 0, [["button", {}, 0, []]]];
    const { text, faults } = apply("17.0", FORM, ["data", {}, 0, [spec, after]]);
    expect(faults).toEqual([code]);
    expect(text).toContain("<button/></group>");
  });

  test("may not grow without end", () => {
    const twice: ArchNode = [
      "xpath",
      { expr: "/*", position: "replace" },
      0,
      [
        [
          "form",
          {},
          0,
          [
            ["div", {}, 0, ["$0"]],
            ["div", {}, 0, ["$0"]],
          ],
        ],
      ],
    ];
    const { text, faults } = apply("17.0", FORM, [
      "data",
      {},
      0,
      Array.from({ length: 60 }, () => twice),
    ]);
    expect(faults).toContain("too_large");
    expect(text.length).toBeLessThan(2_000_000);
  });

  testLong("may not look for things without end", () => {
    const many: ArchNode = [
      "form",
      {},
      0,
      Array.from({ length: 3000 }, (): ArchNode => ["a", {}, 0, []]),
    ];
    const spec: ArchNode = ["xpath", { expr: "//a[//a[//a]][not(//b)]" }, 0, []];
    const search = (times: number) =>
      apply("17.0", many, ["data", {}, 0, Array.from({ length: times }, () => spec)]);
    expect(search(2).faults).toEqual(["expression_too_long", "expression_too_long"]);
    expect(() => search(50)).toThrow(TooComplex);
  });
});

describe("places", () => {
  test("are those of the view and the line that put something there", () => {
    const document = createDocument(plantArch(FORM, { view: 0, module: "m", line: 10 }));
    const specs: ArchNode = [
      "data",
      {},
      0,
      [
        [
          "group",
          { position: "before" },
          1,
          [
            ["div", { class: "new" }, 1, []],
            ["field", { name: "b", position: "move" }, 2, []],
          ],
        ],
        [
          "field",
          { name: "a", position: "attributes" },
          5,
          [["attribute", { name: "class" }, 1, ["z"]]],
        ],
      ],
    ];
    const planted = plantArch(specs, { view: 1, module: "m", line: 100 });
    finishSteps(
      applySpecs(document, planted, createRules("17.0"), (_, fault) => {
        throw fault;
      }),
    );
    const places = getRoot(document).children.map((child) =>
      child.kind === "text"
        ? child.text
        : [child.tag, child.origin, ...(child.changed ?? new Map())],
    );
    expect(places).toEqual([
      ["field", { view: 0, line: 11 }, ["class", { view: 1, line: 106 }]],
      ["div", { view: 1, line: 102 }],
      ["field", { view: 0, line: 12 }],
      ["group", { view: 0, line: 11 }],
    ]);
  });

  test("of the name of a template whose root is replaced stay", () => {
    const arch: ArchNode = ["t", { "t-name": "m.t" }, 0, [["div", {}, 1, []]]];
    const document = createDocument(plantArch(arch, { view: 0, module: "m", line: 1 }));
    const spec: ArchNode = [
      "xpath",
      { expr: ".", position: "replace" },
      0,
      [["t", { "t-name": "other" }, 1, [["p", {}, 1, []]]]],
    ];
    finishSteps(
      applySpecs(
        document,
        plantArch(spec, { view: 1, module: "m", line: 50 }),
        createRules("17.0"),
        (_, fault) => {
          throw fault;
        },
      ),
    );
    const root = getRoot(document);
    expect(root.attributes.get("t-name")).toBe("m.t");
    expect([root.origin, root.changed?.get("t-name")]).toEqual([
      { view: 1, line: 51 },
      { view: 0, line: 1 },
    ]);
  });
});

test("what replaces the root of a template has its name since 14.0", () => {
  const arch: ArchNode = ["t", { "t-name": "a" }, 0, [["p", {}, 1, []]]];
  const specs: ArchNode = [
    "xpath",
    { expr: "/t", position: "replace" },
    0,
    [["t", { "t-name": "b" }, 1, []]],
  ];
  expect(apply("14.0", arch, specs).text).toBe('<t t-name="a"/>');
  expect(apply("13.0", arch, specs).text).toBe('<t t-name="b"/>');
});

test("the mode of a replacement is looked at since 15.0", () => {
  const attributes = { position: "replace", mode: "inner" };
  const specs = field(attributes, ["b", {}, 0, []]);
  const arch: ArchNode = ["form", {}, 0, [["field", { name: "a" }, 1, [["i", {}, 0, []]]]]];
  expect(apply("15.0", arch, specs).text).toBe('<form><field name="a"><b/></field></form>');
  expect(apply("14.0", arch, specs).text).toBe("<form><b/></form>");
  expect(apply("master", arch, specs).text).toBe(apply("19.0", arch, specs).text);
});

const field = (attributes: Readonly<Record<string, string>>, ...children: ArchNode[]): ArchNode => [
  "field",
  { name: "a", ...attributes },
  0,
  children,
];

/** The form at 18.0 after an `<attribute>` with these attributes for its first field. */
const change = (attributes: Readonly<Record<string, string>>): string =>
  apply("18.0", FORM, field({ position: "attributes" }, ["attribute", attributes, 0, []])).text;

test.each([
  ["17.0", "template", 0],
  ["18.0", "template", 1],
  ["18.0", "view", 0],
] as const)("classes as one text, %s, %s: %i found", (version, what, found) => {
  const arch: ArchNode = ["form", {}, 0, [["p", { class: "x a b y" }, 0, []]]];
  const expr = "//p[hasclass('a b', \"y\")]";
  const specs: ArchNode = ["xpath", { expr, position: "replace" }, 0, []];
  expect(apply(version, arch, specs, what).faults).toHaveLength(1 - found);
  const parted: ArchNode = ["xpath", { expr: "//p[hasclass('a y')]" }, 0, []];
  expect(apply(version, arch, parted, what).faults).toEqual(["not_found"]);
});

/** Rest of an expression at 18.0. */
function remove(value: string, operand: string, separator: string): string | undefined {
  const arch: ArchNode = ["form", { invisible: value }, 0, []];
  const attributes = { name: "invisible", remove: operand, separator };
  const children: ArchNode[] = [["attribute", attributes, 0, []]];
  const specs: ArchNode = ["xpath", { expr: ".", position: "attributes" }, 0, children];
  return /invisible="(.*)"/.exec(apply("18.0", arch, specs).text)?.[1];
}

interface Applied {
  readonly text: string;
  readonly faults: readonly string[];
}

function apply(
  version: string,
  arch: ArchNode,
  specs: ArchNode,
  what: "view" | "template" = "view",
): Applied {
  const document = createDocument(plantArch(arch, { view: 0, module: "m", line: 1 }));
  const faults: string[] = [];
  finishSteps(
    applySpecs(
      document,
      plantArch(specs, { view: 1, module: "m", line: 1 }),
      createRules(version, what),
      (_, fault: ViewFault) => faults.push(fault.code),
    ),
  );
  return { text: write(getRoot(document)), faults };
}

/** XML without white space at the ends of texts. */
function write({ tag, attributes, children }: ElementNode): string {
  const start = `${tag}${[...attributes].map(([name, value]) => ` ${name}="${value.trim()}"`).join("")}`;
  const inner = children.map((child) =>
    child.kind === "text" ? child.text.replaceAll(/\s+/g, " ").trim() : write(child),
  );
  return inner.join("") === "" ? `<${start}/>` : `<${start}>${inner.join("")}</${tag}>`;
}

// Hostile Python files: the result exists and is of bounded size.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { HEAD, listClasses, load, loadOne, model } from "./loaded-outline.js";

describe("hostile files", () => {
  const attacks: ReadonlyMap<string, string> = new Map([
    ["doubled constants", `X = ["a"]\n${"X = [X, X]\n".repeat(60)}`],
    ["nested constants", `X = ["a"]\n${"X = [X]\n".repeat(10_000)}`],
    ["many names", `from . import ${"a, ".repeat(60_000)}a\n`],
    ["a deep path", `from .${"a.".repeat(100_000)}a import a\n`],
    [
      "many blocks",
      Array.from({ length: 3000 }, (_, at) => `${" ".repeat(at % 500)}if x:`).join("\n"),
    ],
    ["nested comprehensions", `X = ${"[x for x in ".repeat(300)}range(9)${"]".repeat(300)}\n`],
    ["long comprehensions", `X = [${"(a, b) for a in range(9999) for b in range(9999)"}]\n`],
    ["nested calls", `X = ${"list(sorted(".repeat(3000)}y${"))".repeat(3000)}\n`],
    ["nested formats", `X = ${'f"{x[0]}" + '.repeat(5000)}"a"\n`],
    [
      "constants that each name the next",
      `X = C0\n${Array.from({ length: 5000 }, (_, at) => `C${at} = C${at + 1}\n`).join("")}`,
    ],
    ["names in a ring", "A = [*B]\nB = [*A, *A]\nX = list(A + B)\n"],
    ["late fields", `f = fields.Char()\n${"f.__set_name__(A, 'x')\n".repeat(20_000)}`],
    ["unclosed imports", "from . import (\n".repeat(20_000)],
    ["unclosed constants", "X = [\n".repeat(20_000)],
  ]);

  test.each([...attacks])("%s are read within bounds", (_, text) => {
    const uses = Array.from({ length: 200 }, (_unused, at) => `    f${at} = fields.Selection(X)\n`);
    const source = `${HEAD}${text}class A(models.Model):\n    _name = "a"\n${uses.join("")}`;
    const loaded = load({ "__init__.py": `from . import a\n${text}`, "a.py": source });
    expect(JSON.stringify(loaded.classes).length).toBeLessThan(3_000_000);
  });

  test("of long constants that many fields use give a bounded result", () => {
    const list = `X = [${'("a", "b"), '.repeat(40_000)}]\n`;
    const uses = Array.from({ length: 1000 }, (_, at) => `    f${at} = fields.Selection(X + X)\n`);
    const [found] = loadOne(`${list}class A(models.Model):\n    _name = "a"\n${uses.join("")}`);
    const known = found?.fields.flatMap(({ values }) => [...values.values()].flat(2)) ?? [];
    expect(found?.fields.length).toBe(1000);
    expect(known.length).toBeLessThan(2_000_000);
  });

  test("of chains of classes and imports are followed", () => {
    const chain = Array.from({ length: 2500 }, (_, at) => `class C${at + 1}(C${at}): pass\n`);
    expect(loadOne(`class C0(models.Model): pass\n${chain.join("")}`).length).toBe(2501);
    const files = Array.from({ length: 2500 }, (_, at): [string, string] => [
      `f${at}.py`,
      `from . import f${at + 1}, f0\n${at === 2499 ? model("Last") : ""}`,
    ]);
    const loaded = load({ "__init__.py": "from . import f0\n", ...Object.fromEntries(files) });
    expect(listClasses(loaded)).toEqual(["f2499.py Last"]);
  });

  test("of many imported names that many fields use are followed through all files", () => {
    const names = Array.from({ length: 2000 }, (_, at) => `X${at}`);
    const uses = Array.from(
      { length: 15_000 },
      (_, at) => `    f${at} = fields.Selection(X1999)\n`,
    );
    const passing = Array.from({ length: 9 }, (_, at): [string, string] => [
      `m${at}.py`,
      `from .m${at + 1} import ${names.join(", ")}\n`,
    ]);
    const loaded = load({
      "__init__.py": "from . import a\n",
      "a.py": `${HEAD}from .m0 import ${names.join(", ")}\n${model("A")}${uses.join("")}`,
      ...Object.fromEntries(passing),
      "m9.py": 'X1999 = [("a", "A")]\n',
    });
    const [first, last] = [0, -1].map((at) => loaded.classes[0]?.fields.at(at)?.values);
    expect(first?.get("selection")).toEqual([["a", "A"]]);
    expect(last).toEqual(first);
  });

  test("of any text give something", () => {
    const piece = fc.constantFrom(
      "from . import a\n",
      "import a.b",
      "class A(models.Model):\n",
      "    x = fields.Char(",
      ")",
      "    def f(self):\n",
      "super()",
      "X = [",
      "]",
      '"""',
      "\n",
      "    ",
      "(",
      "if x:\n",
      "@p.setter\n",
    );
    const text = fc
      .array(fc.oneof(piece, fc.string()), { maxLength: 30 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(() =>
          load({ "__init__.py": `from . import a\n${one}`, "a.py": HEAD + other }),
        ).not.toThrow();
      }),
    );
  });
});

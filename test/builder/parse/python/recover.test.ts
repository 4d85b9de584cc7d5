// Python 2, damaged files, odd layout, and text that is not Python at all.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parsePythonFile } from "../../../../builder/parse/python/python-file.js";
import { outlineModels, toBytes } from "./outline.js";
import { anyCharacter, countCases, testLong } from "../../../support/properties.js";

function parse(source: string): number {
  return parsePythonFile(toBytes(source)).diagnostics.length;
}

const HEAD = "from openerp.osv import osv, fields\n\nclass A(osv.osv):\n    _name = 'a'\n";

describe("Python 2", () => {
  it.each([
    [
      "except with a comma",
      "try:\n            pass\n        except (A, B), e:\n            pass",
      7,
    ],
    ["print statement", "print 'x' % y", 5],
    ["print statement", "if x: print 'x'", 5],
    ["exec statement", "exec 'x' in y", 5],
    ["raise with a comma", "raise osv.except_osv, 'x'", 5],
    ["operator <>", "return a <> b", 5],
    ["backquotes", "return `a`", 5],
    ["number", "os.chmod(a, 0644)", 5],
    ["number", "return 10L", 5],
    ["ur prefix", "return ur'\\d'", 5],
    ["parameter in brackets", "return lambda (a, b): a", 5],
  ])("%s: %s", (detail, statement, line) => {
    const source = `${HEAD}    def f(self):\n        ${statement}\n    x = fields.char()\n    def g(self):\n        pass\n`;
    expect(outlineModels(source)).toEqual([
      "A(osv) a new",
      "  x: char()",
      "  f(self)",
      "  g(self)",
      `! python_recovered ${line + 1}: Python 2: ${detail}`,
    ]);
  });

  it("is not seen in what Python 3 takes", () => {
    const source = `${HEAD}    print = fields.boolean(help="print 'x' <> \`y\`")  # print 'x'
    def f(self):
        '''except A, e: 0644'''
        print ("x")
        print
        try:
            pass
        except (A, B):
            return x[0:10], 0, 00, 1.05, "10L"
`;
    expect(outlineModels(source).filter((line) => line.startsWith("!"))).toEqual([]);
  });
});

describe("damaged files", () => {
  it("keeps what follows a broken method", () => {
    const source = `${HEAD}    def f(self):
        "Says it."
        return ) x (]
    x = fields.char()

<<<<<<< HEAD
class B(osv.osv):
    _name = 'b'
    y = fields.char(= 1)
    z = fields.text()
`;
    expect(outlineModels(source)).toEqual([
      "A(osv) a new",
      "  x: char()",
      "  f(self)",
      '    doc "Says it."',
      "B(osv) b new",
      "  z: text()",
      "! python_recovered 7: syntax error",
    ]);
  });

  it("ends a bracket that was left open at the next definition", () => {
    const source = `${HEAD}    x = fields.char(\n    def f(self): pass\nclass B(osv.osv):\n    _name = 'b'\n`;
    expect(outlineModels(source)).toEqual([
      "A(osv) a new",
      "  f(self)",
      "B(osv) b new",
      expect.stringMatching(/^! python_recovered/),
    ]);
  });

  it("ends a bracket that was left open at the next assignment", () => {
    const source = `${HEAD}    x = fields.char(\n        'X',\n    y = fields.text()\n`;
    expect(outlineModels(source).slice(0, 2)).toEqual(["A(osv) a new", "  y: text()"]);
  });

  it("reads a file that ends too soon", () => {
    const source = `${HEAD}    x = fields.char()\n    def f(self, a):\n        return [1,`;
    expect(outlineModels(source).slice(0, 3)).toEqual([
      "A(osv) a new",
      "  x: char()",
      "  f(self, a)",
    ]);
  });

  it("says which bytes it could not decode", () => {
    const bytes = Uint8Array.from(`${HEAD}    x = fields.char('\xe9')\n`, (c) => c.charCodeAt(0));
    expect(outlineModels(bytes)).toEqual([
      "A(osv) a new",
      "  x: char('\ufffd')",
      "! text_undecodable 1: not utf-8",
    ]);
  });
});

describe("layout", () => {
  const plain = `from odoo import fields, models
class A(models.Model):
    _name = "a"
    x = fields.Char(
        "X", help="a"
        "b")

    def f(self):
        """Says.

        More.
        """
        return 1
`;
  const expected = outlineModels(plain);

  it.each([
    ["CRLF", plain.replaceAll("\n", "\r\n")],
    ["CR", plain.replaceAll("\n", "\r")],
    ["tabs", plain.replaceAll("    ", "\t")],
    ["form feeds", plain.replaceAll("    def", "\f\n    def")],
    ["byte order mark", `\ufeff${plain}`],
    ["no last line end", plain.trimEnd()],
    ["comments that are not indented", plain.replaceAll("    x =", "# why\n    x =")],
    ["line continuations", plain.replace("class A", "class \\\n A").replace("x =", "x = \\\n  ")],
  ])("%s", (_what, source) => {
    expect(outlineModels(source)).toEqual(expected);
  });

  testLong("a file of 10 000 lines", () => {
    const body = Array.from(
      { length: 5000 },
      (_unused, index) => `    f${index} = fields.Char()\n\n`,
    );
    const lines = outlineModels(
      `class A(models.Model):\n${body.join("")}    def last(self): pass\n`,
    );
    expect(lines).toHaveLength(5002);
    expect(lines.at(-1)).toBe("  last(self)");
  });

  it("modern syntax in bodies", () => {
    const source = `${plain}    def g(self, *, a: int | None = None):
        match a:
            case {"x": [1, *rest]} if (n := len(rest)) > 1:
                return f"{n!r:>{a}} {'x' if a else "y"}"
        async with a as b, c as d:
            return [y async for y in b]
        try:
            pass
        except* ValueError:
            pass
        type X = int
`;
    expect(outlineModels(source)).toEqual([...expected, "  g(self, *, a: int | None = None)"]);
  });
});

describe("totality", () => {
  const real = `# -*- coding: utf-8 -*-
from odoo import api, fields, models, _
NAMES = ["a", 'b']
class A(models.Model):
    """Doc."""
    _name = 'a.b'
    _inherit = NAMES + [_name]
    x = fields.Many2one("res.partner", domain=lambda self: [('a', '=', f"{self.b['c']}")],)
    _columns = {'y': fields.char('Y'), **other}

    @api.depends('x', "y")
    def f(self, a, *, b={}, **kw) -> "int":
        '''Doc'''
        if a: return r"\\d" b'x' 10L
        print "x"
`;

  it("never throws on arbitrary text", () => {
    const head = "class A(models.Model):\n ";
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        expect(parse(head + text)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it("never throws on arbitrary bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (tail) => {
        const bytes = Uint8Array.from([...toBytes("class A(models.Model):\n x = "), ...tail]);
        expect(() => parsePythonFile(bytes)).not.toThrow();
      }),
    );
  });

  it("never throws on cut or changed real text", () => {
    const place = fc.nat({ max: real.length });
    const token = fc.constantFrom(
      ..."()[]{}:,'\"\\\n\t @#=",
      "'''",
      "f'{",
      "class ",
      "def ",
      "lambda ",
    );
    fc.assert(
      fc.property(place, place, token, (from, to, inserted) => {
        const text = real.slice(0, from) + inserted + real.slice(Math.max(from, to));
        expect(parse(text)).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: countCases(150) },
    );
  });

  it.each([
    ["brackets", `    x = ${"[".repeat(10_000)}${"]".repeat(10_000)}\n`],
    ["open brackets", `    x = fields.Char(${"(".repeat(10_000)}`],
    ["calls", `    x = fields.Char(${"f(".repeat(10_000)}${")".repeat(10_000)})\n`],
    ["lambdas", `    x = fields.Char(default=${"lambda: ".repeat(10_000)}1)\n`],
    ["formatted strings", `    x = ${'f"{'.repeat(10_000)}`],
    ["comments", "# why\n".repeat(10_000)],
    ["doubling", `    x = "a"\n${"    x = x + x\n".repeat(100)}`],
    [
      "blocks",
      Array.from({ length: 500 }, (_u, level) => `${" ".repeat(level + 4)}if x:\n`).join(""),
    ],
  ])("deep or long: %s", (_what, body) => {
    const source = `class A(models.Model):\n    _name = "a"\n${body}`;
    expect(() => outlineModels(source)).not.toThrow();
  });
});

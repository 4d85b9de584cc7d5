// Files as they are compared: what formatters, linters and versions change is gone, lines keep their numbers.
import { expect, test } from "vitest";
import { squash } from "../../../builder/port/squashed-text.js";

test.each([
  ["white space and quotes", "a.py", `x = 'a'\n`, `x = "a"`],
  ["how lines are broken", "a.py", "call(a, b)", "call(\n    a,\n    b,\n)"],
  ["comments", "a.py", "x = 1  # why\n# more\n", "x = 1"],
  ["docstrings", "a.py", 'def f():\n    """Says what."""\n    return 1', "def f():\n    return 1"],
  [
    "lines of the log",
    "a.py",
    "a()\n_logger.info(\n    'b (%s)',\n    c(d(e)),\n)\nf()",
    "a()\nf()",
  ],
  ["how the parent class is named", "a.py", "super(Order, self).write(a)", "super().write(a)"],
  [
    "labels that fields have anyway",
    "a.py",
    `unit_price = fields.Float("Unit Price")\nsale_ids = fields.One2many(\n    "sale", string="Sale",\n)`,
    `unit_price = fields.Float()\nsale_ids = fields.One2many(\n    "sale",\n)`,
  ],
  ["names of the platform", "a.py", "from openerp import models", "from odoo import models"],
  ["imports beside the file", "a.py", "from . import models", "import models"],
  ["lines of the log in scripts", "a.js", "a();\n  console.log(b);\n", "a()"],
  ["decorators of older versions", "a.py", "@api.multi\ndef f(self): a()", "def f(self): a()"],
  ["how texts are translated", "a.py", "self.env._('a')", "_('a')"],
  ["comments that nothing closes", "a.js", "a(); /* b /* c", "a()"],
  ["comments of styles that nothing closes", "a.css", "a { } /* b", "a{}"],
  ["comments of views that nothing closes", "a.xml", "<b/><!-- c <!--", "<b/>"],
  ["comments behind quotes in patterns", "a.js", 'a(/\\"/); // b "', 'a(/\\"/);'],
  ["comments of scripts", "a.js", "a(); // b\n/* c */", "a()"],
  ["comments of styles", "a.css", "a { } /* b */", "a{}"],
  ["what is around records", "a.xml", "<odoo><data noupdate='1'>\n<b/></data></odoo>", "<b />"],
  ["titles of lists", "a.xml", '<tree string="A" limit="1"></tree>', '<list limit="1"></list>'],
  [
    "what a manifest says",
    "__manifest__.py",
    '{"version": "1",\n"depends": ["a"]}',
    '{\n"depends": ["a"]}',
  ],
])("%s are the same", (_, path, left, right) => {
  expect(squash(path, left).text).toBe(squash(path, right).text);
});

test.each([
  ["a text that is a value", "a.py", 'x = """a"""', 'x = """b"""'],
  ["a call beside the log", "a.py", "_logger.info(a) or b()", "b()"],
  ["the label of a field", "a.py", 'a = fields.Char("A")', 'a = fields.Char("B")'],
  ["a number sign in a text", "a.py", 'x = "#a"', 'x = "#b"'],
  ["an address in a script", "a.js", 'a("http://b")', 'a("http://c")'],
  ["titles of other elements", "a.xml", '<group string="A"/>', '<group string="B"/>'],
  ["what a manifest needs", "__manifest__.py", '{"depends": ["a"]}', '{"depends": ["b"]}'],
])("%s is another", (_, path, left, right) => {
  expect(squash(path, left).text).not.toBe(squash(path, right).text);
});

test("lines that say something keep their numbers", () => {
  expect(squash("a.py", "# why\n\na = 1\n  b = 2\n")).toMatchObject({
    text: "a=1b=2",
    starts: [0, 3],
    lines: [3, 4],
    said: ["a=1", "b=2"],
  });
});

test("names of a file are its words, without comments", () => {
  expect([...squash("a.py", "# old_name\nself.new_name = 12\n").listNames()]).toEqual([
    "self",
    "new_name",
  ]);
});

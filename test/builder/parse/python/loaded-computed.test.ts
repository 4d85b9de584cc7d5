// Arguments that Python computes from constants.

import { describe, expect, test } from "vitest";
import { HEAD, load, loadOne, outlineFields, outlineValues } from "./loaded-outline.js";

/** The value of an expression in a class; the names that are bound above it are those of the file. */
function evaluate(expression: string, above = ""): string {
  const [field = ""] = outlineFields(`a = fields.Char(x=${expression})`, above);
  return field.replace(/^a: Char x=?/, "");
}

describe("expressions", () => {
  test.each([
    ["list(D.items())", '[["a","A"],["b","B"]]'],
    ["[*D.items(), *L]", '[["a","A"],["b","B"],"x","y"]'],
    ["list(D)", '["a","b"]'],
    ["list(D.values())", '["A","B"]'],
    ["sorted(D.values(), reverse=True)", '["B","A"]'],
    ["sorted({2, 1})", "[1,2]"],
    ["list({**D, 'a': 'C', 'c': 'D'}.items())", '[["a","C"],["b","B"],["c","D"]]'],
    ["list(dict(D, c='C').keys())", '["a","b","c"]'],
    ["list(dict([('a', 1)]).items())", '[["a",1]]'],
    ["list(dict(zip(L, 'ab')).items())", "?"],
    ["[(p['key'], p.get('name', '')) for p in PAIRS]", '[["k","n"],["l",""]]'],
    ["[(str(i), str(i)) for i in range(1, 4)]", '[["1","1"],["2","2"],["3","3"]]'],
    ["[(f'{i:02d}', i) for i in range(2)]", "?"],
    ["[f'{k}-{{{v}}}' for k, v in D.items()]", '["a-{A}","b-{B}"]'],
    ["[(k, v) for k, v in D.items() if k]", '[["a","A"],["b","B"]]'],
    ["[x + y for x in L for y in L]", '["xx","xy","yx","yy"]'],
    ["tuple(x.upper() for x in L)", '["X","Y"]'],
    ["list({x: x for x in L}.items())", '[["x","x"],["y","y"]]'],
    ["[[i, x] for i, x in enumerate(L)]", '[[0,"x"],[1,"y"]]'],
    ["list(zip(L, D))", '[["x","a"],["y","b"]]'],
    ["L[0] + L[-1]", '"xy"'],
    ["L[1:] + L[:1]", '["y","x"]'],
    ["D['b']", '"B"'],
    ["str(len(L))", '"2"'],
    ["', '.join(reversed(L))", '"y, x"'],
    ["str(DAILY)", '"3"'],
    ["fields.NO_ACCESS", '"."'],
    ["Other.STATES", '[["s","S"]]'],
    ["COPY", '["x","y"]'],
    ["LOOP", "?"],
    ["[unknown(x) for x in L]", "?"],
    ["sorted(L, key=len)", "?"],
    ["D.pop('a')", "?"],
    ["range(10 ** 9)", "?"],
    ["list(range(20000))", "?"],
    ["[[0 for a in range(2)] for b in range(2)]", "[[0,0],[0,0]]"],
    ["[[0 for a in range(300)] for b in range(300)]", "?"],
    [`[[${"0,".repeat(500)}] for b in range(1000)]`, "?"],
    ["[range(5000) for a in range(100)]", "?"],
    ["[0 for a in range(5000) for b in range(5000) if b > 5000]", "?"],
    ["open('x').read()", "?"],
    ["double('x')", '"xx"'],
  ])("%s is %s", (expression, expected) => {
    const above = [
      "from dateutil.rrule import DAILY",
      'D = {"a": "A", "b": "B"}',
      'L = ["x", "y"]',
      'PAIRS = [{"key": "k", "name": "n"}, {"key": "l"}]',
      "COPY = list(L)",
      "LOOP = list(LOOP)",
      "def double(text):",
      "    return text + text",
      "class Other(models.Model):",
      '    STATES = [("s", "S")]',
    ].join("\n");
    expect(evaluate(expression, above)).toBe(expected);
  });

  test("of attributes of the class may be computed too", () => {
    const body = '_units = {"a": "A"}\na = fields.Selection(list(_units.items()))';
    expect(outlineFields(body)).toEqual(['a: Selection selection=[["a","A"]]']);
  });

  test("have the docstring of the class as it is written", () => {
    const text = 'class A(models.Model):\n    """ Ask\n    why. """\n    _description = __doc__\n';
    expect(loadOne(text).map(outlineValues)).toEqual(['_description=" Ask\\n    why. "']);
  });

  test("have attributes of classes of other files", () => {
    const { classes } = load({
      "__init__.py": "from . import a, b\n",
      "a.py": `${HEAD}class A(models.Model):\n    _name = "a"\n    STATES = [("s", "S")]\n`,
      "b.py": `${HEAD}from .a import A\nfrom odoo.addons.c.d import D\nclass B(models.Model):\n    _name = "b"\n    a = fields.Selection(A.STATES)\n    b = fields.Selection(D.STATES)\n`,
    });
    expect(classes[1]?.fields.map(outlineValues)).toEqual([
      'selection=[["s","S"]]',
      "selection<odoo.addons.c.d:D.STATES",
    ]);
  });
});

test("fields that a file gives to its class have the name that they are given", () => {
  const text = [
    "class A(models.Model):",
    '    _name = "a"',
    'global_ = fields.Boolean("G", store=True)',
    "setattr(A, 'global', global_)",
    "global_.__set_name__(A, 'global')",
    "unknown.__set_name__(A, 'unknown')",
    "global_.__set_name__(name(), 'x')",
  ].join("\n");
  const [found] = loadOne(text);
  expect(found?.fields.map(({ name, type, line }) => `${line} ${name} ${type}`)).toEqual([
    "6 global Boolean",
  ]);
});

test("methods that a file puts into its class from outside", () => {
  const { classes } = load({
    "__init__.py": "from . import b\n",
    "a.py": `${HEAD}class A(models.Model):\n    _name = "a"\n    QUERY = "x"\n    def take(self, what): ...\n`,
    "b.py": [
      `${HEAD}from .a import A`,
      "class B(models.Model):",
      '    _name = "b"',
      "    def own(self): ...",
      "class C(models.Model):",
      '    _name = "c"',
      "def given(self, when): ...",
      "B.given = given",
      "B.taken = (",
      "    A.take",
      ")",
      "C.owned = B.own",
      "C.text = A.QUERY",
      "C.other = A.missing",
      "C.number = 3",
      "Nobody.given = given",
      "C.same == given",
    ].join("\n"),
  });
  expect(
    classes.map(
      ({ class_name, methods }) =>
        `${class_name}: ${methods.map(({ name, signature, line }) => `${line} ${name}${signature}`).join(", ")}`,
    ),
  ).toEqual([
    "A: 5 take(self, what)",
    "B: 5 own(self), 8 given(self, when), 10 taken(self, what)",
    "C: 5 owned(self)",
  ]);
});

test("from 19.0 on a model that says no name has that of its class", () => {
  const text = [
    HEAD,
    "class SaleOrder(models.Model):",
    '    _inherit = ["sale.order"]',
    "class HTMLPage(models.Model):",
    "    _name = None",
    '    _inherit = "page"',
    "class Order_Line(models.Model):",
    '    _inherit = ["a", "b"]',
    "class Text(models.Model):",
    '    _inherit = "sale.order"',
    "class Named(models.Model):",
    '    _name = "a.name"',
    '    _inherit = ["b"]',
    "class Plain(models.Model):",
    "    x = fields.Char()",
  ].join("\n");
  const outline = (version: string): readonly string[] => {
    const files = {
      "__manifest__.py": `{"version": "${version}.1.0.0"}`,
      "__init__.py": "from . import a",
    };
    return load({ ...files, "a.py": text }).classes.map(({ model }) => model ?? "?");
  };
  expect(outline("18.0")).toEqual([
    "sale.order",
    "page",
    "Order_Line",
    "sale.order",
    "a.name",
    "Plain",
  ]);
  expect(outline("19.0")).toEqual([
    "sale.order",
    "h.t.m.l.page",
    "order_line",
    "sale.order",
    "a.name",
    "plain",
  ]);
});

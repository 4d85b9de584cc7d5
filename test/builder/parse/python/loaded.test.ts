// Loaded Python files of a module, as an outline: classes in load order, and their known fields,
// methods and constants.

import { describe, expect, test } from "vitest";
import type { LiteralValue, LoadedClass } from "../../../../data/module/loaded-module.js";
import {
  HEAD,
  listClasses,
  load,
  loadOne,
  model,
  outlineFields,
  outlineValues,
} from "./loaded-outline.js";

describe("load order", () => {
  test("is that of imports, not that of names", () => {
    const loaded = load({
      "__init__.py": "from . import wizard\nfrom . import models, hooks\n",
      "models/__init__.py": "from . import b\nfrom . import a\n",
      "models/a.py": model("A"),
      "models/b.py": model("B"),
      "wizard/__init__.py": "from .w import W\n",
      "wizard/w.py": model("W"),
    });
    expect(listClasses(loaded)).toEqual(["wizard/w.py W", "models/b.py B", "models/a.py A"]);
  });

  test("puts what is imported before what stands below the import", () => {
    const loaded = load({
      "__init__.py": "from .models import a\n",
      "models/__init__.py": "",
      "models/a.py": `${model("First")}from .b import B\n${model("Last")}`,
      "models/b.py": `from . import a\n${model("B")}`,
    });
    expect(listClasses(loaded)).toEqual(["models/a.py First", "models/b.py B", "models/a.py Last"]);
  });

  test("follows absolute imports of the module itself alone", () => {
    const loaded = load({
      "__init__.py":
        "import odoo.addons.shop.models.b\nfrom odoo.addons.shop.models import a\n" +
        "from odoo.addons.other.models import c\nfrom openerp.addons.shop import d\n",
      "models/__init__.py": "",
      "models/a.py": model("A"),
      "models/b.py": model("B"),
      "models/c.py": model("C"),
      "d.py": model("D"),
    });
    expect(listClasses(loaded)).toEqual(["models/b.py B", "models/a.py A", "d.py D"]);
  });

  test("has no more than is there without demo data and tests", () => {
    const conditions = [
      'not config.get("without_demo")',
      "not tools.config['without_demo']",
      'config["without_demo"]',
      'odoo.tools.config.get("test_enable")',
      'not config.get("test_enable")',
      'config.get("other")',
    ];
    const loaded = load({
      "__init__.py": conditions.map((one, at) => `if ${one}:\n    from . import m${at}\n`).join(""),
      ...Object.fromEntries(conditions.map((_, at) => [`m${at}.py`, model(`M${at}`)])),
    });
    expect(listClasses(loaded)).toEqual(["m2.py M2", "m4.py M4", "m5.py M5"]);
  });

  test("has what stands in `if` and `try`, not what a function or a type checker would import", () => {
    const loaded = load({
      "__init__.py": [
        "try:",
        "    from . import a",
        "except ImportError:",
        "    pass",
        "def hook():",
        "    from . import b",
        "    if True:",
        "        from . import b",
        "if TYPE_CHECKING:",
        "    from . import c",
        "else:",
        "    from . import (  # a comment",
        "        d as other, e,",
        "    )",
        '"""',
        "from . import f",
        '"""',
      ].join("\n"),
      ...Object.fromEntries(
        ["a", "b", "c", "d", "e", "f"].map((name) => [`${name}.py`, model(name.toUpperCase())]),
      ),
    });
    expect(listClasses(loaded)).toEqual(["a.py A", "d.py D", "e.py E"]);
  });

  test("takes a package before a file of its name, and folders without __init__", () => {
    const loaded = load({
      "__init__.py": "from . import a\nfrom .plain import b\n",
      "a.py": model("File"),
      "a/__init__.py": model("Package"),
      "plain/b.py": model("B"),
    });
    expect(listClasses(loaded)).toEqual(["a/__init__.py Package", "plain/b.py B"]);
  });

  test("leaves out files that nothing imports, and all where no package is", () => {
    const files = { "models/a.py": model("A"), "models/__init__.py": "from . import a\n" };
    expect(listClasses(load({ "__init__.py": "", ...files }))).toEqual([]);
    expect(listClasses(load(files))).toEqual([]);
  });

  test("puts classes that stand in a class before it, and leaves out those of functions", () => {
    const found = loadOne(
      'class A(models.Model):\n    _name = "a"\n    class B(models.Model):\n        _inherit = "b"\n' +
        'def make():\n    class C(models.Model):\n        _name = "c"\n',
    );
    expect(outline(found)).toEqual(["A.B b Model", "A a Model"]);
  });
});

function outline(classes: readonly LoadedClass[]): readonly string[] {
  return classes.map(({ class_name, model: name, kind, bases }) =>
    [class_name, name, kind, ...bases.map((base) => `${base.from}:${base.name}`)].join(" "),
  );
}

describe("classes", () => {
  test("have a name that a function of the file makes", () => {
    const [found] = loadOne(
      'def model(suffix):\n    return "tests.%s" % suffix\n\n' +
        'class A(models.Model):\n    _name = model("a")\n',
    );
    expect(found).toMatchObject({ model: "tests.a", is_named: true });
  });

  test("are those of models, by whatever base", () => {
    const loaded = load({
      "__init__.py": "from . import models, a\n",
      "models/__init__.py": "from .mixin import Mixin\n",
      "models/mixin.py": `${HEAD}class Mixin(models.AbstractModel):\n    _name = "mixin"\n`,
      "a.py": [
        "from odoo import models",
        "from odoo.addons.web.models.x import Other",
        "from . import models as own",
        "from .models import Mixin",
        "class Plain(object):",
        "    def run(self): pass",
        "class Unused: pass",
        "class Multi(Mixin):",
        '    _inherit = ["multi", "mixin"]',
        "class Foreign(Other):",
        '    _name = "foreign"',
        "class Handler(Other):",
        "    pass",
        "class Between(Other):",
        "    _register = False",
        "class Last(Between):",
        '    _inherit = "last"',
        "class Config(models.TransientModel, Plain):",
        '    _inherit = "config"',
        "class Report(models.BaseModel):",
        '    _name = "report"',
        "class Heir(Report): pass",
        "class Deep(own.mixin.Mixin): pass",
      ].join("\n"),
    });
    expect(outline(loaded.classes)).toEqual([
      "Mixin mixin AbstractModel",
      "Plain  ",
      "Multi Multi  .models.mixin:Mixin",
      "Foreign foreign  odoo.addons.web.models.x:Other",
      "Between   odoo.addons.web.models.x:Other",
      "Last last  .a:Between",
      "Config config TransientModel .a:Plain",
      "Report report AbstractModel",
      "Heir Heir  .a:Report",
      "Deep Deep  .models.mixin:Mixin",
    ]);
  });

  test("have their attributes, as far as they say what a model is", () => {
    const [found] = loadOne(
      [
        'TABLE = "a_table"',
        "from .b import ORDER",
        "class A(models.Model):",
        '    _name = "a"',
        '    _inherit = ["b", "c"]',
        '    _inherits = {"d": "d_id"}',
        '    _description = _("An A")',
        "    _table = TABLE",
        "    _order = ORDER",
        "    _rec_name = choose()",
        "    _auto = False",
        '    _sql_constraints = [("a", "b", "c")]',
      ].join("\n"),
    );
    expect(found).toMatchObject({
      line: 4,
      model: "a",
      is_named: true,
      inherit: ["b", "c"],
      inherits: new Map([["d", "d_id"]]),
    });
    expect(found && outlineValues(found)).toBe(
      '_description="An A" _table="a_table" _auto=false _order<.b:ORDER _rec_name?',
    );
  });

  test("have the name that the platform gives where they say none", () => {
    const inherits = ['"x"', '["x"]', '["x", "y"]'];
    const names = inherits.map(
      (inherit) => loadOne(`class Own(models.Model):\n    _inherit = ${inherit}\n`)[0]?.model,
    );
    expect(names).toEqual(["x", "x", "Own"]);
  });
});

describe("fields", () => {
  test("have the names of positional arguments", () => {
    expect(
      outlineFields(
        [
          'a = fields.Char("A", required=True)',
          'b = fields.Selection([("x", "X")], "B")',
          'c = fields.Many2one("res.partner", "C", help="Long.")',
          'd = fields.One2many("a", "b_id", "D")',
          'e = fields.Many2many("a", "rel", "x_id", "y_id", "E")',
          'f = fields.Float("F", (16, 2))',
          'g = fields.Monetary("G", "company_currency_id")',
        ].join("\n"),
      ),
    ).toEqual([
      'a: Char string="A" required=true',
      'b: Selection selection=[["x","X"]] string="B"',
      'c: Many2one comodel_name="res.partner" string="C"',
      'd: One2many comodel_name="a" inverse_name="b_id" string="D"',
      'e: Many2many comodel_name="a" relation="rel" column1="x_id" column2="y_id" string="E"',
      'f: Float string="F" digits=[16,2]',
      'g: Monetary string="G" currency_field="company_currency_id"',
    ]);
  });

  test("have literals, constants, names of other files, and what only running tells", () => {
    expect(
      outlineFields(
        [
          'OWN = "own"',
          'a = fields.Char(_("A"), default=OWN, copy=LATER, groups="x" + "y")',
          "b = fields.Selection(selection=STATES, default=lambda self: 1)",
          'c = fields.Selection(selection="_list", compute=find(), context={"a": 1})',
          "d = fields.Selection(WARNING, size=res_partner.SIZE, index=fields.X)",
          "e = fields.Char(*given, **more)",
          "f = fields.Char(related=None if OWN else OWN)",
          'g = fields.Selection([(res_partner.SIZE, "S"), ("b", "B")] + WARNING)',
          "h = fields.Selection(ALL)",
          "i = fields.Html(translate=html_translate)",
          "j = fields.Text(translate=lambda f, v: v)",
        ].join("\n"),
        [
          "from odoo.addons.base.models import res_partner",
          "from odoo.addons.base.models.res_partner import WARNING_MESSAGE as WARNING",
          "from odoo.tools import html_translate",
          'STATES = [("a", _("A"))]',
          'ALL = STATES + [(WARNING, "W")]',
          "LATER = False",
        ].join("\n"),
      ),
    ).toEqual([
      'a: Char string="A" default="own" copy=false groups="xy"',
      'b: Selection selection=[["a","A"]] default?',
      'c: Selection selection="_list" compute? context?',
      "d: Selection selection<odoo.addons.base.models.res_partner:WARNING_MESSAGE " +
        "size<odoo.addons.base.models.res_partner:SIZE index?",
      "e: Char *? **?",
      "f: Char related?",
      'g: Selection selection<[[odoo.addons.base.models.res_partner:SIZE, "S"], ["b","B"]] + ' +
        "odoo.addons.base.models.res_partner:WARNING_MESSAGE",
      'h: Selection selection<[["a","A"], [odoo.addons.base.models.res_partner:WARNING_MESSAGE, "W"]]',
      'i: Html translate="callable:html_translate"',
      "j: Text translate?",
    ]);
  });

  test("have functions as what they are, of a selection by the name of the method", () => {
    expect(
      outlineFields(
        [
          "def _get(self): pass",
          "a = fields.Char(compute=_get, inverse=_later, default=_get)",
          "b = fields.Selection(_get)",
          'c = fields.Char(compute="_get", search=_above)',
          "d = fields.Char(compute=lambda self: self._get(1), inverse=lambda self: None)",
        ].join("\n"),
        "def _above(self, operator, value): pass",
      ),
    ).toEqual([
      'a: Char compute="callable:_get" inverse? default?',
      'b: Selection selection="_get"',
      'c: Char compute="_get" search="callable:_above"',
      'd: Char compute="lambda" inverse="lambda"',
    ]);
  });

  test("are what their name is bound to at last", () => {
    expect(
      outlineFields(
        'a = fields.Char()\nb = fields.Char()\na = fields.Text("A")\ndef b(self): pass\n',
      ),
    ).toEqual(['a: Text string="A"']);
  });

  test("have constants of other files of the module as values", () => {
    const { classes, constants } = load({
      "__init__.py": "from . import models\n",
      "models/__init__.py": "from .const import KEYS\nfrom . import a\n",
      "models/const.py": 'KEYS = [("a", "A")]\nBIG = {"a": 1}\nCOUNT = 3\nNAME: str = "n"\n',
      "models/a.py": `${HEAD}from ..models import KEYS, const\nfrom .gone import X\nclass A(models.Model):\n    _name = "a"\n    a = fields.Selection(KEYS, string=const.NAME, default=X, tracking=const.COUNT)\n`,
    });
    expect(classes[0]?.fields.map(outlineValues)).toEqual([
      'selection=[["a","A"]] string="n" default<.models.gone:X tracking<.models.const:COUNT',
    ]);
    expect(constants).toEqual(
      new Map<string, ReadonlyMap<string, LiteralValue>>([
        [
          "models/const.py",
          new Map<string, LiteralValue>([
            ["KEYS", [["a", "A"]]],
            ["NAME", "n"],
          ]),
        ],
      ]),
    );
  });
});

test("methods have the line of their first decorator, and whether they call super", () => {
  const [found] = loadOne(
    [
      "class _A(models.Model):",
      '    _name = "a"',
      "    @api.depends(",
      '        "x")',
      "    @api.model",
      "    def one(self, vals): return super(_A, self).one(vals)",
      "    def two(self):",
      '        """Calls super()."""',
      "        self.super()",
      "    if True:",
      "        def two(self):",
      "            pass",
      "    @property",
      "    def three(self): pass",
      "    @three.setter",
      "    def three(self, value): pass",
      "    def __four(self): pass",
      "    five = one",
    ].join("\n"),
  );
  const lines = found?.methods.map(({ name, line, signature, calls_super, decorators }) =>
    `${line} ${name}${signature} ${calls_super} ${decorators.join(" ")}`.trimEnd(),
  );
  expect(lines).toEqual([
    '4 one(self, vals) true api.depends("x") api.model'.replaceAll('"', "'"),
    "12 two(self) false",
    "14 three(self) false property",
    "18 _A__four(self) false",
    "4 five(self, vals) true api.depends('x') api.model",
  ]);
});

test("methods that call sudo are told, whatever is called so in texts", () => {
  const [found] = loadOne(
    [
      "class A(models.Model):",
      '    _name = "a"',
      "    def one(self):",
      "        return self.env['b'].sudo().search([])",
      "    def two(self):",
      "        return '.sudo()'  # self.sudo()",
      "    def three(self):",
      "        return (self",
      "            .sudo())",
    ].join("\n"),
  );
  expect(found?.methods.map(({ calls_sudo }) => calls_sudo)).toEqual([true, false, true]);
});

test("constraints and indexes are those of the list and of attributes", () => {
  const [found] = loadOne(
    [
      'UNIQUE = "unique(%s)"',
      "class A(models.Model):",
      '    _name = "a"',
      "    _sql_constraints = [",
      '        ("name_uniq", UNIQUE % "name", _("Names differ.")),',
      '        ("code_check", "check(code > 0)", MESSAGE),',
      "        (make(), 1, 2),",
      "    ]",
      '    _date = models.Index("(date)")',
      '    _ref = models.UniqueIndex(make(), message="Once.")',
      '    _size = models.Constraint("check(size > 0)")',
      '    _other = other.Index("(date)")',
      '    size = models.Index("(date)")',
      "",
    ].join("\n"),
  );
  expect(
    found?.table_objects.map(({ kind, name, definition, message, line }) =>
      [line, kind, name, definition, message].join(" | "),
    ),
  ).toEqual([
    "6 | sql_constraint | name_uniq | unique(name) | Names differ.",
    "7 | sql_constraint | code_check | check(code > 0) | ",
    "10 | index | date | (date) | ",
    "11 | unique_index | ref |  | Once.",
    "12 | constraint | size | check(size > 0) | ",
  ]);
});

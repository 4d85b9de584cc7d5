// Models: their names, attributes and fields.
import { describe, expect, it } from "vitest";
import { isPythonFile } from "../../../../builder/parse/file-kind.js";
import { parsePythonFile } from "../../../../builder/parse/python/python-file.js";
import { listRecords, outlineBody, outlineModels } from "./outline.js";

describe("isPythonFile", () => {
  it.each([
    ["models/sale.py", true],
    ["sale.py", true],
    ["wizard/tests_wizard.py", true],
    ["models/MODEL.PY", true],
    ["__init__.py", true],
    ["tests/test_sale.py", false],
    ["models/test/a.py", false],
    ["migrations/16.0.1.0.0/post.py", false],
    ["static/src/a.py", false],
    ["i18n/a.py", false],
    ["setup.py", false],
    ["__manifest__.py", false],
    ["__openerp__.py", false],
    ["models/sale.pyc", false],
    ["models/sale.xml", false],
  ])("%s: %s", (path, expected) => {
    expect(isPythonFile(path)).toBe(expected);
  });
});

describe("which classes are models", () => {
  it.each([
    ["from odoo import models", "models.Model", "Model"],
    ["from odoo import models", "models.TransientModel", "TransientModel"],
    ["from odoo import models", "models.AbstractModel", "AbstractModel"],
    ["from openerp import models as om", "om.Model", "Model"],
    ["import odoo", "odoo.models.AbstractModel", "AbstractModel"],
    ["import odoo as o", "o.models.Model", "Model"],
    ["import odoo.models as om", "om.TransientModel", "TransientModel"],
    ["from odoo.models import Model", "Model", "Model"],
    ["from odoo.models import Model as M", "M", "Model"],
    [
      "from odoo.models import (\n    AbstractModel as A,\n    Model as M,\n)",
      "A",
      "AbstractModel",
    ],
    ["from odoo.models import *", "TransientModel", "TransientModel"],
    ["from openerp.osv import osv", "osv.osv", "osv"],
    ["from osv import osv", "osv.osv_memory", "osv_memory"],
    ["from openerp.osv import osv", "osv.Model", "Model"],
    ["from openerp.osv import orm", "orm.TransientModel", "TransientModel"],
    ["from openerp import osv", "osv.orm.Model", "Model"],
    ["from openerp.osv.osv import osv_abstract", "osv_abstract", "osv_abstract"],
    ["from ..base import models", "models.Model", "Model"],
    ["from odoo import models\n\nBase = models.AbstractModel  # ours", "Base", "AbstractModel"],
    [
      "try:\n    from odoo import models\nexcept ImportError:\n    models = None",
      "models.Model",
      "Model",
    ],
  ])("%s; class A(%s): %s", (imports, base, kind) => {
    const source = `${imports}\n\nclass A(${base}):\n    _name = "a"\n`;
    expect(outlineModels(source)).toEqual([`A(${kind}) a new`]);
  });

  it.each([
    ["from odoo.addons.component.core import Component", "Component"],
    ["from keras import Model", "Model"],
    ["import torch", "torch.Model"],
    ["from pydantic import BaseModel", "BaseModel"],
    ["from library import *", "BaseModel"],
    ["from odoo import models", "object"],
    ["from odoo import models", "make(models.Model)"],
    ["from odoo import models", "metaclass=models.Model"],
  ])("%s; class A(%s): none", (imports, base) => {
    expect(outlineModels(`${imports}\n\nclass A(${base}):\n    _name = "a"\n`)).toEqual([]);
  });

  it("takes the platform's base among several", () => {
    expect(outlineModels('class A(Mixin, abc.ABC, models.Model, x=1):\n    _name = "a"\n')).toEqual(
      ["A(Model) a new"],
    );
  });

  it("finds nested and conditional classes in source order", () => {
    const source = `
class A(models.Model):
    _name = "a"
    class Inner(models.Model):
        _name = "inner"
    def f(self):
        class Local(models.AbstractModel):
            _name = "local"
if installed:
    class B(models.Model):
        _name = "b"
else:
    try:
        @decorated
        class C(models.Model):
            _name = "c"
    except Exception:
        pass
`;
    expect(outlineModels(source)).toEqual([
      "A(Model) a new",
      "  f(self)",
      "Inner(Model) inner new",
      "Local(AbstractModel) local new",
      "B(Model) b new",
      "C(Model) c new",
    ]);
  });
});

describe("names and inheritance", () => {
  it.each([
    ['_name = "a"', "A(Model) a new"],
    ['_inherit = "a"', "A(Model) a extends of a"],
    ['_name = "a"\n_inherit = "b"', "A(Model) a new of b"],
    ['_name = "a"\n_inherit = "a"', "A(Model) a extends of a"],
    ['_name = "a"\n_inherit = ["a", "b"]', "A(Model) a extends of a, b"],
    ['_name = "a"\n_inherit = ("b", "c",)', "A(Model) a new of b, c"],
    ['_name = "a"\n_inherit = "b", "c"', "A(Model) a new of b, c"],
    ['_inherit = ["b", "c"]', "A(Model) b extends of b, c"],
    ['_name = "a"\n_inherit = [_name, "b"]', "A(Model) a extends of a, b"],
    ['_inherit = "a"\n_name = _inherit', "A(Model) a extends of a"],
    ["_inherit = CONSTANT", "A(Model) of.file extends of of.file"],
    ['_inherit = ["b"] + MIXINS', "A(Model) b extends of b, m.one, m.two"],
    ['_inherit = PREFIX + ".line"', "A(Model) sale.line extends of sale.line"],
    ['_inherit = "%s.line" % PREFIX', "A(Model) sale.line extends of sale.line"],
    ['_inherit: str = "a"', "A(Model) a extends of a"],
    ['_name = None\n_inherit = "a"', "A(Model) a extends of a"],
    ['if x:\n    _inherit = "a"', "A(Model) a extends of a"],
    ['_inherit = "a"\n_inherit = "b"', "A(Model) b extends of b"],
    ['_name = (\n    "a."  # why\n    "b"\n)', "A(Model) a.b new"],
    ["_name = u'a'", "A(Model) a new"],
    ["_name = r'a'", "A(Model) a new"],
    ["pass", "A(Model) A extends"],
  ])("%s → %s", (body, expected) => {
    const head = 'CONSTANT = "of.file"\nPREFIX = "sale"\nMIXINS = ["m.one", "m.two"]\n';
    const indented = body.replace(/^/gm, "    ");
    expect(outlineModels(`${head}class A(models.Model):\n${indented}\n`)).toEqual([expected]);
  });

  it("says what it cannot resolve, and keeps what it can", () => {
    const source = 'class A(models.Model):\n    _name = NAME\n    _inherit = ["a", NAME]\n';
    expect(outlineModels(source)).toEqual([
      "A(Model) a new of a",
      "! python_name_unresolved 1: _name of class A",
      "! python_name_unresolved 1: _inherit of class A",
    ]);
  });

  it("follows a function of the file that makes a name", () => {
    const source =
      'def model(suffix):\n    return "import.%s" % suffix\n\n\nclass A(models.Model):\n    _name = model("char")\n';
    expect(outlineModels(source)).toEqual(["A(Model) import.char new"]);
  });

  it("gives the literal attributes", () => {
    const body = `
_description = _("An "
                 'order')
_order = "date desc, id"
_rec_name = "code"
_table = "a_table"
_inherits = {"res.partner": "partner_id", "__proto__": "own_id"}`;
    expect(outlineBody(body)).toEqual([
      '  _description "An order"',
      '  _rec_name "code"',
      '  _order "date desc, id"',
      '  _table "a_table"',
      '  _inherits {"res.partner":"partner_id","__proto__":"own_id"}',
    ]);
  });

  it("leaves out attributes that are not literal", () => {
    expect(outlineBody("_description = describe()\n_order = 3\n_inherits = OTHER")).toEqual([]);
  });
});

describe("fields", () => {
  it.each([
    ["x = fields.Char()", "  x: Char()"],
    ['x = fields.Char("Label", required=True)', "  x: Char('Label', required=True)"],
    ["x: str = fields.Char()", "  x: Char()"],
    ["x: 'fields.Char'", undefined],
    ['x = fields.Domain("a", "=", 1)', undefined],
    ["x = y = fields.Char()", "  x: Char() |   y: Char()"],
    ["x = (fields.Char())", "  x: Char()"],
    ["if a:\n    x = fields.Char()\nelse:\n    y = fields.Text()", "  x: Char() |   y: Text()"],
    ["with a:\n    x = fields.Char()", "  x: Char()"],
    ["try:\n    x = fields.Char()\nfinally:\n    pass", "  x: Char()"],
    ["for a in b:\n    x = fields.Char()", "  x: Char()"],
    ["x = fields.Char(); y = fields.Text()", "  x: Char() |   y: Text()"],
    ["x = fields.Char()\nx = fields.Text()", "  x: Text()"],
    ["x = odoo.fields.Char()", "  x: Char()"],
    ["x = fields.Char(*args, **kwargs)", "  x: Char(*args, **=kwargs)"],
    ["x = fields.Char(__proto__=1, constructor=2)", "  x: Char(__proto__=1, constructor=2)"],
    ["x = fields.Char(args=1)", "  x: Char(1)"],
    ["x, y = fields.Char(), fields.Char()", undefined],
    ["x = fields.Date.today()", undefined],
    ["x = fields.first(y)", undefined],
    ["x = fields.Char", undefined],
    ["x = self.make(fields.Char())", undefined],
    ["x.y = fields.Char()", undefined],
    ["x = fields.Char() if a else b", undefined],
  ])("%s", (body, expected) => {
    expect(outlineBody(body).join(" | ")).toBe(expected ?? "");
  });

  it.each([
    ["from odoo import fields as f", "f.Char()"],
    ["from odoo.fields import Char", "Char()"],
    ["from odoo.fields import Char as C", "C()"],
    ["import odoo.fields as f", "f.Char()"],
    ["import openerp", "openerp.fields.Char()"],
    ["from odoo.addons.base_sparse_field.models import fields as sparse", "sparse.Char()"],
    ["from odoo.addons.x.fields import Char", "Char()"],
    ["from ..fields import Char", "Char()"],
    ["from . import fields", "fields.Char()"],
  ])("%s; %s", (imports, call) => {
    const source = `${imports}\nclass A(models.Model):\n    _name = "a"\n    x = ${call}\n`;
    expect(outlineModels(source)).toEqual(["A(Model) a new", "  x: Char()"]);
  });

  it.each([
    ['fields.Many2one("b")', "b"],
    ['fields.Many2one(string="B", comodel_name="b")', "b"],
    ['fields.One2many("b." "line", "a_id")', "b.line"],
    ["fields.Many2many(comodel_name=_name)", "a"],
    ["fields.Many2many(COMODEL)", "of.file"],
    ['fields.Many2one(related="b_id")', null],
    ["fields.Many2one(UNKNOWN)", null],
    ["fields.Many2one(*args)", null],
    ['fields.Reference("b")', null],
    ['fields.many2one("b", "Label")', "b"],
    ['fields.many2one(obj="b")', "b"],
    ['fields.related("p", "c", type="many2one", relation="b")', "b"],
    ['fields.function(_get, obj="b")', "b"],
    ['fields.property("b", type="many2one")', null],
  ])("relation of %s: %s", (call, expected) => {
    const source = `COMODEL = "of.file"\nclass A(models.Model):\n    _name = "a"\n    x = ${call}\n`;
    const { value } = parsePythonFile(new TextEncoder().encode(source));
    expect(listRecords(value)[0]?.fields[0]?.relation).toBe(expected);
  });

  it("reads the columns of old models", () => {
    const source = `
from openerp.osv import osv, fields
class A(osv.osv):
    _name = 'a'
    _columns = {
        'name': fields.char('Name', size=64),  # the name
        "partner_id": fields.many2one('res.partner', 'Partner'),
        'other': other_value,
    }
class B(osv.osv_memory):
    _name = 'b'
    _columns = dict(flag=fields.boolean('Flag'))
`;
    expect(outlineModels(source)).toEqual([
      "A(osv) a new",
      "  name: char('Name', size=64)",
      "  partner_id: many2one('res.partner', 'Partner') -> res.partner",
      "B(osv_memory) b new",
      "  flag: boolean('Flag')",
    ]);
  });

  it("has no attributes where there are no arguments", () => {
    const bytes = new TextEncoder().encode("class A(models.Model):\n    x = fields.Char()\n");
    const { value } = parsePythonFile(bytes);
    expect(listRecords(value)[0]?.fields[0]?.attrs).toBeNull();
  });
});

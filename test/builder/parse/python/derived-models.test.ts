// Classes that are models by a base that is none of the platform's own: in the same file, in another file of the module, in
// another module. And classes that only look so.
import { afterAll, describe, expect, test } from "vitest";
import { getRegistry } from "../../../../server/registry/loaded/registry-cache.js";
import { toRegistryModel } from "../../../../server/registry/model/model-answer.js";
import { parseModule } from "../../../support/parse-module.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules, type Files } from "../../../support/world.js";
import { finishSteps } from "../../../../data/yield.js";

const HEAD = "from odoo import fields, models\n";
const ONE = `${HEAD}class One(models.TransientModel):
    _name = "loan.one"
    first = fields.Char()
    def run(self): ...
`;

/** The models of a module of the files, imported by its package in their order. */
function outline(files: Files): readonly string[] {
  const names = Object.keys(files).map((file) => file.replace(/\.py$/, ""));
  const all = {
    "__manifest__.py": "{'name': 'Loan'}",
    "__init__.py": `from . import ${names.join(", ")}\n`,
    ...files,
  };
  const { value } = parseModule(
    Object.entries(all).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
    { technicalName: "loan", manifestPath: "__manifest__.py" },
  );
  return value.models.map(
    ({ file, line, class_name, model_name, attrs }) =>
      `${file}:${line} ${class_name}(${attrs?.kind}) ${model_name}`,
  );
}

describe("a model is seen", () => {
  test.each<readonly [string, Files, string]>([
    [
      "by a class of its file",
      { "a.py": `${ONE}class Two(One):\n    _name = "loan.two"\n` },
      "a.py:6 Two(TransientModel) loan.two",
    ],
    [
      "by a class of its file whose base is one",
      {
        "a.py": `${ONE}class Mid(One):\n    _name = "loan.mid"\nclass Two(Mid):\n    _inherit = "res.users"\n`,
      },
      "a.py:8 Two(TransientModel) res.users",
    ],
    [
      "by a class of another file",
      { "a.py": ONE, "b.py": `from .a import One\nclass Two(One):\n    _name = "loan.two"\n` },
      "b.py:2 Two(TransientModel) loan.two",
    ],
    [
      "by a class of another file under another name",
      { "a.py": ONE, "b.py": `from . import a as x\nclass Two(x.One):\n    _name = "loan.two"\n` },
      "b.py:2 Two(TransientModel) loan.two",
    ],
    [
      "by a class that a file gives on",
      {
        "a.py": ONE,
        "b.py": "from .a import One\n",
        "c.py": `from odoo.addons.loan.b import One\nclass Two(One):\n    _name = "loan.two"\n`,
      },
      "c.py:2 Two(TransientModel) loan.two",
    ],
    [
      "by a class of another module",
      {
        "a.py": `from odoo.addons.base.models.res_users import Users\nclass Mine(Users):\n    _inherit = "res.users"\n`,
      },
      "a.py:2 Mine(Users) res.users",
    ],
    [
      "by a class of the wizard of another module, by its file",
      {
        "a.py": `from odoo.addons.mail.wizard import compose\nclass Mine(compose.Composer):\n    _name = "my"\n`,
      },
      "a.py:2 Mine(Composer) my",
    ],
    [
      "by BaseModel",
      { "a.py": `${HEAD}class Mine(models.BaseModel):\n    _name = "my"\n` },
      "a.py:2 Mine(BaseModel) my",
    ],
    [
      "by BaseModel as it is imported",
      { "a.py": `from odoo.models import BaseModel\nclass Mine(BaseModel):\n    _name = "my"\n` },
      "a.py:2 Mine(BaseModel) my",
    ],
    [
      "beside a base that is no model",
      { "a.py": `${ONE}class Mix: ...\nclass Two(Mix, One):\n    _name = "loan.two"\n` },
      "a.py:7 Two(TransientModel) loan.two",
    ],
    [
      "by a class of its file under another name",
      { "a.py": `${ONE}Uno = One\nclass Two(Uno):\n    _name = "loan.two"\n` },
      "a.py:7 Two(TransientModel) loan.two",
    ],
    [
      "by a class of a file of which all names are taken",
      { "a.py": ONE, "b.py": `from .a import *\nclass Two(One):\n    _name = "loan.two"\n` },
      "b.py:2 Two(TransientModel) loan.two",
    ],
    [
      "by the whole path of a class of its module",
      {
        "a.py": ONE,
        "b.py": `import odoo.addons.loan.a\nclass Two(odoo.addons.loan.a.One):\n    _name = "loan.two"\n`,
      },
      "b.py:2 Two(TransientModel) loan.two",
    ],
    [
      "by a class of another module as it was up to 9.0",
      {
        "a.py": `from openerp.addons.sale.sale import sale_order\nclass Mine(sale_order):\n    _inherit = "sale.order"\n`,
      },
      "a.py:2 Mine(sale_order) sale.order",
    ],
    [
      "by the files of another module",
      {
        "a.py": `from odoo.addons.sale import models as theirs\nclass Mine(theirs.order.Order):\n    _inherit = "sale.order"\n`,
      },
      "a.py:2 Mine(Order) sale.order",
    ],
    [
      "by a class within a class",
      {
        "a.py": `${HEAD}class Ns:\n    class Base(models.Model):\n        _name = "b"\nclass Two(Ns.Base):\n    _name = "two"\n`,
      },
      "a.py:5 Two(Model) two",
    ],
    [
      "by a class of another file that has another name there",
      {
        "a.py": `${ONE}Uno = One\n`,
        "b.py": `from .a import Uno\nclass Two(Uno):\n    _name = "two"\n`,
      },
      "b.py:2 Two(TransientModel) two",
    ],
    [
      "by a class of a file that takes all names of another",
      {
        "a.py": ONE,
        "b.py": "from .a import *\n",
        "c.py": `from .b import *\nclass Two(One):\n    _name = "two"\n`,
      },
      "c.py:2 Two(TransientModel) two",
    ],
  ])("%s", (_, files, expected) => {
    expect(outline(files)).toContain(expected);
  });

  const MODEL = "Two(Model) two";
  test.each([
    ["another name", "Base = models.Model", "from .a import Base", "Base", MODEL],
    ["another name and its file", "Base = models.Model", "from . import a", "a.Base", MODEL],
    ["two names", "Base = models.Model", "from .a import Base as B", "B", MODEL],
    ["all names", "Base = models.Model", "from .a import *", "Base", MODEL],
    ["one of two targets", "A = Base = models.Model", "from .a import Base", "Base", MODEL],
    ["one of two values", "T, Base = 1, models.Model", "from .a import Base", "Base", ""],
    [
      "one of two classes",
      "T, Base = models.TransientModel, models.Model",
      "from .a import Base",
      "Base",
      MODEL,
    ],
    ["an annotated name", "Base: type = models.Model", "from .a import Base", "Base", MODEL],
    ["getattr", 'Base = getattr(models, "Model")', "from .a import Base", "Base", MODEL],
    [
      "a condition",
      'if hasattr(models, "Model"):\n    Base = models.Model',
      "from .a import Base",
      "Base",
      MODEL,
    ],
    [
      "an import under another name",
      "from odoo.models import AbstractModel as Base",
      "from .a import Base",
      "Base",
      "Two(AbstractModel) two",
    ],
    ["no model", "Base = dict", "from .a import Base", "Base", ""],
  ])("by the platform's class that another file has as %s", (_, there, head, base, expected) => {
    const files = {
      "a.py": `${HEAD}${there}\n`,
      "b.py": `${head}\nclass Two(${base}):\n    _name = "two"\n`,
    };
    expect(outline(files)).toEqual(expected === "" ? [] : [`b.py:2 ${expected}`]);
  });

  test.each([
    ["its module under another name", "from odoo import models as m", "m.Model"],
    [
      "one of a pair",
      "from odoo import models\n(X, Y) = (models.AbstractModel, models.Model)",
      "Y",
    ],
    ["getattr", "from odoo import models", 'getattr(models, "Model")'],
    ["getattr with a default", "from odoo import models", "getattr(models, 'Model', object)"],
    ["brackets", "from odoo import models", "(models.Model)"],
    [
      "a metaclass beside it",
      "from odoo import models",
      "models.Model, metaclass=type(models.Model)",
    ],
    ["the whole path", "import odoo", "odoo.models.Model"],
    ["the path of the file under another name", "import odoo.models as om", "om.Model"],
    [
      "one of two imports",
      "try:\n    from odoo import models\nexcept ImportError:\n    from openerp import models",
      "models.Model",
    ],
    ["a name that is given", "from odoo import models\nBase = models.Model", "Base"],
    ["a name of such a name", "from odoo import models\nBase = models.Model\nRoot = Base", "Root"],
    [
      "a name that is given by version",
      "from odoo import models\nif new:\n    Base = models.Model\nelse:\n    Base = models.Model",
      "Base",
    ],
    ["a generic type beside it", "from odoo import models", "models.Model, Generic[T]"],
    ["a plain class before it", "from odoo import models\nclass Mix: ...", "Mix, models.Model"],
  ])("by the platform's class through %s", (_, head, base) => {
    const text = `${head}\nclass Mine(${base}):\n    _name = "my"\n`;
    expect(outline({ "a.py": text })).toEqual([expect.stringMatching(/ Mine\(Model\) my$/)]);
  });
});

test.each<readonly [string, string]>([
  ["component", "from odoo.addons.component.core import Component\nclass A(Component):\n"],
  ["service", "from odoo.addons.base_rest.controllers.main import Rest\nclass A(Rest):\n"],
  ["model of pydantic", "from pydantic import BaseModel\nclass A(BaseModel):\n"],
  ["plain class", "class One: ...\nclass A(One):\n"],
  ["exception", "class A(Exception):\n"],
  ["plain class under another name", "class One: ...\nUno = One\nclass A(Uno):\n"],
  ["class out of all names of a package", "from pydantic import *\nclass A(Some):\n"],
])("a %s that has a name is no model", (_, code) => {
  expect(outline({ "a.py": `${code}    _name = "loan.a"\n    _inherit = "loan.b"\n` })).toEqual([]);
});

describe("an installation", async () => {
  const USERS = `${HEAD}class Users(models.Model):
    _name = "res.users"
    login = fields.Char()
    def sign(self): ...
`;
  const MINE = `from odoo import fields
from odoo.addons.base.models.users import Users

class Mine(Users):
    _inherit = "res.users"
    extra = fields.Char()
    def check(self): ...
`;
  const snapshot = await openParsedModules(makeTemporaryFolder(), {
    base: {
      "__manifest__.py": "{'name': 'Base', 'depends': []}",
      "__init__.py": "from . import models\n",
      "models/__init__.py": "from . import users\n",
      "models/users.py": USERS,
    },
    loan: {
      "__manifest__.py": "{'name': 'Loan', 'depends': ['base']}",
      "__init__.py": "from . import mine\n",
      "mine.py": MINE,
    },
  });
  afterAll(() => snapshot.close());

  test("has what such a class adds to a model, before what that one has", () => {
    const { models } = getRegistry(snapshot, { platformVersion: "17.0", modules: ["loan"] });
    const found = models.findModel("res.users");
    const model = found && finishSteps(toRegistryModel(found));
    expect(model?.classes.map(({ module, file }) => `${module}/${file}`)).toEqual([
      "loan/mine.py",
      "base/models/users.py",
    ]);
    const names = [...(model?.fields ?? []), ...(model?.methods ?? [])].map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(["login", "extra", "sign", "check"]));
  });
});

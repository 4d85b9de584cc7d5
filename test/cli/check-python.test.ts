// `module-lookup check`: what Python code takes records to have, what it hands to methods of the ORM, and what it calls of
// `super()`.
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runCheck } from "../../cli/check/check-command.js";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import { runCommand } from "../support/program.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";
import { openParsedModules } from "../support/world.js";
import { writeSources, type SourceTexts } from "./check-modules.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
let snapshot: string;

const BASE: SourceTexts = {
  "__manifest__.py": "{'name': 'Base', 'depends': []}",
  "__init__.py": "from . import models",
  "controllers/main.py": "from other.place import *\nclass Home: ...\n",
  "models/__init__.py": "from . import res_partner",
  "models/res_partner.py": `from odoo import api, fields, models
FIELDS = ("name",)
class Base(models.AbstractModel):
    _name = "base"
class Partner(models.Model):
    _name = "res.partner"
    name = fields.Char()
    date = fields.Date()
    notes = fields.Json()
    state = fields.Selection([("new", "New"), ("old", "Old")])
    mood = fields.Selection("_list_moods")
    parent_state = fields.Selection(related="parent_id.state")
    parent_id = fields.Many2one("res.partner")
    child_ids = fields.One2many("res.partner", "parent_id")
    company_id = fields.Many2one("res.company")
    def open(self, mode, force=False): ...
    @api.model
    def find(self, *names, **options): ...
class Company(models.Model):
    _name = "res.company"
    name = fields.Char()
    partner_id = fields.Many2one("res.partner")
class Users(models.Model):
    _name = "res.users"
    _inherits = {"res.partner": "partner_id"}
    partner_id = fields.Many2one("res.partner")
class Mixin(models.AbstractModel):
    _name = "address.mixin"
    def _get_address(self): ...
class Other(models.AbstractModel):
    _name = "other.mixin"
    def _get_other(self): ...
class Unknown(models.AbstractModel):
    _name = "_unknown"
class View(models.Model):
    _name = "ir.ui.view"
`,
};

/** A module that extends `res.partner`. */
const withFields = (depends: string, ...names: readonly string[]) => ({
  "__manifest__.py": `{'depends': ['${depends}']}`,
  "__init__.py": "from . import models",
  "models.py": [
    "from odoo import fields, models",
    "class Partner(models.Model):",
    '    _inherit = "res.partner"',
    ...names.map((name) => `    ${name} = fields.Char()`),
  ].join("\n"),
});

beforeAll(async () => {
  snapshot = makeTemporaryFolder();
  const unneeded = { "__manifest__.py": "{}", "models.py": "class Thing: ..." };
  const added = 'selection_add=[("later", "Later"), ("added", "Added")]';
  const adding = {
    "__manifest__.py": "{'depends': ['base']}",
    "__init__.py": "from . import models",
    "models.py": `from odoo import fields, models\nclass Partner(models.Model):\n    _inherit = "res.partner"\n    state = fields.Selection(${added})\n`,
  };
  const others = {
    harbour: withFields("base", "of_harbour"),
    berths: withFields("harbour", "berth_id"),
    others: withFields("base", "of_others"),
  };
  const all = { base: BASE, "base 18.0": BASE, unneeded, adding, ...others };
  (await openParsedModules(snapshot, all)).close();
});

async function check(files: SourceTexts, version = "17.0"): Promise<readonly string[]> {
  const folder = writeSources(path.join(nextFolder(), "own"), {
    "__manifest__.py": "{'name': 'Own', 'depends': ['base']}",
    "__init__.py": "from . import models",
    ...files,
  });
  const words = ["--snapshot", snapshot, "--platform-version", version, "--format", "json"];
  const { text } = await runCommand(runCheck, [folder, ...words]);
  const { findings } = JSON.parse(text) as CheckedModules;
  return findings.map(({ line, rule, name }) => `${line} ${rule} ${name}`);
}

/** Statements of a method of `res.partner`; the first one stands at line 5. */
const inMethod = (...lines: readonly string[]) =>
  check({
    "models.py": [
      "from odoo import api, fields, models, Command; from odoo.osv import expression",
      "class Partner(models.Model):",
      '    _inherit = "res.partner"',
      "    def run(self, given, vals):",
      ...lines.map((line) => `        ${line}`),
    ].join("\n"),
  });

const field = (line: number, name: string) => `${line} unknown-field ${name}`;

const ofMany = (line: number, name: string) => `${line} value-of-many res.partner#${name}`;

const inFile = (...lines: readonly string[]) => check({ "models.py": lines.join("\n") });

describe("values of self in a loop over self", () => {
  test("are those of many records, unless they are other records", async () => {
    const found = await inMethod(
      "for one in self:",
      "    self.name = one.name",
      "    given.write({'name': self.name, 'parent_id': self.parent_id.name})",
      "    for child in self.child_ids:",
      "        child.open(self.state)",
      "    one.child_ids = self.child_ids",
      "    one.name, self.name = self.name + '', 'x'",
      "    self.open(self.env.company.name)",
    );
    expect(found).toEqual([ofMany(7, "name"), ofMany(9, "state"), ofMany(11, "name")]);
  });

  test("are of one record where code wants one, or goes over others", async () => {
    for (const first of ["self.ensure_one()", "if len(self) == 1: pass"]) {
      expect(await inMethod(first, "for one in self:", "    one.open(self.name)")).toEqual([]);
    }
    expect(await inMethod("for one in self.child_ids:", "    one.open(self.name)")).toEqual([]);
    expect(await inMethod("for self in self:", "    given.open(self.name)")).toEqual([]);
    expect(await inMethod("for one in self:", "    self = one", "    self.name")).toEqual([]);
  });
});

const isIn = (name: string) => `if "${name}" in self._fields:`;

/** @param name of a method that another one calls behind a question */
const asking = (name: string, ...others: readonly string[]) =>
  inFile(
    "from odoo import models",
    "class Partner(models.Model):",
    '    _inherit = "res.partner"',
    `    def ${name}(self): self.nme; self.${name}()`,
    "    def run(self):",
    `        if hasattr(self, 'a'): self.${name}()`,
    ...others.map((line) => `    ${line}`),
  );

describe("questions whether something is there", () => {
  test("excuse what they name, and what may come with it", async () => {
    // A module of the index has `of_harbour`, and another one that needs it `berth_id`.
    const decided = ["    self.of_harbour, self.berth_id, self.of_others, self.nme"];
    expect(await inMethod("self.nme", isIn("of_harbour"), ...decided)).toEqual([
      field(5, "res.partner.nme"),
      field(7, "res.partner.nme"),
      field(7, "res.partner.of_others"),
    ]);
    expect(await inMethod(isIn("nobody_has"), "    self.nme", "else:", "    self.nme")).toEqual([]);
    expect(await inMethod(isIn("nobody_has"), "    pass", "self.nme")).toEqual([
      field(7, "res.partner.nme"),
    ]);
    expect(await inMethod("if hasattr(self, 'a'): self.a", "self.a, self.nme")).toEqual([
      field(6, "res.partner.nme"),
    ]);
    expect(await inMethod("if hasattr(self, 'name'): self.nme")).toEqual([
      field(5, "res.partner.nme"),
    ]);
    expect(await inMethod("if hasattr(self, given): self.nme", "self.nme")).toEqual([]);
    expect(await inMethod("if given.installed: pass", "self.nme")).toEqual([]);
  });

  test("decide by a variable, an early end, an operator or a comprehension", async () => {
    const has = "has = 'a' in self._fields";
    expect(await inMethod(has, "if has:", "    self.nme", "self.nme")).toEqual([
      field(8, "res.partner.nme"),
    ]);
    expect(await inMethod(has, "self.nme", "if not has:", "    return", "self.nme")).toEqual([
      field(6, "res.partner.nme"),
    ]);
    expect(await inMethod("self.nme and hasattr(self, 'a') and self.nme2")).toEqual([
      field(5, "res.partner.nme"),
    ]);
    expect(await inMethod("[1 for one in self if hasattr(one, 'a') and one.nme]")).toEqual([]);
    expect(await inMethod("[one.nme for one in self if hasattr(one, 'a')]")).toEqual([]);
    expect(await inMethod("self.nme if given else hasattr(self, 'a')")).toEqual([
      field(5, "res.partner.nme"),
    ]);
  });

  test("excuse private methods whose calls all stand behind one", async () => {
    const told = [field(4, "res.partner.nme")];
    expect(await asking("_more")).toEqual([]);
    expect(await asking("more")).toEqual(told);
    expect(await asking("_more", "def other(self): self._more()")).toEqual(told);
    expect(await asking("_more", "def _next(self): self._more()")).toEqual(told);
    expect(
      await asking(
        "_more",
        "def _next(self): self._more()",
        "def go(self): hasattr(self, 'b') and self._next()",
      ),
    ).toEqual([]);
    expect(await asking("_more", 'x = fields.Char(compute="_more")')).toContain(told[0]);
  });

  test("excuse what each of several names", async () => {
    expect(
      await inFile(
        "from odoo import models",
        "class Partner(models.Model):",
        '    _inherit = "res.partner"',
        "    def run(self):",
        "        if hasattr(self, 'name'): self._more()",
        "    def _more(self):",
        "        if 'nme' in self._fields: self.nme",
        "        self.other",
      ),
    ).toEqual([field(8, "res.partner.other")]);
  });

  test("in long chains of private methods take no longer than there are methods", async () => {
    const chain = Array.from({ length: 4000 }, (_, at) => [
      `    def _m${at + 1}(self): self._m${at}()`,
      "",
    ]).flat();
    expect(
      await inFile(
        "from odoo import models",
        "class Partner(models.Model):",
        '    _inherit = "res.partner"',
        "    def _m0(self): self.nme",
        ...chain,
        "    def run(self):",
        "        if hasattr(self, 'a'): self._m4000()",
      ),
    ).toEqual([field(4, "res.partner.nme")]);
  });

  test("are counted where they leave something unchecked", async () => {
    const folder = writeSources(path.join(nextFolder(), "own"), {
      "__manifest__.py": "{'depends': ['base']}",
      "__init__.py": "from . import models",
      "models.py":
        "from odoo import models\nclass P(models.Model):\n    _inherit = 'res.partner'\n    def f(self):\n        if hasattr(self, 'a'): self.a; self.b; self.name\n",
    });
    const words = ["--snapshot", snapshot, "--platform-version", "17.0"];
    const { text } = await runCommand(runCheck, [folder, ...words]);
    expect(text).toMatch(/^0 findings .*; 2 not checked: only running code knows them$/);
  });
});

describe("routes and settings", () => {
  test("templates, documents and addresses", async () => {
    expect(
      await inFile(
        "from odoo import http",
        "class Home(http.Controller):",
        `    @http.route(["/a/<model('res.partner'):one>", '/b/<model("res.partners", "[]"):one>'])`,
        "    def show(self, one, access_token=None):",
        '        self._document_check_access("res.partner", 1)',
        '        self._document_check_access("res.partnr", 1)',
        "        self._document_check_access(one._name, 1)",
        '        one.render("own.nothing")',
        '        return http.request.render("own.nothing", {})',
      ),
    ).toEqual([
      "3 unknown-model res.partners",
      "6 unknown-model res.partnr",
      "9 unknown-record own.nothing",
    ]);
  });
  test("what settings set", async () => {
    expect(
      await inFile(
        "from odoo import fields, models",
        "class Settings(models.TransientModel):",
        '    _name = "res.config.settings"',
        '    _description = "Settings"',
        '    a = fields.Date(config_parameter="own.a")',
        '    b = fields.Char(config_parameter="own.b")',
        "    c = fields.Date()",
        "    group_a = fields.Boolean()",
        '    group_b = fields.Char(implied_group="base.group_b")',
        '    group_c = fields.Selection([("0", "No")], implied_group="base.group_c")',
        '    default_a = fields.Char(default_model="res.partnr")',
        "    default_b = fields.Char()",
        "    module_a = fields.Date()",
        "    def _valid_field_parameter(self, field, name): return True",
        "class Other(models.TransientModel):",
        '    _name = "other"',
        '    _description = "Other"',
        "    group_a = fields.Boolean()",
      ),
    ).toEqual([
      "3 no-access res.config.settings",
      "5 wrong-setting res.config.settings#a",
      "8 wrong-setting res.config.settings#group_a",
      "9 wrong-setting res.config.settings#group_b",
      "11 unknown-model res.partnr",
      "12 wrong-setting res.config.settings#default_b",
      "13 wrong-setting res.config.settings#module_a",
      "16 no-access other",
    ]);
  });
});

describe("records whose model is sure", () => {
  test("self, loops over it, and what fields lead to", async () => {
    expect(
      await inMethod(
        "self.nme",
        "self.parent_id.nme",
        "for one in self: one.parent_id.nme",
        "for one in self.child_ids: one.nme",
        "[one.nme for one in self.child_ids if one.name]",
        "self.child_ids.filtered(lambda one: one.nme)",
        "self.company_id.partner_id.opne()",
        "self.nme = given",
        "self['nme']",
        "for at, one in enumerate(self): one.nme",
      ),
    ).toEqual([
      field(5, "res.partner.nme"),
      field(6, "res.partner.nme"),
      field(7, "res.partner.nme"),
      field(8, "res.partner.nme"),
      field(9, "res.partner.nme"),
      field(10, "res.partner.nme"),
      "11 unknown-method res.partner#opne",
      field(12, "res.partner.nme"),
      field(13, "res.partner.nme"),
      field(14, "res.partner.nme"),
    ]);
  });

  test("those of environments, by a literal, and what the ORM makes of them", async () => {
    expect(
      await inMethod(
        'self.env["res.company"].opne()',
        'self.env["res.users"].sudo().search([]).nme',
        "self.env.company.nme",
        "self.env.user.partner_id.nme",
        'company = self.env["res.company"].browse(1)',
        "company.nme",
        'self.mapped("child_ids.company_id").nme',
        "(self | given)[:1].nme",
        "self = self.with_context(a=1)",
        "self.sudo().nme",
      ),
    ).toEqual([
      "5 unknown-method res.company#opne",
      field(6, "res.users.nme"),
      field(7, "res.company.nme"),
      field(8, "res.partner.nme"),
      field(10, "res.company.nme"),
      field(11, "res.company.nme"),
      field(12, "res.partner.nme"),
      field(14, "res.partner.nme"),
    ]);
  });

  test("of parameters and results, as the calls and returns of their class tell", async () => {
    const model = `from odoo import api, models
class Partner(models.Model):
    _inherit = "res.partner"
    def _run(self, one, mode, *many, last=None):
        one.nme, mode.nme, last.nme
    def _find(self):
        if self.name:
            return False
        return self.company_id
    def _again(self):
        return self._again()
    def run(self):
        for partner in self:
            partner._run(partner.company_id, "a", last=self._find())
        given = self.env["other.mixin"]
        self._find().opne(), self._again().nme
    @staticmethod
    def _of_class(one, other):
        other.nme
    def _of_several(self, one):
        return one.nme if one._name == "other" else one.name
    @api.model_create_multi
    def create(self, vals_list):
        self._of_class(self, self.company_id) or self._of_several(self)
        made = super().create(vals_list)
        made.nme
        return made
`;
    expect(await check({ "models.py": model })).toEqual([
      field(5, "res.company.nme"),
      "16 unknown-method res.company#opne",
      field(26, "res.partner.nme"),
    ]);
  });

  test("of the last assignment that leads to a place, and of what a condition gives", async () => {
    expect(
      await inMethod(
        "one = self.company_id",
        "if self:",
        "    one = self.parent_id",
        "    one.nme",
        "one.nme",
        "one = self.company_id or given",
        "one.nme",
        "(given or self).nme, (given and self).nme",
        "(self.company_id if given else None).nme",
        "(self if given else self.company_id).nme",
      ),
    ).toEqual([
      field(8, "res.partner.nme"),
      field(11, "res.company.nme"),
      field(12, "res.partner.nme"),
      field(13, "res.company.nme"),
    ]);
  });

  test("nothing of what is bound twice, comes from a call, is asked for, or is of a value", async () => {
    // Since 17.0 a search has no argument count.
    expect(
      await inMethod(
        "one = self.parent_id",
        "one = given",
        "one.nme",
        "given.nme; self.name.upper(); self.date.year; self.notes.get('a')['b'].nme",
        "self.notes.update({'nme': 1})",
        "self.env[given].nme",
        "self.env['res.partner'].search([], count=True).nme",
        "def inner(self): self.nme",
        "lambda self: self.nme",
        "given.filtered(lambda one: one.nme)",
        "'asked' in self and self.env.user.asked",
        "self.env.user.x_custom, self.ids, self.id, self.env.user._any, self.env.user.CONSTANT",
        "try: self.env.user.tried",
        "except AttributeError: pass",
      ),
    ).toEqual(["11 wrong-call res.partner#search"]);
    expect(
      await inMethod("while self: self = self.parent_id.company_id", "self.nme; self.opne()"),
    ).toEqual([]);
    const mixin = `from odoo import fields, models
class Mixin(models.AbstractModel):
    _inherit = "address.mixin"
    logger, level = None, 1
    other_id = fields.Many2one("other.mixin")
    name = fields.Char(
        copied=True,
    )
    def run(self):
        self.logger.info("x"); self.level; self.other_id.of_heirs
        self.env["address.mixin"].copied
`;
    expect(await check({ "models.py": mixin })).toEqual([field(11, "address.mixin.copied")]);
  });

  test("nothing of records whose model is missing: that is told at the field", async () => {
    const thing = [
      "from odoo import fields, models",
      "class Thing(models.Model):",
      '    _name = "own.thing"',
      '    line_ids = fields.One2many("own.lines", "thing_id")',
      "    def run(self):",
      "        self.line_ids.name; self.line_ids.open()",
    ];
    expect(await inFile(...thing)).toEqual(["3 no-access own.thing", "4 unknown-model own.lines"]);
  });

  test("nothing where a condition asks the records for another field", async () => {
    expect(
      await inMethod(
        "for one in self.child_ids:",
        "    one.name if 'name' in one else one.nme",
        "    'name' not in one and one.nme",
        "    if 'name' in one: pass",
        "    else: one.nme",
        "    self.nme if 'name' in one else one.name",
        "    'name' in vals and one.nme",
      ),
    ).toEqual([field(10, "res.partner.nme"), field(11, "res.partner.nme")]);
  });
});

test("nothing of models that others are made of, or whose fields code makes", async () => {
  const models = `from odoo import models
class Part(models.Model):
    _name = "own.part"
    def run(self):
        self.of_heirs; self.env["own.part"].nme
class Partner(models.Model):
    _name = "res.partner"
    _inherit = ["res.partner", "own.part"]
class Built(models.Model):
    _name = "built"
    def _setup_base(self):
        return super()._setup_base()
    def run(self): self.made
class Sized(models.Model):
    _inherit = "res.company"
    _size = models.Index(lambda registry: registry.has_trigram)
`;
  expect(await check({ "models.py": models })).toEqual([
    "3 no-access own.part",
    field(5, "own.part.nme"),
    "10 no-access built",
    // Later versions have it.
    "16 unknown-import odoo.models.Index",
  ]);
});

describe("names that the ORM is given", () => {
  test("keys of values, also of records that commands make", async () => {
    expect(
      await inMethod(
        'self.write({"nme": 1, "name": 2, **vals})',
        'self.env["res.company"].create([{"nme": 1}])',
        'self.create([{"nme": one} for one in given])',
        'values = {"nme": 1}',
        "self.new(values)",
        'self.copy(default={"nme": 1})',
        'self.write({"child_ids": [(0, 0, {"nme": 1}), (4, 1), Command.create({"nmee": 1})]})',
        'self.parent_id.update({"nme": 1})',
        'child = {"nme": 1}',
        'self.write({"child_ids": [(0, 0, child)]})',
      ),
    ).toEqual([
      field(5, "res.partner.nme"),
      field(6, "res.company.nme"),
      field(7, "res.partner.nme"),
      field(8, "res.partner.nme"),
      field(10, "res.partner.nme"),
      field(11, "res.partner.nme"),
      field(11, "res.partner.nmee"),
      field(12, "res.partner.nme"),
      field(13, "res.partner.nme"),
    ]);
  });

  test("conditions of domains, orders, groupings and paths", async () => {
    expect(
      await inMethod(
        'self.search([("nme", "=", 1), "|", ("parent_id.nme", "=", 1)])',
        'self.search_count([("name", "=", 1)] + [("nme", "=", 1)])',
        'domain = ["&", ("nme", "=", 1), ("name", "=", "a")]',
        "self.filtered_domain(domain)",
        'self.search(expression.AND([[("nme", "=", 1)], given]))',
        'self.search([("child_ids", "any", [("nme", "=", 1)])])',
        'self.search([], order="name desc, nme, id")',
        'self.mapped("child_ids.nme")',
        'self.filtered("nme") + self.sorted(key="nme")',
        'self.read_group([], ["nme:sum", "total:count(nmee)"], ["date:month", "nme"])',
        'self.search_read([], ["name", "nme"])',
        'self.search([("date.month_number", "=", 1), (given, "=", 1), (1, "=", 1)])',
        'names = ["name", "nmee"]',
        "self.search_read([], fields=names)",
      ),
    ).toEqual([
      field(5, "res.partner.nme"),
      field(6, "res.partner.nme"),
      field(7, "res.partner.nme"),
      field(9, "res.partner.nme"),
      field(10, "res.partner.nme"),
      field(11, "res.partner.nme"),
      field(12, "res.partner.nme"),
      field(13, "res.partner.nme"),
      field(14, "res.partner.nme"),
      field(14, "res.partner.nmee"),
      field(15, "res.partner.nme"),
      field(17, "res.partner.nmee"),
    ]);
  });

  test("conditions of domains that an onchange returns", async () => {
    const domain = '{"domain": {"company_id": [("nme", "=", self.id)], "nme": given}}';
    const method = (decorator: string) => `    @api.${decorator}("parent_id")
    def _onchange_parent(self, given):
        return ${domain}
`;
    const head = `from odoo import api, models
class Partner(models.Model):
    _inherit = "res.partner"
`;
    expect(await check({ "models.py": head + method("onchange") })).toEqual([
      field(6, "res.company.nme"),
    ]);
    expect(await check({ "models.py": head + method("constrains") })).toEqual([]);
  });
});

test("models and modes of actions that code makes, and hooks of the manifest", async () => {
  const models = `from odoo import models
ACTION = "ir.actions.act_window"
class Partner(models.Model):
    _inherit = "res.partner"
    def one(self):
        return {"type": "ir.actions.act_window", "res_model": "res.partners", "view_mode": "tree,form"}
    def two(self):
        return {
            "type": "ir.actions.act_window",
            "res_model": "res.partner",
            "view_mode": "form,tree",
        }
    def three(self):
        action = {"type": "ir.actions.act_window", "res_model": self._name, "view_mode": "tree"}
        return {**action, "views": []}
    def four(self):
        return {"type": "own", "res_model": "own", "view_mode": "tree"}
`;
  const files = {
    "__manifest__.py":
      "{'depends': ['base'],\n'post_init_hook': 'post',\n'pre_init_hook': 'pre', 'post_load': 'loaded'}",
    "__init__.py": "from . import models\nfrom .hooks import pre\ndef loaded(): ...",
    "hooks.py": "def pre(env): ...",
    "models.py": models,
  };
  const always = ["2 unknown-import odoo.addons.own.post", "6 unknown-model res.partners"];
  expect(await check(files)).toEqual(always);
  expect(await check(files, "18.0")).toEqual([
    ...always,
    "6 outdated-list view_mode",
    "11 outdated-list view_mode",
  ]);
});

test("names in classes and fields", async () => {
  const models = `from odoo import fields, models
class Partner(models.Model):
    _inherit = "res.partner"
    _order = "nme desc, name, id"
    _rec_name = "nmee"
    own_id = fields.Many2one("res.company", domain=[("nme", "=", 1)])
    other_id = fields.Many2one("res.company", domain="[('partner_id.nme', '=', name)]")
`;
  expect(await check({ "models.py": models })).toEqual([
    "4 unknown-field res.partner.nme",
    "5 unknown-field res.partner.nmee",
    field(6, "res.company.nme"),
    field(7, "res.partner.nme"),
  ]);
});

describe("calls", () => {
  test("whose arguments no method of the name takes", async () => {
    expect(
      await inMethod(
        "self.open(1); self.open(1, True); self.open(mode=1, force=2); self.open(*given)",
        "self.open()",
        "self.open(1, 2, 3)",
        "self.open(1, other=2)",
        "self.find(1, 2, other=3)",
      ),
    ).toEqual([
      "6 wrong-call res.partner#open",
      "7 wrong-call res.partner#open",
      "8 wrong-call res.partner#open",
    ]);
  });

  test("of the ORM's own methods, where no class has another", async () => {
    expect(
      await inMethod(
        "self.search([], limit=1, order='name'); self.read(['name'], load=None)",
        "self.search([], limt=1)",
        "given.search([], limt=1)",
      ),
    ).toEqual(["6 wrong-call res.partner#search"]);
  });

  test("of super() that leads nowhere", async () => {
    const models = `from odoo import models
class Partner(models.Model):
    _inherit = "res.partner"
    def open(self, mode, force=False):
        super(Partner, self).open(mode)
        super(Partner, self.with_context(a=1)).opened(mode)
        super(Company, self).opened(mode)
        super().open(mode, strict=True)
class Mixin(models.AbstractModel):
    _inherit = "address.mixin"
    def _get_address(self):
        return super()._get_address()
    def _get_adress_lines(self):
        return super()._get_adress_lines()
    def _get_other(self):
        return super()._get_other()
class Company(models.Model):
    _inherit = "res.company"
    def _name_search(self, name="", args=None, operator="ilike", limit=100, name_get_uid=None):
        return super()._name_search(name, args=args, operator=operator, name_get_uid=name_get_uid)
class Users(models.Model):
    _inherit = "res.users"
    def write(self, vals): return super().write(vals)
    def read(self, fields=None): return super().read(fields)
`;
    expect(await check({ "models.py": models })).toEqual([
      "6 unknown-super res.partner#opened",
      "8 wrong-call res.partner#open",
      "14 unknown-super address.mixin#_get_adress_lines",
      "19 narrow-override res.company#_name_search",
      "20 wrong-call res.company#_name_search",
      "24 narrow-override res.users#read",
    ]);
  });
});

test("no member of a model with a Python base of a file without models, or whose class code fills", async () => {
  const models = `from odoo import fields, models
from . import helper
from .helper import Helped
from odoo.http import Controller
class Local:
    def locally(self): ...
class Partner(models.Model, Helped):
    _inherit = "res.partner"
    def run(self):
        self.helped(); self.helpd(); self.child_ids.helped(); self.value
        self.company_id.of_elsewhere()
class Company(helper.Helped, models.Model, Controller):
    _inherit = "res.company"
    def run(self): self.helped()
class Users(models.Model, Local):
    _inherit = "res.users"
    def run(self): self.locally(); self.locall(); self.partner_id.helped(); self.partner_id.nme
class Filled(models.Model):
    _name = "own.filled"
    _description = "Filled"
    for one in range(3):
        locals()[f"field_{one}"] = fields.Char()
    def run(self): self.field_1; self.env["own.filled"].field_2
`;
  const helper = "class Helped(object):\n    value = 1\n    def helped(self): ...\n";
  expect(await check({ "models.py": models, "helper.py": helper })).toEqual([
    "17 unknown-method res.users#locall",
    "19 no-access own.filled",
  ]);
});

test("ids given to methods, and those that Odoo makes of fields and categories", async () => {
  expect(
    await inMethod(
      'given._for_xml_id("own.nope")',
      'given._xmlid_to_res_id("own.none")',
      'given._xmlid_to_res_id("own.perhaps", raise_if_not_found=False)',
      "given._for_xml_id(given)",
      'self.env.ref("base.field_res_partner__name"); self.env.ref("base.field_res_partner__nme")',
      'self.env.ref("base.field_res_partner_name"); self.env.ref("base.field_no_model__name")',
      'self.env.ref("own.module_category_own"); self.env.ref("own.module_own")',
      'self.env.ref("base.module_category_sales"); self.env.ref("base.module_category_things")',
      'self.env.ref("base.module_own"); self.env.ref("base.selection__a__b__c")',
      'self.log(subtype_xmlid="own.mt_x", text="own.y"); given.log(act_type_xmlid="own.act")',
      'self.log(subtype_xmlid=given, email_layout_xmlid="own_layout")',
    ),
  ).toEqual([
    "5 unknown-record own.nope",
    "6 unknown-record own.none",
    "9 unknown-record base.field_res_partner__nme",
    "11 unknown-record own.module_category_own",
    "11 unknown-record own.module_own",
    "12 unknown-record base.module_category_things",
    "14 unknown-record own.act",
    "14 unknown-record own.mt_x",
    "14 unknown-method res.partner#log",
    "15 unknown-method res.partner#log",
  ]);
});

test("additions to no selection, and parameters that models with others of their own do not take", async () => {
  const models = `from odoo import fields, models; WORDS = list()
class Partner(models.Model):
    _inherit = "res.partner"
    kind = fields.Selection(selection_add=[("x", "X")])
    state = fields.Selection(selection_add=[("old", "Old")])
    stage = fields.Selection(related="state", selection_add=[("x", "X")])
    word = fields.Selection(selection_add=WORDS)
    note = fields.Char(trackin=True)
    other = fields.Char(track_visibility="always", tracking=True, own_parameter=1)
    def _valid_field_parameter(self, field, name): return name == "own_parameter"
class Mixin(models.AbstractModel):
    _name = "own.mixin"
    kind = fields.Selection(selection_add=[("x", "X")])
`;
  expect(await check({ "models.py": models })).toEqual([
    "4 unknown-field res.partner.kind",
    "7 unknown-field res.partner.word",
    "8 unknown-parameter res.partner#note",
    "9 unknown-parameter res.partner#other",
  ]);
});

test("parameters of models that say so, on other models", async () => {
  const models = `from odoo import fields, models
class Base(models.AbstractModel):
    _inherit = "base"
    def _valid_field_parameter(self, field, name): return name == "tracking" and self._abstract
class Thread(models.AbstractModel):
    _name = "own.thread"
    kind = fields.Char(tracking=True)
    def _valid_field_parameter(self, field, name): return name == "tracking"
class Told(models.Model):
    _name = "own.told"
    _inherit = "own.thread"
    kind = fields.Char(tracking=True)
class Mixin(models.AbstractModel):
    _name = "own.mixin"
    kind = fields.Char(tracking=True)
class Partner(models.Model):
    _inherit = "res.partner"
    note = fields.Char(tracking=True)
`;
  expect(await check({ "models.py": models })).toEqual([
    "10 no-access own.told",
    "18 unknown-parameter res.partner#note",
  ]);
});

test("texts that a selection does not have, where all of it is known", async () => {
  expect(
    await inMethod(
      'self.state = "old"; self.state = "nwe"; self.state = "new" if given else "odl"',
      'if self.state == "odl" or self.parent_id.state in ("new", "lod") or self.state == given: pass',
      'if self.state != "" and "x" in self.name and self.name == "name": pass',
      'self.write({"state": "odl", "name": "x"}); self.create([{"state": "new"}, {"state": "odl"}])',
      'self.search([("state", "=", "odl"), ("parent_id.state", "not in", ["new", "odl"])])',
      'self.search([("state", "ilike", "od"), ("state", "in", given), ("mood", "=", "any")])',
      'self.filtered(lambda one: one.state == "odl"); self.parent_state == "odl"; self.mood == "any"',
      'self.state == "whatsapp"; self.state == "gantt"; self.state == "later"; self.state == "added"; self.state == "listed"; [].append(("listed", "L"))',
    ),
  ).toEqual([
    "5 unknown-value res.partner#state",
    "6 unknown-value res.partner#state",
    "8 unknown-value res.partner#state",
    "9 unknown-value res.partner#state",
    "11 unknown-value res.partner#parent_state",
    "11 unknown-value res.partner#state",
  ]);
  const models = `from odoo import fields, models
class Partner(models.Model):
    _inherit = "res.partner"
    state = fields.Selection(selection_add=[("own", "Own")], default="own")
    kind = fields.Selection([("a", "A")], default="b")
    mood = fields.Selection(default="c")
    def run(self): return self.state == "own" or self.state == "mine"
`;
  expect(await check({ "models.py": models })).toEqual([
    "5 unknown-value res.partner#kind",
    "7 unknown-value res.partner#state",
  ]);
});

test("imports of files and names that are not there, and none that may be", async () => {
  const sources = {
    "__init__.py": "from . import models, wizards, demo\nfrom .models import helper",
    "demo/shortcuts/demo.xml": "<odoo/>",
    "models/__init__.py": "from . import partner\nfrom .partner import Partner as Alias",
    "models/helper.py": "VALUE = 1",
    "models/partner.py": `from odoo.addons.base.models.res_partner import Partner, FIELDS
from odoo.addons.base.models.partner import Partner
from odoo.addons.base.models.res_partner import Partners
from odoo.addons.base.controllers.main import Home, Any
import odoo.addons.base.gone
from odoo.addons.base.tests.common import Common
from odoo.addons.elsewhere.models import Thing
from odoo.addons.unneeded.models import Thing
from odoo.addons.unneeded.models import Thign
from .helper import VALUE, VALUES
from ..models import Alias, other
from odoo import _, api, fields, models, tools, Tools
from odoo.exceptions import UserError, Warning, UserErorr
from odoo.tools import float_compare, float_utils, safe_eval, drop_view_if_exist
from odoo.tools.float_utils import float_is_zero, float_equal
from odoo.tools.floats import float_round
import odoo.tools.misc, odoo.upgrade, odoo.tools.mics
from odoo.addons import base
from odoo.tests.common import Form
try:
    from odoo.addons.base import tried
except ImportError:
    tried = None
if tried:
    from odoo.addons.base import asked
`,
  };
  expect(await check(sources)).toEqual([
    "1 unknown-import odoo.addons.own.wizards",
    "2 unknown-import odoo.addons.base.models.partner",
    "3 unknown-import odoo.addons.base.models.res_partner.Partners",
    "5 unknown-import odoo.addons.base.gone",
    "7 unknown-module elsewhere",
    "9 unknown-import odoo.addons.unneeded.models.Thign",
    "10 unknown-import odoo.addons.own.models.helper.VALUES",
    "11 unknown-import odoo.addons.own.models.other",
    "12 unknown-import odoo.Tools",
    "13 unknown-import odoo.exceptions.UserErorr",
    "13 unknown-import odoo.exceptions.Warning",
    "14 unknown-import odoo.tools.drop_view_if_exist",
    "15 unknown-import odoo.tools.float_utils.float_equal",
    "16 unknown-import odoo.tools.floats",
    "17 unknown-import odoo.tools.mics",
  ]);
});

test("names taken of files of Odoo, and none of what else has their name", async () => {
  const sources = {
    "__init__.py": "from . import models, kinds",
    "kinds.py": `from odoo import fields
class Painted(fields.Char): ...
fields.Painted = Painted
`,
    "models.py": `from odoo import api, fields, http, models, tools, Command, modules
from odoo import release, sql_db
sql_db = release = None
modules.own_hook = None
class Users(models.Model):
    _inherit = "res.partner"
    a = fields.Painted()
    b = fields.Drawn()
    @api.multi
    def act(self, tools_=None):
        Command.invent(tools.config.invented)
        sql_db.invent(release.invented, http.request.invented)
        return tools.float_compare(1, tools.invented, 2)
    def ask(self, tools):
        return tools.given
    def guard(self):
        return tools.maybe if hasattr(tools, "maybe") else None
    def catch(self):
        try:
            return tools.perhaps
        except AttributeError:
            modules.later = self
            return modules.own_hook
`,
  };
  expect(await check(sources)).toEqual([
    "8 unknown-import odoo.fields.Drawn",
    "9 unknown-import odoo.api.multi",
    "13 unknown-import odoo.tools.invented",
  ]);
});

test("attributes of values that have them", async () => {
  const sources = {
    "__init__.py": "from . import models",
    "models.py": `from odoo import fields, models
class Users(models.Model):
    _inherit = "res.partner"
    day = fields.Date()
    until = fields.Datetime()
    count = fields.Integer()
    facts = fields.Json()
    about = fields.Html()
    def act(self):
        names = self.mapped("name")
        names.sort()
        (self.until - self.day).days
        self.until.date().isoformat()
        self.facts.get("x"), self.about.striptags(), self.name.__len__()
        self.count.bit_length(), self.count.amount
        return self.day.hour, self.until.hour, self.name.title().foo
`,
  };
  expect(await check(sources)).toEqual([
    "15 unknown-attribute res.partner.count#amount",
    "16 unknown-attribute res.partner.day#hour",
  ]);
});

test("records of an external id, and values that methods of the class return", async () => {
  const sources = {
    "__manifest__.py": "{'name': 'Own', 'depends': ['base'], 'data': ['a.xml']}",
    "a.xml": '<odoo><record id="one" model="res.company"/></odoo>',
    "__init__.py": "from . import models",
    "models.py": `from odoo import models
class Partner(models.Model):
    _inherit = "res.partner"
    def act(self):
        self.env.ref("own.one").render({}), self.env.ref("own.one").name
        self.env.ref("elsewhere.gone", False).anything
        self.env.ref("own.one").partner_id.write({"nme": 1})
        self.create([self._prepare(), {"name": "a"}])
        given = self._prepare_more()
        given.pop("extra")
        return self.parent_id.write(given) or self.env["res.company"].create(self._prepare_view())
    def _prepare(self):
        values = {"nmae": 1, "name": 2}
        return values
    def _prepare_more(self):
        return self._prepare_most()
    def _prepare_most(self):
        return {"extra": 1, "parent": 2} or self._prepare_more()
    def _prepare_view(self):
        return {"name": "a", "mode": "primary"}
`,
  };
  expect(await check(sources)).toEqual([
    "5 unknown-method res.company#render",
    "7 unknown-field res.partner.nme",
    "13 unknown-field res.partner.nmae",
    "20 unknown-field res.company.mode",
  ]);
});

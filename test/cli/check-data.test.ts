// Data files and archs of modules under development: each row is a module with one mistake, or a
// near one, and the findings.
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import { runHere } from "../support/program.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";
import { openParsedModules } from "../support/world.js";
import { writeSources, type SourceTexts } from "./check-modules.js";

const BASE: SourceTexts = {
  "__manifest__.py": "{'name': 'Base', 'depends': [], 'data': ['base.xml']}",
  "__init__.py": "from . import models",
  "static/src/here.js": 'odoo.define("base.former", function () {});',
  "static/src/tools.js":
    'export function read() {}\nexport class Card {}\nregistry.category("services").add("orm", {});',
  "static/src/tools.xml": '<templates><t t-name="base.Card"><p/></t></templates>',
  "models.py": `from odoo import fields, models
class Base(models.AbstractModel):
    _name = "base"
class View(models.Model):
    _name = "ir.ui.view"
    name = fields.Char()
    type = fields.Selection([("form", "Form"), ("qweb", "QWeb")])
    model = fields.Char()
    arch = fields.Text()
    inherit_id = fields.Many2one("ir.ui.view")
class Menu(models.Model):
    _name = "ir.ui.menu"
class Window(models.Model):
    _name = "ir.actions.act_window"
    name = fields.Char()
    res_model = fields.Char()
    view_mode = fields.Char()
    domain = fields.Char()
class Report(models.Model):
    _name = "ir.actions.report"
    model = fields.Char()
    report_name = fields.Char()
    print_report_name = fields.Char()
    report_type = fields.Selection([("qweb-pdf", "PDF"), ("xlsx", "Excel")])
class Server(models.Model):
    _name = "ir.actions.server"
    model_id = fields.Many2one("ir.model")
    code = fields.Text()
class Rule(models.Model):
    _name = "ir.rule"
    model_id = fields.Many2one("ir.model")
    domain_force = fields.Text()
class Users(models.Model):
    _name = "res.users"
    name = fields.Char()
class Cron(models.Model):
    _name = "ir.cron"
    _inherit = "ir.actions.server"
    state = fields.Char()
class Template(models.Model):
    _name = "mail.template"
    model_id = fields.Many2one("ir.model")
    subject = fields.Char()
    lang = fields.Char()
    body_html = fields.Html()
class Book(models.Model):
    _name = "book"
    name = fields.Char()
    isbn = fields.Char()
    state = fields.Selection([("new", "New"), ("lent", "Lent")])
    author_id = fields.Many2one("author")
    loan_ids = fields.One2many("loan", "book_id")
    def lend(self): ...
class Author(models.Model):
    _name = "author"
    name = fields.Char()
    country = fields.Char()
class Loan(models.Model):
    _name = "loan"
    book_id = fields.Many2one("book")
    author_id = fields.Many2one("author")
    days = fields.Integer()
class Shelf(models.Model):
    _name = "shelf"
    code = fields.Char(required=True)
    kind = fields.Char(required=True, default="x")
    room = fields.Char(required=True, compute="_compute_room", store=True)
    lit = fields.Boolean(required=True)
    def _compute_room(self): ...
class Case(models.Model):
    _name = "case"
    code = fields.Char(required=True)
    def create(self, vals): ...
class Copy(models.Model):
    _name = "copy"
    _inherits = {"book": "book_id"}
    book_id = fields.Many2one("book", required=True)
    code = fields.Char(required=True)
`,
  "base.xml": `<odoo>
  <record id="book_form" model="ir.ui.view">
    <field name="model">book</field>
    <field name="arch" type="xml"><form><field name="author_id"/><field name="loan_ids"><tree><field name="author_id"/></tree></field></form></field>
  </record>
  <template id="layout"><t/></template>
  <record id="author" model="author"/>
  <record id="slip_action" model="ir.actions.report"><field name="model">book</field><field name="report_name">base.slip</field></record>
  <template id="slip"><t t-foreach="docs" t-as="o"><t t-call="base.slip_page"/></t></template>
  <template id="slip_page"><t t-set="o" t-value="o.with_context(lang='fr')"/><t t-foreach="o.loan_ids" t-as="loan"><p/></t></template>
</odoo>`,
};

const nextFolder = makeFolderCounter(makeTemporaryFolder());
let snapshot: string;

beforeAll(async () => {
  snapshot = makeTemporaryFolder();
  const all = { base: BASE, "base 16.0": BASE, "base 18.0": BASE };
  (await openParsedModules(snapshot, all)).close();
});

async function check(files: SourceTexts, version = "17.0"): Promise<readonly string[]> {
  const folder = writeSources(path.join(nextFolder(), "own"), { "__init__.py": "", ...files });
  const words = ["--snapshot", snapshot, folder, "--platform-version", version];
  const { stdout } = await runHere(["check", ...words, "--format", "json"]);
  const { findings } = JSON.parse(stdout) as CheckedModules;
  return findings.map(({ file, line, message }) =>
    `${path.basename(file)}:${line} ${message}`.replace(/; near: .*/, ""),
  );
}

/** A module whose data files are these, in this order. */
const withData = (files: SourceTexts, demo: readonly string[] = []): SourceTexts => {
  const data = Object.keys(files).filter((file) => /\.(?:xml|csv)$/.test(file));
  const listed = data.filter((file) => !demo.includes(file) && !file.startsWith("other"));
  const manifest = { data: listed, demo, depends: ["base"] };
  return { "__manifest__.py": JSON.stringify(manifest), ...files };
};

const xml = (...lines: readonly string[]): string => `<odoo>\n${lines.join("\n")}\n</odoo>`;
const record = (model: string, ...fields: readonly string[]): string =>
  xml(`<record id="r" model="${model}">`, ...fields, "</record>");
const report = (template: string, model: string): string =>
  `<record id="${template}-${model}" model="ir.actions.report"><field name="model">${model}</field><field name="report_name">${template}</field></record>`;
const menu = (id: string, parent: string): string => `<menuitem id="${id}" parent="${parent}"/>`;

describe("an id is there from its file and line on", () => {
  test.each<[string, SourceTexts, readonly string[]]>([
    [
      "in an earlier file",
      { "a.xml": xml(menu("a", "b")), "b.xml": xml(menu("b", "a")) },
      ["a.xml:2 own.b"],
    ],
    ["in the same file", { "a.xml": xml(menu("a", "b"), '<menuitem id="b"/>') }, ["a.xml:2 own.b"]],
    [
      "in the same line",
      { "a.xml": xml(`${menu("a", "b")}<menuitem id="b"/>`) },
      ["a.xml:2 own.b"],
    ],
    [
      "in itself",
      { "a.xml": xml('<record id="a" model="loan"><field name="book_id" ref="a"/></record>') },
      ["a.xml:2 own.a"],
    ],
    [
      "of a menu in a menu",
      { "a.xml": xml('<menuitem id="a">', menu("b", "a"), "</menuitem>") },
      [],
    ],
    [
      "in an expression",
      {
        "a.xml": xml(
          `<record id="a" model="loan"><field name="book_id" eval="ref('b')"/></record>`,
          '<record id="b" model="book"/>',
        ),
      },
      ["a.xml:2 own.b"],
    ],
    [
      "in an arch",
      {
        "a.xml": xml(
          '<record id="a" model="ir.ui.view"><field name="model">book</field><field name="arch" type="xml"><form><button name="%(b)d" type="action"/></form></field></record>',
          '<record id="b" model="ir.actions.act_window"/>',
        ),
      },
      ["a.xml:2 own.b"],
    ],
    [
      "of a view",
      { "a.xml": xml('<template id="a" inherit_id="b"/>', '<template id="b"/>') },
      ["a.xml:2 own.b"],
    ],
    [
      "for rows",
      { "loan.csv": "id,book_id:id\na,b\n", "b.xml": xml('<record id="b" model="book"/>') },
      ["loan.csv:2 own.b"],
    ],
    [
      "from rows",
      {
        "book.csv": "id,name\nb,B\n",
        "b.xml": xml('<record id="a" model="loan"><field name="book_id" ref="b"/></record>'),
      },
      [],
    ],
    [
      "where code gives it",
      {
        "a.xml": xml(menu("a", "b"), '<menuitem id="b"/>'),
        "models.py": "x = {'xml_id': 'own.b'}",
      },
      [],
    ],
    [
      "but for a template that is called",
      {
        "a.xml": xml(
          '<template id="a"><t t-call="own.b"/></template>',
          '<template id="b"><t/></template>',
        ),
      },
      [],
    ],
    [
      "but for models",
      {
        "a.xml": xml(
          '<record id="a" model="ir.actions.server"><field name="model_id" ref="model_own_thing"/></record>',
        ),
        "__init__.py": "from . import m",
        "m.py": 'from odoo import models\nclass T(models.AbstractModel):\n    _name = "own.thing"',
      },
      [],
    ],
  ])("%s", async (_, files, found) => {
    expect(await check(withData(files))).toEqual(
      found.map((one) => `${one} is loaded later than this line`),
    );
  });
});

describe("a file that data does not name makes nothing", () => {
  const other = xml('<menuitem id="b"/>');
  const own = xml(menu("a", "b"));
  test.each<[string, SourceTexts, readonly string[], readonly string[]]>([
    [
      "at all",
      { "a.xml": own, "other.xml": other },
      [],
      ["a.xml:2 own.b is only in other.xml, which the manifest does not list in data"],
    ],
    [
      "of rows",
      {
        "a.xml": xml('<record id="a" model="loan"><field name="book_id" ref="b"/></record>'),
        "other/book.csv": "id,name\nb,B\n",
      },
      [],
      ["a.xml:2 own.b is only in other/book.csv, which the manifest does not list in data"],
    ],
    [
      "for code",
      {
        "other.xml": other,
        "__init__.py": "from . import m",
        "m.py":
          'from odoo import models\nclass T(models.Model):\n    _inherit = "book"\n    def f(self):\n        return self.env.ref("own.b")',
      },
      [],
      ["m.py:5 own.b is only in other.xml, which the manifest does not list in data"],
    ],
    [
      "with demo data alone",
      { "a.xml": own, "d.xml": other },
      ["d.xml"],
      ["a.xml:2 own.b is only in d.xml, which the manifest does not list in data"],
    ],
    ["but demo data may", { "a.xml": own, "d.xml": other }, ["d.xml", "a.xml"], []],
    [
      "unless code loads it",
      {
        "a.xml": own,
        "other.xml": other,
        "hooks.py": "def f(env): env.convert_file(env, 'own', 'other.xml')",
      },
      [],
      [],
    ],
    [
      "nor what another one makes as well",
      { "a.xml": own, "b.xml": other, "other.xml": other },
      [],
      ["a.xml:2 own.b is loaded later than this line"],
    ],
  ])("%s", async (_, files, demo, found) => {
    expect(await check(withData(files, demo))).toEqual(found);
  });
});

const arch = (inner: string, more = ""): string =>
  xml(
    `<record id="v" model="ir.ui.view"><field name="model">book</field>${more}<field name="arch" type="xml">`,
    inner,
    "</field></record>",
  );
const inForm = (inner: string): string => arch(`<form>${inner}</form>`);
const inherited = (inner: string): string =>
  arch(inner, '<field name="inherit_id" ref="base.book_form"/>');

describe("names in expressions of views", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "a domain is about the comodel",
      inForm(`<field name="author_id" domain="[('isbn', '=', 1), ('country', '=', isbn)]"/>`),
      ["author.isbn"],
    ],
    [
      "its values are about the model",
      inForm(`<field name="author_id" domain="[('name', '=', country)]"/>`),
      ["book.country"],
    ],
    [
      "filters in a field of a search are about the model",
      arch(
        `<search><field name="author_id"><filter name="a" domain="[('isbn', '=', 1), ('country', '=', 1)]"/></field></search>`,
      ),
      ["book.country"],
    ],
    [
      "in an attribute of another view",
      inherited(
        `<field name="author_id" position="attributes"><attribute name="domain">[('isbn', '=', 1)]</attribute></field>`,
      ),
      ["author.isbn"],
    ],
    [
      "inside a list of another model",
      inherited(
        `<xpath expr="//tree/field" position="attributes"><attribute name="domain">[('name', '=', parent.days), ('days', '=', days), ('country', '=', parent.isbn)]</attribute></xpath>`,
      ),
      ["author.days", "book.days"],
    ],
    [
      "what is known of the client",
      inForm(
        `<field name="author_id" domain="[('name', 'in', [uid, context.get('x', time.strftime('%Y')), active_id, context_today().year])]"/>`,
      ),
      [],
    ],
    [
      "texts and the arguments of calls",
      inForm(`<field name="name" invisible="isbn == 'country' or dict(country=1)"/>`),
      ["book.dict"],
    ],
    [
      "modifiers",
      inForm(
        `<field name="name" invisible="not isbm" readonly="state != 'new'" required="author_id and countri" column_invisible="parent.country"/>`,
      ),
      ["book.countri", "book.isbm"],
    ],
    [
      "decorations",
      arch(
        `<tree decoration-danger="days > 1" decoration-muted="state == 'lent'"><field name="name"/></tree>`,
      ),
      ["book.days"],
    ],
    [
      "a group of a filter",
      arch(
        `<search><filter name="f" context="{'group_by': 'author'}"/><filter name="g" context="{'group_by': 'author_id'}"/></search>`,
      ),
      ["book.author"],
    ],
    [
      "domains of filters and of what is searched",
      arch(
        `<search><filter name="f" domain="[('days', '=', 1)]"/><field name="name" filter_domain="['|', ('isbn', 'ilike', self), ('title', 'ilike', self)]"/></search>`,
      ),
      ["book.days", "book.title"],
    ],
    [
      "the field of a currency",
      inForm(`<field name="name" options="{'currency_field': 'currency_id', 'no_create': True}"/>`),
      ["book.currency_id"],
    ],
    [
      "fields in options of widgets",
      inForm(
        `<field name="author_id" widget="many2many_tags" options="{'color_field': 'colour', 'no_create': True}"/><field name="author_id" widget="badge" options="{'color_field': 'isbn_color'}"/><field name="author_id" widget="image" options="{'preview_image': 'country'}"/><field name="author_id" widget="image" options="{'preview_image': 'isbn'}"/><field name="isbn" options='{"end_date_field": "days", "mode": "x", "max_value": 100}'/>`,
      ),
      ["author.colour", "author.isbn", "book.days"],
    ],
    [
      "an action by its id",
      inForm(
        `<button name="%(base.author)d" type="action" context="{'default_author_id': id, 'x': %(base.author)d}"/>`,
      ),
      [],
    ],
    [
      "comprehensions bind names",
      inForm(`<field name="name" invisible="[x for x in loan_ids if x]"/>`),
      [],
    ],
    [
      "a button that closes a dialog",
      inForm(`<button special="cancel" type="object" name="cancel"/>`),
      [],
    ],
  ])("%s", async (_, text, found) => {
    const names = (await check(withData({ "v.xml": text }))).map((one) =>
      one.replace(/^.*:\d+ (\S+) has no field (\S+)$/, "$1.$2"),
    );
    expect(names.toSorted()).toEqual(found);
  });
});

describe("what a version no longer takes", () => {
  test.each<[string, string, string, string | undefined]>([
    [
      "17.0",
      "attrs",
      inForm(`<field name="name" attrs="{'invisible': [('isbn', '=', 1)]}"/>`),
      "v.xml:3 Odoo refuses the attribute attrs in views",
    ],
    [
      "16.0",
      "attrs",
      inForm(`<field name="isbn"/><field name="name" attrs="{'invisible': [('isbn', '=', 1)]}"/>`),
      undefined,
    ],
    [
      "16.0",
      "fields of attrs",
      inForm(`<field name="name" attrs="{'invisible': [('isbm', '=', 1)]}"/>`),
      "v.xml:3 book has no field isbm",
    ],
    [
      "16.0",
      "fields of attrs of the model around a list",
      inherited(
        `<xpath expr="//tree/field" position="attributes"><attribute name="attrs">{'invisible': [('parent.author_id', '=', 1), ('parent.dais', '=', 1)]}</attribute></xpath>`,
      ),
      "v.xml:3 book has no field dais",
    ],
    [
      "17.0",
      "states",
      inForm('<button name="lend" type="object" states="new"/>'),
      "v.xml:3 Odoo refuses the attribute states in views",
    ],
    [
      "17.0",
      "attrs of another view",
      inherited(
        `<field name="author_id" position="attributes"><attribute name="attrs">{'invisible': []}</attribute></field>`,
      ),
      "v.xml:3 Odoo refuses the attribute attrs in views",
    ],
    [
      "17.0",
      "attrs that are taken away",
      inherited(`<field name="author_id" position="attributes"><attribute name="attrs"/></field>`),
      undefined,
    ],
    [
      "18.0",
      "tree of another view",
      inherited('<xpath expr="/form/tree" position="inside"><field name="nme"/></xpath>'),
      "v.xml:3 /form/tree finds nothing in the view that own.v changes; <tree> is called <list> since 18.0",
    ],
    ["17.0", "tree", arch('<tree><field name="name"/></tree>'), undefined],
    [
      "18.0",
      "tree",
      arch('<tree><field name="name"/></tree>'),
      "v.xml:3 <tree> is called <list> since 18.0",
    ],
    [
      "17.0",
      "list",
      arch('<list><field name="name"/></list>'),
      "v.xml:3 <list> is called <tree> before 18.0",
    ],
    ["17.0", "active_id", inForm(`<field name="name" invisible="active_id"/>`), undefined],
    [
      "18.0",
      "active_id",
      inForm(`<field name="name" invisible="active_id or context.get('active_id')"/>`),
      "v.xml:3 book has no field active_id",
    ],
    ["18.0", "list", arch('<list><field name="name"/></list>'), undefined],
    ...(["17.0", "18.0"] as const).map((version): [string, string, string, string | undefined] => [
      version,
      "a view mode",
      xml(
        `<record id="a" model="ir.actions.act_window"><field name="res_model">book</field>`,
        `<field name="view_mode">form,tree</field></record>`,
      ),
      version === "17.0" ? undefined : "v.xml:3 the view mode tree is called list since 18.0",
    ]),
    [
      "17.0",
      "act_window",
      xml('<act_window id="a" name="a.xml:6 ir.cron has no method give" res_model="book"/>'),
      "v.xml:2 Odoo refuses the element <act_window> in data files",
    ],
    [
      "16.0",
      "act_window",
      xml('<act_window id="a" name="a.xml:6 ir.cron has no method give" res_model="book"/>'),
      undefined,
    ],
    [
      "17.0",
      "report",
      xml(
        '<report id="a" string="a.xml:6 ir.cron has no method give" model="book" name="base.layout"/>',
      ),
      "v.xml:2 Odoo refuses the element <report> in data files",
    ],
    [
      "16.0",
      "a condition on a field that the view lacks",
      arch(
        `<form><field name="state"/><field name="author_id" attrs="{'invisible': [('state', '=', 'lent')], 'readonly': [('loan_ids', '=', 1)]}"/></form>`,
      ),
      "v.xml:3 the view lacks the field loan_ids of book, which this condition needs",
    ],
    [
      "16.0",
      "a condition on a field around the list",
      arch(
        `<form><field name="loan_ids"><tree><field name="author_id" attrs="{'column_invisible': [('parent.state', '=', 1)]}"/></tree></field></form>`,
      ),
      "v.xml:3 the view lacks the field state of book, which this condition needs",
    ],
    ["17.0", "states of a template", xml('<template id="t"><p states="x"/></template>'), undefined],
  ])("at %s: %s", async (version, _, text, found) => {
    expect(await check(withData({ "v.xml": text }), version)).toEqual(
      found === undefined ? [] : [found],
    );
  });
});

describe("values, columns and names", () => {
  test.each<[string, SourceTexts, readonly string[]]>([
    [
      "a value of no selection",
      { "a.xml": record("book", '<field name="state">lost</field>') },
      ["a.xml:3 book.state has no value lost"],
    ],
    [
      "one of it, and none",
      { "a.xml": record("book", '<field name="state">lent</field>', '<field name="isbn"/>') },
      [],
    ],
    [
      "one that the module adds",
      {
        "a.xml": record("book", '<field name="state">lost</field>'),
        "__init__.py": "from . import m",
        "m.py":
          'from odoo import fields, models\nclass B(models.Model):\n    _inherit = "book"\n    state = fields.Selection(selection_add=[("lost", "Lost")])',
      },
      [],
    ],
    [
      "one that code adds",
      {
        "a.xml": record("book", '<field name="state">lost</field>'),
        "m.py": 'from odoo.addons.base.models import Book\nBook.STATES.append(("lost", "Lost"))\n',
      },
      [],
    ],
    [
      "a literal expression",
      { "a.xml": record("book", `<field name="state" eval="'lost'"/>`) },
      ["a.xml:3 book.state has no value lost"],
    ],
    [
      "each wrong value of a domain, once",
      {
        "__init__.py": "from . import m",
        "m.py":
          'from odoo import models\nclass B(models.Model):\n    _inherit = "book"\n    def find(self):\n        return self.search([("state", "in", ["lent", "lost", "torn", "lost"])])',
      },
      ["m.py:5 book.state has no value lost or torn"],
    ],
    ["labels in rows", { "book.csv": "id,state\nb,Lent\n" }, []],
    [
      "columns and ids of rows",
      { "loan.csv": "id,book_id:id,dais\na,base.nothing,1\n" },
      ["loan.csv:1 loan has no field dais", "loan.csv:2 there is no record base.nothing"],
    ],
    [
      "the model of rows",
      { "loans-2024.csv": "id,days\na,1\n" },
      ["loans-2024.csv:1 there is no model loans"],
    ],
    [
      "a report of a template",
      {
        "a.xml": record(
          "ir.actions.report",
          '<field name="report_type">qweb-pdf</field>',
          '<field name="report_name">own.nothing</field>',
        ),
      },
      ["a.xml:4 there is no record own.nothing"],
    ],
    [
      "ids of a module with a hook, which may make more",
      {
        "hooks.py": "def post_init_hook(env): ...",
        "a.xml": xml(
          '<record id="known_one" model="author"/><record id="b" model="book"><field name="author_id" ref="by_hook"/></record><record id="c" model="book"><field name="author_id" ref="knwon_one"/></record><template id="t"><t t-call="own.view_of_hook" groups="own.group_of_hook"/></template>',
        ),
      },
      [
        "a.xml:2 there is no record own.group_of_hook",
        "a.xml:2 there is no record own.knwon_one",
        "a.xml:2 there is no record own.view_of_hook",
      ],
    ],
    [
      "a report of none",
      {
        "a.xml": record(
          "ir.actions.report",
          '<field name="report_type">xlsx</field>',
          '<field name="report_name">own.nothing</field>',
        ),
      },
      [],
    ],
    [
      "a template that is called",
      {
        "a.xml": xml(
          '<template id="t"><t t-call="base.layout"/><t t-call="base.layuot"/><t t-call="{{ x }}"/></template>',
        ),
      },
      ["a.xml:2 there is no record base.layuot"],
    ],
    [
      "a domain of a window",
      {
        "a.xml": record(
          "ir.actions.act_window",
          '<field name="res_model">book</field>',
          `<field name="domain">[('author_id.contry', '=', 1)]</field>`,
        ),
      },
      ["a.xml:4 author has no field contry"],
    ],
    [
      "code of an action",
      {
        "a.xml": record(
          "ir.actions.server",
          '<field name="model_id" ref="base.model_book"/>',
          '<field name="code">model.lend()\nmodel.lnd()\nenv["ir.cron"].give()</field>',
        ),
      },
      ["a.xml:5 book has no method lnd", "a.xml:6 ir.cron has no method give"],
    ],
    [
      "code of an action about its records, if they keep their names",
      {
        "a.xml": xml(
          '<record id="r" model="ir.actions.server"><field name="model_id" ref="base.model_book"/><field name="code">for record in records: record.lnd()</field></record>',
          '<record id="s" model="ir.actions.server"><field name="model_id" ref="base.model_book"/><field name="code">record = env["author"].browse(1); record.give()</field></record>',
        ),
      },
      ["a.xml:2 book has no method lnd"],
    ],
    [
      "one id twice",
      {
        "a.xml": xml(
          '<record id="r" model="book"><field name="name">A</field></record>',
          '<record id="r" model="book"><field name="name">B</field></record>',
        ),
      },
      ["a.xml:3 own.r stands in line 2 already, and this element overwrites it"],
    ],
    [
      "one id for other fields",
      {
        "a.xml": xml(
          '<record id="r" model="book"><field name="name">A</field></record>',
          '<record id="r" model="book"><field name="isbn">B</field></record>',
        ),
      },
      [],
    ],
    [
      "files of bundles",
      {
        "__manifest__.py": JSON.stringify({
          depends: ["base"],
          assets: {
            "web.a": [
              "base/static/src/here.js",
              ["remove", "base/static/src/gone.js"],
              ["after", "base/static/src/her.js", "own/static/own.js"],
              ["remove", "base/static/src/*.js"],
              ["include", "base.static"],
            ],
          },
        }),
        "static/own.js": "",
      },
      [
        "__manifest__.py:1 there is no file base/static/src/gone.js",
        "__manifest__.py:1 there is no file base/static/src/her.js",
      ],
    ],
  ])("%s", async (_, files, found) => {
    const all = "__manifest__.py" in files ? files : withData(files);
    expect(await check(all)).toEqual(found);
  });
});

const ofBook = '<field name="model_id" ref="base.model_book"/>';

describe("code in data files", () => {
  const code = (...lines: readonly string[]): string =>
    record("ir.actions.server", ofBook, `<field name="code">\n${lines.join("\n")}\n</field>`);
  const message = (field: string, model = ofBook): string => record("mail.template", model, field);
  const body = (...lines: readonly string[]): string =>
    message(`<field name="body_html" type="html"><p>\n${lines.join("\n")}\n</p></field>`);
  test.each<[string, string, readonly string[]]>([
    [
      "values of lines",
      record(
        "book",
        `<field name="loan_ids" eval="[(0, 0, {'day': 1, 'days': 2}), Command.create({'daze': ref('x', False)})]"/>`,
      ),
      ["3 loan day", "3 loan daze"],
    ],
    [
      "lines of no field, and what is no line",
      record(
        "author",
        `<field name="name" eval="{'day': 1}"/>`,
        `<field name="book_ids" eval="[(0, 0, {'loan_ids': [(0, 0, {'day': 1})]}), (6, 0, {'x': 1})]"/>`,
      ),
      ["4 author book_ids"],
    ],
    [
      "a search of the field's model, and of another one",
      record(
        "book",
        `<field name="author_id" search="[('nam', '=', 'x'), ('name', '=', 'x')]"/>`,
        `<field name="isbn" model="loan" use="days" search="[('isbn', '=', 'x')]"/>`,
      ),
      ["3 author nam", "4 loan isbn"],
    ],
    [
      "arguments of functions",
      xml(
        `<function model="book" name="write"><value eval="[1]"/><value eval="{'nam': 2, 'name': 2}"/></function>`,
        `<function model="book" name="write"><value model="author" eval="obj().search([('nam', '=', 1)]).ids"/><value model="book" eval="{'name': 2, 'isbn': obj().search([('isbn', '=', 1)]).isbn}"/></function>`,
        `<function model="book" name="create"><value eval="{'nam': 2}"/></function>`,
        `<function model="book" name="lend"><value eval="{'nam': 2}"/></function>`,
        `<function model="book" name="write"><function model="book" name="search"><value eval="[('nam', '=', 1)]"/></function></function>`,
      ),
      ["2 book nam", "3 author nam", "4 book nam", "6 book nam"],
    ],
    [
      "what is deleted",
      xml(
        `<delete model="boook" id="base.x"/>`,
        `<delete model="book" search="[('nam', '=', 1)]"/>`,
        `<delete model="book" search="[('name', '=', 1)]"/>`,
      ),
      ["2 boook", "3 book nam"],
    ],
    [
      "code of actions",
      code(
        "for book in records.filtered(lambda one: one.nam):",
        "    book.write({'loan_ids': [(0, 0, {'day': 1})]})",
        "    book.author_id.nme = env['ir.boook'].search([])",
        "if record:",
        "    record = env['author'].browse(1)",
        "    action = record.name or record.isbn",
      ),
      ["5 book nam", "6 loan day", "7 author nme", "7 ir.boook"],
    ],
    [
      "domains of rules",
      record(
        "ir.rule",
        ofBook,
        `<field name="domain_force">['|', ('author_id.nme', '=', user.nam),
          ('id', 'in', [%(base.author)d, user.id])] if user.name else [(1, '=', 1)]</field>`,
      ),
      ["4 author nme", "4 res.users nam"],
    ],
    ["code with an error", code("model.nope(", "record.nam"), []],
    ["code that asks first", code("if 'nam' in record._fields:", "    record.nam"), []],
    [
      "code that nothing runs",
      record(
        "ir.cron",
        ofBook,
        '<field name="state">x</field>',
        '<field name="code">model.x()</field>',
      ),
      [],
    ],
    [
      "code of a job whose model a search finds",
      record(
        "ir.cron",
        `<field name="model_id" search="[('model', '=', 'book')]"/>`,
        '<field name="code">model.nope()</field>',
      ),
      ["4 book nope"],
    ],
    [
      "texts of messages",
      xml(
        `<record id="a" model="mail.template">${ofBook}<field name="subject">#{{ object.nam }} {{ object.name or '' }}</field>`,
        `<field name="lang">{{ object.author_id.lang ||| en }}</field></record>`,
      ),
      ["2 book nam", "3 author lang"],
    ],
    [
      "bodies of messages",
      body(
        `<t t-foreach="object.loan_ids" t-as="loan"><b t-out="loan.day"/><b t-if="loan.days"/></t>`,
        `<t t-set="author" t-value="object.author_id"/><b t-attf-href="/{{ author.nme }}?#{ author.name }"/>`,
        `<b t-if="object.nam" t-out="unknown.nam"/><t t-foreach="object.nope()" t-as="x"/>`,
      ),
      ["5 loan day", "6 author nme", "7 book nam", "7 book nope"],
    ],
    [
      "a body that asks with a variable",
      body(
        `<t t-set="has" t-value="'nam' in object and object.nam"/><t t-set="too" t-value="has or 1"/>`,
        `<b t-if="too" t-out="object.nam"/><b t-elif="1" t-out="object.nam"/><b t-out="object.nam if has else 1"/>`,
        `<b t-if="object.name"/><b t-else="" t-out="object.nam"/><b t-if="'isbm' in object" t-out="object.isbm"/>`,
      ),
      ["7 book nam"],
    ],
    ["a body that asks first", body(`<b t-if="hasattr(object, 'nam')" t-out="object.nam"/>`), []],
    [
      "a body that asks for something else",
      body(
        `<t t-if="hasattr(object, 'isbm')"><b t-out="object.isbm or object.nope"/></t><b t-else="" t-out="object.nope"/>`,
        `<t t-set="has" t-value="hasattr(object, 'isbm')"/><b t-if="has" t-out="object.nope"/>`,
        `<t t-set="has" t-value="hasattr(object, 'isbm')"/><b t-if="not (has and object.id)"/><b t-else="" t-out="object.nope"/>`,
        `<t t-foreach="object.loan_ids" t-as="loan" t-if="hasattr(loan, 'x')"><b t-out="loan.days"/></t><b t-out="object.nam"/>`,
      ),
      ["8 book nam"],
    ],
    [
      "a body that asks for thousands of things",
      body(
        `<b t-if="hasattr(object, 'q')"/>${Array.from({ length: 3000 }, (_, at) => `<b t-elif="hasattr(object, 'q${at}')"/>`).join("")}<b t-else="" t-out="object.nope"/>`,
      ),
      [],
    ],
    [
      "a message about nothing known",
      message('<field name="subject">{{ object.nam }}</field>', ""),
      [],
    ],
    [
      "the name of a report",
      record(
        "ir.actions.report",
        '<field name="model">book</field>',
        `<field name="print_report_name">'%s - %s' % (object.name, object.nam)</field>`,
      ),
      ["4 book nam"],
    ],
  ])("%s", async (_, text, found) => {
    const names = (await check(withData({ "a.xml": text }))).map((one) =>
      one
        .replace(/^.*:(\d+) (?:(\S+) has no \w+|there is no model) (\S+)$/, "$1 $2 $3")
        .replace("  ", " "),
    );
    expect(names.toSorted()).toEqual(found);
  });
});

describe("names of a view", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "labels",
      arch(
        `<form><label for="isbm"/><label for="isbn"/><label for="lend"/><label for="x"/><label for="name"/><field name="isbn"/><field name="name" id="x"/><button name="lend" type="object"/></form>`,
      ),
      ["v.xml:3 the view has no field or button isbm for this label"],
    ],
    [
      "labels of a view that another one has the fields of",
      inherited(
        `<field name="author_id" position="after"><label for="author_id"/><label for="loan_id"/></field>`,
      ),
      ["v.xml:3 the view has no field or button loan_id for this label"],
    ],
    [
      "a template by its key",
      xml(
        `<record id="k" model="ir.ui.view"><field name="key">own.named</field><field name="arch" type="xml"><t/></field></record>`,
        `<template id="t"><t t-call="own.named"/><t t-call="own.nmaed"/></template>`,
      ),
      ["v.xml:2 ir.ui.view has no field key", "v.xml:3 there is no record own.nmaed"],
    ],
    [
      "snippets",
      xml(
        `<template id="t"><t t-snippet="base.layout"/><t t-snippet="base.layuot"/><t t-snippet-call="own.tt"/></template>`,
      ),
      ["v.xml:2 there is no record base.layuot", "v.xml:2 there is no record own.tt"],
    ],
    [
      "fields that templates show",
      xml(
        `<template id="t"><p t-field="doc.isbm"/><p t-field="doc.isbn"/><p t-field="doc.create_uid.name"/></template>`,
        `<template id="u"><p t-field="doc.auther_id.name"/><p t-field="doc.any.name"/><p t-field="doc.x_a"/><p t-field="doc[0].isbm"/></template>`,
        `<template id="w"><t t-if="'shelf_id' in doc"><p t-field="doc.shelf_id.name"/></t></template>`,
        `<template id="i" inherit_id="base.layout"><xpath expr="." position="attributes"><attribute name="t-field">doc.naem</attribute></xpath></template>`,
      ),
      ["isbm", "auther_id", "naem"].map(
        (name, at) => `v.xml:${[2, 3, 5][at]} no model has a field ${name}`,
      ),
    ],
    [
      "fields of links in other expressions of templates",
      xml(
        `<template id="t"><p t-out="doc.author_id.nmae or ''"/><t t-if="not doc.author_id.ids"/><t t-set="a" t-value="doc.isbm"/></template>`,
        `<template id="u"><t t-foreach="doc.author_id.nmae_ids" t-as="x"/><t t-esc="doc.author_id.tell()"/></template>`,
        `<template id="w"><t t-if="'nmae' in doc.author_id"><p t-out="doc.author_id.nmae"/></t></template>`,
      ),
      ["v.xml:2 no model has a field nmae", "v.xml:3 no model has a field nmae_ids"],
    ],
    [
      "records of a report, in the templates that it calls too",
      xml(
        report("own.t", "book"),
        `<template id="t"><t t-foreach="docs" t-as="o"><p t-field="o.country"/><t t-call="own.u"><t t-set="w" t-value="o.author_id"/></t></t></template>`,
        `<template id="u"><p t-out="o.days"/><p t-if="w.isbn"/><p t-out="w.lend()"/><p t-out="o.lend()"/><p t-out="o.env.user"/></template>`,
      ),
      [
        "v.xml:3 book has no field country",
        "v.xml:4 author has no method lend",
        "v.xml:4 author has no field isbn",
        "v.xml:4 book has no field days",
      ],
    ],
    [
      "records of the report that an extension changes",
      xml(
        `<template id="i" inherit_id="base.slip_page"><xpath expr="//p" position="before"><i t-field="loan.days"/><i t-field="loan.isbn"/></xpath></template>`,
      ),
      ["v.xml:2 loan has no field isbn"],
    ],
    [
      "no records that may be of another model",
      xml(
        report("own.t", "book"),
        report("own.t", "loan"),
        `<template id="t"><p t-foreach="docs" t-as="o" t-out="o.country"/></template>`,
        report("own.u", "book"),
        `<template id="u"><t t-foreach="docs" t-as="o"><p t-if="'days' in o" t-out="o.days"/><t t-set="w" t-value="o"/><t t-if="w.name" t-set="w" t-value="any"/><p t-out="w.country"/></t></template>`,
        report("own.w", "book"),
        `<template id="w"><t t-foreach="docs" t-as="o"><p t-if="o._name == 'loan'" t-out="o.days"/></t></template>`,
        `<template id="x"><t t-foreach="docs" t-as="o"><p t-out="o.days"/></t></template>`,
      ),
      [],
    ],
  ])("%s", async (_, text, found) => {
    expect(await check(withData({ "v.xml": text }))).toEqual(found);
  });
});

describe("required fields of new records", () => {
  const code = '<field name="code">a</field>';
  test.each<[string, string, readonly string[]]>([
    ["that nothing fills", '<record id="a" model="shelf"/>', ["a.xml:2 shelf.code"]],
    ["that are given", `<record id="a" model="shelf">${code}</record>`, []],
    [
      "once for both elements of a record",
      `<record id="a" model="shelf">${code}</record><record id="a" model="shelf"/>`,
      [],
    ],
    ["of a record of another module", '<record id="base.a" model="shelf"/>', []],
    ["that code may fill", '<record id="a" model="case"/>', []],
    ["of models that are made of others", '<record id="a" model="copy"/>', []],
    [
      "that a context may fill",
      `<record id="a" model="shelf" context="{'default_code': 'a'}"/>`,
      [],
    ],
    [
      "in the field of another record",
      '<record id="l" model="loan"><field name="days"><record id="a" model="shelf"/></field></record>',
      [],
    ],
  ])("%s", async (_, text, found) => {
    expect(await check(withData({ "a.xml": xml(text) }))).toEqual(
      found.map((one) => `${one} is required, and has neither a value nor a default`),
    );
  });
});

describe("scripts and templates of the browser", () => {
  const manifest = JSON.stringify({
    depends: ["base"],
    assets: { "web.assets_backend": ["own/static/src/**/*"] },
  });
  const script = (text: string): SourceTexts => ({
    "__manifest__.py": manifest,
    "static/src/own.js": text,
    "static/src/near.js": "export const near = 1;\nexport default near;",
    "static/src/own.xml": '<templates><t t-name="own.Own"><p/></t></templates>',
  });
  test.each<[string, SourceTexts, readonly string[]]>([
    [
      "files that are not there",
      script(`import { read } from "@base/tools";
import { write } from "@base/gone";
import { near } from "./near";
import { far } from "./far";`),
      ["own.js:2 there is no @base/gone to import", "own.js:4 there is no @own/far to import"],
    ],
    [
      "names that are not exported",
      script(`import { read, Card as Other } from "@base/tools";
import { raed } from "@base/tools";
import near, { naer } from "./near";`),
      [
        "own.js:2 there is no @base/tools.raed to import",
        "own.js:3 there is no @own/near.naer to import",
      ],
    ],
    [
      "none of other modules and libraries",
      script(`import { Component } from "@odoo/owl";
import { x } from "@elsewhere/x";
import * as tools from "@base/tools";
import "@base/here";
import "@base/../lib/library";
import { y } from "web.core";
odoo.define("own.former", function (require) { const tools = require("@base/tools"); });`),
      [],
    ],
    [
      "names of the former kind",
      script(`import a from "base.gone";
import b from "base.former";
import c from "elsewhere.gone";`),
      ["own.js:1 there is no base.gone to import"],
    ],
    [
      "services",
      script(`registry.category("services").add("mine", {});
export class A { setup() { useService("orm"); useService("mine"); useService(name); } }
export class B { setup() { useService("rom"); } }`),
      ["own.js:3 there is no service rom"],
    ],
    [
      "calls of the server",
      script(`export class A { async run() {
await this.orm.call("book.x", "lend", [[1]]);
await this.orm.call("ir.cron", "lend", [[1]]); // this.orm.call("ir.cron", "gone")
await this.orm.searchRead("ir.cron", [["code", "=", "a, b"], ["cod", "=", f(1, [2])]], ["state", "stat"]);
await this.orm.read("ir.cron", [1, 2], ["state", 'codes']);
await this.orm.read(model, [1], ["codes"]); this.orm.search("ir.cron", domain); other.call("a.b", "c");
} }`),
      [
        "own.js:2 there is no model book.x",
        "own.js:3 ir.cron has no method lend",
        "own.js:4 ir.cron has no field cod",
        "own.js:4 ir.cron has no field stat",
        "own.js:5 ir.cron has no field codes",
      ],
    ],
    [
      "actions",
      script(`export class A { run(id) {
this.action.doAction("base.author"); this.action.doAction("reload"); this.action.doAction(id);
this.action.doAction("base.auther", {}); // doAction("base.gone")
} }`),
      ["own.js:3 there is no record base.auther"],
    ],
    [
      "a patch with a name",
      script(`import { patch } from "@web/core/utils/patch";
patch(Card.prototype, "own.Card", { read() {} });
patch(Card.prototype, { read() {} });`),
      ["own.js:2 patch takes no name since 17.0"],
    ],
    [
      "templates",
      script(`export class A { static template = "own.Own"; }
export class B { static template = "base.Card"; }
export class C { static template = "base.Crad"; }
export class D { static template = "elsewhere.Card"; }`),
      ["own.js:3 there is no template base.Crad", "own.js:4 there is no template elsewhere.Card"],
    ],
    [
      "templates of templates",
      {
        ...script(""),
        "static/src/more.xml": `<templates>
  <t t-name="own.A" t-inherit="base.Card" t-inherit-mode="primary"/>
  <t t-name="own.B" t-inherit="base.Crad" t-inherit-mode="extension"/>
  <t t-name="own.C"><t t-call="own.Own"/><t t-call="own.Owns"/><t t-call="{{ x }}"/></t>
</templates>`,
      },
      ["more.xml:3 there is no template base.Crad", "more.xml:4 there is no template own.Owns"],
    ],
    [
      "places in templates, which copies and other templates may make",
      {
        ...script(""),
        "static/src/more.xml": `<templates>
  <t t-inherit="base.Card" t-inherit-mode="extension">
    <xpath expr="//i" position="after"/>
    <p position="after"><b/></p>
    <xpath expr="//ul" position="inside"/>
  </t>
  <t t-name="own.D" t-inherit="base.Card"><b position="replace"><i/></b><ol position="inside"/></t>
  <t t-inherit="own.D" t-inherit-mode="extension"><i position="after"/><dl position="after"/></t>
  <t t-inherit="base.Card" t-inherit-mode="extension"><p position="after"><i/></p></t>
</templates>`,
      },
      [
        "more.xml:5 //ul finds nothing in the template base.Card",
        "more.xml:7 <ol> finds nothing in the template base.Card",
        "more.xml:8 <dl> finds nothing in the template own.D",
      ],
    ],
    [
      "nothing that is in no bundle",
      {
        "__manifest__.py": "{'depends': ['base']}",
        "static/src/own.js": 'import { write } from "@base/gone";',
      },
      [],
    ],
  ])("%s", async (_, files, found) => {
    expect((await check(files)).toSorted()).toEqual(found);
  });
});

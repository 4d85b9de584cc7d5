// A module without a mistake, and the same with one word of it written wrong: each is found, in its file and at its line.
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import { runHere } from "../support/program.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";
import { openParsedModules } from "../support/world.js";
import { BASE, writeSources, type SourceTexts } from "./check-modules.js";
import { sampleCases } from "../support/properties.js";

const SALE: SourceTexts = {
  "__manifest__.py": "{'name': 'Sale', 'depends': ['base'], 'data': ['sale.xml']}",
  "__init__.py": "from . import models",
  "models.py": `from odoo import fields, models
class Order(models.Model):
    _name = "sale.order"
    name = fields.Char()
    partner_id = fields.Many2one("res.partner")
    line_ids = fields.One2many("sale.order.line", "order_id")
    def confirm_order(self, when, force=False): ...
    def prepare_values(self): ...
class Line(models.Model):
    _name = "sale.order.line"
    order_id = fields.Many2one("sale.order")
    quantity = fields.Float()
`,
  "sale.xml": `<odoo>
  <record id="group_manager" model="res.partner"/>
  <record id="order_form" model="ir.ui.view">
    <field name="model">sale.order</field>
    <field name="arch" type="xml"><form><field name="partner_id"/><field name="line_ids"/></form></field>
  </record>
</odoo>`,
};

/** Marks around a misspelling. */
const MARKED = /«([^»]+)»/g;

const OWN: SourceTexts = {
  "__manifest__.py": `{
    "name": "Own",
    "depends": [
        "«base»",
        "«sale»",
    ],
    "data": [
        "security/ir.model.access.csv",
        "«views/own».xml",
    ],
    "assets": {"web.assets_backend": ["own/static/«own».js"]},
}`,
  "__init__.py": "from . import models",
  "static/own.js": "",
  "models.py": `from odoo import api, fields, models
class Order(models.Model):
    _description = "Order"
    _inherit = "«sale.order»"
    note = fields.Char(
        string="Note",
        compute="«_compute_note»",
    )
    text = fields.Char(default=lambda self: self.«prepare_values»())
    country = fields.Char(related="partner_id.«name»", groups="«sale.group_manager»")
    thing_id = fields.Many2one(
        comodel_name="«own.thing»",
    )

    @api.depends("line_ids.«quantity»", "«partner_id».name")
    def _compute_note(self):
        self.«prepare_values»()
        self.env["«res.partner»"].search([])

    def confirm_order(self«», when, force=False):
        self.env.ref("«base.partner_form»")
        return super().«confirm_order»(when)

class Thing(models.Model):
    _name = "own.thing"
    title = fields.Char()
    order_ids = fields.One2many("«sale.order»", "«thing_id»")
`,
  "security/ir.model.access.csv": `id,name,model_id:id,group_id:id,perm_read
access_thing,x,model_own_thing,«sale.group_manager»,1
access_two,x,«model_own_thing»,,1
`,
  "views/own.xml": `<odoo>
  <record id="own_form" model="ir.ui.view">
    <field name="model">«sale.order»</field>
    <field
      name="inherit_id"
      ref="«sale.order_form»"
    />
    <field name="arch" type="xml">
      <xpath expr="//field[@name='«partner_id»']" position="after">
        <field name="«note»" groups="«sale.group_manager»"/>
        <button
          name="«prepare_values»"
          type="object"
        />
      </xpath>
    </field>
  </record>
  <record id="thing" model="«own.thing»">
    <field name="«title»">x</field>
  </record>
</odoo>`,
};

const nextFolder = makeFolderCounter(makeTemporaryFolder());
let snapshot: string;

beforeAll(async () => {
  snapshot = makeTemporaryFolder();
  (await openParsedModules(snapshot, { base: BASE, sale: SALE })).close();
});

async function check(files: SourceTexts): Promise<CheckedModules> {
  const folder = writeSources(path.join(nextFolder(), "own"), files);
  const words = ["--snapshot", snapshot, folder, "--platform-version", "17.0", "--format", "json"];
  return JSON.parse((await runHere(["check", ...words])).stdout) as CheckedModules;
}

const clean = (text: string): string => text.replaceAll(MARKED, "$1").replaceAll("«»", "");

/** Two letters changed places, one that lacks, one too many. */
const SLIPS: readonly ((word: string) => string)[] = [
  (word) => `${word.slice(0, -2)}${word.at(-1)}${word.at(-2)}`,
  (word) => `${word.slice(0, -2)}${word.at(-1)}`,
  (word) => `${word}s`,
];

const seeded = Object.entries(OWN).flatMap(([file, text]) =>
  [...text.matchAll(/«([^»]*)»/g)].map(({ index, 0: marked, 1: word = "" }, at) => {
    const line = text.slice(0, index).split("\n").length;
    const written = word === "" ? ", extra" : (SLIPS[at % SLIPS.length]?.(word) ?? "");
    const changed = `${text.slice(0, index)}${written}${text.slice(index + marked.length)}`;
    return { file, line, word, written, text: clean(changed) };
  }),
);

test("a module without a mistake has no finding", async () => {
  const files = Object.fromEntries(Object.entries(OWN).map(([file, text]) => [file, clean(text)]));
  const { findings, not_judged: notJudged } = await check(files);
  expect(findings).toEqual([]);
  expect(notJudged).toEqual({ not_indexed: 0, run_time: 0, demo_data: 0 });
});

test("a group of a module that the system need not have", async () => {
  const { findings } = await check({
    "__manifest__.py": "{'depends': ['base']}",
    "__init__.py": "from . import models",
    "models.py": `from odoo import models
class Partner(models.Model):
    _inherit = "res.partner"
    def f(self):
        if "x" in self._fields and self.env.user.has_group("sale.group_manager"):
            return self.env.user.has_group("sale.group_mangaer")
        return self.env.user.has_group("sale.other") or self.env.user.has_group("hr.group_user")
`,
  });
  expect(findings.map(({ line, name }) => `${line} ${name}`)).toEqual(["6 sale.group_mangaer"]);
});

test("a name with a wrong letter is told, whatever else the function asks", async () => {
  const { findings } = await check({
    "__manifest__.py": "{'depends': ['sale'], 'data': ['views.xml']}",
    "__init__.py": "from . import models",
    "models.py": `from odoo import models
class Partner(models.Model):
    _inherit = "res.partner"
    def f(self):
        size = self._fields["name"].size
        self.env["res..partner"].search([])
        return self.env["sale.odrer"], size
    def g(self):
        return self.env.ref("sale.model_sale_ordre"), self.env.user.has_group("sael.group_manager")
`,
    "views.xml": `<odoo>
  <record id="own_form" model="ir.ui.view">
    <field name="model">res.partner</field>
    <field name="arch" type="xml">
      <form><field name="name" groups="sale.group_manager"/>
        <field name="id" groups="sales.group_manager,other.group_manager"/></form>
    </field>
  </record>
</odoo>`,
  });
  expect(findings.map(({ line, name }) => `${line} ${name}`)).toEqual([
    "6 res..partner",
    "7 sale.odrer",
    "9 sael.group_manager",
    "9 sale.model_sale_ordre",
    "6 sales.group_manager",
  ]);
});

test.each(sampleCases(seeded))(
  "$file:$line $word written as $written",
  async ({ file, line, text }) => {
    const files = Object.fromEntries(
      Object.entries(OWN).map(([name, other]) => [name, name === file ? text : clean(other)]),
    );
    const { findings } = await check(files);
    const found = findings.map((one) => `${one.file.replace(/^.*\/own\//, "")}:${one.line}`);
    expect(found).toContain(`${file}:${line}`);
  },
);

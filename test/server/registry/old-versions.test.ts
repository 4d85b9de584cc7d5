// Modules as they were written from 7.0 to 15.0, read from their source: what the interface of then is here, and what
// a version does that others do not.
import { afterAll, describe, expect, test } from "vitest";
import { toRegistryModel } from "../../../server/registry/model/model-answer.js";
import { getRegistry } from "../../../server/registry/loaded/registry-cache.js";
import { planSystem } from "../../../server/registry/system-cache.js";
import { combineView } from "../../../server/registry/view/combine.js";
import { toViewAnswer } from "../../../server/registry/view/answer.js";
import { openParsedModules, type Files, type Modules } from "../../support/world.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { finishSteps } from "../../../data/yield.js";

const VERSIONS = ["7.0", "8.0", "10.0", "12.0", "13.0", "14.0", "15.0"];

const write = (manifest: string, code: string, data = ""): Files => ({
  "__manifest__.py": `{'name': 'X', 'data': ['data.xml'], ${manifest}}`,
  "__init__.py": code,
  "data.xml": `<openerp><data>${data}</data></openerp>`,
});

const BASE = `
from odoo import fields, models

class Base(models.AbstractModel):
    _name = "base"

class Partner(models.Model):
    _name = "res.partner"
    name = fields.Char()
`;

/** The interface until 7.0, which 8.0 and 9.0 still take. */
const COLUMNS = `
from openerp.osv import fields, osv

class loan(osv.osv):
    _name = "tool.loan"
    _columns = {
        "name": fields.char("Name", size=64, required=True),
        "partner_id": fields.many2one("res.partner", "Borrower", ondelete="restrict"),
        "line_ids": fields.one2many("tool.loan.line", "loan_id", "Lines"),
        "state": fields.selection([("out", "Out"), ("back", "Back")], "State"),
        "days": fields.function(lambda self, *a: {}, type="integer", string="Days"),
    }
    _defaults = {"state": "out"}

    def button_back(self, cr, uid, ids, context=None):
        return self.write(cr, uid, ids, {"state": "back"}, context=context)

class line(osv.osv_memory):
    _name = "tool.loan.line"
    _columns = {"loan_id": fields.many2one("tool.loan", "Loan")}
`;

const DECORATED = `
from odoo import api, fields, models

class Loan(models.Model):
    _name = "tool.loan"

    name = fields.Char(required=True)
    state = fields.Selection([("out", "Out"), ("back", "Back")], track_visibility="onchange")

    @api.multi
    def button_back(self):
        return self.write({"state": "back"})

    @api.one
    @api.depends("name")
    def _compute_one(self):
        pass

class More(models.Model):
    _inherit = "tool.loan"

    @api.multi
    def button_back(self):
        return super(More, self).button_back()
`;

const VIEWS = `
<record id="form" model="ir.ui.view">
  <field name="model">tool.loan</field>
  <field name="arch" type="xml"><form>
    <field name="name" attrs="{'readonly': [('state', '=', 'back')]}"/><group><field name="state"/></group>
  </form></field>
</record>
<record id="moved" model="ir.ui.view">
  <field name="model">tool.loan</field>
  <field name="inherit_id" ref="form"/>
  <field name="arch" type="xml">
    <group position="inside"><field name="name" position="move"/></group>
  </field>
</record>`;

const WORLD: Modules = Object.fromEntries(
  VERSIONS.flatMap((version) => [
    [`base ${version}`, write("'depends': []", BASE)],
    [
      `loan ${version}`,
      write("'depends': ['base']", version === "7.0" ? COLUMNS : DECORATED, VIEWS),
    ],
    [`glue ${version}`, write("'depends': ['base', 'loan'], 'auto_install': True", "")],
  ]),
);

const snapshot = await openParsedModules(makeTemporaryFolder(), WORLD);
afterAll(() => snapshot.close());

const open = (platformVersion: string) =>
  getRegistry(snapshot, { platformVersion, modules: ["loan"] });

function readModel(version: string, name: string) {
  const found = open(version).models.findModel(name);
  if (found === undefined) throw new Error(`no ${name} at ${version}`);
  return finishSteps(toRegistryModel(found));
}

function readView(version: string) {
  const { system, createViews } = open(version);
  const views = createViews();
  const view = views.find("loan.form");
  if (view === undefined) throw new Error(`no view at ${version}`);
  return toViewAnswer(finishSteps(combineView(views, view, system.platformVersion)));
}

test("`_columns` are fields, and `osv_memory` is a transient model", () => {
  const { fields, methods, kind } = readModel("7.0", "tool.loan");
  const told = fields
    .filter(({ automatic }) => automatic !== true)
    .map(({ name, type, comodel_name, string }) => [name, type, comodel_name, string]);
  expect(told).toEqual([
    ["days", "function", null, "Days"],
    ["line_ids", "one2many", "tool.loan.line", "Lines"],
    ["name", "char", null, "Name"],
    ["partner_id", "many2one", "res.partner", "Borrower"],
    ["state", "selection", null, "State"],
  ]);
  expect(kind).toBe("Model");
  expect(methods.map(({ name }) => name)).toEqual(["button_back"]);
  expect(readModel("7.0", "tool.loan.line").kind).toBe("TransientModel");
});

describe.each(["8.0", "10.0", "12.0"])("at %s", (version) => {
  test("decorators and arguments of then are told as they are written", () => {
    const { fields, methods } = readModel(version, "tool.loan");
    const state = fields.find(({ name }) => name === "state");
    expect(state?.definitions[0]?.arguments).toContain("track_visibility");
    const back = methods.find(({ name }) => name === "button_back");
    expect(back?.definers.map(({ decorators, calls_super }) => [decorators, calls_super])).toEqual([
      [["api.multi"], true],
      [["api.multi"], false],
    ]);
    const one = methods.find(({ name }) => name === "_compute_one");
    expect(one?.definers[0]?.decorators).toEqual(["api.one", "api.depends('name')"]);
  });
});

describe("views", () => {
  test.each(["8.0", "10.0"])("at %s what is to be moved is another element", (version) => {
    const { diagnostics, arch } = readView(version);
    expect(diagnostics).toEqual([]);
    expect(arch?.match(/<field name="name"/g)).toHaveLength(2);
    expect(arch).toContain('<field name="name" position="move"/>');
  });

  test.each(["12.0", "14.0", "15.0"])("at %s an element is moved with its `attrs`", (version) => {
    const { diagnostics, arch } = readView(version);
    expect(diagnostics).toEqual([]);
    expect(arch?.replaceAll(/\s+/g, " ")).toContain(
      `<group> <field name="state"/> <field name="name" attrs="{'readonly': [('state', '=', 'back')]}"/> </group>`,
    );
  });
});

test.each(VERSIONS)("at %s a module comes by itself once all it needs is there", (version) => {
  const list = (name: string): readonly string[] => {
    const { plan } = planSystem(snapshot, { platformVersion: version, modules: [name] });
    return plan.modules.map(({ technical_name }) => technical_name);
  };
  expect(list("base")).toEqual(["base"]);
  expect(list("loan")).toEqual(["base", "loan", "glue"]);
});

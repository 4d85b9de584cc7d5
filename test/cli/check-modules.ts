// The modules of the tests of `module-lookup check`: a system of two, and one that is written on top of it.

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Path in the module's folder → text. */
export type SourceTexts = Readonly<Record<string, string>>;

/** @returns the folder */
export function writeSources(folder: string, files: SourceTexts): string {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  return folder;
}

export const BASE: SourceTexts = {
  "__manifest__.py":
    "{'name': 'Base', 'depends': [], 'data': ['views.xml', 'ir.model.access.csv']}",
  "__init__.py": "from . import models",
  "models.py": `from odoo import fields, models
class Base(models.AbstractModel):
    _name = "base"
class Partner(models.Model):
    _name = "res.partner"
    name = fields.Char()
    parent_id = fields.Many2one("res.partner")
    child_ids = fields.One2many("res.partner", "parent_id")
    def open(self): ...
class View(models.Model):
    _name = "ir.ui.view"
    name = fields.Char()
    model = fields.Char()
    arch = fields.Text()
    inherit_id = fields.Many2one("ir.ui.view")
class Access(models.Model):
    _name = "ir.model.access"
    name = fields.Char()
    model_id = fields.Many2one("ir.model")
    group_id = fields.Many2one("res.groups")
    perm_read = fields.Boolean()
class Mixin(models.AbstractModel):
    _name = "mixin"
    def mixed(self): ...
`,
  "ir.model.access.csv": `id,name,model_id:id,perm_read
access_thing,things,own.model_own_thing,1
access_shown,shown,own.model_own_shown,1
access_zeta,zeta,zeta.model_zeta,1
access_order,orders,own.model_sale_order,1
`,
  "views.xml": `<odoo><record id="partner_form" model="ir.ui.view">
  <field name="model">res.partner</field>
  <field name="arch" type="xml"><form><field name="name"/>
    <field name="child_ids"><tree><field name="name"/></tree></field></form></field>
</record>
<function model="ir.model.data" name="_update_xmlids"><value eval="[{'xml_id': 'base.given'}]"/></function></odoo>`,
};

export const SALE: SourceTexts = {
  "__manifest__.py": "{'name': 'Sale', 'depends': ['base']}",
  "__init__.py": "from . import models",
  "models.py": `from odoo import fields, models
class Partner(models.Model):
    _inherit = "res.partner"
    credit = fields.Float()
    def close(self): ...
class Order(models.Model):
    _name = "sale.order"
    name = fields.Char()
`,
};

export const OLD_SALE: SourceTexts = {
  ...SALE,
  "models.py": `${SALE["models.py"]}    total = fields.Float()\n`,
};

export const MANIFEST = "{'name': 'Own', 'depends': ['base'], 'data': ['views/own.xml']}";
export const MODELS = `from odoo import api, fields, models
class Partner(models.Model):
    _inherit = "res.partner"
    note = fields.Char(compute="_compute_note")
    order_id = fields.Many2one("sale.order")

    @api.depends("parent_id.nmae", "parent_id.name", "credit")
    def _compute_notes(self):
        self.env["res.partners"].browse()
        self.env["own.thing"].browse()

    def open(self):
        super().open()
        return super().opened()
class Thing(models.Model):
    _name = "own.thing"
`;
export const VIEWS = `<odoo>
  <record id="own_form" model="ir.ui.view">
    <field name="model">res.partner</field>
    <field name="inherit_id" ref="base.partner_form"/>
    <field name="arch" type="xml">
      <xpath expr="//field[@name='child_ids']/tree/field" position="after">
        <field name="note"/>
        <field name="notes"/>
        <button type="object" name="opne"/>
      </xpath>
      <field name="nothing" position="after"/>
    </field>
  </record>
  <record id="thing" model="own.thing"><field name="titel">x</field></record>
  <record id="lost" model="ir.ui.view"><field name="inherit_id" ref="base.partner_from"/></record>
  <menuitem id="menu" parent="own.menu_root" action="base.nothing"/>
</odoo>
`;
export const OWN: SourceTexts = {
  "__manifest__.py": MANIFEST,
  "__init__.py": "from . import models",
  "models.py": MODELS,
  "views/own.xml": VIEWS,
};

export const SHOWN_MODELS = `from odoo import api, fields, models
class Partner(models.Model):
    _inherit = "res.partner"
    note = fields.Char(compute="_compute_note")
    order_id = fields.Many2one("sale.order")

    @api.depends("parent_id.nmae")
    def _compute_note(self): ...
`;

export const MISNAMED: SourceTexts = {
  "__manifest__.py": `{
    "name": "Own",
    "depends": ["base", "sales"],
    "data": ["views/onw.xml"],
}`,
  "__init__.py": "from . import models",
  "models.py": `from odoo import api, fields, models
class Thing(models.Model):
    _name = "own.thing"
    partner_id = fields.Many2one("res.partner")
    partner_name = fields.Char(related="partner_id.nmae")
    sale_id = fields.Many2one("sale.order")
`,
};

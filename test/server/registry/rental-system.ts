// A small system as people write it: a platform, a module of rentals, and one that extends it.
import type { Modules } from "../../support/world.js";

export const RENTAL_SYSTEM: Modules = {
  base: {
    "__manifest__.py": "{'name': 'Base', 'depends': []}",
    "__init__.py": "from . import models",
    "models/__init__.py": "from . import partner",
    "models/partner.py": `
from odoo import fields, models

KINDS = [("a", "A"), ("b", "B")]


class Base(models.AbstractModel):
    _name = "base"
    _description = "Base"


class Partner(models.Model):
    _name = "res.partner"
    _description = "Contact"

    name = fields.Char()
    kind = fields.Selection(KINDS)
`,
  },
  rental: {
    "__manifest__.py": `{'name': 'Rental', 'depends': ['base'],
 'data': ['security/ir.model.access.csv', 'views/lease.xml']}`,
    "__init__.py": "from . import models",
    "models/__init__.py": "from . import lease",
    "models/lease.py": `
from odoo import fields, models
from odoo.addons.base.models.partner import KINDS


class Lease(models.Model):
    _name = "rental.lease"
    _description = "Lease"

    partner_id = fields.Many2one("res.partner")
    kind = fields.Selection(KINDS)
    email = fields.Char(related="partner_id.name")

    def action_confirm(self):
        return True
`,
    "security/ir.model.access.csv": `id,name,model_id:id,group_id:id,perm_read,perm_write,perm_create,perm_unlink
access_lease,lease,model_rental_lease,base.group_user,1,0,0,0
`,
    "views/lease.xml": `<odoo>
  <record id="lease_form" model="ir.ui.view">
    <field name="name">lease</field>
    <field name="model">rental.lease</field>
    <field name="arch" type="xml">
      <form>
        <field name="partner_id"/>
      </form>
    </field>
  </record>
  <record id="action_lease" model="ir.actions.act_window">
    <field name="name">Leases</field>
    <field name="res_model">rental.lease</field>
  </record>
  <record id="rule_lease" model="ir.rule">
    <field name="name">Own leases</field>
    <field name="model_id" ref="model_rental_lease"/>
    <field name="domain_force">[]</field>
  </record>
</odoo>
`,
  },
  rental_deposit: {
    "__manifest__.py": "{'name': 'Deposit', 'depends': ['rental'], 'data': ['views/lease.xml']}",
    "__init__.py": "from . import lease",
    "lease.py": `
from odoo import fields, models


class Lease(models.Model):
    _inherit = "rental.lease"

    deposit = fields.Float()

    def action_confirm(self):
        return super().action_confirm()
`,
    "views/lease.xml": `<odoo>
  <record id="lease_form_deposit" model="ir.ui.view">
    <field name="model">rental.lease</field>
    <field name="inherit_id" ref="rental.lease_form"/>
    <field name="arch" type="xml">
      <field name="partner_id" position="after">
        <field name="deposit"/>
      </field>
    </field>
  </record>
  <menuitem id="menu_leases" name="Leases" action="rental.action_lease"/>
</odoo>
`,
  },
};

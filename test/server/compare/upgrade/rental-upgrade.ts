// Two versions of a small system in which most becomes something else.
import type { Modules } from "../../../support/world.js";

const MANIFEST = "'version': '1.0'";
const IMPORTS = { "__init__.py": "from . import models" };

const model = (body: string): string => `from odoo import api, fields, models\n${body}`;

export const RENTAL_UPGRADE: Modules = {
  "base 16.0": {
    "__manifest__.py": `{'name': 'Base', ${MANIFEST}, 'depends': [], 'data': ['data.xml']}`,
    ...IMPORTS,
    "models.py": model(`
class Base(models.AbstractModel):
    _name = "base"

class Partner(models.Model):
    _name = "res.partner"
    _order = "name"
    name = fields.Char()
    active = fields.Boolean(default=True)
`),
    "data.xml": `<odoo><record id="main" model="res.partner"><field name="name">M</field></record></odoo>`,
  },
  "base 17.0": {
    "__manifest__.py": `{'name': 'Base', ${MANIFEST}, 'depends': [], 'data': ['data.xml']}`,
    ...IMPORTS,
    "models.py": model(`
class Base(models.AbstractModel):
    _name = "base"

class Partner(models.Model):
    _name = "res.partner"
    _order = "name, id"
    name = fields.Char(required=True)
    active = fields.Boolean(default=True)
`),
    "data.xml": `<odoo noupdate="1"><record id="main" model="res.partner"><field name="name">M</field></record></odoo>`,
  },
  "mail 16.0": {
    "__manifest__.py": `{'name': 'Mail', ${MANIFEST}, 'depends': ['base']}`,
    ...IMPORTS,
    "models.py": model(`
class Thread(models.AbstractModel):
    _name = "mail.thread"
    message_ids = fields.One2many("mail.message", "res_id")

class Message(models.Model):
    _name = "mail.message"
    body = fields.Html()

class Partner(models.Model):
    _name = "res.partner"
    _inherit = ["res.partner", "mail.thread"]
`),
  },
  "mail 17.0": {
    "__manifest__.py": `{'name': 'Mail', ${MANIFEST}, 'depends': ['base']}`,
    ...IMPORTS,
    "models.py": model(`
class Thread(models.AbstractModel):
    _name = "mail.thread"
    message_ids = fields.One2many("mail.message", "res_id")
    rating_count = fields.Integer(compute="_compute", store=True)

    def _compute(self):
        pass

class Message(models.Model):
    _name = "mail.message"
    body = fields.Html()

class Partner(models.Model):
    _name = "res.partner"
    _inherit = ["res.partner", "mail.thread"]
`),
  },
  "rental 16.0": {
    "__manifest__.py": `{'name': 'Rental', ${MANIFEST}, 'depends': ['base', 'mail'], 'data': ['data.xml', 'ir.model.access.csv']}`,
    ...IMPORTS,
    "models.py": model(`
class Lease(models.Model):
    _name = "rental.lease"
    _inherit = "mail.thread"
    state = fields.Selection([("draft", "Draft"), ("done", "Done")])
    partner_ids = fields.Many2many("res.partner")
    amount = fields.Float()
    term = fields.Char()
    note = fields.Text(compute="_compute")
    tag = fields.Selection(lambda self: [])
    _sql_constraints = [("amount_positive", "CHECK (amount > 0)", "No")]

class Old(models.Model):
    _name = "rental.old"
    name = fields.Char()

class Wizard(models.TransientModel):
    _name = "rental.wizard"
    name = fields.Char()
`),
    "data.xml": `<odoo>
<record id="action" model="ir.actions.act_window"><field name="domain">[(1, '=', 1)]</field></record>
<record id="gone" model="ir.cron"><field name="name">G</field></record>
<record id="base.main" model="res.partner"><field name="name">N</field></record>
</odoo>`,
    "ir.model.access.csv": "id,name\naccess_lease,lease\n",
  },
  "rental 17.0": {
    "__manifest__.py": `{'name': 'Rental', 'version': '2.0', 'depends': ['base', 'mail'], 'data': ['data.xml', 'ir.model.access.csv']}`,
    ...IMPORTS,
    "models.py": model(`
class Lease(models.Model):
    _name = "rental.lease"
    _inherit = "mail.thread"
    state = fields.Selection([("draft", "Draft"), ("sent", "Sent"), ("done", "Done")])
    partner_ids = fields.Many2many("res.partner", "lease_partner_rel")
    amount = fields.Monetary()
    term = fields.Integer(required=True)
    due = fields.Date(default=lambda self: 1)
    tag = fields.Selection(lambda self: [])
    _sql_constraints = [("amount_positive", "CHECK (amount >= 0)", "No")]

class Wizard(models.TransientModel):
    _name = "rental.wizard"
    name = fields.Char()

class New(models.Model):
    _name = "rental.line"
    lease_id = fields.Many2one("rental.lease", required=True)
`),
    "migrations/17.0.1.0.0/pre-migration.py": `
def migrate(cr, version):
    openupgrade.rename_fields(env, [("rental.lease", "rental_lease", "term", "term_text")])
    openupgrade.rename_tables(cr, [("rental_lease_res_partner_rel", "lease_partner_rel")])
    cr.execute("UPDATE rental_lease SET state = 'sent' WHERE state = 'late'")
`,
    "migrations/17.0.2.1/post-later.py": `cr.execute("DELETE FROM rental_old")`,
    "data.xml": `<odoo>
<record id="action" model="ir.actions.act_window"/>
</odoo>`,
    "ir.model.access.csv": "id,name\naccess_lease,lease\n",
  },
  "rental_extra 16.0": {
    "__manifest__.py": `{'name': 'Extra', ${MANIFEST}, 'depends': ['rental'], 'data': ['data.xml']}`,
    ...IMPORTS,
    "models.py": model(`
class Lease(models.Model):
    _inherit = "rental.lease"
    state = fields.Selection(selection_add=[("late", "Late")])
    extra = fields.Char()
`),
    "data.xml": `<odoo><record id="moved" model="ir.cron"><field name="name">M</field></record></odoo>`,
  },
  "rental_more 17.0": {
    "__manifest__.py": `{'name': 'More', ${MANIFEST}, 'depends': ['rental'], 'data': ['data.xml']}`,
    ...IMPORTS,
    "models.py": model(`
class Lease(models.Model):
    _inherit = "rental.lease"
    extra = fields.Char()
`),
    "data.xml": `<odoo><record id="moved" model="ir.cron"><field name="name">M</field></record></odoo>`,
  },
};

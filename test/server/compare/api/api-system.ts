// Modules at two platform versions, between which what they define for each other changes.
import type { Modules } from "../../../support/world.js";

function manifest(depends: string, data = ""): string {
  return `{'name': 'X', 'depends': [${depends}], 'data': [${data}]}`;
}

const BASE = {
  "__manifest__.py": "{'name': 'Base'}",
  "__init__.py": "from . import base",
  "base.py": `
from odoo import fields, models

class Base(models.AbstractModel):
    _name = 'base'

class Partner(models.Model):
    _name = 'res.partner'
    name = fields.Char()
`,
};

const MIXIN = (methods: string): string => `
from odoo import api, fields, models

class Tracked(models.AbstractModel):
    _name = 'trade.tracked'
    tracked = fields.Boolean()

${methods}
`;

const ORDER_16 = `
from odoo import api, fields, models

class Order(models.Model):
    _name = 'trade.order'
    _inherit = ['trade.tracked']
    partner_id = fields.Many2one('res.partner')
    line_ids = fields.One2many('trade.line', 'order_id')
    kind = fields.Selection([('a', 'A'), ('b', 'B')])
    total = fields.Float()
    note = fields.Text(string='Terms and conditions')
    reference = fields.Char(compute='_reference_compute')
    weight = fields.Float()
    signed = fields.Boolean()
    state_changed = fields.Datetime()
    write_date = fields.Datetime()

    def _reference_compute(self):
        pass

    @api.model
    def prepare(self, values):
        pass

    def confirm(self, force=False):
        pass

    def name_get(self):
        pass

    def _send_mail(self, template):
        pass

    def cancel(self):
        return super().cancel()

class Line(models.Model):
    _name = 'trade.line'
    order_id = fields.Many2one('trade.order')
    quantity_done = fields.Float()
    old = fields.Char()
    fee = fields.Monetary()

    def _onchange_fee(self):
        pass

class Stage(models.Model):
    _name = 'trade.stage'
    name = fields.Char()
    order_ids = fields.Many2many('trade.order')
    fold = fields.Boolean()

    def close(self):
        pass

class Wizard(models.TransientModel):
    _name = 'trade.wizard'
    order_id = fields.Many2one('trade.order')
`;

const ORDER_17 = `
from odoo import api, fields, models

class Order(models.Model):
    _name = 'trade.order'
    _inherit = ['trade.tracked']
    partner_id = fields.Many2many('res.partner')
    line_ids = fields.One2many('trade.line', 'order_id')
    kind = fields.Selection([('a', 'A'), ('c', 'C')])
    total = fields.Float(compute='_compute_total')
    terms = fields.Text(string='Terms and conditions')
    reference = fields.Char(compute='_compute_reference')

    def _compute_reference(self):
        pass

    def _compute_total(self):
        pass

    @api.model_create_multi
    def prepare(self, values):
        pass

    def confirm(self, force=False, silent=False):
        pass

    def _mail_send(self, template):
        pass

class Line(models.Model):
    _name = 'trade.line'
    order_id = fields.Many2one('trade.order')
    quantity = fields.Float()
    charge = fields.Monetary()
    other = fields.Monetary(compute='_compute_other')

    def _onchange_charge(self):
        pass

    def _compute_other(self):
        pass

class Phase(models.Model):
    _name = 'trade.phase'
    name = fields.Char()
    order_ids = fields.Many2many('trade.order')
    fold = fields.Boolean()

    def close(self):
        pass
`;

const TRADE_FILES = {
  "__manifest__.py": manifest("'base'"),
  "__init__.py": "from . import tracked, order",
};

const EXTENSION = `
from odoo import api, fields, models

class Order(models.Model):
    _inherit = 'trade.order'
    note = fields.Text(required=True)
    mine = fields.Char()
    first_done = fields.Float(related='line_ids.quantity_done')
    stage_id = fields.Many2one('trade.stage')

    @api.depends('line_ids.quantity_done', 'weight')
    def _compute_mine(self):
        pass

    def confirm(self, force=False):
        return super().confirm(force)

    def helper(self):
        pass
`;

const VIEWS = `<odoo>
  <record id="order_form" model="ir.ui.view">
    <field name="model">trade.order</field>
    <field name="arch" type="xml">
      <form>
        <button name="prepare" type="object"/>
        <field name="partner_id"/>
        <field name="line_ids">
          <tree>
            <field name="old"/>
          </tree>
        </field>
        <xpath expr="//field[@name='line_ids']//field[@name='quantity_done']" position="after"/>
      </form>
    </field>
  </record>
</odoo>
`;

export const API_SYSTEM: Modules = {
  "base 16.0": BASE,
  "base 17.0": BASE,
  "trade 16.0": {
    ...TRADE_FILES,
    "tracked.py": MIXIN(
      "    def track(self):\n        pass\n\n    def state_changed(self):\n        pass",
    ),
    "order.py": ORDER_16,
  },
  "trade 17.0": {
    ...TRADE_FILES,
    "tracked.py": MIXIN("    state_changed = fields.Datetime()"),
    "order.py": ORDER_17,
  },
  // Contents of trade, which it depends on.
  "trade_weight 17.0": {
    "__manifest__.py": manifest("'trade'"),
    "__init__.py": "from . import order",
    "order.py": `
from odoo import fields, models

class Order(models.Model):
    _inherit = 'trade.order'
    weight = fields.Float()
`,
  },
  "trade_extra 16.0": {
    "__manifest__.py": manifest("'trade'", "'views.xml'"),
    "__init__.py": "from . import order",
    "order.py": EXTENSION,
    "views.xml": VIEWS,
  },
  // Unknown at 17.0.
  "waiting 16.0": {
    "__manifest__.py": manifest("'base'"),
    "__init__.py": "from . import waiting",
    "waiting.py": `
from odoo import fields, models

class Waiting(models.Model):
    _name = 'waiting.thing'
    gone = fields.Char()
`,
  },
};

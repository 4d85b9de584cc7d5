// References to something in a small system: each way in which files name it, with file and line, and equal names apart.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { layReferences } from "../../../server/contract/shape/system/references.js";
import {
  countReferences,
  findReferences,
} from "../../../server/registry/references/find-references.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { openParsedModules, type Modules } from "../../support/world.js";
import { finishSteps } from "../../../data/yield.js";

const MODULES: Modules = {
  base: {
    "__manifest__.py": "{'name': 'Base', 'depends': []}",
    "__init__.py": "from . import models",
    "models/__init__.py": "from . import partner",
    "models/partner.py": `from odoo import fields, models


class Base(models.AbstractModel):
    _name = "base"


class Partner(models.Model):
    _name = "res.partner"

    name = fields.Char()
    owner_id = fields.Many2one("res.partner")
`,
  },
  lease: {
    "__manifest__.py":
      "{'name': 'Lease', 'depends': ['base'], 'data': ['views/lease.xml', 'data/job.xml']}",
    "__init__.py": "from . import models",
    "models/__init__.py": "from . import lease",
    "models/lease.py": `from odoo import api, fields, models


class Lease(models.Model):
    _name = "lease.lease"
    _order = "partner_id, name"

    name = fields.Char()
    partner_id = fields.Many2one("res.partner", domain=[("owner_id", "=", False)])
    owner_name = fields.Char(related="partner_id.owner_id.name")
    total = fields.Float(compute="_compute_total")

    @api.depends("partner_id.owner_id")
    def _compute_total(self):
        for lease in self:
            lease.total = len(lease.partner_id.owner_id)

    def action_confirm(self):
        self.env.ref("lease.lease_form")
        return self.env["res.partner"].search([("owner_id", "!=", False)])

    def guess(self, what):
        return what.owner_id, what.action_confirm(), self
`,
    "views/lease.xml": `<odoo>
  <record id="lease_form" model="ir.ui.view">
    <field name="model">lease.lease</field>
    <field name="arch" type="xml">
      <form>
        <button name="action_confirm" type="object"/>
        <field name="partner_id" domain="[('owner_id', '=', False)]"/>
      </form>
    </field>
  </record>
</odoo>
`,
    "data/job.xml": `<odoo>
  <record id="job" model="ir.cron">
    <field name="model_id" ref="model_lease_lease"/>
    <field name="state">code</field>
    <field name="code">model.action_confirm()</field>
  </record>
</odoo>
`,
  },
  lease_more: {
    "__manifest__.py": "{'name': 'More', 'depends': ['lease'], 'data': ['views/lease.xml']}",
    "__init__.py": "from . import models",
    "models/__init__.py": "from . import lease",
    "models/lease.py": `from odoo import models


class Lease(models.Model):
    _inherit = "lease.lease"

    def action_confirm(self):
        return super().action_confirm()
`,
    "views/lease.xml": `<odoo>
  <record id="more_form" model="ir.ui.view">
    <field name="inherit_id" ref="lease.lease_form"/>
    <field name="arch" type="xml">
      <xpath expr="//field[@name='partner_id']" position="after">
        <field name="total" invisible="not partner_id"/>
      </xpath>
    </field>
  </record>
</odoo>
`,
  },
};

let snapshot: Snapshot;
beforeAll(async () => {
  snapshot = await openParsedModules(makeTemporaryFolder(), MODULES);
});
afterAll(() => snapshot.file.close());

/** `module/file:line way`, with a question mark where it is only the same name. */
function list(to: string): readonly string[] {
  const { rows } = finishSteps(findReferences(snapshot, "17.0", to));
  return rows.map(
    ({ technical_name, file, line, way, certain }) =>
      `${technical_name}/${file}:${line} ${way}${certain ? "" : "?"}`,
  );
}

test.each([
  [
    "res.partner.owner_id",
    [
      "lease/models/lease.py:9 field_domain",
      "lease/models/lease.py:10 related",
      "lease/models/lease.py:13 decorator",
      "lease/models/lease.py:16 code_attribute",
      "lease/models/lease.py:20 code_field",
      "lease/views/lease.xml:7 view_expression",
      "lease/models/lease.py:23 code_attribute?",
    ],
  ],
  [
    "lease.lease.partner_id",
    [
      "lease/models/lease.py:4 class_field",
      "lease/models/lease.py:10 related",
      "lease/models/lease.py:13 decorator",
      "lease/models/lease.py:16 code_attribute",
      "lease/views/lease.xml:7 view_field",
      "lease_more/views/lease.xml:5 view_locator",
      "lease_more/views/lease.xml:6 view_expression",
    ],
  ],
  [
    "lease.lease.action_confirm()",
    [
      "lease/data/job.xml:2 data_code",
      "lease/views/lease.xml:6 view_button",
      "lease_more/models/lease.py:8 code_super",
      "lease/models/lease.py:23 code_call?",
    ],
  ],
  [
    "lease.lease",
    [
      "lease/data/job.xml:2 data_target",
      "lease/views/lease.xml:2 view_model",
      "lease_more/models/lease.py:4 inherit",
    ],
  ],
  [
    "lease.lease_form",
    ["lease/models/lease.py:19 code_record", "lease_more/views/lease.xml:2 view_inherit"],
  ],
  ["res.partner.street", []],
])("who refers to %s", (to, expected) => {
  expect(list(to)).toEqual(expected);
});

test("a name that no module has is said to be none", () => {
  const to = "res.partner.street";
  const { rows, ...found } = finishSteps(findReferences(snapshot, "17.0", to));
  const counts = countReferences(found.modules);
  const answer = { to, platform_version: "17.0", ...found, counts, references: rows };
  const caveats = layReferences(answer, { total: 0 }).filter(({ kind }) => kind === "caveat");
  expect(caveats).toEqual([
    { kind: "caveat", says: ["No module of this index has this name at 17.0."] },
  ]);
});

const nearTo = (to: string) => finishSteps(findReferences(snapshot, "17.0", to)).target.near;

test("a name that no module has gets similar ones, as they are asked for", () => {
  expect(nearTo("lease.lease.partner_ids")).toContain("lease.lease.partner_id");
  expect(nearTo("lease.lease#action_confrim")).toContain("lease.lease#action_confirm");
  expect(nearTo("lease.leas")).toContain("lease.lease");
  expect(nearTo("lease.lease")).toEqual([]);
});

test("rows are distinct, and the modules are those of the rows", () => {
  const { rows, modules } = finishSteps(findReferences(snapshot, "17.0", "res.partner.owner_id"));
  expect(new Set(rows.map((one) => JSON.stringify(one))).size).toBe(rows.length);
  const names = new Set(rows.map(({ technical_name }) => technical_name));
  expect(countReferences(modules)).toEqual({
    modules: names.size,
    certain_modules: 1,
    references: rows.filter(({ certain }) => certain).length,
    possible: rows.filter(({ certain }) => !certain).length,
  });
});

// `noupdate_changes.xml`: differences of records that updates leave alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { findNoupdateChanges } from "../../../../server/compare/upgrade/noupdate-changes.js";
import { renderNoupdate } from "../../../../server/routes/text/upgrade/formats.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules, type Files } from "../../../support/world.js";

const base = (data: string): Files => ({
  "__manifest__.py": "{'name': 'Base', 'depends': [], 'data': ['data.xml']}",
  "__init__.py": "from . import models",
  "models.py": `
from odoo import fields, models


class Base(models.AbstractModel):
    _name = "base"


class Rule(models.Model):
    _name = "ir.rule"
    name = fields.Char()
    domain_force = fields.Text()
    model_id = fields.Many2one("ir.model")
    groups = fields.Many2many("res.groups")
    active = fields.Boolean()
`,
  "data.xml": data,
});

let snapshot: Snapshot;

beforeAll(async () => {
  snapshot = await openParsedModules(makeTemporaryFolder(), {
    "base 16.0": base(`<odoo noupdate="1">
<record id="rule" model="ir.rule">
  <field name="name">A &amp; B</field>
  <field name="domain_force">[('a', '=', 1)]</field>
  <field name="gone_field">1</field>
  <field name="active" eval="True"/>
</record>
<record id="same" model="ir.rule"><field name="name">Same</field></record>
<record id="switched" model="ir.rule"><field name="name">S</field></record>
</odoo>`),
    "base 17.0": base(`<odoo><data noupdate="1">
<record id="rule" model="ir.rule">
  <field name="name">A &lt; B</field>
  <field name="domain_force">[('a', '=', 1)]</field>
  <field name="model_id" ref="model_ir_rule"/>
  <field name="groups" eval="[(4, ref('base.group_user'))]"/>
</record>
<record id="same" model="ir.rule"><field name="name">Same</field></record>
<record id="new" model="ir.rule"><field name="name">New</field></record>
</data>
<record id="switched" model="ir.rule"><field name="name">T</field></record>
</odoo>`),
  });
});

afterAll(() => snapshot.close());

test("only what is changed, with an empty element for what is gone", async () => {
  const modules = ["base"];
  const changes = await findNoupdateChanges(
    { from: snapshot, to: snapshot },
    {
      from: { platformVersion: "16.0", modules },
      to: { platformVersion: "17.0", modules },
    },
  );
  expect(renderNoupdate(changes)).toBe(`<?xml version='1.0' encoding='utf-8'?>
<odoo>
  <!-- base -->
  <record id="rule" model="ir.rule">
    <field name="active"/>
    <field name="name">A &lt; B</field>
    <field name="groups" eval="[(4, ref(&#39;base.group_user&#39;))]"/>
    <field name="model_id" ref="model_ir_rule"/>
  </record>
</odoo>
`);
});

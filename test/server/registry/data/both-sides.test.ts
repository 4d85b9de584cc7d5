// Values of a record from elsewhere: links from their other side, names from a record's creation.
import { afterAll, beforeAll, expect, test } from "vitest";
import { takeSteps } from "../../../../data/yield.js";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { createGroupSteps } from "../../../../server/lookup/limits.js";
import type { RegistryMenu } from "../../../../server/contract/shape/system/registry-data.js";
import { listMenuTree } from "../../../../server/registry/data/menus.js";
import { getRegistry, type Registry } from "../../../../server/registry/loaded/registry-cache.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules, type Modules } from "../../../support/world.js";

const MODULES: Modules = {
  base: {
    "__manifest__.py": "{'name': 'Base', 'depends': [], 'data': ['a.xml', 'b.xml']}",
    "__init__.py": "from . import models",
    "models.py": `
from odoo import fields, models


class Groups(models.Model):
    _name = "res.groups"
    implied_ids = fields.Many2many("res.groups", "implied_rel", "gid", "hid")
    implied_by_ids = fields.Many2many("res.groups", "implied_rel", "hid", "gid")
    alike_ids = fields.Many2many("res.groups", "alike_rel", "gid", "hid")


class Panel(models.Model):
    _name = "panel"
    step_ids = fields.Many2many("step")
    seen_ids = fields.Many2many("step", "seen_rel")


class Step(models.Model):
    _name = "step"
    panel_ids = fields.Many2many("panel")


class Cron(models.Model):
    _name = "ir.cron"
    name = fields.Char()


class Menu(models.Model):
    _name = "ir.ui.menu"
    name = fields.Char()
    parent_id = fields.Many2one("ir.ui.menu")
    action = fields.Reference([])
`,
    "a.xml": `<odoo>
  <record id="admin" model="res.groups"/>
  <record id="user" model="res.groups"><field name="alike_ids" eval="[(4, ref('admin'))]"/></record>
  <record id="sale" model="res.groups">
    <field name="implied_ids" eval="[(4, ref('user'))]"/>
    <field name="implied_by_ids" eval="[(4, ref('admin'))]"/>
  </record>
  <record id="one" model="step"/>
  <record id="panel" model="panel">
    <field name="step_ids" eval="[(4, ref('one'))]"/>
    <field name="seen_ids" eval="[(4, ref('one'))]"/>
  </record>
  <record id="two" model="step"><field name="panel_ids" eval="[(4, ref('panel'))]"/></record>
</odoo>`,
    "b.xml": `<odoo>
  <record id="job" model="ir.cron"><field name="name">Run</field></record>
  <menuitem id="run" action="job_ir_actions_server"/>
  <record id="coded" model="ir.ui.menu"><field name="name" eval="obj().label"/></record>
  <menuitem id="inner" name="Inner" parent="coded"/>
  <record id="searched" model="ir.ui.menu">
    <field name="name">Searched</field>
    <field name="parent_id" search="[('child_id', 'in', ref('run'))]"/>
  </record>
</odoo>`,
  },
};

const out = makeTemporaryFolder();
let snapshot: Snapshot;
let registry: Registry;

beforeAll(async () => {
  snapshot = await openParsedModules(out, MODULES);
  registry = getRegistry(snapshot, { platformVersion: "17.0", modules: ["base"] });
});

afterAll(() => snapshot.close());

async function show(xmlId: string): Promise<unknown> {
  const records = registry.getRecords();
  const found = records.find(`base.${xmlId}`);
  return found && Object.fromEntries((await takeSteps(records.complete(found))).values);
}

test("fields of one table with each other's columns hold the same links", async () => {
  expect(await show("panel")).toEqual({
    step_ids: ["base.one", "base.two"],
    seen_ids: ["base.one"],
  });
  expect(await show("two")).toEqual({ panel_ids: ["base.panel"] });
  expect(await show("admin")).toEqual({ implied_ids: ["base.sale"] });
  expect(await show("user")).toEqual({ alike_ids: ["base.admin"] });
});

test("groups imply what names them as implied by these", () => {
  const { close, groups } = registry.getRights();
  expect(groups.get("base.admin")?.implied).toEqual(["base.sale"]);
  expect([...close(["base.admin"], createGroupSteps())]).toEqual([
    "base.admin",
    "base.sale",
    "base.user",
  ]);
});

test("a menu of a job has its name, and one that running code names or places has no whole name", async () => {
  expect(await show("run")).toMatchObject({
    name: "Run",
    action: "ir.actions.server,base.job_ir_actions_server",
  });
  const outline = (nodes: readonly object[]): readonly (string | null)[] =>
    (nodes as readonly RegistryMenu[]).flatMap(({ complete_name, children }) => [
      complete_name,
      ...outline(children),
    ]);
  expect(outline(listMenuTree(registry.getRecords()))).toEqual(["Run", null, null, null]);
});

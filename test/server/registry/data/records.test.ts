// Records of a system as all its data files leave them: who writes them, their values, rights, menus and actions.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { takeSteps } from "../../../../data/yield.js";
import { listActions, listMenuTree } from "../../../../server/registry/data/menus.js";
import type { RegistryMenu } from "../../../../server/contract/shape/system/registry-data.js";
import { listModelRights } from "../../../../server/registry/data/model-rights.js";
import {
  findAllowed,
  listGroupsWith,
  readRights,
} from "../../../../server/registry/data/rights.js";
import {
  getRegistry,
  loadRegistry,
  type Registry,
} from "../../../../server/registry/loaded/registry-cache.js";
import { planSystem } from "../../../../server/registry/system-cache.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules, type Modules } from "../../../support/world.js";

const MODULES: Modules = {
  base: {
    "__manifest__.py": `{'name': 'Base', 'depends': [], 'category': 'Sales/Back office',
 'data': ['groups.xml', 'access/ir.model.access.csv', 'res.lang.csv', 'menus.xml']}`,
    "__init__.py": "from . import models",
    "models.py": `
from odoo import fields, models


class Groups(models.Model):
    _name = "res.groups"
    _description = "Groups"
    name = fields.Char()
    category_id = fields.Many2one("ir.module.category")
    implied_ids = fields.Many2many("res.groups")
    users = fields.Many2many("res.users")


class Users(models.Model):
    _name = "res.users"
    login = fields.Char()
    active = fields.Boolean()
    groups_id = fields.Many2many("res.groups")


class Model(models.Model):
    _name = "ir.model"


class Access(models.Model):
    _name = "ir.model.access"
    name = fields.Char()
    model_id = fields.Many2one("ir.model")
    group_id = fields.Many2one("res.groups")
    perm_read = fields.Boolean()
    perm_write = fields.Boolean()
    perm_unlink = fields.Boolean()


class Lang(models.Model):
    _name = "res.lang"
    name = fields.Char()
    direction = fields.Selection([("ltr", "Left-to-Right"), ("rtl", "Right-to-Left")])
    week = fields.Integer()


class Window(models.Model):
    _name = "ir.actions.act_window"
    name = fields.Char()
    context = fields.Char()


class Menu(models.Model):
    _name = "ir.ui.menu"
    name = fields.Char()
    line_ids = fields.One2many("ir.ui.menu", "parent_id")
    parent_id = fields.Many2one("ir.ui.menu")
    action = fields.Reference([])
`,
    "groups.xml": `<odoo noupdate="1">
  <record id="group_user" model="res.groups"><field name="name">User</field></record>
  <record id="group_admin" model="res.groups">
    <field name="name">Administrator</field>
    <field name="category_id" ref="module_category_sales"/>
    <field name="implied_ids" eval="[(4, ref('group_user'))]"/>
    <field name="users" eval="[(4, ref('admin'))]"/>
  </record>
  <record id="admin" model="res.users"><field name="groups_id" eval="[]"/></record>
  <record id="module_category_sales" model="ir.module.category"/>
</odoo>`,
    "access/ir.model.access.csv": `id,name,model_id/id,group_id/id,perm_read,perm_write,perm_unlink
access_lang,lang,model_res_lang,group_admin,1,1,0
access_lang_all,all,model_res_lang,,1,,
`,
    "res.lang.csv": "id,name,direction,week\nlang_en,English,Left-to-Right,7\n",
    "menus.xml": `<odoo>
  <record id="action" model="ir.actions.act_window">
    <field name="name">Languages</field>
    <field name="res_model">res.lang</field>
    <field name="context" eval="{'a': [1, ref('lang_en')], 'b': 'it\\'s'}"/>
  </record>
  <record id="nameless" model="ir.actions.act_window"><field name="res_model">res.groups</field></record>
  <menuitem id="root" name="Root"><menuitem id="late" sequence="20"/><menuitem id="languages" action="action"/></menuitem>
</odoo>`,
  },
  sale: {
    "__manifest__.py": "{'name': 'Sale', 'depends': ['base'], 'data': ['a.xml']}",
    "a.xml": `<odoo>
  <record id="base.access_lang" model="ir.model.access"><field name="perm_unlink" eval="True"/></record>
  <record id="base.group_user" model="res.groups">
    <field name="name" eval="time.strftime('%Y')"/>
    <field name="implied_ids" eval="[(6, 0, [ref('group_sale')])]"/>
  </record>
  <record id="group_sale" model="res.groups"/>
  <record id="base.languages" model="ir.ui.menu"><field name="parent_id" eval="False"/></record>
  <delete id="base.late" model="ir.ui.menu"/>
  <record id="above" model="ir.ui.menu">
    <field name="name">Above</field>
    <field name="line_ids"><record id="below" model="ir.ui.menu"><field name="name">Below</field></record></field>
  </record>
</odoo>`,
  },
  tax: {
    "__manifest__.py": "{'name': 'Tax', 'depends': ['sale'], 'data': ['report.xml']}",
    "__init__.py": "from . import models",
    "models.py": `
from odoo import fields, models


class Report(models.Model):
    _name = "report"
    sequence = fields.Integer()
    menu_id = fields.Many2one("ir.ui.menu")
    line_ids = fields.One2many("report", "parent_id")
    formula_ids = fields.One2many("formula", "report_id")
    parent_id = fields.Many2one("report")


class Formula(models.Model):
    _name = "formula"
    report_id = fields.Many2one("report")
`,
    "report.xml": `<odoo auto_sequence="1">
  <record id="report" model="report">
    <field name="line_ids">
      <record id="line" model="report">
        <field name="menu_id" eval="ref('base.languages', raise_if_not_found=False)"/>
        <field name="formula_ids"><record id="formula" model="formula"/></field>
      </record>
      <record id="own" model="report">
        <field name="sequence">7</field>
        <field name="menu_id" eval="ref('stock.menu', False)"/>
      </record>
      <record id="last" model="report"><field name="menu_id" eval="ref('base.by_code', False)"/></record>
    </field>
  </record>
  <record id="other" model="report"/>
</odoo>`,
  },
};

const QUESTION = { platformVersion: "17.0", modules: ["sale"] };

const out = makeTemporaryFolder();
let snapshot: Snapshot;
let registry: Registry;

beforeAll(async () => {
  snapshot = await openParsedModules(out, MODULES);
  registry = getRegistry(snapshot, QUESTION);
});

afterAll(() => snapshot.close());

const show = async (xmlId: string, of = registry) => {
  const records = of.getRecords();
  const found = records.find(xmlId);
  const record = found && (await takeSteps(records.complete(found)));
  if (record === undefined) return undefined;
  return { ...Object.fromEntries(record.values), unknown: record.unknown };
};

describe("values", () => {
  test("are those of the last writer, field by field", async () => {
    expect(await show("base.access_lang")).toEqual({
      name: "lang",
      model_id: "ir.model:res.lang",
      group_id: "base.group_admin",
      perm_read: true,
      perm_write: true,
      perm_unlink: true,
      unknown: [],
    });
  });

  test("of CSV are converted by the types of the fields", async () => {
    expect(await show("base.lang_en")).toMatchObject({
      name: "English",
      direction: "ltr",
      week: 7,
    });
    expect(await show("base.access_lang_all")).toMatchObject({ group_id: null, perm_write: false });
  });

  test("that are no texts stand in texts as Python writes them", async () => {
    const context = `{'a': [1, %(base.lang_en)d], 'b': "it's"}`;
    expect(await show("base.action")).toMatchObject({ context });
  });

  test("that only running code knows are named", async () => {
    expect((await show("base.group_user"))?.unknown).toEqual(["name"]);
  });

  test("of users and groups are one relation, with what groups imply", async () => {
    const groups_id = ["base.group_admin", "base.group_user", "sale.group_sale"];
    expect(await show("base.admin")).toMatchObject({ groups_id });
    expect(await show("base.group_admin")).toMatchObject({ users: ["base.admin"] });
  });

  test("are records that are there by then, and nothing where their module is not installed", async () => {
    const taxed = getRegistry(snapshot, { ...QUESTION, modules: ["tax"] });
    expect(await show("tax.line", taxed)).toMatchObject({ menu_id: "base.languages" });
    expect(await show("tax.own", taxed)).toMatchObject({ menu_id: null });
    expect(await show("tax.last", taxed)).toMatchObject({ unknown: ["menu_id"] });
  });

  test("number the records of an element that have a sequence and none of their own", async () => {
    const taxed = getRegistry(snapshot, { ...QUESTION, modules: ["tax"] });
    const ids = ["report", "line", "own", "last", "other"];
    const found = await Promise.all(ids.map((id) => show(`tax.${id}`, taxed)));
    expect(found.map((one) => new Map(Object.entries(one ?? {})).get("sequence"))).toEqual([
      10, 20, 7, 30, 10,
    ]);
    expect(await show("tax.formula", taxed)).toEqual({ report_id: "tax.line", unknown: [] });
  });

  test("name the record in whose field one lies", async () => {
    expect(await show("sale.below")).toMatchObject({ name: "Below", parent_id: "sale.above" });
  });
});

describe("records", () => {
  test("have all their writers in load order", () => {
    const writes = registry.getRecords().find("base.access_lang")?.writes ?? [];
    expect(writes.map(({ module, file, line, tag }) => [module, file, line, tag])).toEqual([
      ["base", "access/ir.model.access.csv", 2, "csv"],
      ["sale", "a.xml", 2, "record"],
    ]);
  });

  test("that are deleted are not there", async () => {
    expect(await show("base.late")).toBeUndefined();
  });

  test("that Odoo makes before any file are left alone by updates", () => {
    const { find } = registry.getRecords();
    const ids = ["base.group_user", "base.group_admin", "sale.group_sale", "base.lang_en"];
    expect(ids.map((id) => find(id)?.noupdate)).toEqual([true, true, false, false]);
    expect(find("base.module_category_sales")?.noupdate).toBe(true);
  });
});

test("rights are those of all groups that one has, and each has a line that gives it", () => {
  const rights = registry.getRights();
  const held = listGroupsWith(rights, ["base.group_admin"]);
  expect([...held]).toEqual(["base.group_admin", "base.group_user", "sale.group_sale"]);
  const { permissions, because } = findAllowed(rights, "res.lang", held);
  expect(permissions).toBe("rwu");
  expect(because.map(({ line }) => line.record.xmlId)).toEqual(
    Array.from({ length: 3 }, () => "base.access_lang"),
  );
  expect(findAllowed(rights, "res.lang", new Set()).permissions).toBe("r");
});

test("rights of one model are those that all have of it, also what another module changes in them", () => {
  const records = registry.getRecords();
  const all = registry.getRights();
  const one = readRights(records, "res.lang");
  expect(one.access.get("res.lang")).toEqual(all.access.get("res.lang"));
  expect(one.access.get("res.lang")?.map(({ permissions }) => permissions)).toEqual(["rwu", "r"]);
  expect(readRights(records, "res.users").access.get("res.users")).toBeUndefined();
});

test("what a module writes, its own ids and what is left of them", () => {
  const { find, listIdsOf, listModels, listOfModel, listWrittenBy } = registry.getRecords().writes;
  expect(listWrittenBy("sale")).toContain("base.late");
  expect(find("base.late")).toBeUndefined();
  expect(listOfModel("ir.ui.menu").map(({ xmlId }) => xmlId)).not.toContain("base.late");
  expect(listIdsOf("sale")).toEqual(["sale.group_sale", "sale.above", "sale.below"]);
  expect(find("base.access_lang")?.writes.map(({ module }) => module)).toEqual(["base", "sale"]);
  expect(listModels()).toContain("res.lang");
  expect(listOfModel("res.country")).toEqual([]);
});

test("who asks for one record reads no other module than those that write it", () => {
  const { system, getRecords } = loadRegistry(snapshot, planSystem(snapshot, QUESTION));
  const held = system.countHeldBytes();
  getRecords().writes.find("sale.group_sale");
  const own = system.countHeldBytes();
  getRecords().writes.find("base.access_lang");
  expect(own).toBeGreaterThan(held);
  expect(system.countHeldBytes() - own).toBeGreaterThan(own - held);
});

test("rights of all models are told, and which no line is for", async () => {
  const rows = await takeSteps(listModelRights(registry));
  expect(rows.map(({ model, access }) => [model, access.length])).toEqual([
    ["ir.actions.act_window", 0],
    ["ir.model", 0],
    ["ir.model.access", 0],
    ["ir.ui.menu", 0],
    ["res.groups", 0],
    ["res.lang", 2],
    ["res.users", 0],
  ]);
});

test("groups have the name that Odoo shows, behind that of their application", () => {
  const { groups } = registry.getRights();
  expect(groups.get("base.group_admin")?.fullName).toBe("Sales / Administrator");
});

test("a record without what one module writes is as others leave it", () => {
  const { findWithout } = registry.getRecords();
  expect(findWithout("base.access_lang", "sale")?.values.get("perm_unlink")).toBe(false);
  expect(findWithout("base.access_lang", "base")?.values.get("perm_unlink")).toBe(true);
  expect(findWithout("sale.group_sale", "sale")).toBeUndefined();
});

test("menus are a tree, and take over the names of actions", () => {
  const outline = (nodes: readonly object[]): readonly (string | null)[] =>
    (nodes as readonly RegistryMenu[]).flatMap(({ complete_name, children }) => [
      complete_name,
      ...outline(children),
    ]);
  expect(outline(listMenuTree(registry.getRecords()))).toEqual([
    "Root",
    "Languages",
    "Above",
    "Above/Below",
  ]);
});

test("actions without a name have that of their model", async () => {
  const all = await takeSteps(listActions(registry));
  const names = all.map(({ name, res_model: model, view_mode: mode }) => [name, model, mode]);
  expect(names).toEqual([
    ["Languages", "res.lang", "tree,form"],
    ["Groups", "res.groups", "tree,form"],
  ]);
  expect(await takeSteps(listActions(registry, "res.lang"))).toHaveLength(1);
});

// Modules that are renamed or merged: what is lost is told once, where the question asks for it, and nothing is lost but
// what the module has.
import { afterAll, expect, test } from "vitest";
import { findUpgrade } from "../../../../server/compare/upgrade/find-upgrade.js";
import { listChanges } from "../../../../server/contract/browser/upgrade-changes.js";
import type { Upgrade } from "../../../../server/contract/shape/migration/upgrade.js";
import { layUpgrade } from "../../../../server/contract/shape/migration/upgrade-layout.js";
import { isTable } from "../../../../server/faces/cells.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules, type Files } from "../../../support/world.js";

const record = (model: string, id: string): string =>
  `<record id="${id}" model="${model}"><field name="name">A</field></record>`;

const write = (depends: string, code: string, ...records: readonly string[]): Files => ({
  "__manifest__.py": `{'name': 'A', 'version': '1.0', 'depends': [${depends}], 'data': ['data.xml']}`,
  "__init__.py": `from odoo import fields, models\n${code}`,
  "data.xml": `<odoo>${records.join("")}</odoo>`,
});

const model = (head: string, ...fields: readonly string[]): string =>
  `\nclass A(models.Model):\n    ${[head, ...fields.map((name) => `${name} = fields.Char()`)].join("\n    ")}\n`;

const PARTNER = '"res.partner"';
const SHOP = [record("res.partner", "shop"), record("ir.ui.menu", "menu")];
const MENU = record("ir.ui.menu", "delivery");

// Names of modules that OpenUpgrade's lists have as renamed or merged at 17.0.
const snapshot = await openParsedModules(makeTemporaryFolder(), {
  "base 16.0": write("", model(`_name = ${PARTNER}`, "name")),
  "base 17.0": write("", model(`_name = ${PARTNER}`, "name")),
  "account 16.0": write("'base'", model('_name = "account.move"', "name", "old")),
  "account 17.0": write("'base'", model('_name = "account.move"', "name")),
  "account_sequence 16.0": write("'account'", "# Nothing."),
  "website_sale 16.0": write("'base'", model('_name = "shop"', "name", "own"), ...SHOP),
  "website_sale 17.0": write(
    "'base'",
    model('_name = "shop"', "name") +
      '\nclass Later(models.Model):\n    _inherit = "made.here"\n\nclass Maker(models.Model):\n    _name = "made.here"\n    name = fields.Char()\n',
    ...SHOP,
    MENU,
    record("res.partner", "carrier"),
  ),
  "website_sale_delivery 16.0": write(
    "'website_sale'",
    model('_inherit = "shop"', "carrier"),
    MENU,
    record("res.partner", "shop"),
    record("res.partner", "carrier"),
  ),
  "note 16.0": write(
    "'base'",
    model('_name = "note.note"', "name") + model(`_inherit = ${PARTNER}`, "note"),
    record("res.partner", "author"),
  ),
  "project_todo 17.0": write("'base'", "# Nothing.", record("res.partner", "author")),
});
afterAll(() => snapshot.close());

async function ask(...modules: readonly string[]) {
  const at = (platformVersion: string) => ({ platformVersion, modules });
  const sides = { from: snapshot, to: snapshot };
  const upgrade = await findUpgrade(sides, { from: at("16.0"), to: at("17.0") });
  const lost = listChanges(upgrade.modules).filter((one) => one.class === "data_lost");
  return {
    upgrade,
    told: lost.map((one) => `${one.module} ${one.origin} ${one.code} ${one.subject}`),
  };
}

test("a merged module without records loses nothing, and what Odoo's own loses is not its loss", async () => {
  const { upgrade, told } = await ask("account_sequence");
  expect([upgrade.verdict, upgrade.counts.changes]).toEqual(["nothing_lost", 0]);
  expect(told).toEqual(["account platform column_removed account.move old"]);
});

test("a merged module loses its own columns, and records that rows refer to", async () => {
  const { upgrade, told } = await ask("website_sale_delivery");
  expect(told).toEqual([
    "website_sale platform column_removed shop own",
    "website_sale_delivery requested module_merged website_sale_delivery → website_sale",
    "website_sale_delivery requested column_removed shop carrier",
  ]);
  expect(upgrade.counts).toMatchObject({ lost: 2, modules: 1, platform: 2 });
});

test("the new name of a module that was asked for is asked for", async () => {
  const { upgrade, told } = await ask("note");
  expect(told).toEqual([
    "project_todo requested module_renamed note → project_todo",
    "project_todo requested model_removed note.note",
    "project_todo requested column_removed res.partner note",
  ]);
  expect(upgrade.counts).toMatchObject({ asked: 1, modules: 1, lost: 3 });
  expect(upgrade.counts.listed_platform_changes.lost).toBe(3);
  expect(upgrade.counts.community_changes.lost).toBe(0);
  expect((await ask("note", "project_todo")).told).toEqual(told);
});

test("a module has one row, and there are as many rows as the numbers say", async () => {
  const names = ["account_sequence", "note", "website_sale_delivery"];
  const { upgrade } = await ask(...names);
  const tables = layUpgrade(upgrade, { total: undefined }).filter(isTable);
  const rows = tables.find(({ name }) => name === "modules")?.rows as Upgrade["modules"];
  const { modules, needed, platform } = upgrade.counts;
  expect(rows).toHaveLength(modules + needed + platform);
  expect(rows.map(({ module }) => module)).not.toContain("note");
  expect(rows.map(({ module }) => module)).toContain("account_sequence");
  expect(rows.find(({ module }) => module === "project_todo")?.renamed_from).toEqual(["note"]);
});

test("a model stands where it is made, though a class before that extends it", async () => {
  const { upgrade } = await ask("website_sale");
  const models = upgrade.modules.flatMap((one) => one.models);
  const made = models.find((one) => one.model === "made.here");
  expect(made?.definitions.to).toMatchObject([{ line: 10 }]);
});

// Changes between two snapshots that reach a database only with an update, one kind of change a
// module.
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { findUpgrade } from "../../../../server/compare/upgrade/find-upgrade.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules, type Files } from "../../../support/world.js";

const DATA = "{'data': ['data.xml', 'rows.csv']}";
const record = (value: string, more = "") =>
  `<odoo${more}><record id="one" model="ir.cron"><field name="interval_number">${value}</field></record></odoo>`;
const view = (button: string) =>
  `<odoo><record id="form" model="ir.ui.view"><field name="model">boat</field>
  <field name="arch" type="xml"><form><button name="${button}"/></form></field></record></odoo>`;
const model = (field: string, method = "pass") => `from odoo import fields, models

class Boat(models.Model):
    _name = "boat.%s"
    crew = fields.${field}

    def sail(self):
        ${method}
`;

/** Former and present files of modules. */
const MODULES: Readonly<Record<string, readonly [before: Files, after: Files]>> = {
  value: [{ "data.xml": record("1") }, { "data.xml": record("2") }],
  arch: [{ "data.xml": view("sail") }, { "data.xml": view("moor") }],
  added: [{ "data.xml": "<odoo/>" }, { "data.xml": record("1", ' noupdate="1"') }],
  removed: [{ "data.xml": record("1") }, { "data.xml": "<odoo/>" }],
  table: [{ "rows.csv": "id,name\na,A\n" }, { "rows.csv": "id,name\na,B\n" }],
  label: [{ "m.py": model('Char("Crew")') }, { "m.py": model('Char("All hands")') }],
  selection: [
    { "m.py": model("Selection([('a', 'A')])") },
    { "m.py": model("Selection([('a', 'Ah')])") },
  ],
  kept: [
    { "data.xml": record("1", ' noupdate="1"') },
    { "data.xml": record("2", ' noupdate="1"') },
  ],
  method: [{ "m.py": model("Char()") }, { "m.py": model("Char()", "return 1") }],
  moved: [{ "m.py": model("Char()") }, { "m.py": `\n\n${model("Char()")}` }],
  plain: [{ "m.py": model("Char()") }, { "m.py": model("Char()") }],
};

const NAMES = Object.keys(MODULES);

function open(side: 0 | 1): Promise<Snapshot> {
  const modules = Object.entries(MODULES).map(([name, sides]) => {
    const files = Object.entries(sides[side]).map(([file, text]) => [
      file,
      text.replace("%s", name),
    ]);
    const init = "from . import m\n";
    return [name, { "__manifest__.py": DATA, "__init__.py": init, ...Object.fromEntries(files) }];
  });
  const out = path.join(makeTemporaryFolder(), "out");
  return openParsedModules(out, Object.fromEntries(modules) as Readonly<Record<string, Files>>);
}

let snapshots: { readonly from: Snapshot; readonly to: Snapshot };

beforeAll(async () => {
  snapshots = { from: await open(0), to: await open(1) };
});

afterAll(() => {
  snapshots.from.close();
  snapshots.to.close();
});

const question = { platformVersion: "17.0", modules: NAMES, auto_install: false };

test("each module is updated, or a restart is enough", async () => {
  const { updates } = await findUpgrade(snapshots, { from: question, to: question });
  expect(updates?.update).toEqual([
    "added",
    "arch",
    "label",
    "removed",
    "selection",
    "table",
    "value",
  ]);
  expect(updates?.restart.toSorted()).toEqual(["kept", "method", "moved", "plain"]);
});

test("of one snapshot nothing changes", async () => {
  const { from } = snapshots;
  const { updates } = await findUpgrade({ from, to: from }, { from: question, to: question });
  expect([updates?.update, updates?.restart]).toEqual([[], []]);
});

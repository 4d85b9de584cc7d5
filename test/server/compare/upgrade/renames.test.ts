// Renames: reported by evidence, beside the plain lines of both names.
import { afterAll, expect, test } from "vitest";
import { findUpgrade } from "../../../../server/compare/upgrade/find-upgrade.js";
import { hasOpenUpgrade } from "../../../../server/compare/upgrade/scripts.js";
import { listChanges } from "../../../../server/contract/browser/upgrade-changes.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules } from "../../../support/world.js";

const MANIFEST = "{'name': 'A', 'version': '1.0', 'depends': ['base']}";
const IMPORT = "from odoo import fields, models\n";

const MODULES = {
  "base 16.0": { "__manifest__.py": "{'name': 'Base', 'version': '1.0', 'depends': []}" },
  "base 17.0": { "__manifest__.py": "{'name': 'Base', 'version': '1.0', 'depends': []}" },
  "base 18.0": { "__manifest__.py": "{'name': 'Base', 'version': '1.0', 'depends': []}" },
  "boat 16.0": {
    "__manifest__.py": MANIFEST,
    "__init__.py": "from . import models",
    "models.py": `${IMPORT}
class Mixin(models.AbstractModel):
    _name = "boat.mixin"
    hull = fields.Char("Number of the hull")

class Boat(models.Model):
    _name = "boat.boat"
    _inherit = "boat.mixin"
    length = fields.Float("Length over all")
    crew = fields.Integer()
`,
  },
  "boat 17.0": {
    "__manifest__.py": MANIFEST,
    "__init__.py": "from . import models",
    "models.py": `${IMPORT}
class Mixin(models.AbstractModel):
    _name = "boat.mixin"
    hull_number = fields.Char("Number of the hull")

class Boat(models.Model):
    _name = "boat.boat"
    _inherit = "boat.mixin"
    loa = fields.Float("Length over all")
    flag = fields.Char()
    people = fields.Char()
`,
  },
  // In OpenUpgrade's form, in a module that is not installed.
  "openupgrade_scripts 16.0": {
    "__manifest__.py": "{'name': 'O', 'version': '1.0'}",
    "scripts/boat/16.0.0.9/pre-migration.py": `
def migrate(env, version):
    openupgrade.rename_fields(env, [("boat.boat", "boat_boat", "crew", "flag")])
`,
  },
  "openupgrade_scripts 17.0": {
    "__manifest__.py": "{'name': 'O', 'version': '1.0'}",
    "scripts/boat/17.0.1.0/pre-migration.py": `
def migrate(env, version):
    openupgrade.rename_fields(env, [("boat.boat", "boat_boat", "crew", "people")])
`,
  },
};

const snapshot = await openParsedModules(makeTemporaryFolder(), MODULES);
afterAll(() => snapshot.close());

const side = (platformVersion: string) => ({ platformVersion, modules: ["boat"] });

test.each([
  ["16.0", "17.0", true],
  ["17.0", "18.0", false],
  // Scripts for one of two versions are not those of the way.
  ["16.0", "18.0", false],
  ["17.0", "17.0", false],
])("from %s to %s OpenUpgrade is indexed: %s", (from, to, isIndexed) => {
  expect(hasOpenUpgrade(snapshot, { from, to })).toBe(isIndexed);
});

test("fields have their other names, those of a mixin on each model that has them", async () => {
  const { modules, openupgrade_indexed } = await findUpgrade(
    { from: snapshot, to: snapshot },
    {
      from: side("16.0"),
      to: side("17.0"),
    },
  );
  expect(openupgrade_indexed).toBe(true);
  const fields = modules.flatMap((one) => one.fields);
  const told = fields.flatMap(({ model, field, changes }) =>
    changes.map(({ kind, renamed }) => `${model} ${field} ${kind} ${renamed?.field ?? "-"}`),
  );
  expect(told).toEqual([
    "boat.boat crew removed people",
    "boat.boat flag added -",
    "boat.boat hull removed hull_number",
    "boat.boat hull_number added hull",
    "boat.boat length removed loa",
    "boat.boat loa added length",
    "boat.boat people added crew",
  ]);
  const length = fields.find(({ field }) => field === "length")?.changes[0]?.renamed;
  const crew = fields.find(({ field }) => field === "crew")?.changes[0]?.renamed;
  expect(crew?.evidence).toEqual([
    {
      kind: "script",
      value: "rename_fields in openupgrade_scripts/scripts/boat/17.0.1.0/pre-migration.py:3",
    },
  ]);
  expect(length?.evidence).toEqual([{ kind: "string", value: "Length over all" }]);
  expect(listChanges(modules).map(({ subject }) => subject)).toContain("boat.boat length → loa");
});

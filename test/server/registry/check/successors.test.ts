// Names that are gone because a model or a module was renamed, by the shipped list.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { checkReferences } from "../../../../server/registry/check/check.js";
import { getRegistry } from "../../../../server/registry/loaded/registry-cache.js";
import { openParsedModules } from "../../../support/world.js";
import { RENTAL_SYSTEM } from "../rental-system.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { finishSteps } from "../../../../data/yield.js";

const out = makeTemporaryFolder();
let snapshot: Snapshot;

const LOT = `
from odoo import fields, models


class Lot(models.Model):
    _name = "NAME"

    name = fields.Char()
`;

const STAGES = `<odoo>
  <record id="stage_new" model="res.partner"><field name="name">New</field></record>
</odoo>`;

/** A count of things, under the name that a version has for its field. */
const writeCount = (field: string) => ({
  "__manifest__.py": "{'name': 'Counts', 'depends': ['base']}",
  "__init__.py": "from . import count",
  "count.py": LOT.replace("NAME", "count")
    .replace(" name =", ` ${field} =`)
    .replace("()", "('Done')"),
});

function write(depends: string, model: string) {
  return {
    "__manifest__.py": `{'name': 'Lots', 'depends': [${depends}], 'data': ['stages.xml']}`,
    "__init__.py": "from . import lot",
    "lot.py": LOT.replace("NAME", model),
    "stages.xml": STAGES,
  };
}

beforeAll(async () => {
  snapshot = await openParsedModules(out, {
    ...RENTAL_SYSTEM,
    "stock 15.0": write("", "stock.production.lot"),
    stock: write("'base'", "stock.lot"),
    "count 16.0": writeCount("quantity_done"),
    count: writeCount("quantity"),
    "note 16.0": write("", "note.stage"),
    project_todo: write("'base'", "project.stage"),
  });
});

afterAll(() => snapshot.close());

function check(modules: string, ref: string, platformVersion = "17.0") {
  const registry = getRegistry(snapshot, { platformVersion, modules: modules.split(" ") });
  return finishSteps(checkReferences(registry, [ref], [])).references[0];
}

const LOT_IS = { thing: "model", from: "stock.production.lot", to: "stock.lot", kind: "renamed" };
const NOTE_IS = { from: "note", to: "project_todo", kind: "renamed", since: "17.0" };

test.each([
  ["stock.production.lot", "stock.lot"],
  ["stock.production.lot.name", "stock.lot.name"],
  ["stock.production.lot.colour", null],
  ["stock.production.lot#write", "stock.lot#write"],
  ["stock.production.lot#action_x", null],
])("%s of a renamed model is %s", (ref, now) => {
  expect(check("stock", ref)).toMatchObject({
    exists: false,
    now: [{ ...LOT_IS, since: "16.0", ref: now }],
  });
});

test("what a system does not have under the new name either is no reference", () => {
  expect(check("rental", "stock.production.lot")).toMatchObject({
    last_version: "15.0",
    now: [{ ...LOT_IS, ref: null }],
  });
});

test("a field has the new name that the comparison of its versions has", () => {
  expect(check("count", "count.quantity_done")).toMatchObject({
    last_version: "16.0",
    now: [{ thing: "field", from: "quantity_done", to: "quantity", ref: "count.quantity" }],
  });
});

test("a later rename does not count", () => {
  expect(check("stock", "note.stage", "15.0")?.now).toEqual([]);
  expect(check("stock", "stock.lot", "15.0")?.now).toEqual([]);
});

test.each([
  ["project_todo", "project_todo.stage_new"],
  ["rental", null],
])("a record of a renamed module, where the system has %s", (modules, ref) => {
  const to = "project_todo.stage_new";
  expect(check(modules, "note.stage_new")).toMatchObject({
    exists: false,
    last_version: "16.0",
    gone_since: "17.0",
    now: [{ ...NOTE_IS, thing: "record", from: "note.stage_new", to, ref }],
  });
});

test.each(["note.stage_old", "note.stage"])(
  "%s, which nobody has: what became of the module is told",
  (ref) => {
    expect(check("project_todo", ref)?.now).toEqual([{ ...NOTE_IS, thing: "module", ref: null }]);
  },
);

test.each(["rental.lease", "rental.leas", "rental.lease.colour", "__proto__.x"])(
  "%s was never renamed",
  (ref) => {
    expect(check("rental", ref)?.now).toEqual([]);
  },
);

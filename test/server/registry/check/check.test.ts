// Check of a list of references: one line for each, with details of missing ones.
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

const OLD_LEASE = `
from odoo import fields, models


class Lease(models.Model):
    _name = "rental.lease"

    colour = fields.Char()
`;

beforeAll(async () => {
  snapshot = await openParsedModules(out, {
    ...RENTAL_SYSTEM,
    guest: {
      "__manifest__.py": "{'name': 'Guest', 'depends': ['rental'], 'data': ['res.partner.csv']}",
      "res.partner.csv": "id,name\nnot_installed.guest,Guest\n",
    },
    "rental 16.0": {
      "__manifest__.py": "{'name': 'Rental', 'depends': []}",
      "__init__.py": "from . import lease",
      "lease.py": OLD_LEASE,
    },
  });
});

afterAll(() => snapshot.close());

function check(modules: string, ...refs: readonly string[]) {
  const registry = getRegistry(snapshot, { platformVersion: "17.0", modules: modules.split(" ") });
  return finishSteps(checkReferences(registry, refs, []));
}

test.each([
  ["rental.lease", "model", ["rental models/lease.py:6", "rental_deposit lease.py:5"]],
  ["rental.lease.partner_id", "field", ["rental models/lease.py:10"]],
  ["rental.lease.partner_id.name", "field", ["base models/partner.py:16"]],
  ["rental.lease.create_date", "field", []],
  [
    "rental.lease#action_confirm",
    "method",
    ["rental models/lease.py:14", "rental_deposit lease.py:10"],
  ],
  ["rental.lease#write", "method", []],
  ["rental.lease_form", "view", ["rental views/lease.xml:2"]],
  ["rental.action_lease", "record", ["rental views/lease.xml:11"]],
  ["rental.access_lease", "record", ["rental security/ir.model.access.csv:2"]],
  ["rental.model_rental_lease", "record", []],
  ["rental.field_rental_lease__kind", "record", []],
  ["base.module_rental", "record", []],
])("%s is a %s", (ref, kind, places) => {
  const { references, counts } = check("rental_deposit", ref);
  const [found] = references;
  expect(counts).toEqual({ exist: 1, missing: 0, unknown: 0 });
  expect(found).toMatchObject({ ref, exists: true, kind, near: [] });
  expect(found?.defined.map(({ module, file, line }) => `${module} ${file}:${line}`)).toEqual(
    places,
  );
});

test("a record has the id that it is given, also that of a module that is not installed", () => {
  const { references } = check("guest", "not_installed.guest", "not_installed.other");
  expect(references).toMatchObject([
    { exists: true, kind: "record", model: "res.partner", defined: [{ module: "guest" }] },
    { exists: false },
  ]);
});

test.each([
  ["rentl.lease", "model", "rental.lease"],
  ["rental.leas", null, "rental.lease"],
  ["rental.leas", null, "rental.lease_form"],
  ["rental.acton_lease", "record", "rental.action_lease"],
  ["rental.lease.partner", "field", "partner_id"],
  ["rental.lease.partner_id.nam", "field", "name"],
  ["rental.lease#action_confrm", "method", "action_confirm"],
  ["rental.lease.action_confirm", "field", "rental.lease#action_confirm"],
])("%s does not exist, and something near does", (ref, kind, near) => {
  expect(check("rental_deposit", ref).references).toMatchObject([
    { ref, exists: false, kind, defined: [], near: expect.arrayContaining([near]) as unknown },
  ]);
});

test("a module that is not of the system may have it", () => {
  expect(check("rental", "rental.lease.deposit").references).toMatchObject([
    { exists: false, provided_by: ["rental_deposit"], last_version: null, gone_since: null },
  ]);
});

test("an earlier platform version may have had it", () => {
  expect(check("rental", "rental.lease.colour").references).toMatchObject([
    { exists: false, provided_by: [], last_version: "16.0", gone_since: "17.0" },
  ]);
});

test("names that nobody has are told apart in their order, whatever is in them", () => {
  const refs = ["", "#", "a#b#c", "...", "__proto__", "base.__proto__", "res.partner#__proto__"];
  const { references, counts } = check("base", ...refs);
  expect(references.map(({ ref }) => ref)).toEqual(refs);
  expect(counts).toEqual({ exist: 0, missing: refs.length, unknown: 0 });
});

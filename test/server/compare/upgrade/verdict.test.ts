// Verdicts of an upgrade: all installed modules count, and what the database keeps is no loss.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Snapshot } from "../../../../data/snapshot/decode.js";
import { findUpgrade } from "../../../../server/compare/upgrade/find-upgrade.js";
import { listChanges } from "../../../../server/contract/browser/upgrade-changes.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules, type Files } from "../../../support/world.js";

const write = (depends: string, code: string): Files => ({
  "__manifest__.py": `{'name': 'A', 'version': '1.0', 'depends': [${depends}]}`,
  "__init__.py": `from odoo import fields, models\n${code}`,
});

const model = (head: string, ...body: readonly string[]): string =>
  `\nclass A(models.Model):\n    ${[head, ...body].join("\n    ")}\n`;

const USERS = '_name = "res.users"';
const GROUPS = model('_name = "res.groups"', "name = fields.Char()");
const THING = '_name = "own.thing"';

let snapshot: Snapshot;

beforeAll(async () => {
  snapshot = await openParsedModules(makeTemporaryFolder(), {
    "base 18.0": write(
      "",
      GROUPS +
        model(
          USERS,
          'groups_id = fields.Many2many("res.groups", "res_groups_users_rel", "uid", "gid")',
          'old_ids = fields.Many2many("res.groups", "res_old_rel", "uid", "gid")',
        ),
    ),
    "base 19.0": write(
      "",
      GROUPS +
        model(
          USERS,
          'group_ids = fields.Many2many("res.groups", "res_groups_users_rel", "uid", "gid")',
          'new_ids = fields.Many2many("res.groups", "res_new_rel", "uid", "gid")',
        ),
    ),
    "own 18.0": write(
      "'base'",
      model(
        THING,
        "name = fields.Char()",
        "old = fields.Char()",
        "_sql_constraints = [('name_uniq', 'unique(name)', 'No'), ('kept', 'CHECK (true)', 'No'), ('goes', 'unique(old)', 'No')]",
      ),
    ),
    "own 19.0": write(
      "'base'",
      model(
        THING,
        "name = fields.Char()",
        '_name_uniq = models.UniqueIndex("(name)")',
        '_kept = models.Constraint("CHECK (true)")',
        '_more = models.Constraint("CHECK (name IS NOT NULL)")',
        '_by_name = models.Index("(name)")',
      ) +
        model(
          '_name = "own.new"',
          "name = fields.Char(required=True)",
          '_name_uniq = models.Constraint("unique(name)")',
        ),
    ),
    "leaves 18.0": write("'own'", "# Nothing."),
    "leaves 19.0": write("'base'", "# Nothing."),
    "top 18.0": write("'own'", "# Nothing."),
    "top 19.0": write("'own'", "# Nothing."),
  });
});

afterAll(() => snapshot.close());

const ask = (...modules: readonly string[]) =>
  findUpgrade(
    { from: snapshot, to: snapshot },
    { from: { platformVersion: "18.0", modules }, to: { platformVersion: "19.0", modules } },
  );

test("what a needed module loses is lost; what Odoo's own lose is counted apart", async () => {
  const { verdict, counts, modules } = await ask("top");
  expect(verdict).toBe("data_lost");
  expect(counts).toMatchObject({ asked: 1, modules: 1, needed: 1, platform: 1, lost: 0 });
  expect(counts.needed_changes).toMatchObject({ data_lost: 1, lost: 1, may_fail: 1, failing: 1 });
  expect(counts.platform_changes.lost).toBe(1);
  expect(counts.judged_changes.lost).toBe(1);
  expect(modules.map((one) => [one.module, one.origin])).toEqual([
    ["base", "platform"],
    ["own", "dependency"],
    ["top", "requested"],
  ]);
});

test("each change says what becomes of which table", async () => {
  const { modules } = await ask("own");
  const told = listChanges(modules).map(({ code, subject, table }) => [code, subject, table]);
  expect(told.toSorted()).toEqual([
    ["column_added", "res.users new_ids", undefined],
    ["column_removed", "own.thing old", "own_thing"],
    ["constraint_added", "own.constraint_own_thing_more", undefined],
    ["constraint_removed", "own.constraint_own_thing_goes", undefined],
    ["field_of_model", "own.constraint_own_new_name_uniq", undefined],
    ["field_of_model", "own.new name", undefined],
    ["index_changed", "own.constraint_own_thing_by_name", undefined],
    ["model_added", "own.new", undefined],
    ["relation_removed", "res.users old_ids", "res_old_rel"],
    ["relation_renamed", "res.users group_ids", undefined],
    ["relation_renamed", "res.users groups_id", undefined],
  ]);
});

test("what is installed stays so, though nobody needs it any more", async () => {
  const { plan, modules } = await ask("leaves");
  expect(plan.to).toEqual(["base", "leaves", "own"]);
  expect(modules.map(({ module, state }) => [module, state])).toEqual([
    ["base", "compared"],
    ["leaves", "compared"],
    ["own", "compared"],
  ]);
  expect(modules.flatMap(({ models }) => models.map(({ change }) => change))).toEqual(["added"]);
});

test("a name that nobody has is no upgrade without losses", async () => {
  const { verdict, counts, missing_modules: missing } = await ask("ownn");
  expect([verdict, counts.asked, counts.unknown_names]).toEqual(["unknown_names", 1, 1]);
  expect(missing).toMatchObject([
    { platform_version: "18.0", technical_name: "ownn", reason: "unknown_name", near: ["own"] },
    { platform_version: "19.0", technical_name: "ownn", reason: "unknown_name", near: ["own"] },
  ]);
  expect((await ask("own", "ownn")).verdict).toBe("data_lost");
});

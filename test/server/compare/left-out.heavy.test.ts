// Comparison of two versions with modules left out of the index: every statement holds for the
// whole index, and an answer that calls itself complete has all.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { takeSteps } from "../../../data/yield.js";
import { listApiChanges } from "../../../server/compare/api/list-changes.js";
import { findModuleDiff } from "../../../server/compare/diff/module-diff.js";
import { findUpgrade } from "../../../server/compare/upgrade/find-upgrade.js";
import { listChanges } from "../../../server/contract/browser/upgrade-changes.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { openParsedModules, type Files, type Modules } from "../../support/world.js";

const model = (head: string, ...body: readonly string[]): string =>
  `\nclass A(models.Model):\n    ${[head, ...body].join("\n    ")}\n`;

const write = (depends: string, code: string, data = ""): Files => ({
  "__manifest__.py": `{'name': 'A', 'version': '1.0', 'depends': [${depends}], 'data': ['data.xml']}`,
  "__init__.py": `from odoo import fields, models\n${code}`,
  "data.xml": `<odoo><record id="of_${code.length}" model="ir.cron"><field name="name">O</field></record>${data}</odoo>`,
});

/** A record that two modules have under one local id, and a model and a field that two modules define. */
const JOB = '<record id="job" model="ir.cron"><field name="name">J</field></record>';
const shared = (field: string): string =>
  model('_name = "shared.thing"', `${field} = fields.Char()`);

/** A comodel that a related field elsewhere has. */
const BOSS = 'boss_id = fields.Many2one("res.users")';

const WORLD: Modules = {
  "base 16.0": write("", model('_name = "res.users"', "login = fields.Char()", BOSS)),
  "base 17.0": write("", model('_name = "res.users"', "login = fields.Char(required=True)", BOSS)),
  "mail 16.0": write(
    "'base'",
    model('_name = "mail.thread"', "message = fields.Char()", "note = fields.Char()"),
  ),
  "mail 17.0": write("'base'", model('_name = "mail.thread"', "message = fields.Char()")),
  "own 16.0": write(
    "'mail'",
    model(
      '_name = "own.thing"',
      '_inherit = ["mail.thread"]',
      "title = fields.Char()",
      "kind = fields.Char()",
      'user_id = fields.Many2one("res.users")',
      'boss_id = fields.Many2one(related="user_id.boss_id", store=True)',
      'user_ids = fields.Many2many("res.users")',
      "def go(self): return 1",
    ) + model('_inherit = "res.users"', "things = fields.Integer()"),
  ),
  "own 17.0": write(
    "'mail'",
    model(
      '_name = "own.thing"',
      '_inherit = ["mail.thread"]',
      "title = fields.Text()",
      'user_id = fields.Many2one("res.users")',
      'boss_id = fields.Many2one(related="user_id.boss_id", store=True)',
      'user_ids = fields.Many2many("res.users")',
    ),
  ),
  "own_extra 16.0": write(
    "'own'",
    model('_inherit = "own.thing"', "extra = fields.Char()") +
      model('_name = "own.extra"', 'thing_id = fields.Many2one("own.thing")'),
  ),
  "own_extra 17.0": write("'own'", model('_inherit = "own.thing"', "other = fields.Integer()")),
  "left 16.0": write("'base'", shared("code"), JOB),
  "left 17.0": write("'base'", "# Nothing is left."),
  "right 16.0": write("'base'", "# Nothing yet."),
  "right 17.0": write("'base'", shared("code"), JOB),
  "both 16.0": write("'left', 'right'", model('_inherit = "shared.thing"', "more = fields.Char()")),
  "both 17.0": write(
    "'left', 'right'",
    model('_inherit = "shared.thing"', "more = fields.Char()", "most = fields.Char()"),
  ),
  "lone 16.0": write("'base'", model('_name = "lone.one"', "old = fields.Char()")),
  "lone 17.0": write("'base'", model('_name = "lone.one"', "new = fields.Date()")),
};

const SYSTEMS = ["own", "own_extra", "lone", "own_extra lone", "both", "left", "both own_extra"];

const MODULES = [...new Set(Object.keys(WORLD).map((name) => name.split(" ")[0] ?? ""))];

const API_CHANGES = {
  from: "16.0",
  to: "17.0",
  model: undefined,
  kind: undefined,
  change: undefined,
  limit: 1000,
  offset: 0,
};

interface Told {
  readonly complete: boolean;
  readonly rows: readonly string[];
}

/** Rows that say that something is not told are none. */
const STATES: ReadonlySet<string> = new Set(["module_not_ported", "module_not_known"]);

async function tell(snapshot: Snapshot): Promise<ReadonlyMap<string, Told>> {
  const told = new Map<string, Told>();
  const has = (version: string) => snapshot.versions.includes(version);
  if (!has("16.0") || !has("17.0")) return told;
  for (const system of SYSTEMS) {
    const modules = system.split(" ");
    const { complete, modules: own } = await findUpgrade(
      { from: snapshot, to: snapshot },
      { from: { platformVersion: "16.0", modules }, to: { platformVersion: "17.0", modules } },
    );
    const rows = listChanges(own)
      .filter(({ code }) => !STATES.has(code))
      // Whether another module has a record under the same local id is known of what is indexed.
      .map(({ module, code, subject }) =>
        [module, code.replace(/^record_(renamed|added|removed)$/, "record"), subject].join(" "),
      );
    told.set(`upgrade of ${system}`, { complete, rows });
  }
  for (const module of MODULES) {
    const found = await listApiChanges(snapshot, { ...API_CHANGES, module });
    if (!found.found) continue;
    const { changes, complete } = found.value.body;
    // Parts of an unneeded module may be anywhere; a needed module's part is gone, a model with its
    // fields.
    const isGone = (row: (typeof changes)[number]) =>
      row.change === "removed" || row.change === "moved";
    const gone = new Set(
      changes.filter((row) => row.kind === "model" && isGone(row)).map((row) => row.model),
    );
    const rows = changes
      .filter((row) => row.complete && (row.kind === "model" || !gone.has(row.model)))
      .map((row) => {
        const became = isGone(row) ? "gone" : row.change;
        return `${row.module} ${became} ${row.kind} ${row.model} ${row.name ?? ""}`;
      });
    told.set(`API of ${module}`, { complete, rows });
    const filter = { from: "16.0", to: "17.0", org: undefined, repo: undefined };
    const diff = await takeSteps(findModuleDiff(snapshot, module, filter));
    if (!diff.found) continue;
    const { complete: isWhole, not_indexed: _, not_indexed_count: __, ...body } = diff.value;
    told.set(`diff of ${module}`, { complete: isWhole, rows: isWhole ? listLeaves(body) : [] });
  }
  return told;
}

/** Statements of an answer, a line each. */
function listLeaves(value: unknown, at = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [`${at} ${String(value)}`];
  return Object.entries(value).flatMap(([key, inner]) => listLeaves(inner, `${at}.${key}`));
}

const out = makeTemporaryFolder();

const openOf = (isLeft: (name: string) => boolean) =>
  openParsedModules(
    out,
    Object.fromEntries(Object.entries(WORLD).filter(([name]) => isLeft(name))),
  );

async function tellWithout(names: readonly string[]) {
  const snapshot = await openOf((name) => !names.includes(name));
  try {
    return await tell(snapshot);
  } finally {
    snapshot.close();
  }
}

const whole = await tellWithout([]);

test("of a whole index everything is told", () => {
  expect([...whole.values()].every(({ complete }) => complete)).toBe(true);
  expect(whole.get("upgrade of own_extra")?.rows).toContain("own_extra model_removed own.extra");
});

test("what an index without some modules tells is told of the whole", async () => {
  const some = fc.subarray(Object.keys(WORLD), { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(some, async (names) => {
      for (const [question, { complete, rows }] of await tellWithout(names)) {
        const all = whole.get(question)?.rows ?? [];
        expect({ question, rows: rows.filter((row) => !all.includes(row)) }).toEqual({
          question,
          rows: [],
        });
        if (complete) expect({ question, rows }).toEqual({ question, rows: all });
      }
    }),
    { seed: 55, numRuns: 15 },
  );
});

test("two indexes, each of one version, tell of an upgrade what one tells of both", async () => {
  const from = await openOf((name) => name.endsWith("16.0"));
  const to = await openOf((name) => name.endsWith("17.0"));
  const both = await openOf(() => true);
  try {
    for (const system of SYSTEMS) {
      const modules = system.split(" ");
      const question = {
        from: { platformVersion: "16.0", modules },
        to: { platformVersion: "17.0", modules },
      };
      const { modules: apart } = await findUpgrade({ from, to }, question);
      const { modules: together } = await findUpgrade({ from: both, to: both }, question);
      expect(apart).toEqual(together);
    }
  } finally {
    for (const one of [from, to, both]) one.close();
  }
});

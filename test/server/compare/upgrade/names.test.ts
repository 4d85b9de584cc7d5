// Renames are reported once; a module outside the index neither goes nor comes.
import { afterAll, expect, test } from "vitest";
import { findUpgrade } from "../../../../server/compare/upgrade/find-upgrade.js";
import { listChanges } from "../../../../server/contract/browser/upgrade-changes.js";
import type { Upgrade } from "../../../../server/contract/shape/migration/upgrade.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { openParsedModules, type Files, type Modules } from "../../../support/world.js";

const write = (depends: string, code: string): Files => ({
  "__manifest__.py": `{'name': 'A', 'version': '1.0', 'depends': [${depends}], 'data': ['data.xml']}`,
  "__init__.py": `from odoo import fields, models\n${code}`,
  "data.xml": `<odoo><record id="one" model="ir.cron"><field name="name">O</field></record></odoo>`,
});

const USERS = `
class Users(models.Model):
    _name = "res.users"
    _order = "login"
    login = fields.Char()
`;

const queue = (model: string, more = ""): string => `
class Job(models.Model):
    _name = "${model}"
    _sql_constraints = [("name_uniq", "unique(name)", "Once")]
    name = fields.Char()
    when = fields.Datetime()
    user_id = fields.Many2one("res.users")
    method = fields.Char()
${more}

class Log(models.Model):
    _name = "queue.log"
    job_id = fields.Many2one("${model}")
`;

const users = (field: string): string => `
class Users(models.Model):
    _inherit = "res.users"
    ${field} = fields.Integer()
`;

const CORE: Modules = {
  "base 16.0": write("", USERS),
  "base 17.0": write("", USERS),
};

const OWN: Modules = {
  "queue 16.0": write("'base'", queue("queue.task") + users("jobs")),
  "queue 17.0": write("'base'", queue("queue.job", "    state = fields.Char()")),
  "stranger 16.0": write("'base'", users("odd")),
  "stranger 17.0": write("'base'", users("odd")),
};

const snapshots = {
  whole: await openParsedModules(makeTemporaryFolder(), { ...CORE, ...OWN }),
  own: await openParsedModules(makeTemporaryFolder(), OWN),
  later: await openParsedModules(makeTemporaryFolder(), {
    ...OWN,
    "base 17.0": CORE["base 17.0"] as Files,
  }),
};
afterAll(() => Object.values(snapshots).forEach((one) => one.close()));

const ask = (name: keyof typeof snapshots, ...modules: readonly string[]): Promise<Upgrade> =>
  findUpgrade(
    { from: snapshots[name], to: snapshots[name] },
    { from: { platformVersion: "16.0", modules }, to: { platformVersion: "17.0", modules } },
  );

const tell = ({ modules }: Upgrade): readonly string[] =>
  listChanges(modules).map(({ module, code, subject }) => `${module} ${code} ${subject}`);

const CHANGES = [
  "queue model_renamed queue.task → queue.job",
  "queue column_added queue.task state",
  "queue column_removed res.users jobs",
];

test("a model of another name is one change, and what is the same of it is none", async () => {
  const told = tell(await ask("whole", "queue"));
  expect(told).toEqual(CHANGES.map((line) => line.replace("queue.task state", "queue.job state")));
});

test("of what is not indexed nothing goes or comes, with or without others in the list", async () => {
  const alone = tell(await ask("own", "queue"));
  expect(alone).toEqual(tell(await ask("whole", "queue")));
  expect(tell(await ask("own", "queue", "stranger"))).toEqual(alone);
});

test("what is indexed afterwards alone is not new", async () => {
  const upgrade = await ask("later", "queue", "stranger");
  const told = tell(upgrade).filter((line) => !line.includes("module_not_known"));
  expect(told).toEqual(
    tell(await ask("whole", "queue")).filter((one) => !one.includes("res.users")),
  );
  const base = upgrade.modules.find(({ module }) => module === "base");
  expect(base).toMatchObject({ state: "not_known", models: [], fields: [], records: [] });
});

/** Changes of `queue` between two texts of it, with other modules beside it. */
async function tellQueue(
  modules: Modules,
  before: string,
  after: string,
): Promise<readonly string[]> {
  const snapshot = await openParsedModules(makeTemporaryFolder(), {
    ...modules,
    "queue 16.0": write("'base'", before),
    "queue 17.0": write("'base'", after),
  });
  const names = ["queue"];
  const upgrade = await findUpgrade(
    { from: snapshot, to: snapshot },
    {
      from: { platformVersion: "16.0", modules: names },
      to: { platformVersion: "17.0", modules: names },
    },
  );
  snapshot.close();
  return tell(upgrade);
}

test("a model that nobody makes loses no column where no class of it is left", async () => {
  const strange = users("jobs").replace("res.users", "stranger.group");
  expect(await tellQueue(CORE, strange, "")).toEqual([]);
  expect(await tellQueue(CORE, "", strange)).toEqual([]);
  expect(await tellQueue({}, users("jobs"), "")).toEqual(["queue column_removed res.users jobs"]);
});

const extend = (given: string): string => `
class Users(models.Model):
    _inherit = "res.users"
    kind = fields.Selection(${given})
`;

test("of a selection that nobody begins nothing is known but keys", async () => {
  const whole = "[('a', 'A'), ('own', 'Own')]";
  const [added, required] = [
    extend("selection_add=[('own', 'Own')]"),
    extend(`${whole}, required=True`),
  ];
  expect(await tellQueue(CORE, added, required)).toEqual([
    "queue selection_unknown res.users kind",
  ]);
  expect(await tellQueue(CORE, added, "")).toEqual([]);
  expect(await tellQueue(CORE, extend(whole), required)).toEqual([
    "queue now_required res.users kind",
  ]);
});

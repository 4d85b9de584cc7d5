// Systems with modules left out of the index: every certain statement equals that of the whole
// index.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { PlanQuestion } from "../../../server/contract/browser/plan-question.js";
import { checkReferences } from "../../../server/registry/check/check.js";
import { getRegistry } from "../../../server/registry/loaded/registry-cache.js";
import { layPlan } from "../../../server/contract/shape/system/plan-layout.js";
import { renderTerminal } from "../../../server/faces/terminal.js";
import { planSystem } from "../../../server/registry/system-cache.js";
import { openParsedModules, type Files, type Modules } from "../../support/world.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { finishSteps } from "../../../data/yield.js";
import { countCases } from "../../support/properties.js";

/** One of which there is no table of manifests of the platform. */
const VERSION = "13.0";

const out = makeTemporaryFolder();

const model = (name: string, body: string): string =>
  `
class ${name}:
`.replace(`${name}:`, `${name}(models.Model):\n    ${body.split("\n").join("\n    ")}`);

function write(depends: string, code: string, options = "", data = ""): Files {
  return {
    "__manifest__.py": `{'name': 'X', 'depends': [${depends}], 'data': ['data.xml'], ${options}}`,
    "__init__.py": `from odoo import fields, models\n${code}`,
    "data.xml": `<odoo>${data}</odoo>`,
  };
}

const view = (id: string, inherits: string, arch: string): string =>
  `<record id="${id}" model="ir.ui.view"><field name="model">own.thing</field>${inherits}<field name="arch" type="xml">${arch}</field></record>`;

/** `base`, `mail` and `sale` are names of the platform; `own` is of others. */
const WORLD: Modules = {
  base: write(
    "",
    model("Base", '_name = "base"') +
      model("Users", '_name = "res.users"\nname = fields.Char()\ndef write(self, v): return True'),
  ),
  mail: write("'base'", model("Thread", '_name = "mail.thread"\nmessage = fields.Char()')),
  sale: write("'mail'", model("Order", '_name = "sale.order"\ntotal = fields.Float()')),
  own: write(
    "'base'",
    model(
      "Thing",
      '_name = "own.thing"\ntitle = fields.Char()\nuser_id = fields.Many2one("res.users")\nlogin = fields.Char(related="user_id.name")\ndef action_go(self): return 1\ndef create(self, v): return 1',
    ),
    "",
    view("thing_form", "", '<form><field name="title"/></form>'),
  ),
  own_extra: write(
    "'own'",
    model("Thing", '_inherit = "own.thing"\nextra = fields.Char()\ndef action_go(self): return 2'),
    "",
    view(
      "thing_extra",
      '<field name="inherit_id" ref="own.thing_form"/>',
      '<field name="title" position="after"><field name="extra"/></field>',
    ),
  ),
  own_mail: write(
    "'own_extra', 'mail'",
    model(
      "Talk",
      '_name = "own.talk"\n_inherit = ["mail.thread"]\nthing_id = fields.Many2one("own.thing")',
    ),
  ),
  own_sale: write(
    "'own_extra', 'sale'",
    model(
      "Order",
      '_inherit = "sale.order"\nthing_id = fields.Many2one("own.thing")\ndef action_go(self): return 3',
    ),
    "'auto_install': True,",
  ),
  aa_last: write(
    "'own_mail', 'own_sale'",
    model("Thing", '_inherit = "own.thing"\nlast = fields.Char()\ndef action_go(self): return 4'),
  ),
};

const SYSTEMS = ["own", "own_extra", "own_mail", "aa_last", "own_extra sale", "own_sale own_mail"];

const REFS = `
  own.thing own.talk sale.order res.users mail.thread no.model own.thing.title own.thing.extra own.thing.last
  own.thing.nothing own.thing.user_id.name own.thing.user_id.nothing own.thing#action_go own.thing#create
  own.thing#nothing own.talk.message own.talk.nothing sale.order.total sale.order.thing_id.title
  sale.order#action_go sale.order.nothing own.thing_form own.nothing sale.nothing own_extra.thing_extra no.record
`
  .trim()
  .split(/\s+/);

const LEFT_OUT = [["base", "mail", "sale"], ["mail"], ["own"], ["own_extra"]];

/** Self-installing modules without a dependent are unknowable. */
const MAY_BE_LEFT_OUT = Object.keys(WORLD).filter((name) => name !== "own_sale");

type Answers = ReadonlyMap<string, unknown>;

/** Comparable part of each answer; `undefined` if it claims uncertainty. */
function answer(snapshot: Snapshot): Answers {
  const answers = new Map<string, unknown>();
  for (const modules of SYSTEMS) {
    const question: PlanQuestion = { platformVersion: VERSION, modules: modules.split(" ") };
    const { plan } = planSystem(snapshot, question);
    answers.set(`${modules}: plan`, plan.complete ? plan.modules : undefined);
    const registry = getRegistry(snapshot, question);
    for (const one of finishSteps(checkReferences(registry, REFS, [])).references) {
      const { ref, exists, kind, model: on, name, defined, gone_since } = one;
      const whole = { exists, kind, on, name, defined, gone_since };
      answers.set(`${modules}: ${ref}`, one.complete ? whole : undefined);
      if (exists !== null) answers.set(`${modules}: ${ref} exists`, exists);
    }
    for (const name of registry.models.listModels()) {
      const fields = registry.models.findModel(name)?.fieldNames;
      const isKnown = registry.known.listOfFields(name).length === 0;
      answers.set(`${modules}: fields of ${name}`, isKnown ? fields : undefined);
    }
  }
  return answers;
}

async function answerWithout(names: readonly string[]): Promise<Answers> {
  const left = Object.entries(WORLD).filter(([name]) => !names.includes(name));
  const snapshot = await openParsedModules(
    out,
    Object.fromEntries(left.map(([name, files]) => [`${name} ${VERSION}`, files])),
  );
  try {
    return answer(snapshot);
  } finally {
    snapshot.close();
  }
}

const whole = await answerWithout([]);

test("of a whole index everything is known", () => {
  const unknown = [...whole].filter(([, value]) => value === undefined || value === null);
  expect(unknown).toEqual([]);
});

/** @returns what it says of what is known and of what the whole index says of the same */
async function compareWithout(names: readonly string[]) {
  const known = [...(await answerWithout(names))].filter(([, value]) => value !== undefined);
  return {
    known: Object.fromEntries(known),
    expected: Object.fromEntries(known.map(([name]) => [name, whole.get(name)])),
  };
}

test.each(LEFT_OUT.map((names) => [names.join(", "), names] as const))(
  "without %s what is known is as with them, and much is",
  async (_, names) => {
    const { known, expected } = await compareWithout(names);
    const decided = Object.values(known).filter((value) => typeof value === "boolean");
    expect(decided.length).toBeGreaterThan(20);
    expect(known).toEqual(expected);
  },
);

test("without any others what is known is as with them", async () => {
  const some = fc.subarray(MAY_BE_LEFT_OUT, { minLength: 1 });
  await fc.assert(
    fc.asyncProperty(some, async (names) => {
      const { known, expected } = await compareWithout(names);
      expect(known).toEqual(expected);
    }),
    { seed: 36, numRuns: countCases(10) },
  );
});

test("without manifests of what modules need their order is as far as it is known, without numbers", async () => {
  const left = Object.entries(WORLD).filter(([name]) => !["mail", "sale"].includes(name));
  const modules = Object.fromEntries(left.map(([name, files]) => [`${name} ${VERSION}`, files]));
  const snapshot = await openParsedModules(out, modules);
  const find = (...names: readonly string[]) =>
    planSystem(snapshot, { platformVersion: VERSION, modules: names }).plan;
  const plan = find("own_sale", "own_mail");
  expect(plan.load_order).toEqual({ known: false, unplaced: ["own_mail", "own_sale"] });
  expect(plan.not_indexed).toEqual(["mail", "sale"]);
  const text = renderTerminal(layPlan(plan));
  expect(text).toContain("Odoo's exact load order is unknown");
  expect(text).toMatch(/Missing:\n.*\n\s+mail +not indexed .*\n\s+sale +not indexed /);
  // Each of them needs the one before.
  expect(find("own_mail").load_order).toEqual({ known: true, unplaced: ["own_mail"] });
  expect(find("own_extra")).toMatchObject({ complete: true, not_indexed_count: 0 });
  snapshot.close();
});

// Rights of one system: changes by a module, and permissions of a user; and views later than the
// stop module.
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { realpathSync } from "node:fs";
import { UNWATCHED_STATE } from "../../../server/live/service-state.js";
import { openLookup, type Lookup } from "../../../server/lookup/lookup.js";
import { answerQuestion } from "../../../server/routes/ask.js";
import { ROUTES } from "../../../server/routes/routes.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { openParsedModules, type Modules } from "../../support/world.js";

const rule = (id: string, fields: string): string =>
  `<record id="${id}" model="ir.rule">${fields}</record>`;

const MODULES: Modules = {
  base: {
    "__manifest__.py":
      "{'name': 'Base', 'depends': [], 'data': ['data.xml', 'ir.model.access.csv']}",
    "__init__.py": `
from odoo import fields, models


class Partner(models.Model):
    _name = "res.partner"
    name = fields.Char()


class Bus(models.Model):
    _name = "bus.bus"
`,
    "data.xml": `<odoo>
  <record id="group_user" model="res.groups"/>
  <record id="group_portal" model="res.groups"/>
  ${rule("own", '<field name="model_id" ref="model_res_partner"/><field name="domain_force">[("a", "=", 1)]</field>')}
  ${rule("portal", '<field name="model_id" ref="model_res_partner"/><field name="groups" eval="[(4, ref(\'group_portal\'))]"/>')}
</odoo>`,
    "ir.model.access.csv": `id,name,model_id/id,group_id/id,perm_read,perm_write,perm_create,perm_unlink
all,all,model_res_partner,,1,0,0,0
user,user,model_res_partner,group_user,1,1,0,0
bus,bus,model_bus_bus,,0,0,0,0
`,
  },
  sale: {
    "__manifest__.py": "{'name': 'Sale', 'depends': ['base'], 'data': ['data.xml']}",
    "__init__.py": `
from odoo import models


class Order(models.Model):
    _name = "sale.order"
`,
    "data.xml": `<odoo>
  <record id="group_sale" model="res.groups"/>
  <record id="base.all" model="ir.model.access"><field name="active" eval="False"/></record>
  ${rule("base.own", '<field name="active" eval="False"/>')}
  <record id="form" model="ir.ui.view"><field name="model">sale.order</field><field name="arch" type="xml"><form/></field></record>
</odoo>`,
  },
};

let lookup: Lookup;

beforeAll(async () => {
  const out = makeTemporaryFolder();
  (await openParsedModules(out, MODULES)).close();
  lookup = await openLookup(realpathSync(path.join(out, "current")), { embedder: {} });
});

afterAll(() => lookup.close());

async function ask(about: string, question: Readonly<Record<string, string>> = {}) {
  const request = { lookup, routes: ROUTES, state: UNWATCHED_STATE, accept: undefined };
  const asked = { platform_version: "17.0", modules: "sale", ...question };
  const answer = await answerQuestion(request, `/v1/registry/${about}`, asked, 5_000);
  return (answer as { readonly body: Readonly<Record<string, unknown>> }).body;
}

describe("what a module changes", () => {
  test("are also lines and rules of others that it switches off, with what they said", async () => {
    const { models } = await ask("access", { module: "sale" });
    expect(models).toEqual([
      {
        model: "res.partner",
        access: [{ xml_id: "base.all", group: null, permissions: "r", active: false, before: "r" }],
        rules: ["base.own"],
        written_rules: [
          {
            xml_id: "base.own",
            domain: '[("a", "=", 1)]',
            groups: [],
            permissions: "rwcu",
            active: false,
            before: { domain: '[("a", "=", 1)]', groups: [], permissions: "rwcu", active: true },
          },
        ],
      },
      { model: "sale.order", access: [], rules: [], written_rules: [] },
    ]);
  });

  test("are models that it makes and nobody may use", async () => {
    const { models } = await ask("access", { module: "sale", granted_to: "nobody" });
    expect(models).toMatchObject([{ model: "sale.order" }]);
  });
});

test("a line that allows nothing is for nobody", async () => {
  const { models } = await ask("access", { granted_to: "nobody" });
  expect(models).toMatchObject([{ model: "bus.bus" }, { model: "sale.order" }]);
  expect(await ask("access", { granted_to: "everyone" })).toMatchObject({ total: 0 });
});

describe("what a user may do", () => {
  test.each(["sale.group_sale", "base.group_user", "base.group_portal"])(
    "with %s is the same of the group and of the model",
    async (group) => {
      const { with: held, models, rules } = await ask("{kind}/{id}", { kind: "groups", id: group });
      const model = "res.partner";
      const { allowed } = await ask("access/{model}", { model, groups: group });
      const { [model]: permissions = "" } = models as Record<string, string>;
      const { [model]: ids = [] } = rules as Record<string, string[]>;
      expect(allowed).toMatchObject({ groups: held, permissions, rules: ids });
      const isPortal = group === "base.group_portal";
      expect([permissions, ids]).toEqual(isPortal ? ["", ["base.portal"]] : ["rw", []]);
    },
  );

  test("with a group that nobody makes is refused", async () => {
    const question = { model: "res.partner", groups: "base.group_usr" };
    await expect(ask("access/{model}", question)).rejects.toMatchObject({
      code: "not_in_system",
      message: expect.stringContaining("base.group_usr") as unknown,
    });
  });

  test("is held by the rules that groups bring, beside those for everyone", async () => {
    const modules = "base";
    const { rules } = await ask("{kind}/{id}", {
      modules,
      kind: "groups",
      id: "base.group_portal",
    });
    expect(rules).toEqual({ "res.partner": ["base.portal"] });
    const question = { modules, model: "res.partner", groups: "base.group_portal" };
    const { allowed } = await ask("access/{model}", question);
    expect(allowed).toMatchObject({ rules: ["base.own", "base.portal"] });
  });
});

test("a view that comes later than a module is not there yet, which is told", async () => {
  const question = { xml_id: "sale.form", at: "base" };
  await expect(ask("views/{xml_id}", question)).rejects.toMatchObject({
    code: "not_in_system",
    message:
      'The view "sale.form" is not there yet after base: sale, which is loaded later, makes it.',
  });
});

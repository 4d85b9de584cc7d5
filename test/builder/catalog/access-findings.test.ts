// Rights that only all modules of a version together tell: inline modules in, one line a fault out.
import { describe, expect, test } from "vitest";
import { listAccessFindings } from "../../../builder/catalog/access-findings.js";
import { parseModule } from "../../support/parse-module.js";
import { testLong } from "../../support/properties.js";

type Files = Readonly<Record<string, string>>;

/** A module of one repository at a platform version, and the diagnostics of its own files. */
function read(technicalName: string, files: Files, version = "17.0") {
  const data = Object.keys(files).filter((path) => /\.(?:xml|csv)$/.test(path));
  const all = { "__manifest__.py": `{"data": ${JSON.stringify(data)}}`, ...files };
  const { value, diagnostics } = parseModule(
    Object.entries(all).map(([path, text]) => ({ path, bytes: Buffer.from(text) })),
    { technicalName, manifestPath: "__manifest__.py" },
  );
  const head = {
    technical_name: technicalName,
    organization: "acme",
    repository: "sales",
    branch: version,
    platform_version: version,
    source_path: technicalName,
  };
  return { module: { head, access: value.access } as never, diagnostics };
}

const list = (...modules: readonly ReturnType<typeof read>[]) =>
  listAccessFindings(modules.map(({ module }) => module)).map(
    ({ path, line, code, detail }) => `${path}:${line} ${code} ${detail}`,
  );

const MODELS = {
  "__init__.py": "from . import models\n",
  "models.py": `from odoo import fields, models

class Visit(models.Model):
    _name = "acme.visit"
    name = fields.Char()

class Wizard(models.TransientModel):
    _name = "acme.wizard"

class Mixin(models.AbstractModel):
    _name = "acme.mixin"

class Partner(models.Model):
    _name = "res.partner"
    _inherit = "res.partner"
`,
};

const BROKEN = `<odoo><record id="a" model="res.partner"/><record></odoo>`;

const LINES = "id,name,model_id:id,group_id:id,perm_read\na,a,model_acme_visit,,1\n";

describe("models without an access line", () => {
  test("are told by their names, also where one looks like an id", () => {
    const models = {
      ...MODELS,
      "models.py": MODELS["models.py"].replaceAll("acme.visit", "acme.model_visit"),
    };
    const lines = LINES.replace("model_acme_visit", "model_acme_model_visit");
    const files = { ...models, "security/ir.model.access.csv": lines };
    expect(list(read("acme", files, "13.0"))).toEqual([]);
    expect(list(read("acme", models, "13.0"))).toEqual([
      "acme/models.py:3 model_without_access acme.model_visit",
    ]);
  });

  test("those that a class makes, wizards since 14.0", () => {
    const visit = "acme/models.py:3 model_without_access acme.visit";
    expect(list(read("acme", MODELS, "13.0"))).toEqual([visit]);
    expect(list(read("acme", MODELS, "14.0"))).toEqual([
      visit,
      "acme/models.py:7 model_without_access acme.wizard",
    ]);
  });

  test("a line of any module of the version guards a model", () => {
    const rights = {
      "security/ir.model.access.csv": LINES.replace("model_acme", "acme.model_acme"),
    };
    const found = (version: string) => list(read("acme", MODELS), read("rights", rights, version));
    expect(found("17.0")).toEqual(["acme/models.py:7 model_without_access acme.wizard"]);
    expect(found("16.0")).toHaveLength(2);
  });

  test("nothing is said where a line does not tell its model, or a file is broken", () => {
    const search = `<odoo><record id="a" model="ir.model.access">
      <field name="model_id" search="[('name', '=', 'Visit')]"/></record></odoo>`;
    expect(list(read("acme", { ...MODELS, "rights.xml": search }))).toEqual([]);
    expect(list(read("acme", { ...MODELS, "rights.xml": BROKEN }))).toEqual([]);
  });
});

describe("groups that nobody makes", () => {
  const base = read("base", {
    "groups.xml": `<odoo><record id="group_user" model="res.groups"/></odoo>`,
  });

  test("in lines, rules, menus, fields, archs, each named once", () => {
    const uses = {
      "a.xml": `<odoo>
<record id="group_boss" model="res.groups"><field name="implied_ids" eval="[(4, ref('base.group_usr'))]"/></record>
<record id="r" model="ir.rule"><field name="groups" eval="[(4, ref('group_bos'))]"/></record>
<menuitem id="m" groups="base.group_user,-base.group_menu"/>
<record id="v" model="ir.ui.view"><field name="model">x</field><field name="arch" type="xml">
<form><field name="a" groups="base.group_arch,!base.group_menu"/></form></field></record>
</odoo>`,
      "security/ir.model.access.csv": `${LINES}b,b,model_acme_wizard,base.group_cell,1\n`,
    };
    const groups = `fields.Char(groups="base.group_user,acme.group_gone")`;
    const models = MODELS["models.py"].replace("fields.Char()", groups);
    expect(list(base, read("acme", { ...MODELS, ...uses, "models.py": models }))).toEqual([
      "acme/security/ir.model.access.csv:3 group_unknown base.group_cell",
      "acme/a.xml:3 group_unknown acme.group_bos",
      "acme/a.xml:4 group_unknown base.group_menu",
      "acme/a.xml:2 group_unknown base.group_usr",
      "acme/a.xml:5 group_unknown base.group_arch",
      "acme/models.py:5 group_unknown acme.group_gone",
    ]);
  });

  test("of a module that is not indexed at the version, or not read in whole, nobody can tell", () => {
    const menu = { "a.xml": `<odoo><menuitem id="m" groups="base.group_menu"/></odoo>` };
    expect(list(base, read("acme", menu))).toHaveLength(1);
    expect(list(read("acme", menu))).toEqual([]);
    expect(list(base, read("acme", menu, "16.0"))).toEqual([]);
    expect(list(read("base", { "groups.xml": BROKEN }), read("acme", menu))).toEqual([]);
  });
});

const rule = (domain: string) => ({
  "rules.xml": `<odoo>\n<record id="r" model="ir.rule"><field name="model_id" ref="model_acme_visit"/>
<field name="domain_force">${domain}</field></record></odoo>`,
});
const listOwn = (files: Files) =>
  read("acme", files).diagnostics.map(
    ({ path, line, code, detail }) => `${path}:${line} ${code} ${detail}`,
  );

describe("rules on fields that are not there", () => {
  test("of a model that the module makes alone", () => {
    const files = {
      ...MODELS,
      ...rule("[('nam', '=', 1), ('nam.a', '=', 1), ('name', '!=', 2), ('id', '=', 3)]"),
    };
    expect(listOwn(files)).toEqual(["rules.xml:2 rule_field_unknown acme.visit has no field nam"]);
  });

  test("not of one that has the fields of a record that it links to", () => {
    const partner = "partner_id = fields.Many2one('res.partner', delegate=True)";
    const models = MODELS["models.py"].replace("name = fields", `${partner}\n    name = fields`);
    expect(listOwn({ ...MODELS, ...rule("[('nam', '=', 1)]"), "models.py": models })).toEqual([]);
  });

  test("not of one with parents, which may have the field", () => {
    const models = MODELS["models.py"].replace(
      `_name = "acme.visit"`,
      `_name = "acme.visit"\n    _inherit = ["mail.thread"]`,
    );
    expect(listOwn({ ...MODELS, ...rule("[('nam', '=', 1)]"), "models.py": models })).toEqual([]);
  });

  testLong("where many rules are on a model of many fields", () => {
    const many = Array.from({ length: 4_000 }, (_, at) => at);
    const records = many.map(
      (at) =>
        `<record id="r${at}" model="ir.rule"><field name="model_id" ref="model_acme_visit"/><field name="domain_force">[('f${at}', '=', 1), ('nam', '=', 1)]</field></record>`,
    );
    const fields = many.map((at) => `    f${at} = fields.Char()\n`).join("");
    const found = listOwn({
      "__init__.py": "from . import models\n",
      "models.py": `from odoo import fields, models\n\nclass Visit(models.Model):\n    _name = "acme.visit"\n${fields}`,
      "rules.xml": `<odoo>${records.join("")}</odoo>`,
    });
    expect(new Set(found)).toEqual(
      new Set(["rules.xml:1 rule_field_unknown acme.visit has no field nam"]),
    );
    expect(found).toHaveLength(many.length);
  });
});

// References in the files of a module, one line each.
import { describe, expect, test } from "vitest";
import * as fc from "fast-check";
import { parseWrittenModules } from "../../../../builder/parse/references/module-under-development.js";
import type { Guard, WrittenReference } from "../../../../data/module/module-under-development.js";
import { countCases } from "../../../support/properties.js";

const MANIFEST =
  "{'name': 'Own', 'depends': ['sale'], 'data': ['views/own.xml', 'ir.model.access.csv']}";

function parse(files: Readonly<Record<string, string>>, named: readonly string[] = []) {
  const written = Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
  const { modules } = parseWrittenModules(
    [
      {
        technicalName: "own",
        files: written,
        others: [],
        asked: named.length === 0 ? undefined : new Set(named),
      },
    ],
    "17.0",
  );
  const [parsed] = modules;
  if (parsed === undefined) throw new Error("nothing was parsed");
  return parsed;
}

const outlineOwner = ({
  model,
  via = [],
}: {
  readonly model: string;
  readonly via?: readonly string[];
}) => [model, ...via].join(".");

const isDeciding = ({ names, deciding }: Guard): boolean =>
  names.length === 0 || deciding.length > 0;

function outline(reference: WrittenReference): string {
  const { guard } = reference;
  const words = guard && [isDeciding(guard) ? "only if" : "after", ...guard.names];
  return [outlineUnguarded(reference), ...(words ?? [])].join(" ");
}

function outlineUnguarded(reference: WrittenReference): string {
  const { line } = reference;
  switch (reference.kind) {
    case "module":
      return `${line} depends ${reference.name}`;
    case "file":
      return `${line} ${reference.isThere ? "" : "no "}file ${reference.path}`;
    case "import":
      return `${line} import ${[reference.module ?? [], reference.path, reference.name ?? ""].flat().join(".")}`;
    case "model":
      return `${line} ${reference.model}`;
    case "field":
      return `${line} ${outlineOwner(reference)}.${reference.path.join(".")}`;
    case "attribute":
      return `${line} ${outlineOwner(reference)}.${reference.name}`;
    case "method":
      return `${line} ${outlineOwner(reference)}#${reference.name}`;
    case "value":
      return `${line} ${outlineOwner(reference)}.${reference.path.join(".")}=${reference.values.join("|")}`;
    case "super":
      return `${line} ${reference.model}#super.${reference.name} from ${reference.classLine}`;
    case "record":
      return `${line} ${reference.isView ? "view" : "record"} ${reference.xmlId}${reference.from === "demo" ? " (demo)" : ""}`;
    case "asset":
      return `${line} asset ${reference.module}/${reference.path}`;
    case "library":
      return `${line} library ${reference.name}`;
    case "made":
      return `${line} makes ${reference.model} with ${reference.fields.join(", ")}`;
    case "wrong":
      return `${line} ${reference.rule} ${reference.name}`;
    default:
      return reference satisfies never;
  }
}

function outlinePython(text: string): readonly string[] {
  return parse({ "models.py": text }, ["models.py"]).module.references.map(outline);
}

function outlineXml(text: string): readonly string[] {
  const files = { "__manifest__.py": MANIFEST, "views/own.xml": `<odoo>\n${text}\n</odoo>` };
  const { references } = parse(files).module;
  return references
    .filter(({ file, kind }) => file === "views/own.xml" && kind !== "made")
    .map(outline);
}

test("a manifest names modules, files of its own folder, and of others in bundles", () => {
  const manifest = `{
    "name": "Own",
    "depends": [
        "sale",
        "stock"],
    "data": ["views/own.xml", "views/gone.xml", "../sale/views/sale.xml"],
    "demo": [
        'demo/' 'joined.xml',
    ],
    "assets": {
        "web.assets_backend": [
            "own/static/src/a.js",
            "/own/static/src/gone.js",
            "own/static/src/**/*",
            "web/static/src/gone.js",
            "https://example.org/x.js",
            ("after", "web/static/x.js", "own/static/src/b.js"),
            ("include", "own/static/bundle"),
            ("remove", "own/static/src/c.js"),
        ],
    },
}`;
  const files = { "__manifest__.py": manifest, "views/own.xml": "", "static/src/a.js": "" };
  expect(parse(files).module.references.map(outline)).toEqual([
    "4 depends sale",
    "5 depends stock",
    "6 file views/own.xml",
    "6 no file views/gone.xml",
    "7 no file demo/joined.xml",
    "12 file static/src/a.js",
    "13 no file static/src/gone.js",
    "15 asset web/static/src/gone.js",
    "17 asset web/static/x.js",
    "17 no file static/src/b.js",
    "19 no file static/src/c.js",
  ]);
});

describe("Python", () => {
  test("classes, fields and decorators", () => {
    const text = `from odoo import api, fields, models
class Order(models.Model):
    _name = "sale.order"
    _inherit = ["sale.order", "mail.thread"]
    _inherits = {"res.partner": "partner_id"}
    line_ids = fields.One2many("sale.line", "order_id", compute="_compute_lines", inverse="_set")
    country_id = fields.Many2one(related="partner_id.country_id")

    @api.depends("line_ids.name", *OTHERS)
    @api.onchange("name")
    @api.depends_context("lang")
    def _compute_lines(self): ...
    @api.constrains("a", "b")
    def check(self): ...
OTHERS = []
`;
    expect(outlinePython(text)).toEqual([
      "1 import odoo.api",
      "1 import odoo.fields",
      "1 import odoo.models",
      "2 sale.order",
      "2 mail.thread",
      "2 res.partner",
      "2 import odoo.models.Model",
      "6 sale.line",
      "6 sale.line.order_id",
      "6 sale.order#_compute_lines",
      "6 sale.order#_set",
      "7 sale.order.partner_id.country_id",
      "9 sale.order.line_ids.name",
      "9 sale.order.name",
      "11 import odoo.api.depends_context",
      "13 sale.order.a",
      "13 sale.order.b",
    ]);
  });

  test("code, where nothing asks first whether it is there", () => {
    const text = `from odoo import models; from os import env, environ, name, Other
class Order(models.Model):
    _name = "own.order"
    def write(self, vals):
        self.env["res.partner"].sudo()
        env["res.users"], self.env[name], environ["HOME"], env["HOME"]
        self.env.ref("base.main_company") or self.env.ref("base.other", False)
        if "mail.thread" in self.env: self.env["mail.thread"]
        try:
            self.env["in.try"]
        except KeyError:
            self.env["in.except"]
        try: self.env["in.other"]
        except ValueError: pass
        return super().write(vals)
    def guarded(self):
        if hasattr(self, "x"): self.env["res.lang"]
        return super().guarded()
    def outer(self):
        def inner(): return super().inner()
    def asked(self):
        if "line_ids" in self.env["own.order"]: return self.line_ids.order_id.name
    def got(self):
        if self.env["res.lang"].fields_get(["x"]): return self.env["res.lang"].x
    def elsewhere(self, vals):
        return "user_id" in vals or self.user_id.company_id.name
    def other(self):
        return self.user_id.company_id.name
class Plain(Other):
    _inherit = "no.model"
    def write(self): super().write()
`;
    expect(outlinePython(text)).toEqual([
      "1 import odoo.models",
      "2 import odoo.models.Model",
      "5 res.partner#sudo",
      "5 res.partner",
      "6 res.users",
      "7 record base.main_company",
      "12 in.except",
      "13 in.other",
      "15 own.order#super.write from 2",
      "17 res.lang only if x",
      "18 own.order#super.guarded from 2 after x",
      "22 own.order",
      "24 res.lang#fields_get only if",
      "24 res.lang only if",
      "24 res.lang.x only if",
      "24 res.lang only if",
      "28 own.order.user_id.company_id.name",
    ]);
  });

  test("a class with a base of somebody else may call anything", () => {
    const text = `from odoo import models
from library import Mixin
class Order(Mixin, models.Model):
    _name = "own.order"
    def close(self): return super().close()
`;
    expect(outlinePython(text)).toEqual([
      "1 import odoo.models",
      "2 library library",
      "3 import odoo.models.Model",
    ]);
  });

  test("text that is no Python has no references in its code, and is told", () => {
    const { unread, references } = parse(
      { "models.py": "class A:\n    def f(self)\n        env['res.users']\n    _inherit = 1" },
      ["models.py"],
    ).module;
    expect(references).toEqual([]);
    expect(unread).toEqual([{ file: "models.py", line: 1, detail: "syntax error" }]);
  });
});

describe("XML", () => {
  test("records with their fields, models and ids", () => {
    const text = `<record id="form" model="ir.ui.view">
  <field name="model">sale.order</field>
  <field name="inherit_id" ref="sale.form"/>
  <field name="arch" type="xml">
    <xpath expr="." position="inside"><button name="%(action)d" groups="base.group_user,!x.y"/>
      <record id="no"/></xpath>
  </field>
</record>
<record id="sale.other" model="res.groups">
  <field name="users" eval="[(4, ref('base.user_root')), (4, ref(name))]"/>
  <field name="line_ids"><record id="inner" model="sale.line"/></field>
</record>`;
    expect(outlineXml(text)).toEqual([
      "2 ir.ui.view",
      "3 ir.ui.view.model",
      "3 sale.order",
      "4 ir.ui.view.inherit_id",
      "4 view sale.form",
      "5 ir.ui.view.arch",
      "6 record own.action",
      "6 record base.group_user",
      "6 record x.y",
      "10 res.groups",
      "11 res.groups.users",
      "11 record base.user_root",
      "12 res.groups.line_ids",
      "12 sale.line",
    ]);
  });

  test("tags, calls and templates", () => {
    const text = `<menuitem id="root" groups="base.group_user,-own.gone"><menuitem id="in" action="act" parent="root"/></menuitem>
<template id="page" inherit_id="web.layout"><t groups="base.group_system"/></template>
<function model="sale.order" name="_setup"><value eval="ref('a')"/></function>
<delete model="nothing" id="gone"/>`;
    expect(outlineXml(text)).toEqual([
      "2 record base.group_user",
      "2 record own.gone",
      "2 record own.root",
      "2 record own.act",
      "3 view web.layout",
      "3 record base.group_system",
      "4 sale.order",
      "4 sale.order#_setup",
      "4 record own.a",
      "5 nothing",
    ]);
  });

  test("ids of its own records, rows among them", () => {
    const { records, references } = parse({
      "__manifest__.py": MANIFEST,
      "views/own.xml":
        '<odoo><record id="a" model="m"/><record id="sale.b" model="m"/><asset id="as"/><url id="u"/><delete id="d" model="m"/></odoo>',
      "ir.model.access.csv":
        "id,name,model_id:id,group_id:id,perm_read\nright,x,model_own_order,base.group_user,1",
    }).module;
    expect([...records]).toEqual([
      ["own.a", "m"],
      ["sale.b", "m"],
      ["own.as", "ir.asset"],
      ["own.u", "ir.actions.act_url"],
      ["own.right", "ir.model.access"],
    ]);
    expect(references.filter(({ file }) => file.endsWith(".csv")).map(outline)).toEqual([
      "1 ir.model.access",
      "1 ir.model.access.name",
      "1 ir.model.access.model_id",
      "1 ir.model.access.group_id",
      "1 ir.model.access.perm_read",
      "2 record own.model_own_order",
      "2 record base.group_user",
    ]);
  });

  test("files count however the manifest writes their paths", () => {
    const data = '<odoo><record id="a" model="m"/></odoo>';
    const { references, loaded } = parse({
      "__manifest__.py": "{'data': ['./views//a.xml'], 'demo': ['./demo/b.xml']}",
      "views/a.xml": data,
      "demo/b.xml": data,
    }).module;
    expect(references.flatMap(({ kind, file }) => (kind === "model" ? file : []))).toEqual([
      "demo/b.xml",
      "views/a.xml",
    ]);
    expect(loaded.data.map(({ file }) => file)).toEqual(["views/a.xml", "demo/b.xml"]);
  });

  test("files that nothing loads count where they are named, demo data may refer to demo data", () => {
    const data =
      '<odoo><record id="a" model="res.users"><field name="b" ref="base.c"/></record></odoo>';
    const files = {
      "__manifest__.py": "{'demo': ['demo/demo.xml']}",
      "demo/demo.xml": data,
      "other.xml": data,
    };
    const list = (named: readonly string[]) =>
      parse(files, named).module.references.map((one) => `${one.file} ${outline(one)}`);
    expect(list([])).toEqual([
      "__manifest__.py 1 file demo/demo.xml",
      "demo/demo.xml 1 res.users",
      "demo/demo.xml 1 makes res.users with b",
      "demo/demo.xml 1 res.users.b",
      "demo/demo.xml 1 record base.c (demo)",
    ]);
    expect(list(["other.xml"])).toContain("other.xml 1 record base.c");
  });
});

test("any texts have references", () => {
  const part = fc.constantFrom(
    "<odoo>",
    "<record",
    ' id="a"',
    ">",
    "</odoo>",
    "class A(",
    "env[",
    '"x.y"]',
    "):\n",
    "super().",
  );
  const text = fc.oneof(
    fc.string(),
    fc.array(part).map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, text, text, (manifest, python, xml) => {
      const files = {
        "__manifest__.py": manifest,
        "models.py": python,
        "a.xml": xml,
        "a.csv": xml,
      };
      const { module } = parse(files, ["models.py", "a.xml", "a.csv"]);
      expect(module.references.every(({ line }) => line > 0)).toBe(true);
    }),
    { numRuns: countCases(300) },
  );
});

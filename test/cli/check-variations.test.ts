// Each mistake that stops an installation or a call, in two forms: other models, files and names, each beside the same
// module without it.
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import { runHere } from "../support/program.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";
import { openParsedModules } from "../support/world.js";
import { writeSources, type SourceTexts } from "./check-modules.js";
import { sampleCases } from "../support/properties.js";

/** Models of the system, each like the others. */
const MODELS = ["farm.field", "lab.probe_set"] as const;

const toClass = (model: string): string => `class C${model.replaceAll(/\W/g, "")}(models.Model):
    _name = "${model}"
    _description = "x"
    title = fields.Char()
    phase = fields.Selection([("raw", "Raw"), ("done", "Done")])
    owner_id = fields.Many2one("res.users")
    part_ids = fields.One2many("res.users", "boss_id")
    def confirm(self): ...
`;

const BASE: SourceTexts = {
  "__manifest__.py": "{'depends': [], 'data': ['base.xml']}",
  "__init__.py": "from . import models",
  "static/src/kept.js": "export class Kept {}",
  "models.py": `from odoo import fields, models
class Base(models.AbstractModel):
    _name = "base"
class View(models.Model):
    _name = "ir.ui.view"
    name = fields.Char()
    model = fields.Char()
    type = fields.Selection([("list", "List"), ("form", "Form")])
    arch = fields.Text()
    inherit_id = fields.Many2one("ir.ui.view")
class Users(models.Model):
    _name = "res.users"
    login = fields.Char()
    boss_id = fields.Many2one("res.users")
class Window(models.Model):
    _name = "ir.actions.act_window"
    name = fields.Char()
    res_model = fields.Char()
    domain = fields.Char()
    view_mode = fields.Char()
class Cron(models.Model):
    _name = "ir.cron"
    name = fields.Char()
    model_id = fields.Many2one("ir.model")
    code = fields.Text()
class Model(models.Model):
    _name = "ir.model"
class Need(models.Model):
    _name = "farm.need"
    code = fields.Char(required=True)
    note = fields.Char()
class Menu(models.Model):
    _name = "ir.ui.menu"
    name = fields.Char()
class Report(models.Model):
    _name = "ir.actions.report"
    name = fields.Char()
    model = fields.Char()
    report_type = fields.Char()
    report_name = fields.Char()
${MODELS.map(toClass).join("")}`,
  "base.xml": `<odoo><template id="page"><t/></template><record id="menu_top" model="ir.ui.menu"/>${MODELS.map(
    (model) => `<record id="form_${model.replaceAll(".", "_")}" model="ir.ui.view">
<field name="model">${model}</field><field name="arch" type="xml"><form><field name="title"/><field name="phase"/><field name="owner_id"/><field name="part_ids"><tree><field name="login"/></tree></field></form></field></record>`,
  ).join("")}</odoo>`,
};

interface Variation {
  readonly files: SourceTexts;
  readonly data?: readonly string[];
  readonly assets?: string;
}

/** The module without the mistake, and with it: what stands for `good` is replaced by `bad`. */
interface Mistake {
  readonly kind: string;
  readonly rule: string;
  readonly good: string;
  readonly bad: string;
  readonly make: (model: string, name: string, number: number) => Variation;
}

const xml = (body: string): string => `<odoo>\n${body}\n</odoo>`;

const change = (model: string, spec: string): string =>
  xml(`<record id="v" model="ir.ui.view"><field name="model">${model}</field>
<field name="inherit_id" ref="base.form_${model.replaceAll(".", "_")}"/>
<field name="arch" type="xml">${spec}</field></record>`);

const inView = (spec: string) => (model: string, _: string, number: number) => ({
  files: { [`views/v${number}.xml`]: change(model, spec) },
  data: [`views/v${number}.xml`],
});

const inClass = (body: string) => (model: string, name: string, number: number) => ({
  files: {
    "__init__.py": "from . import m",
    [`m/__init__.py`]: `from . import ${name}`,
    [`m/${name}.py`]: `from odoo import api, fields, models
class X${number}(models.Model):
    _inherit = "${model}"
    ${body.replaceAll("MODEL", model).replaceAll("NUMBER", `${number}`)}
`,
  },
});

const inArch = (arch: string) =>
  inData(
    `<record id="NAME" model="ir.ui.view"><field name="model">MODEL</field><field name="arch" type="xml">${arch}</field></record>`,
  );

const inMethod = (line: string) => inClass(`def act_NUMBER(self):\n        ${line}`);

const inData = (body: string) => (model: string, name: string) => ({
  files: { [`data/${name}.xml`]: xml(body.replaceAll("MODEL", model).replaceAll("NAME", name)) },
  data: [`data/${name}.xml`],
});

const window = (name: string, model: string): string =>
  xml(
    `<record id="${name}" model="ir.actions.act_window"><field name="res_model">${model}</field></record>`,
  );

const listActionAndMenu = (model: string, name: string): Variation => ({
  files: {
    "w.xml": window(name, model),
    "m.xml": xml(`<menuitem id="m" parent="base.menu_top" action="${name}"/>`),
  },
  data: ["w.xml", "m.xml"],
});

const MISTAKES: readonly Mistake[] = [
  {
    kind: "an action behind its menu",
    rule: "early-reference",
    good: "'w.xml', 'm.xml'",
    bad: "'m.xml', 'w.xml'",
    make: listActionAndMenu,
  },
  {
    kind: "a file that data leaves out",
    rule: "unlisted-record",
    good: "'w.xml', 'm.xml'",
    bad: "'m.xml'",
    make: listActionAndMenu,
  },
  {
    kind: "a modifier",
    rule: "unknown-field",
    good: "phase ==",
    bad: "phaze ==",
    make: inView(
      `<field name="title" position="attributes"><attribute name="invisible">phase == 'raw'</attribute></field>`,
    ),
  },
  {
    kind: "a domain of a field",
    rule: "unknown-field",
    good: "login",
    bad: "logon",
    make: inView(
      `<field name="owner_id" position="attributes"><attribute name="domain">[('login', '!=', False)]</attribute></field>`,
    ),
  },
  {
    kind: "a field of the parent",
    rule: "unknown-field",
    good: "parent.phase",
    bad: "parent.fase",
    make: inView(
      `<xpath expr="//tree/field" position="attributes"><attribute name="column_invisible">parent.phase == 'raw'</attribute></xpath>`,
    ),
  },
  {
    kind: "a place of a view",
    rule: "unknown-place",
    good: `name="title" position`,
    bad: `name="tytle" position`,
    make: inView(`<field name="title" position="after"><field name="phase"/></field>`),
  },
  {
    kind: "attrs",
    rule: "outdated-attribute",
    good: `invisible="phase"`,
    bad: `attrs="{'invisible': [('phase', '=', 1)]}"`,
    make: inView(
      `<field name="title" position="after"><field name="owner_id" invisible="phase"/></field>`,
    ),
  },
  {
    kind: "a value of a selection",
    rule: "unknown-value",
    good: ">done<",
    bad: ">doen<",
    make: inData(`<record id="NAME" model="MODEL"><field name="phase">done</field></record>`),
  },
  {
    kind: "a value in a decoration",
    rule: "unknown-value",
    good: "'raw'",
    bad: "'rwa'",
    make: inArch(`<tree decoration-muted="phase in ('done', 'raw')"><field name="phase"/></tree>`),
  },
  {
    kind: "a value in a filter",
    rule: "unknown-value",
    good: "'raw'",
    bad: "'rwa'",
    make: inArch(`<search><filter name="f" domain="[('phase', '=', 'raw')]"/></search>`),
  },
  {
    kind: "a value of a status bar",
    rule: "unknown-value",
    good: "raw,done",
    bad: "raw,doen",
    make: inArch(`<form><field name="phase" statusbar_visible="raw,done"/></form>`),
  },
  {
    kind: "a value in the domain of a field",
    rule: "unknown-value",
    good: `"raw"`,
    bad: `"rwa"`,
    make: (model, name) => ({
      files: {
        "__init__.py": `from . import ${name}`,
        [`${name}.py`]: `from odoo import fields, models
class X(models.Model):
    _inherit = "${model}"
    other_id = fields.Many2one("${model}", domain=[("phase", "=", "raw")])
`,
      },
    }),
  },
  {
    kind: "a field of a record",
    rule: "unknown-field",
    good: "title",
    bad: "titel",
    make: inData(`<record id="NAME" model="MODEL"><field name="title">x</field></record>`),
  },
  {
    kind: "a template that is called",
    rule: "unknown-record",
    good: "base.page",
    bad: "base.paeg",
    make: inData(`<template id="NAME"><t t-call="base.page"/></template>`),
  },
  {
    kind: "a template of a report",
    rule: "unknown-record",
    good: "base.page",
    bad: "base.pages",
    make: inData(
      `<record id="NAME" model="ir.actions.report"><field name="model">MODEL</field><field name="report_type">qweb-pdf</field><field name="report_name">base.page</field></record>`,
    ),
  },
  {
    kind: "a column of rows",
    rule: "unknown-field",
    good: "id,title",
    bad: "id,titles",
    make: (model) => ({ files: { [`${model}.csv`]: "id,title\na,x\n" }, data: [`${model}.csv`] }),
  },
  {
    kind: "a name that is imported",
    rule: "unknown-import",
    good: "import View",
    bad: "import Veiw",
    make: (_, name) => ({
      files: {
        "__init__.py": `from . import ${name}`,
        [`${name}.py`]: "from odoo.addons.base.models import View\n",
      },
    }),
  },
  {
    kind: "a name without its import",
    rule: "undefined-name",
    good: "fields.Date",
    bad: "Date",
    make: inMethod("return fields.Date"),
  },
  {
    kind: "a module that is imported",
    rule: "unknown-module",
    good: "addons.base.",
    bad: "addons.bsae.",
    make: (_, name) => ({
      files: {
        "__init__.py": `from . import ${name}`,
        [`${name}.py`]: "from odoo.addons.base.models import View\n",
      },
    }),
  },
  {
    kind: "a name of Odoo in a file of fields",
    rule: "unknown-import",
    good: "fields, models, api",
    bad: "fields, models, apis",
    make: (model, name) => ({
      files: {
        "__init__.py": `from . import ${name}`,
        [`${name}.py`]: `from odoo import fields, models, api
class X(models.Model):
    _inherit = "${model}"
    note = fields.Char()
`,
      },
    }),
  },
  {
    kind: "a key of values",
    rule: "unknown-field",
    good: `"title"`,
    bad: `"tilte"`,
    make: inMethod(`self.env["MODEL"].create({"title": 1})`),
  },
  {
    kind: "a domain in Python",
    rule: "unknown-field",
    good: "owner_id.login",
    bad: "owner_id.logn",
    make: inMethod(`return self.search([("owner_id.login", "=", 1)])`),
  },
  {
    kind: "an attribute of self",
    rule: "unknown-field",
    good: "self.phase",
    bad: "self.phse",
    make: inMethod("self.phase = False"),
  },
  {
    kind: "a method of the model",
    rule: "unknown-method",
    good: ".confirm()",
    bad: ".confrim()",
    make: inMethod(`return self.env["MODEL"].confirm()`),
  },
  {
    kind: "a model without a point",
    rule: "unknown-model",
    good: `["base"]`,
    bad: `["bsae"]`,
    make: inMethod(`return self.env["base"].browse(1)`),
  },
  {
    kind: "a method that expands groups",
    rule: "unknown-method",
    good: `group_expand="confirm"`,
    bad: `group_expand="confrim"`,
    make: (model, name) => ({
      files: {
        "__init__.py": `from . import ${name}`,
        [`${name}.py`]: `from odoo import fields, models
class X(models.Model):
    _inherit = "${model}"
    stage_id = fields.Many2one("${model}", group_expand="confirm")
`,
      },
    }),
  },
  {
    kind: "a kind of view of an action",
    rule: "unknown-value",
    good: ">list,form<",
    bad: ">list,from<",
    make: inData(
      `<record id="w" model="ir.actions.act_window"><field name="view_mode">list,form</field></record>`,
    ),
  },
  {
    kind: "an id in Python",
    rule: "unknown-record",
    good: "base.page",
    bad: "base.pgae",
    make: inMethod(`return self.env.ref("base.page")`),
  },
  {
    kind: "super",
    rule: "unknown-super",
    good: "confirm",
    bad: "confirmed",
    make: (model, name) => ({
      files: {
        "__init__.py": `from . import ${name}`,
        [`${name}.py`]: `from odoo import models
class X(models.Model):
    _inherit = "${model}"
    def confirm(self):
        return super().confirm()
`,
      },
    }),
  },
  {
    kind: "a list under its later name",
    rule: "early-list",
    good: "tree",
    bad: "list",
    make: inArch('<tree><field name="title"/></tree>'),
  },
  {
    kind: "an element that is refused",
    rule: "outdated-element",
    good: 'record id="w" model="ir.actions.act_window"',
    bad: 'act_window id="w"',
    make: inData('<record id="w" model="ir.actions.act_window"/>'),
  },
  {
    kind: "a grouping of a filter",
    rule: "unknown-field",
    good: "'phase'",
    bad: "'phaze'",
    make: inArch(`<search><filter name="f" context="{'group_by': 'phase'}"/></search>`),
  },
  {
    kind: "a decoration",
    rule: "unknown-field",
    good: "phase ==",
    bad: "phaze ==",
    make: inArch(
      `<tree decoration-muted="phase == 'raw'"><field name="title"/><field name="phase"/></tree>`,
    ),
  },
  {
    kind: "a field in options",
    rule: "unknown-field",
    good: "'phase'",
    bad: "'phaze'",
    make: inArch(`<form><field name="title" options="{'currency_field': 'phase'}"/></form>`),
  },
  {
    kind: "a domain of a window",
    rule: "unknown-field",
    good: "owner_id.login",
    bad: "owner_id.logn",
    make: inData(
      `<record id="w" model="ir.actions.act_window"><field name="res_model">MODEL</field><field name="domain">[('owner_id.login', '=', 1)]</field></record>`,
    ),
  },
  {
    kind: "code of a job",
    rule: "unknown-method",
    good: "confirm",
    bad: "confrim",
    make: (model, name) =>
      inData(
        `<record id="c" model="ir.cron"><field name="model_id" ref="base.model_${model.replaceAll(".", "_")}"/><field name="code">model.confirm()</field></record>`,
      )(model, name),
  },
  {
    kind: "an override",
    rule: "wrong-override",
    good: "confirm(self)",
    bad: "confirm(self, now, later)",
    make: inClass("def confirm(self):\n        return super().confirm()"),
  },
  {
    kind: "an id twice",
    rule: "repeated-record",
    good: 'id="b"',
    bad: 'id="a"',
    make: inData(
      '<record id="a" model="MODEL"><field name="title">A</field></record><record id="b" model="MODEL"><field name="title">B</field></record>',
    ),
  },
  {
    kind: "a required field",
    rule: "missing-value",
    good: '"code"',
    bad: '"note"',
    make: inData('<record id="NAME" model="farm.need"><field name="code">A</field></record>'),
  },
  {
    kind: "a script that is imported",
    rule: "unknown-script",
    good: "@base/kept",
    bad: "@base/lost",
    make: (_, name) => ({
      files: { [`static/src/${name}.js`]: 'import { Kept } from "@base/kept";\nKept();\n' },
      assets: `'web.assets_backend': ['own/static/src/${name}.js']`,
    }),
  },
  {
    kind: "a parameter of a field",
    rule: "unknown-parameter",
    good: "required",
    bad: "requierd",
    make: inClass("note = fields.Char(required=True)"),
  },
  {
    kind: "a parameter that a version no longer has",
    rule: "unknown-parameter",
    good: "size",
    bad: "invisible",
    make: inClass("note = fields.Char(size=3)"),
  },
  {
    kind: "the type of a related field",
    rule: "wrong-related",
    good: "fields.Char(r",
    bad: "fields.Text(r",
    make: inClass('login = fields.Char(related="owner_id.boss_id.login")'),
  },
  {
    kind: "a path of a constraint",
    rule: "idle-trigger",
    good: '"owner_id"',
    bad: '"owner_id.login"',
    make: inClass('@api.constrains("title", "owner_id")\n    def _check(self): ...'),
  },
  {
    kind: "a path of an onchange",
    rule: "idle-trigger",
    good: "'owner_id'",
    bad: "'owner_id.login'",
    make: inClass("@api.onchange('owner_id')\n    def _change(self): ..."),
  },
  {
    kind: "records one by one",
    rule: "single-create",
    good: "model_create_multi",
    bad: "model",
    make: inClass(
      "@api.model_create_multi\n    def create(self, values):\n        return super().create(values)",
    ),
  },
  {
    kind: "a method that nobody calls",
    rule: "former-hook",
    good: "_compute_display_name",
    bad: "name_get",
    make: inClass("def _compute_display_name(self): ..."),
  },
  {
    kind: "an id without its module",
    rule: "unprefixed-record",
    good: "base.page",
    bad: "page",
    make: inMethod(`return self.env.ref("base.page")`),
  },
  {
    kind: "a group of a view without its module",
    rule: "unprefixed-record",
    good: "!base.page",
    bad: "!page",
    make: inView(`<field name="title" groups="!base.page"/>`),
  },
  {
    kind: "a group of a field without its module",
    rule: "unprefixed-record",
    good: "base.page",
    bad: "page",
    make: inClass(`code = fields.Char(groups="base.page")`),
  },
  {
    kind: "a view in a context without its module",
    rule: "unprefixed-record",
    good: "'base.page'",
    bad: "'page'",
    make: inArch(`<form><field name="owner_id" context="{'form_view_ref': 'base.page'}"/></form>`),
  },
  {
    kind: "a view in a context",
    rule: "unknown-record",
    good: "base.page",
    bad: "base.paeg",
    make: inArch(`<form><field name="owner_id" context="{'form_view_ref': 'base.page'}"/></form>`),
  },
  {
    kind: "the order of an inner list",
    rule: "unknown-field",
    good: "boss_id desc, login",
    bad: "boss_id desc, logni",
    make: inArch(
      `<form><field name="part_ids"><tree default_order="boss_id desc, login"><field name="login"/></tree></field></form>`,
    ),
  },
  {
    kind: "a file by its address",
    rule: "missing-file",
    good: 'icon.png"',
    bad: 'icno.png"',
    make: (_, name) => ({
      data: [`${name}.xml`],
      files: {
        [`${name}.xml`]: xml(
          `<template id="t"><img src="/own/static/icon.png"/><img src="/other/static/a.png"/></template>`,
        ),
        "static/icon.png": "",
      },
    }),
  },
  {
    kind: "a class of another kind",
    rule: "wrong-kind",
    good: "models.Model",
    bad: "models.TransientModel",
    make: inClass("code = fields.Char()"),
  },
  {
    kind: "an abstract model as one with records",
    rule: "wrong-kind",
    good: "models.AbstractModel",
    bad: "models.Model",
    make: (_, name) => ({
      files: {
        "__init__.py": `from . import ${name}`,
        [`${name}.py`]:
          'from odoo import models\nclass B(models.AbstractModel):\n    _inherit = "base"\n',
      },
    }),
  },
  {
    kind: "an attribute of a class",
    rule: "unknown-class-attribute",
    good: "_sql_constraints",
    bad: "_sql_constraint",
    make: inClass("_sql_constraints = []"),
  },
  {
    kind: "a record in code",
    rule: "unknown-record",
    good: "base.page",
    bad: "base.another_one",
    make: inMethod('return self.env.ref("base.page")'),
  },
  {
    kind: "a picture on a card",
    rule: "unknown-field",
    good: "'login'",
    bad: "'image_small'",
    make: inArch(
      `<kanban><templates><t t-name="card"><img t-att-src="kanban_image('res.users', 'login', record.id.raw_value)"/></t></templates></kanban>`,
    ),
  },
  {
    kind: "a field of a card",
    rule: "unknown-field",
    good: "record.title.value",
    bad: "record.titel.value",
    make: inArch(
      `<kanban><field name="title"/><templates><t t-name="card"><t t-if="record.title.value"/></t></templates></kanban>`,
    ),
  },
  {
    kind: "a name that Python no longer has",
    rule: "former-python",
    good: "values.items()",
    bad: "values.iteritems()",
    make: inMethod("values = {}\n        return values.items()"),
  },
  {
    kind: "a type of field",
    rule: "unknown-import",
    good: "fields.Image",
    bad: "fields.Picture",
    make: inClass("code = fields.Image()"),
  },
  {
    kind: "a decorator",
    rule: "unknown-import",
    good: "api.ondelete(at_uninstall=False)",
    bad: "api.multi",
    make: inClass("@api.ondelete(at_uninstall=False)\n    def _check(self): ..."),
  },
  {
    kind: "a function of Odoo",
    rule: "unknown-import",
    good: "fields.first",
    bad: "fields.frist",
    make: inMethod("return fields.first(self)"),
  },
  {
    kind: "an attribute of a text",
    rule: "unknown-attribute",
    good: "self.title.strip",
    bad: "self.title.login",
    make: inMethod("return [self.title.strip, self.title.upper()]"),
  },
  {
    kind: "a method of a text",
    rule: "unknown-attribute",
    good: "strip()",
    bad: "decode()",
    make: inMethod("return self.owner_id.login.strip()"),
  },
  {
    kind: "a key of the manifest",
    rule: "unknown-key",
    good: "'assets'",
    bad: "'asset'",
    make: inMethod("return self"),
  },
  {
    kind: "a file of a bundle",
    rule: "missing-file",
    good: "kept.js",
    bad: "lost.js",
    make: (_, name) => ({
      files: { [`static/src/${name}.js`]: "" },
      assets: `'web.assets_backend': [('replace', 'base/static/src/kept.js', 'own/static/src/${name}.js')]`,
    }),
  },
];

const nextFolder = makeFolderCounter(makeTemporaryFolder());
let snapshot: string;

beforeAll(async () => {
  snapshot = makeTemporaryFolder();
  (await openParsedModules(snapshot, { base: BASE })).close();
});

const NAMES = ["harvest", "concert_2"] as const;

async function check({ files, data = [], assets = "" }: Variation, edit: (text: string) => string) {
  const listed = data.map((file) => `'${file}'`).join(", ");
  const manifest = `{'depends': ['base'], 'data': [${listed}], 'assets': {${assets}}}`;
  const edited = Object.entries({ "__init__.py": "", ...files, "__manifest__.py": manifest }).map(
    ([file, text]) => [file, edit(text)],
  );
  const folder = writeSources(
    path.join(nextFolder(), "own"),
    Object.fromEntries(edited) as SourceTexts,
  );
  const words = ["--snapshot", snapshot, "--platform-version", "17.0", "--format", "json"];
  const { stdout } = await runHere(["check", folder, ...words]);
  return (JSON.parse(stdout) as CheckedModules).findings;
}

test.each(sampleCases(MISTAKES))("$kind: $bad", async ({ rule, good, bad, make }) => {
  for (const [number, model] of MODELS.entries()) {
    const variation = make(model, NAMES[number] ?? "", number);
    expect(await check(variation, (text) => text)).toEqual([]);
    const found = await check(variation, (text) => text.replaceAll(good, bad));
    expect(found.map((one) => one.rule)).toContain(rule);
  }
});

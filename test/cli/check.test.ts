// `module-lookup check`: what files refer to and a system does not have, as people and programs read it.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { runCheck } from "../../cli/check/check-command.js";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import { awaitOperatorError } from "../support/catch-error.js";
import { runCommand, runHere } from "../support/program.js";
import { openParsedModules } from "../support/world.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";
import { ROOT } from "../../docs/tools/project-root.js";
import {
  BASE,
  SALE,
  OLD_SALE,
  MANIFEST,
  MODELS,
  VIEWS,
  OWN,
  MISNAMED,
  SHOWN_MODELS,
  type SourceTexts,
  writeSources,
} from "./check-modules.js";
import { SARIF_SUBSET } from "./sarif-subset.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
let snapshot: string;

beforeAll(async () => {
  snapshot = makeTemporaryFolder();
  const old = { "base 16.0": BASE, "sale 16.0": OLD_SALE };
  const newest = { "base 19.0": BASE, "sale 19.0": SALE };
  const zenith = {
    "__manifest__.py": "{'depends': ['own']}",
    "__init__.py": "from . import models",
    "models.py":
      "from odoo import fields, models\nclass P(models.Model):\n    _inherit = 'res.partner'\n    of_zenith = fields.Char()",
  };
  const others = {
    "sale_old 16.0": { "__manifest__.py": "{}" },
    "sale_new 19.0": { "__manifest__.py": "{}" },
    zenith,
    harbour: { "__manifest__.py": "{'depends': ['aa_lost']}" },
    sale_off: { "__manifest__.py": "{'installable': False}" },
  };
  const all = { base: BASE, sale: SALE, ...old, ...newest, ...others };
  (await openParsedModules(snapshot, all)).close();
});

/** Writes a module and gives its folder. */
function writeModule(files: SourceTexts, name = "own"): string {
  return writeSources(path.join(nextFolder(), name), files);
}

const run = (...words: readonly string[]) =>
  runCommand(runCheck, ["--snapshot", snapshot, ...words]);

async function check(files: SourceTexts, ...words: readonly string[]) {
  const folder = writeModule(files);
  const { text } = await run(folder, "--platform-version", "17.0", "--format", "json", ...words);
  return JSON.parse(text) as CheckedModules;
}

/** File, line and what is said. */
function outline({ findings }: CheckedModules): readonly string[] {
  return findings.map(({ file, line, message }) => `${path.basename(file)}:${line} ${message}`);
}

/** The exit code, then rule and line of each finding. */
const judge = async (manifest: string, version: string, name = "own") => {
  const folder = writeModule({ "__manifest__.py": manifest, "__init__.py": "" }, name);
  const { code, text } = await run(folder, "--platform-version", version, "--format", "json");
  const { findings } = JSON.parse(text) as CheckedModules;
  return [code, ...findings.map(({ rule, line }) => `${rule}:${line}`)];
};

describe("what is found", () => {
  test("a manifest that Odoo does not take, at the line for which it does not", async () => {
    const OLD = "{\n'name': 'Own',\n'version': '16.0.1.5.0'}";
    expect(await judge(OLD, "16.0")).toEqual([0]);
    expect(await judge(OLD, "17.0")).toEqual([1, "refused-module:3"]);
    expect(await judge(OLD, "19.0")).toEqual([1, "refused-module:3"]);
    expect(await judge("{'name': 'Own',\n'application': true}", "17.0")).toEqual([
      1,
      "unreadable-file:2",
    ]);
    expect(await judge("own = {'name': 'Own'}", "17.0")).toEqual([1, "unreadable-file:1"]);
    expect(await judge("# Own\n({'name': 'O'\n'wn'})", "17.0")).toEqual([0]);
    expect(await judge("{'name': 'Own'}", "17.0", "own-loans")).toEqual([0]);
    expect(await judge("{'name': 'Own'}", "19.0", "own-loans")).toEqual([1, "refused-module:1"]);
    expect(await judge("{'auto_install': ['sale'],\n'depends': ['base']}", "17.0")).toEqual([
      1,
      "refused-module:1",
    ]);
  });

  test("in the Python and XML of a module, and who has it", async () => {
    expect(outline(await check(OWN))).toEqual([
      "models.py:4 res.partner has no method _compute_note; near: _compute_notes",
      "models.py:5 there is no model sale.order; sale has it: add it to depends",
      "models.py:7 res.partner has no field credit; sale has it: add it to depends",
      "models.py:7 res.partner has no field nmae; near: name",
      "models.py:9 there is no model res.partners; near: res.partner",
      "models.py:14 super() has no opened to call: no other module defines it on res.partner",
      "own.xml:8 res.partner has no field notes; near: note",
      "own.xml:9 res.partner has no method opne; near: open",
      'own.xml:11 <field name="nothing"> finds nothing in the view that own.own_form changes',
      "own.xml:14 own.thing has no field titel",
      "own.xml:15 there is no record base.partner_from; near: base.partner_form",
      "own.xml:16 there is no record base.nothing",
      "own.xml:16 there is no record own.menu_root; near: own.menu",
    ]);
  });

  test("who has it, but for a module that needs this one, or another state of one that is written", async () => {
    const models = `from odoo import models
class Partner(models.Model):
    _inherit = "res.partner"
    def f(self):
        self.open(to=1); self.of_zenith
        self.env["sale.order"]
        self.open(1)
`;
    const own = { "__init__.py": "from . import models", "models.py": models };
    const folder = writeModule({ "__manifest__.py": "{'depends': ['sale']}", ...own });
    const sale = path.join(path.dirname(folder), "sale");
    writeSources(sale, { "__manifest__.py": "{'depends': ['base']}", "__init__.py": "" });
    const words = ["--platform-version", "17.0", "--format", "json"];
    const { text } = await run(folder, sale, ...words);
    expect(outline(JSON.parse(text) as CheckedModules)).toEqual([
      "models.py:5 open of res.partner has no argument to",
      "models.py:5 res.partner has no field of_zenith; zenith has it, which depends on this module",
      "models.py:6 there is no model sale.order",
      "models.py:7 open of res.partner takes 0 arguments by position, not 1",
    ]);
  });

  test("a file with models that nothing imports, and what would be there with it", async () => {
    const files = {
      "__manifest__.py": "{'depends': ['base'], 'data': ['a.xml']}",
      "__init__.py": "from . import models",
      "models/__init__.py": "from . import used",
      "models/used.py": "from odoo import models",
      "models/unused.py": `from odoo import models
class Mine(models.Model):
    _name = "own.mine"
    def f(self): self.env["own.nothing"]
class Partner(models.Model):
    _inherit = "res.partner"
`,
      "tests/test_it.py":
        "from odoo import models\nclass Seen(models.Model):\n    _name = 'own.seen'\n",
      "a.xml": '<odoo><record id="a" model="own.mine"/></odoo>',
    };
    expect(outline(await check(files))).toEqual([
      "a.xml:1 there is no model own.mine, but in own/models/unused.py, which no package imports",
      "unused.py:2 no package imports this file: Odoo does not load its models",
    ]);
    const unloaded = outline(await check(files));
    for (const call of ["importlib.import_module(__name__)", "exec('import unused')"]) {
      const init = "import importlib\nfrom . import used\n";
      expect(outline(await check({ ...files, "models/__init__.py": init + call }))).toEqual([
        "a.xml:1 there is no model own.mine",
        "unused.py:4 there is no model own.nothing",
      ]);
      // Odoo runs neither a file that nothing imports nor a text.
      expect(outline(await check({ ...files, "fix.py": `import importlib\n${call}` }))).toEqual(
        unloaded,
      );
      const told = `${init}compile("", "", 'exec')  # ${call}\ndef exec(): ...\n`;
      expect(outline(await check({ ...files, "models/__init__.py": told }))).toEqual(unloaded);
    }
    expect(
      outline(await check({ ...files, "models/__init__.py": "from . import unused" })),
    ).toEqual([
      "unused.py:3 own.mine has no access rights: no row of ir.model.access is for it",
      "unused.py:4 there is no model own.nothing",
    ]);
  });

  test("a file with null bytes, as one in UTF-16, which Python does not run", async () => {
    const source = "from odoo import models\nclass Mine(models.Model):\n    _name = 'own.mine'\n";
    const folder = writeModule({
      "__manifest__.py": "{'depends': ['base']}",
      "__init__.py": "from . import models",
      "models.py": "",
    });
    writeFileSync(path.join(folder, "models.py"), Buffer.from(`\uFEFF${source}`, "utf16le"));
    const words = [folder, "--snapshot", snapshot, "--platform-version", "17.0"];
    const { text } = await runCommand(runCheck, words);
    expect(text.split("\n")[0]).toMatch(/models\.py:1: .* null bytes \[unreadable-file\]$/);
    expect(text).toMatch(/^1 finding /m);
  });

  test("a parameter that fields no longer have, which is no slip", async () => {
    const models = `from odoo import fields, models
class Partner(models.Model):
    _inherit = "res.partner"
    one = fields.Char(invisible=True)
`;
    const own = {
      "__manifest__.py": "{'depends': ['base']}",
      "__init__.py": "from . import models",
    };
    expect(outline(await check({ ...own, "models.py": models }))).toEqual([
      "models.py:4 res.partner.one: fields of this model have no parameter invisible",
    ]);
  });

  test("an extension of what is not there, whose own name is no near one", async () => {
    const models = 'from odoo import models\nclass P(models.Model):\n    _inherit = "res.partnr"\n';
    const own = {
      "__manifest__.py": "{}",
      "__init__.py": "from . import models",
      "models.py": models,
    };
    expect(outline(await check(own))).toEqual([
      "models.py:3 there is no model res.partnr; near: res.partner",
    ]);
  });

  test("nothing where the system has it", async () => {
    const { findings } = await check(
      {
        ...OWN,
        "views/own.xml": "<odoo/>",
        "models.py": MODELS.replaceAll(/^.*(?:nmae|partners|opened|note =).*$/gm, ""),
      },
      "--modules",
      "sale",
    );
    expect(findings).toEqual([]);
  });

  test("what is gone since an earlier platform version", async () => {
    const models = `from odoo import models\nclass Order(models.Model):\n    _inherit = "sale.order"\n    def f(self): self.env["sale.order"]\n`;
    const files = {
      "__init__.py": "from . import models",
      "__manifest__.py": "{'depends': ['sale'], 'data': ['a.xml']}",
      "models.py": models,
      "a.xml": '<odoo><record id="a" model="sale.order"><field name="total"/></record></odoo>',
    };
    expect(outline(await check(files))).toEqual([
      "a.xml:1 sale.order has no field total; gone since 17.0, last in 16.0",
    ]);
  });

  test("names of modules that nobody has at the version, installed ones too, by why they are missing", async () => {
    const names = ["sals", "sale_old", "sale_new", "sale_off", "account"];
    const own = { "__manifest__.py": `{'depends': ['${names.join("','")}']}` };
    const { text } = await run(writeModule(own), "--platform-version", "17.0");
    expect(text.split("\n").map((line) => line.replace(/^\S+: /, ""))).toEqual([
      "there is no module sale_new at this version, only at 19.0 [unknown-module]",
      "there is no module sale_off that can be installed at this version [unknown-module]",
      "there is no module sale_old at this version; last in 16.0 [unknown-module]",
      "there is no module sals in the index; near: sale [unknown-module]",
      "4 findings in 4 references, against 1 module at 17.0; 1 not checked: sals (near: sale) is in no indexed repository; sale_new (19.0), sale_old (16.0) are only at other versions; sale_off is not installable; account is not indexed",
    ]);
    const installed = [writeModule({ "__manifest__.py": "{}" }), "--platform-version", "17.0"];
    expect((await run(...installed, "--modules", "sale_old,account")).text).toBe(
      "0 findings in 0 references, against 1 module at 17.0; sale_old (16.0) is only at other versions",
    );
    const error = await awaitOperatorError(run(...installed, "--modules", "sals,account"));
    expect(error.message).toMatch(
      /names a module that the index does not have: sals \(near: sale\)/,
    );
  });

  test("missing direct dependencies before those that these need", async () => {
    const { missing } = await check({ "__manifest__.py": "{'depends': ['harbour', 'zz_lost']}" });
    expect(missing.map((one) => one.technical_name)).toEqual(["zz_lost", "aa_lost"]);
  });

  test("nothing of what a module that is not indexed may define, which is told once", async () => {
    const manifest = "{'depends': ['base', 'nowhere'], 'data': ['views/own.xml']}";
    const checked = await check({ ...OWN, "__manifest__.py": manifest });
    expect(checked.missing).toMatchObject([
      { technical_name: "nowhere", reason: "unknown_name", near: [] },
    ]);
    expect(checked.not_judged).toEqual({ not_indexed: 10, run_time: 0, demo_data: 0 });
    // Own definitions of the module, and records of known modules, are known nevertheless.
    expect(outline(checked)).toEqual([
      "__manifest__.py:1 there is no module nowhere in the index",
      "own.xml:14 own.thing has no field titel",
      "own.xml:15 there is no record base.partner_from; near: base.partner_form",
      "own.xml:16 there is no record base.nothing",
      "own.xml:16 there is no record own.menu_root; near: own.menu",
    ]);
  });

  test("no method of any model where a module that is not indexed may give it to all", async () => {
    const files = {
      "__init__.py": "from . import models",
      "models.py":
        "from odoo import models\nclass Thing(models.Model):\n    _name = 'own.thing'\n    def f(self): self.later()\n",
    };
    const outlineWith = async (manifest: string) =>
      outline(await check({ ...files, "__manifest__.py": manifest }));
    expect(await outlineWith("{'depends': ['base']}")).toHaveLength(1);
    expect(await outlineWith("{'depends': ['base', 'nowhere']}")).toEqual([
      "__manifest__.py:1 there is no module nowhere in the index",
    ]);
    expect(await outlineWith("{'depends': ['base', 'stock']}")).toHaveLength(1);
  });

  test("nothing of records of a module whose data the snapshot does not have", async () => {
    const files = {
      "__manifest__.py": "{'depends': ['sale'], 'data': ['a.xml']}",
      "a.xml":
        '<odoo><menuitem id="a" parent="sale.menu" groups="base.partner_form,hr.group"/></odoo>',
    };
    expect(outline(await check(files))).toEqual(["a.xml:1 there is no record hr.group"]);
  });

  test("nothing of what mixins leave to those that use them", async () => {
    const models = `from odoo import api, fields, models
class Mixin(models.AbstractModel):
    _inherit = "mixin"
    a = fields.Char(compute="_compute_of_user")
    @api.depends("of_user")
    def mixed(self): super().of_user()
    def two(self):
        self.of_user()
`;
    const files = {
      "__manifest__.py": "{}",
      "__init__.py": "from . import models",
      "models.py": models,
    };
    expect(outline(await check(files))).toEqual([]);
    // Names one letter from the mixin's, and members behind its fields, do not concern users.
    const slips = `    partner_id = fields.Many2one("res.partner")
    b = fields.Char(related="partner_id.nmae")
    def three(self):
        self.mixde()
        super().mixde()
`;
    expect(outline(await check({ ...files, "models.py": models + slips }))).toEqual([
      "models.py:10 res.partner has no field nmae; near: name",
      "models.py:12 mixin has no method mixde; near: mixed",
      "models.py:13 super() has no mixde to call: no other module defines it on mixin",
    ]);
  });

  test("nothing, with code 3, where no module is indexed that the checked one needs", async () => {
    const others = makeTemporaryFolder();
    (await openParsedModules(others, { alone: { "__manifest__.py": "{}" } })).close();
    const folder = writeModule({ "__manifest__.py": "{'depends': ['sale']}" });
    const words = ["--platform-version", "17.0", "--snapshot", others];
    const { code, stdout } = await runHere(["check", folder, ...words]);
    expect(stdout).toMatch(
      /^Nothing could be checked against other modules, since this index has none of them; 0 findings in 0 references, against 0 modules at 17\.0; 1 not checked/,
    );
    expect(code).toBe(3);
  });

  test("nothing of Odoo where the index has only a part of its base", async () => {
    const part = {
      ...BASE,
      "models.py": "from odoo import models\nclass U(models.Model):\n    _name = 'res.users'",
    };
    const parts = makeTemporaryFolder();
    (await openParsedModules(parts, { base: part })).close();
    const folder = writeModule(OWN);
    const { stdout } = await runHere([
      "check",
      folder,
      "--snapshot",
      parts,
      "--platform-version",
      "17.0",
    ]);
    expect(stdout).toMatch(/\d+ not checked: base may have them/);
    expect(stdout).not.toMatch(/res\.partner|ir\.ui\.view/);
  });

  test("overrides that no call fits, at the line of their names", async () => {
    const models = `from odoo import api, models
class Partner(models.Model):
    _inherit = "res.partner"
    @api.model
    def open(self, how):
        return super().open()
    def close(self): ...
    def count(self, values, limit): ...
    def count_all(self, values, *, limit=None): ...
    def merge(self, other, how): ...
    def split(self): ...
`;
    const sale = `${SALE["models.py"]}class Counting(models.Model):
    _inherit = "res.partner"
    def close(self, when=None): ...
    def count(self, values, limit=None): ...
    def count_all(self, values, limit=None): ...
    def merge(self, *others, **options): ...
    def split(self, parts): ...
`;
    const folder = writeModule({
      "__manifest__.py": "{'depends': ['counting']}",
      "__init__.py": "from . import models",
      "models.py": models,
    });
    const counting = path.join(path.dirname(folder), "counting");
    mkdirSync(counting);
    writeFileSync(path.join(counting, "__manifest__.py"), "{'depends': ['base']}");
    writeFileSync(path.join(counting, "__init__.py"), "from . import models");
    writeFileSync(path.join(counting, "models.py"), sale);
    const words = [folder, counting, "--platform-version", "17.0", "--format", "json"];
    const { text } = await run(...words);
    // A call with fewer arguments is a warning.
    expect(outline(JSON.parse(text) as CheckedModules)).toEqual([
      "models.py:5 open of res.partner cannot be called like the open() that it overrides",
      "models.py:7 close of res.partner lacks when of the method that it overrides",
      "models.py:11 split of res.partner cannot be called like the split(parts) that it overrides",
    ]);
  });

  test("nothing of what code makes, or may not find", async () => {
    const models = `from odoo import api, fields, models
def find(records, operator, value): ...
class Thing(models.Model):
    _name = "own.thing"
    a = fields.Char(compute=lambda self: None, search=find, groups="base.group_here,hr.group_any")
    @api.depends("b")
    @api.depends("uid")
    def f(self):
        self.env.ref("base.demo_partner", raise_if_not_found=False)
        self.env.user.has_group("hr.group_any")
        self.env["ir.model.data"]._update_xmlids([{"xml_id": "own.by_code", "record": self}])
    b = fields.Char()
`;
    const data = `<odoo>
  <function model="own.thing" name="f"><value eval="[{'xml_id': 'given'}]"/></function>
  <record id="thing" model="own.thing"><field name="b@nl">x</field></record>
  <menuitem id="one" parent="given" action="by_code"><menuitem id="two" action="base.given"/></menuitem>
  <record id="style" model="own.thing"><field name="b">own/static/style.scss</field></record>
</odoo>`;
    const checked = await check({
      "__manifest__.py":
        "{'data': ['a.xml'], 'assets': {'web.a': ['own/static/style.scss', 'own/static/gone.js']}}",
      "__init__.py": "from . import models",
      "models.py": models,
      "a.xml": data,
      "migrations/17.0.1.0/post-a.py": 'def migrate(env): env.ref("own.nothing")',
    });
    expect(outline(checked)).toEqual([
      "__manifest__.py:1 there is no file static/gone.js",
      "models.py:5 there is no record base.group_here",
      "models.py:11 there is no model ir.model.data",
    ]);
    expect(checked.not_judged).toEqual({ not_indexed: 0, run_time: 3, demo_data: 0 });
  });

  test("nothing of models that code names, that come with demo data, or of which the platform does not ask", async () => {
    const models = `from odoo import fields, models
for kind in ("a", "b"):
    class Made(models.Model):
        _name = f"own.{kind}"
class Thing(models.Model):
    _name = "own.thing"
    made_id = fields.Many2one("own.a")
    name = fields.Char(comodel_name="Label")
    partner_id = fields.Many2one("res.partner")
    partner_name = fields.Char(related="partner_id.name", inverse="_set_name", readonly=False)
    def fetch(self, connection):
        return connection.env["of.another.server"]
`;
    const checked = await check({
      "__manifest__.py": "{'depends': ['base'], 'data': ['a.csv'], 'demo': ['demo/demo.xml']}",
      "__init__.py": "from . import demo, models",
      "models.py": models,
      "a.csv": "id,model_id:id\nx,model_own_a\n",
      "demo/__init__.py":
        "from odoo.tools import config\nif not config['without_demo']:\n    from . import shown",
      "demo/shown.py":
        "from odoo import models\nclass Shown(models.Model):\n    _name = 'own.shown'\n",
      "demo/demo.xml": '<odoo><record id="one" model="own.shown"/></odoo>',
    });
    expect(outline(checked)).toEqual([]);
    expect(checked.not_judged).toMatchObject({ not_indexed: 0, demo_data: 0 });
  });

  test("methods of its own that a model calls", async () => {
    const models = `from odoo import fields, models
class Partner(models.Model):
    _inherit = "res.partner"
    other = fields.Char()
    def f(self):
        self.opne()
        self.open()
        self.other.strip()
        self.sudo().nothing()
    def asked(self):
        if hasattr(self, "nothing"):
            self.nothing()
    def g(self):
        try:
            self.nothing()
        except AttributeError:
            pass
        def inner(self):
            self.nothing()
    @staticmethod
    def h(self):
        self.nothing()
    def i(self):
        self.given()
Partner.given = Partner.f
class Mixin(models.AbstractModel):
    _name = "own.mixin"
    def f(self):
        self.of_user()
`;
    const checked = await check({
      "__manifest__.py": "{'depends': ['base']}",
      "__init__.py": "from . import models",
      "models.py": models,
    });
    expect(outline(checked)).toEqual([
      "models.py:6 res.partner has no method opne; near: open",
      "models.py:9 res.partner has no method nothing",
    ]);
  });

  test("the line at which the words stand, of what goes over several", async () => {
    const models = `from odoo import fields, models
class Partner(models.Model):
    _description = "x"
    _inherit = "res.partnr"
class Thing(models.Model):
    _name = "own.thing"
    partner_id = fields.Many2one(
        string="Partner",
        comodel_name="res.prtner",
    )
`;
    const data = `<odoo>
  <menuitem
    id="one"
    parent="base.nothing"
  />
</odoo>`;
    const checked = await check({
      "__manifest__.py": "{'depends': ['base'], 'data': ['a.xml']}",
      "__init__.py": "from . import models",
      "models.py": models,
      "a.xml": data,
    });
    expect(checked.findings.map(({ file, line }) => `${path.basename(file)}:${line}`)).toEqual([
      "a.xml:4",
      "models.py:4",
      "models.py:9",
    ]);
  });

  test("models that no access line is for, and fields that the model of a rule does not have", async () => {
    const files = {
      "__manifest__.py": "{'depends': ['base'], 'data': ['rules.xml', 'ir.model.access.csv']}",
      "__init__.py": "from . import models",
      "models.py": `from odoo import models
class Told(models.Model):
    _name = "own.told"
class Named(models.Model):
    _name = "own.model_named"
class Lone(models.TransientModel):
    _name = "own.lone"
class Mixin(models.AbstractModel):
    _name = "own.mixin"
class Partner(models.Model):
    _inherit = "res.partner"
`,
      "ir.model.access.csv":
        "id,name,model_id:id,perm_read\naccess_told,told,model_own_told,1\nb,b,model_own_model_named,1\n",
      "rules.xml": `<odoo><record id="rule" model="ir.rule">
  <field name="model_id" ref="base.model_res_partner"/>
  <field name="domain_force">['|', ('parent_id.nmae', '=', user.id),
    ("name", "in", ('a', 'child_ids'))]</field>
</record></odoo>`,
    };
    expect(outline(await check(files))).toEqual([
      "models.py:7 own.lone has no access rights: no row of ir.model.access is for it",
      "rules.xml:1 there is no model ir.rule",
      "rules.xml:3 res.partner has no field nmae; near: name",
    ]);
  });

  test("modules that need each other are there for each other", async () => {
    const folder = nextFolder();
    const write = (name: string, files: SourceTexts): void => {
      for (const [file, text] of Object.entries(files)) {
        mkdirSync(path.join(folder, name), { recursive: true });
        writeFileSync(path.join(folder, name, file), text);
      }
    };
    write("zeta", {
      "__manifest__.py": "{'depends': ['base']}",
      "__init__.py": "from . import models",
      "models.py":
        'from odoo import fields, models\nclass Z(models.Model):\n    _name = "zeta"\n    z = fields.Char()\n',
    });
    write("alpha", {
      "__manifest__.py": "{'depends': ['zeta'], 'data': ['a.xml']}",
      "a.xml":
        '<odoo><record id="a" model="zeta"><field name="z"/><field name="y"/></record></odoo>',
    });
    const { text, code } = await run(folder, "--platform-version", "17");
    expect(text).toContain("a.xml:1: zeta has no field y; near: z [unknown-field]\n1 finding in 7");
    expect(code).toBe(1);
  });

  test("of a file that is named alone its own, the rest of the module counts as there", async () => {
    const folder = writeModule(OWN);
    const { text } = await run(path.join(folder, "views/own.xml"), "--platform-version", "17.0");
    expect(text).toContain("own.xml:8: res.partner has no field notes");
    expect(text).not.toContain("models.py");
    expect(text).not.toContain("no field note;");
  });

  test("of files without a manifest what they say", async () => {
    const folder = writeModule({ "a.py": MODELS });
    const { text } = await run(
      path.join(folder, "a.py"),
      "--platform-version",
      "17.0",
      "--modules",
      "sale",
    );
    expect(text.split("\n").map((line) => line.replace(/^.*\//, "").replace(/;.*/, ""))).toEqual([
      "a.py:4: res.partner has no method _compute_note",
      "a.py:7: res.partner has no field nmae",
      "a.py:9: there is no model res.partners",
      "a.py:14: super() has no opened to call: no other module defines it on res.partner [unknown-super]",
      "4 findings in 11 references, against 2 modules at 17.0",
    ]);
  });
});

describe("formats", () => {
  test("the text is as the documents show it", async () => {
    const document = readFileSync(path.join(ROOT, "docs/agents.md"), "utf8");
    const [, shown = ""] = /\$ module-lookup check own [^\n]*\n([^`]*)```/.exec(document) ?? [];
    const folder = writeModule({
      "__manifest__.py": "{'depends': ['base'], 'data': ['views.xml']}",
      "__init__.py": "from . import models",
      "models.py": SHOWN_MODELS,
      "views.xml": VIEWS.replaceAll(/^.*(?:nothing|titel|partner_from).*\n/gm, ""),
    });
    const { text } = await run(folder, "--platform-version", "19.0");
    const parent = `${path.relative(process.cwd(), path.dirname(folder))}/`;
    expect(shown.trimEnd()).toBe(text.replaceAll(parent, ""));
  });

  test("what CI shows is as the documents show it", async () => {
    const document = readFileSync(path.join(ROOT, "docs/check-in-ci.md"), "utf8");
    const [, shown = ""] = /\$ module-lookup check own [^\n]*\n([^`]*)```/.exec(document) ?? [];
    const folder = writeModule(MISNAMED);
    const { text } = await run(folder, "--platform-version", "19.0");
    const parent = `${path.relative(process.cwd(), path.dirname(folder))}/`;
    expect(shown.trimEnd()).toBe(text.replaceAll(parent, ""));
  });

  test("annotations of GitHub have one line each, with what its commands would read escaped", async () => {
    const folder = writeModule(MISNAMED, "o,w:n");
    const words = [folder, "--platform-version", "17.0", "--format", "github"];
    const { text, code } = await run(...words);
    const name = folder.split("/").at(-1)?.replace(",", "%2C").replace(":", "%3A");
    expect(code).toBe(1);
    expect(text.split("\n").map((line) => line.replace(/file=[^,]*\//, "file="))).toEqual([
      "::error file=__manifest__.py,line=3,title=unknown-module::there is no module sales in the index; near: sale",
      "::error file=__manifest__.py,line=4,title=missing-file::there is no file views/onw.xml",
      "::warning::2 not checked: sales (near: sale) is in no indexed repository",
    ]);
    expect(text).toContain(`/${name}/__manifest__.py`);
  });

  test("a SARIF log has what its schema requires", async () => {
    const folder = writeModule(
      { ...OWN, "__manifest__.py": MANIFEST.replace("'base'", "'base', 'nowhere'") },
      "o w#n",
    );
    const { text, code } = await run(folder, "--platform-version", "17.0", "--format", "sarif");
    expect(code).toBe(1);
    const log: unknown = JSON.parse(text);
    const validate = new Ajv({ allErrors: true }).compile(SARIF_SUBSET);
    expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
    expect(log).toMatchObject({
      version: "2.1.0",
      runs: [
        {
          invocations: [
            {
              toolExecutionNotifications: [
                { message: { text: /because nowhere is not indexed$/ } },
              ],
            },
          ],
        },
      ],
    });
  });

  test("a SARIF log without findings has an empty list of results", async () => {
    const folder = writeModule({ "__manifest__.py": "{}" });
    const { text, code } = await run(folder, "--platform-version", "17.0", "--format", "sarif");
    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({ runs: [{ results: [] }] });
  });
});

describe("the system", () => {
  test("is a plan, where a lock is given", async () => {
    const lock = path.join(writeModule({ "__init__.py": "" }), "lock.json");
    const words = ["--snapshot", snapshot, "--platform-version", "17.0", "--format", "lock"];
    const plan = await runHere(["plan", "sale", ...words]);
    writeFileSync(lock, plan.stdout);
    const folder = writeModule(OWN);
    const { text } = await run(folder, "--lock", lock);
    expect(text).toContain("against 2 modules at 17.0");
    expect(text).not.toContain("sale.order");
  });

  test("does not have the checked module itself", async () => {
    const folder = writeModule({ "__manifest__.py": "{}" }, "sale");
    const { text, code } = await run(folder, "--platform-version", "17.0", "--modules", "sale");
    expect(text).toBe("0 findings in 0 references, against 1 module at 17.0");
    expect(code).toBe(0);
  });
});

/** The last line of what is said of modules with these versions. */
async function readSummary(versions: readonly string[], ...words: readonly string[]) {
  const folders = versions.map((version, at) =>
    writeModule({ "__manifest__.py": `{'version': '${version}'}` }, `own_${at}`),
  );
  return (await run(...folders, ...words)).text.split("\n").at(-1);
}

describe("the platform version", () => {
  test("is that with which the versions of manifests begin, unless it is given", async () => {
    expect(await readSummary(["16.0.1.0.0", "1.0"])).toMatch(/at 16\.0$/);
    expect(await readSummary(["16.0.1.0.0"], "--platform-version", "17.0")).toMatch(/at 17\.0$/);
  });

  test("is wanted where manifests tell several", async () => {
    const error = await awaitOperatorError(readSummary(["16.0.1.0.0", "17.0.1.0.0"]));
    expect(error.message).toMatch(/--platform-version is required, unless .* the manifests have/);
  });
});

describe("wrong usage", () => {
  test("a folder with nothing to check is refused", async () => {
    const folder = writeModule({ "README.txt": "nothing" });
    const error = await awaitOperatorError(run(folder, "--platform-version", "17.0"));
    expect(error.message).toMatch(/has no module and no file that can be checked; see/);
  });

  test("two folders of one name are named", async () => {
    const folders = [
      writeModule({ "__manifest__.py": "{}" }),
      writeModule({ "__manifest__.py": "{}" }),
    ];
    const error = await awaitOperatorError(run(...folders));
    expect(error.message).toContain("cannot both be modules");
    for (const folder of folders) {
      expect(error.message).toContain(path.relative(process.cwd(), folder));
    }
  });

  test.each([
    [[], /No files are given/],
    [["nowhere/at/all"], /There is no file nowhere\/at\/all/],
    [["."], /--platform-version is required/],
    [[".", "--platform-version", "x"], /not "x"/],
    [[".", "--platform-version", "9.0"], /has no Odoo version 9\.0; it has 16\.0, 17\.0/],
    [[".", "--lock", "nowhere.json"], /There is no file nowhere\.json: correct --lock/],
  ])("%j is refused", async (words, message) => {
    const own = words.map((word) =>
      word === "." ? writeModule({ "__manifest__.py": "{}" }) : word,
    );
    const given =
      own.length > 0 && words.length === 1 && words[0] !== "."
        ? [...own, "--platform-version", "17.0"]
        : own;
    const error = await awaitOperatorError(run(...given));
    expect(error.code).toBe("check_invalid");
    expect(error.message).toMatch(message);
  });

  test("what could not be judged ends a strict check with 1", async () => {
    const manifest = "{'depends': ['base', 'account']}";
    const models = `from odoo import models\nclass Move(models.Model):\n    _inherit = "account.move"\n`;
    const folder = writeModule({
      "__manifest__.py": manifest,
      "__init__.py": "from . import models",
      "models.py": models,
    });
    const words = [folder, "--platform-version", "17.0"];
    const loose = await run(...words);
    expect(loose).toMatchObject({
      code: 0,
      text: "0 findings in 2 references, against 1 module at 17.0; 2 not checked: account is not indexed",
    });
    expect(await run(...words, "--strict")).toEqual({ ...loose, code: 1 });
    const known = writeModule({ "__manifest__.py": "{'depends': ['base']}" });
    expect((await run(known, "--platform-version", "17.0", "--strict")).code).toBe(0);
  });

  test("ends the program with 2, no snapshot with 3, findings with 1, none with 0", async () => {
    const words = ["check", "--snapshot", snapshot, "--platform-version", "17.0"];
    const refused = await runHere(words);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    const misspelt = await runHere([...words, writeModule(OWN), "--modules", "bse"]);
    expect(misspelt).toMatchObject({ code: 2, stdout: "" });
    expect(misspelt.stderr).toMatch(
      /--modules names .* the index does not have: bse \(near: base\)/,
    );
    const nowhere = ["check", "--snapshot", "nowhere", "--platform-version", "17.0"];
    expect((await runHere([...nowhere, writeModule(OWN)])).code).toBe(3);
    expect((await runHere([...words, writeModule(OWN)])).code).toBe(1);
    expect((await runHere([...words, writeModule({ "__manifest__.py": "{}" })])).code).toBe(0);
  });
});

function inheritView(name: string, other: string): string {
  return `<record id="${name}" model="ir.ui.view"><field name="model">res.partner</field><field name="inherit_id" ref="${other}"/><field name="arch" type="xml"><data/></field></record>`;
}

describe("hostile files", () => {
  test("names of prototypes, bytes and circles are data like others", async () => {
    const files = {
      "__manifest__.py":
        "{'depends': ['base', '__proto__'], 'data': ['a.xml', '../../etc/passwd', 'b.xml']}",
      "__init__.py": "from . import models",
      "models.py": `from odoo import fields, models
class A(models.Model):
    _name = "constructor"
    _inherit = ["constructor", "__proto__"]
    __proto__ = fields.Many2one("constructor", related="__proto__.__proto__", compute="toString")
class B(models.Model):
    _name = "b"
    _inherits = {"b": "b_id"}
    _inherit = ["b", "a"]
    def f(self): super().constructor()
`,
      "a.xml": `<odoo><record id="__proto__" model="__proto__"><field name="hasOwnProperty" ref="__proto__"/></record>${inheritView("x", "y")}${inheritView("y", "x")}</odoo>`,
      "b.xml": "<odoo><record id='cut' model='res.partner'>\u0000",
    };
    const checked = await check(files);
    expect(checked.missing).toMatchObject([{ technical_name: "__proto__" }]);
    expect(outline(checked)).toEqual(
      [
        "__manifest__.py:1 there is no module __proto__ in the index",
        "a.xml:1 own.__proto__ is loaded later than this line",
        "a.xml:1 own.y is loaded later than this line",
        "b.xml:1 the file could not be read completely: ",
      ].map((start) => expect.stringContaining(start) as string),
    );
  });

  test("links are not followed", async () => {
    const folder = writeModule({ "__manifest__.py": "{}" });
    symlinkSync("/", path.join(folder, "root"));
    symlinkSync(folder, path.join(folder, "self"));
    expect((await run(folder, "--platform-version", "17.0")).code).toBe(0);
  });
});

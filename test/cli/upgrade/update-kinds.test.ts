// Between two commits: which modules are to be updated with `-u`, which need a restart alone, and which nothing at all.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { findFileKinds } from "../../../cli/upgrade/update-kinds.js";
import { runUpgradeCommand } from "../../../cli/upgrade/upgrade-command.js";
import type { Upgrade } from "../../../server/contract/shape/migration/upgrade.js";
import { runCommand } from "../../support/program.js";
import { importBranches, makeGitRepository, readGitText } from "../../support/git-repository.js";
import { makeTemporaryFolder } from "../../support/temporary-folder.js";
import { sampleCases } from "../../support/properties.js";

type Files = Readonly<Record<string, string>>;

const DATA = `<?xml version="1.0"?>
<odoo>
    <record id="v" model="ir.ui.view">
        <field name="name">v</field>
        <field name="arch" type="xml"><form><field name="name"/></form></field>
    </record>
    <record id="c" model="ir.cron"><field name="interval_number">1</field></record>
    <record id="p" model="ir.config_parameter"><field name="value">1</field></record>
    <menuitem id="m" name="M" sequence="5"/>
    <data noupdate="1">
        <record id="kept" model="res.partner.category"><field name="name">Kept</field></record>
    </data>
</odoo>
`;
const KEPT = '<field name="name">Kept</field></record>';
const MODELS = `from odoo import api, fields, models

KINDS = [("a", "A")]


class Boat(models.Model):
    _inherit = "res.partner"
    _sql_constraints = [("one", "unique(crew)", "One")]

    crew = fields.Char(string="Crew", help="Who sails")
    kind = fields.Selection([("a", "A"), ("b", "B")])

    @api.depends("crew")
    def go(self):
        """Go."""
        return 1
`;
const BEFORE: Files = {
  "__manifest__.py":
    "{'name': 'Boat', 'version': '17.0.1.0.0', 'depends': ['base'], 'data': ['data.xml', './security/ir.model.access.csv']}",
  "__init__.py": "from . import models\n",
  "data.xml": DATA,
  "models.py": MODELS,
  "controllers/main.py": "class Main:\n    pass\n",
  "security/ir.model.access.csv": "id,name,perm_read\na,a,1\n",
  "i18n/fr.po": 'msgid "Crew"\nmsgstr ""\n',
  "static/src/boat.js": "1;\n",
  "static/description/index.html": "<p>Boat</p>\n",
  "README.md": "Boat\n",
  "tests/test_boat.py": "1\n",
  "tests/data.xml": "<odoo/>\n",
};

/** A manifest with one more key. */
function withKey(key: string, value: string): Files {
  const manifest = String(BEFORE["__manifest__.py"]).replace("{", `{'${key}': ${value}, `);
  return { "__manifest__.py": manifest };
}

/** Keys of a manifest by what brings their change. */
const KEYS = {
  update: `summary description author maintainer contributors website url live_test_url license category sequence application
    auto_install icon installable excludes countries demo images configurator_snippets new_page_templates`,
  restart: "assets post_load uninstall_hook bootstrap qweb snippet_lists",
  none: "pre_init_hook post_init_hook external_dependencies development_status maintainers price",
} as const;

type Change = readonly [kind: "update" | "restart" | "none", name: string, Files];

/** One module for each change. */
const CHANGES = sampleCases<Change>([
  ["update", "arch", { "data.xml": DATA.replace('"name"/>', '"name"/><field name="color"/>') }],
  ["update", "cron", { "data.xml": DATA.replace('number">1', 'number">4') }],
  ["update", "parameter", { "data.xml": DATA.replace('value">1', 'value">2') }],
  ["update", "menu", { "data.xml": DATA.replace('sequence="5"', 'sequence="6"') }],
  [
    "update",
    "record_comes",
    { "data.xml": DATA.replace("<data ", '<record id="n" model="res.groups"/><data ') },
  ],
  ["update", "record_goes", { "data.xml": DATA.replace(/ *<menuitem.*\n/, "") }],
  [
    "update",
    "kept_comes",
    { "data.xml": DATA.replace(KEPT, `${KEPT}<record id="k2" model="res.groups"/>`) },
  ],
  ["update", "no_more_kept", { "data.xml": DATA.replace('noupdate="1"', 'noupdate="0"') }],
  ["update", "label", { "models.py": MODELS.replace('"Crew"', '"Sailors"') }],
  ["update", "help", { "models.py": MODELS.replace("Who sails", "Who sails it") }],
  ["update", "selection_label", { "models.py": MODELS.replace('"B"', '"BB"') }],
  [
    "update",
    "selection_key",
    { "models.py": MODELS.replace('("b", "B")', '("b", "B"), ("c", "C")') },
  ],
  ["restart", "constant", { "models.py": MODELS.replace('KINDS = [("a"', 'KINDS = [("x"') }],
  ["update", "constraint", { "models.py": MODELS.replace("unique(crew)", "unique(kind)") }],
  ["update", "rights", { "security/ir.model.access.csv": "id,name,perm_read\na,a,0\n" }],
  ["update", "translation", { "i18n/fr.po": 'msgid "Crew"\nmsgstr "Équipage"\n' }],
  [
    "update",
    "raised",
    { "__manifest__.py": String(BEFORE["__manifest__.py"]).replace("1.0.0", "1.0.1") },
  ],
  [
    "update",
    "listed",
    {
      "__manifest__.py": String(BEFORE["__manifest__.py"]).replace(
        "'data.xml'",
        "'data.xml', 'b.xml'",
      ),
    },
  ],
  [
    "update",
    "summary",
    { "__manifest__.py": String(BEFORE["__manifest__.py"]).replace("{", "{'summary': 'Sail', ") },
  ],
  [
    "update",
    "template",
    { "data.xml": DATA.replace("<menuitem", '<template id="t"><p/></template><menuitem') },
  ],
  [
    "update",
    "order",
    { "models.py": MODELS.replace("    crew =", '    _order = "crew"\n    crew =') },
  ],
  [
    "update",
    "stored",
    { "models.py": MODELS.replace('"Who sails"', '"Who sails", compute="go", store=True') },
  ],
  [
    "restart",
    "bundle",
    {
      "__manifest__.py": String(BEFORE["__manifest__.py"]).replace(
        "{",
        "{'assets': {'web.assets_backend': ['boat/static/src/boat.js']}, ",
      ),
    },
  ],
  ["restart", "style", { "static/src/boat.scss": ".boat {}\n" }],
  ["restart", "browser_template", { "static/src/boat.xml": "<templates/>\n" }],
  ["restart", "report_code", { "report/sum.py": "x = 1\n" }],
  ["restart", "docstring", { "models.py": MODELS.replace("Go.", "Sail away.") }],
  ["none", "catalog", { "i18n/boat.pot": 'msgid "Crew"\nmsgstr ""\n' }],
  ["none", "picture", { "static/description/icon.png": "x" }],
  ["none", "script_of_no_version", { "migrations/17.0.1.0.0/post-x.py": "x = 1\n" }],
  ["restart", "method", { "models.py": MODELS.replace("return 1", "return 2") }],
  ["restart", "decorator", { "models.py": MODELS.replace('depends("crew")', 'depends("kind")') }],
  ["restart", "controller", { "controllers/main.py": "class Main:\n    x = 1\n" }],
  ["restart", "script", { "static/src/boat.js": "2;\n" }],
  ["none", "kept_changes", { "data.xml": DATA.replace(">Kept<", ">Left alone<") }],
  ["none", "kept_goes", { "data.xml": DATA.replace(/ *<record id="kept".*\n/, "") }],
  [
    "none",
    "comment",
    { "data.xml": DATA.replace("<menuitem", "<!-- the menu -->\n\n    <menuitem") },
  ],
  [
    "none",
    "attributes",
    { "data.xml": DATA.replace('name="M" sequence="5"', 'sequence="5"   name="M"') },
  ],
  [
    "none",
    "manifest_layout",
    { "__manifest__.py": String(BEFORE["__manifest__.py"]).replace("{", "{\n    ") },
  ],
  [
    "none",
    "texts",
    { "README.md": "A boat\n", "static/description/index.html": "<p>A boat</p>\n" },
  ],
  [
    "none",
    "own_tests",
    { "tests/test_boat.py": "2\n", "tests/data.xml": "<odoo><data/></odoo>\n" },
  ],
  ["none", "untouched", {}],
  ["none", "unlisted", { "unlisted.xml": DATA }],
  ["none", "unlisted_table", { "data/res.partner.csv": "id,name\na,B\n" }],
  ["none", "unlisted_statements", { "data/more.sql": "select 1;\n" }],
  [
    "update",
    "listed_by_another_way",
    { "data.xml": DATA.replace('sequence="5"', 'sequence="6"'), ...withKey("demo", "['./d.xml']") },
  ],
  ...(["update", "restart", "none"] as const).flatMap((kind) =>
    KEYS[kind].split(/\s+/).map((key) => [kind, `key_${key}`, withKey(key, "'x'")] as const),
  ),
]);

const top = makeTemporaryFolder();
execFileSync("git", ["init", "--quiet", "--initial-branch=main", top], { stdio: "ignore" });
const gitDirectory = path.join(top, ".git");
const inFolders = (toFiles: (files: Files, name: string) => Files): Files =>
  Object.fromEntries(
    CHANGES.flatMap(([, name, files]) =>
      Object.entries(toFiles(files, name)).map(([file, text]) => [`addons/${name}/${file}`, text]),
    ),
  );
importBranches(gitDirectory, {
  main: [
    // Modules with another key in the manifest have little else.
    { files: inFolders((_, name) => (name.startsWith("key_") ? withKey("name", "'x'") : BEFORE)) },
    { files: { ...inFolders((files) => files), "addons/arch_of_another/data.xml": "<odoo/>" } },
  ],
});

function list(kind: string): readonly string[] {
  return CHANGES.flatMap(([one, name]) => (one === kind ? [name] : [])).toSorted();
}

test("what reaches a database only with -u, and what a restart brings", async () => {
  const words = ["--path", path.join(top, "addons"), "--from", "main~1", "--to", "main"];
  const { text } = await runCommand(runUpgradeCommand, [...words, "--format", "json"]);
  const { updates } = JSON.parse(text) as Upgrade;
  expect(updates).toMatchObject({ update: list("update"), restart: list("restart") });
});

test("of the commit, only the manifests of changed modules are looked for", async () => {
  const repository = { gitDirectory: path.join(makeTemporaryFolder(), "b.git"), label: "a/b" };
  const manifest = "{'name': 'Boat', 'data': ['listed.sql']}";
  const files = {
    "boat/__manifest__.py": manifest,
    "boat/listed.sql": "1",
    "ship/__manifest__.py": manifest,
    "ship/other.sql": "1",
  };
  makeGitRepository(repository.gitDirectory, {
    main: [
      { files: { ...files, "far/away.py": "1" } },
      { files: { "boat/listed.sql": "2", "ship/other.sql": "2" } },
    ],
  });
  const names = ["main~1", "main", "main:far"];
  const ids = readGitText(repository.gitDirectory, "rev-parse", ...names).split("\n");
  const [from = "", to = "", away = ""] = ids;
  rmSync(path.join(repository.gitDirectory, "objects", away.slice(0, 2), away.slice(2)));
  const folders = new Map(["boat", "ship"].map((name) => [name, name]));
  const kinds = await findFileKinds(repository, { from, to }, folders);
  expect(kinds).toEqual({ update: ["boat"], restart: [] });
});

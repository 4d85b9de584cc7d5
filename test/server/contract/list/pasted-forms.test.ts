// Lists in further forms, five of each kind and more: what is no module is told, and never taken for one.
import { describe, expect, test } from "vitest";

import { parseModuleList } from "../../../../server/contract/list/module-list.js";

/** Modules; reasons for what was left out, where there are some. */
function outline(text: string): string {
  const { modules, platformVersion, leftOut } = parseModuleList(text);
  const reasons = leftOut.map(({ reason }) => reason).join(" ");
  const said = [modules.join(" "), platformVersion === undefined ? "" : `at ${platformVersion}`];
  return [...said, reasons].filter(Boolean).join("; ");
}

const RECORD = (name: string, state: string): string =>
  `<record id="base.module_${name}" model="ir.module.module"><field name="name">${name}</field><field name="state">${state}</field></record>`;

describe("HTML and XML", () => {
  test.each([
    [
      "records of a data file",
      `<?xml version="1.0"?>\n<odoo><data>\n${RECORD("rental", "installed")}\n${RECORD("backup", "uninstalled")}\n<record id="x" model="res.partner"><field name="name">Bob</field></record></data></odoo>`,
      "rental; not_installed",
    ],
    [
      "a record without its name",
      '<odoo>\n<record id="base.module_rental" model="ir.module.module"/>\n</odoo>',
      "rental",
    ],
    [
      "the answer of XML-RPC",
      "<?xml version='1.0'?>\n<methodResponse><array><data><value><struct><member><name>name</name><value><string>rental</string></value></member><member><name>state</name><value><string>to upgrade</string></value></member></struct></value></data></array></methodResponse>",
      "rental",
    ],
    [
      "a table",
      "<table class='o_list'>\n<thead><tr><th>Technical Name</th><th>Status</th></tr></thead>\n<tr><td><b>rental</b></td><td>Installed</td></tr><tr><td>backup</td><td>Not Installed</td></tr></table>",
      "rental; not_installed",
    ],
    [
      "the page of apps",
      '<div class="o_kanban_record"><h4>Rental</h4><code groups="base.group_no_one"><span>rental</span></code></div><div><h4>Fleet</h4><code>fleet_web</code></div>',
      "rental fleet_web",
    ],
    [
      "links to a store",
      '<div><a href="https://apps.odoo.com/apps/modules/17.0/rental/">Rental</a></div>',
      "rental; at 17.0",
    ],
    ["items of a list", "<ul><li>rental</li><li>Needs work</li></ul>", "rental"],
    ["a view", '<form>\n<field name="partner_id"/>\n</form>', "not_understood"],
    ["a letter", "<p>Hello, please migrate rental and backup.</p>", "not_understood"],
  ])("%s", (_, text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

describe("commands and their settings", () => {
  test.each([
    ["glued to its option", "odoo -d shop -irental,fleet_web\n", "rental fleet_web"],
    [
      "server_wide_modules with blanks",
      "[options]\nserver_wide_modules=rental, fleet_web\n",
      "rental fleet_web; command",
    ],
    [
      "an INI file",
      "[acme]\nseries = 16.0\nmodules = rental,fleet_web\n",
      "rental fleet_web; command",
    ],
    [
      "a launcher of an editor",
      '{"configurations": [{"name": "Odoo", "program": "odoo-bin", "args": ["-d", "shop", "-i", "rental,fleet_web"]}]}',
      "rental fleet_web",
    ],
    [
      "the same over lines",
      '{\n"name": "Odoo",\n"args": [\n  "-i",\n  "rental,fleet_web"\n]\n}',
      "rental fleet_web; command",
    ],
    [
      "a container that has `init`",
      "services:\n  shop:\n    init: true\n    command: odoo -u rental\n",
      "rental; command pattern",
    ],
    [
      "a matrix of a pipeline",
      'on: [push]\njobs:\n  test:\n    strategy:\n      matrix:\n        include:\n          - container: x\n            include: "rental,fleet_web"\n',
      "rental fleet_web; command",
    ],
    [
      "its environment",
      'jobs:\n  test:\n    env:\n      INCLUDE: "rental,fleet_web"\n',
      "rental fleet_web; command",
    ],
    [
      "Ansible",
      "odoo_core_modules_dict:\n  shared:\n    - rental\nodoo_more_modules:\n  - fleet_web\nexclude_modules:\n  x:\n    - backup\n",
      "rental fleet_web; setting",
    ],
    [
      "a tool of Odoo",
      '[tool.odoo]\nmodules = ["rental"]\naddons = ["fleet_web"]\n',
      "rental fleet_web",
    ],
    [
      "variables of a container",
      "env:\n- name: ODOO_MODULES\n  value: rental,fleet_web\n",
      "rental fleet_web; command",
    ],
    ["an array of a shell", "MODULES=(rental fleet_web)\n", "rental fleet_web"],
    ["variables of Terraform", 'odoo_modules = ["rental", "fleet_web"]\n', "rental fleet_web"],
    [
      "a service of systemd",
      "[Service]\nExecStart=/opt/odoo-bin --load=rental,fleet_web\nUser=odoo\n",
      "rental fleet_web; command",
    ],
    [
      "hooks of pre-commit",
      "repos:\n  - repo: https://github.com/OCA/pylint-odoo\n    rev: v8\n",
      "setting",
    ],
    ["another tool", '[tool.mypy]\nmodules = ["rental"]\n', "setting"],
  ])("%s", (_, text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

describe("answers and exports", () => {
  test.each([
    [
      "names over JSON-RPC",
      '{"jsonrpc": "2.0", "id": 1, "result": ["rental", "fleet_web"]}',
      "rental fleet_web; setting",
    ],
    ["ids over JSON-RPC", '{"jsonrpc": "2.0", "id": 1, "result": [5, 6]}', "setting"],
    [
      "an error over JSON-RPC",
      '{"jsonrpc": "2.0", "error": {"message": "Odoo Server Error", "data": {"name": "odoo.exceptions.AccessDenied"}}}',
      "setting",
    ],
    [
      "groups of a state",
      '{"uninstalled": [{"name": "backup"}], "installed": [{"name": "rental", "version": "16.0.1.0.0"}]}',
      "rental; not_installed",
    ],
    [
      "rows of YAML",
      "- name: rental\n  state: installed\n- name: backup\n  state: uninstalled\n",
      "rental; not_installed",
    ],
    [
      "rows below a key",
      "modules:\n  - name: rental\n    version: 16.0\n  - name: backup\n    state: to remove\n",
      "rental; not_installed",
    ],
    [
      "modules by name",
      '{"data": {"modules": {"rental": {"state": "installed"}, "backup": {"state": "uninstalled"}}}}',
      "rental; not_installed",
    ],
    ["a text below a key", '{"odoo": {"addons": "rental,fleet_web"}}', "rental fleet_web"],
    ["keys as Python prints them", "dict_keys(['rental', 'fleet_web'])", "rental fleet_web"],
    [
      "two manifests",
      "{'name': 'A', 'depends': ['rental']}\n{'name': 'B', 'depends': ['billing']}\n",
      "rental billing; outside",
    ],
    [
      "columns between blanks",
      "Module  Technical Name  Status\nRental  rental  Installed\nBackup  backup  Not Installed\n",
      "rental; not_installed",
    ],
    [
      "a traceback",
      'Traceback (most recent call last):\n  File "/srv/rental/a.py", line 5, in x\n    foo()\nValueError: bad',
      "not_understood",
    ],
    ["a recordset", "ir.module.module(5, 6)", "no_name"],
    ["what a notebook prints", "Out[3]: ['rental', 'fleet_web']", "rental fleet_web"],
    [
      "a query and its rows",
      "COPY (select name, state from ir_module_module) TO stdout;\nrental\tinstalled\nbackup\tuninstalled\n",
      "rental; not_installed",
    ],
    [
      "a query alone",
      "select name from ir_module_module where state = 'installed';",
      "not_understood",
    ],
    [
      "inserted rows",
      "INSERT INTO ir_module_module (name, state) VALUES ('rental', 'installed');",
      "not_understood",
    ],
    [
      "an error of psql",
      'ERROR:  relation "modules" does not exist\nLINE 1: select name from modules',
      "not_understood",
    ],
    [
      "a table of reStructuredText",
      "====== =========\nname   state\n====== =========\nrental installed\nbackup uninstalled\n====== =========\n",
      "rental; not_understood not_installed",
    ],
    [
      "pip show",
      "Name: odoo-addon-rental\nVersion: 16.0.1.0.0\nSummary: Rent\nRequires: odoo, requests\n",
      "rental; at 16.0; pin",
    ],
    [
      "a log of what is missing",
      "2025-03-05 09:12:33,101 41 WARNING demo odoo.modules.graph: module rental: Unmet dependencies: fleet_web, billing\n",
      "rental fleet_web billing",
    ],
    [
      "a log of states",
      "2025-03-05 09:12:33,101 41 ERROR demo odoo.modules.loading: Some modules have inconsistent states, some dependencies may be missing: ['rental', 'billing']\n",
      "rental billing",
    ],
  ])("%s", (_, text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

describe("names among other words", () => {
  test.each([
    [
      "a letter",
      "Hello,\n\nwe run rental_core and fleet. Please help.\n\nRegards\nAnna",
      "rental_core; not_understood",
    ],
    [
      "a mail",
      "Subject: upgrade\nFrom: Bob\n\nrental\nbilling\n",
      "rental billing; not_understood",
    ],
    [
      "states behind names",
      "rental: installed\nbackup - uninstalled\nbilling (to upgrade)\n",
      "rental billing; not_installed",
    ],
    [
      "titles before names in a line",
      "Rent things (rental), Bills & more (billing)",
      "rental billing",
    ],
    [
      "quotes as typed",
      "“rental”, «billing» and „notify“",
      "rental billing notify; not_understood",
    ],
    ["signs without width", "rental\u200B\n\u200Ebilling\n", "rental billing"],
    ["other bullets", "◦ rental\n▪ billing\n– *notify*\n", "rental billing notify"],
    ["git status", " M rental/models/a.py\n?? billing/\n", "rental billing"],
    [
      "a tree",
      ".\n├── rental\n│   ├── models\n│   └── __manifest__.py\n└── billing\n\n2 directories",
      "rental billing; not_understood",
    ],
    [
      "a heading with the last behind a word",
      "Installed modules: rental, fleet and billing",
      "rental fleet billing; not_understood",
    ],
    [
      "a heading below a rule",
      "Modules\n=======\n\n* rental\n* ``fleet_web``\n",
      "rental fleet_web; not_understood no_name",
    ],
    [
      "dependencies after their key",
      "depends: rental, fleet_web",
      "rental fleet_web; not_understood",
    ],
    [
      "code of a shell",
      "env['ir.module.module'].search([('name', 'in', ['rental'])])",
      "not_understood",
    ],
    ["code", "import rental\nfrom odoo.addons.billing import models\n", "not_understood"],
  ])("%s", (_, text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

describe("wiki tables and answers", () => {
  test.each([
    [
      "Jira",
      "||Module||State||\n|rental|installed|\n|backup|uninstalled|",
      "rental; not_installed",
    ],
    [
      "Confluence, with code and links",
      "||Module||Migrated||\n|{{rental}}|(/)|\n|[billing|https://x.org/billing]|(x)|",
      "rental billing",
    ],
    [
      "MediaWiki",
      '{| class="wikitable"\n! Module !! State\n|-\n| rental || installed\n|-\n| backup || uninstalled\n|}',
      "rental; not_installed",
    ],
    [
      "AsciiDoc",
      "|===\n|Module |State\n\n|rental |installed\n|backup |uninstalled\n|===",
      "rental; not_installed",
    ],
    ["yes and no without a head", "rental | yes\nbackup | no", "rental; not_installed"],
    ["yes and no behind blanks", "rental yes\nbackup no", "rental; not_installed"],
    ["in French", "Module;Installé\nrental;oui\nbackup;non", "rental; not_installed"],
    ["in Spanish", "Módulo\tInstalado\nrental\tSí\nbackup\tNo", "rental; not_installed"],
    [
      "in German, with a rule",
      "| Modul | Installiert |\n|---|---|\n| rental | ja |\n| backup | nein |",
      "rental; not_installed",
    ],
    ["in Japanese", "技術名称,インストール済\nrental,はい\nbackup,いいえ", "rental; not_installed"],
    [
      "signs",
      "| Module | Installed? |\n|---|---|\n| rental | ✅ |\n| backup | ❌ |\n| fleet | |",
      "rental; not_installed",
    ],
    ["numbers and booleans", "name,installed\nrental,True\nbackup,0", "rental; not_installed"],
    ["yes and no of something else", "Module,Custom?\nrental,yes\nbackup,no", "rental backup"],
    [
      "OpenUpgrade's coverage",
      "| Module | Status | Extra |\n|---|---|---|\n| rental | Done | |\n| billing | Partial | x |\n| fleet | Nothing to do | |\n| backup | | |",
      "rental billing fleet backup",
    ],
    [
      "its marks",
      "+---------------+--------+\n| Module        | Status |\n+===============+========+\n| |del| rental  |        |\n+---------------+--------+\n| |new| billing | Done   |\n+---------------+--------+",
      "rental billing",
    ],
    [
      "titles before names",
      "Rental\trental\tAcme\tInstalled\nBackup\tbackup\tAcme\tNot Installed",
      "rental; not_installed",
    ],
    [
      "JSON below a head",
      '   json_agg\n--------------\n [{"name":"rental","state":"installed"}]\n(1 row)',
      "rental",
    ],
  ])("%s", (_, text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

describe("numbers, signs and folders", () => {
  test.each([
    ["numbers alone", "1  rental\n2  billing", "rental billing"],
    ["numbers and tabs", "     1\trental\n     2\tbilling", "rental billing"],
    ["numbers with states", "1 rental installed\n2 backup uninstalled", "rental; not_installed"],
    ["glued numbers", "1.rental\n2.billing", "rental billing"],
    ["numbers in brackets", "(1) rental\n(2) billing", "rental billing"],
    ["numbers and dashes", "1 - rental\n2 - billing", "rental billing"],
    ["letters", "a) rental\nb) billing", "rental billing"],
    ["pictures", "✅ rental\n🚧 billing", "rental billing"],
    ["glued dashes", "-rental\n-billing", "rental billing"],
    ["commented out", "rental\n;backup\n//fleet", "rental; not_understood"],
    ["between signs", "rental / billing / fleet", "rental billing fleet"],
    [
      "a tree with files",
      "addons\n├── rental\n│   ├── __manifest__.py\n│   └── models\n└── billing\n    └── __init__.py",
      "rental billing; not_understood",
    ],
    [
      "a tree of one module",
      "rental/\n|-- __init__.py\n`-- __manifest__.py",
      "rental; not_understood",
    ],
    ["ls between files", "fleet_web  rental  README.md", "fleet_web rental; not_understood"],
    ["du", "12K\t./rental\n4.0K\t./billing", "rental billing"],
    ["dir", "01/01/2024  10:00 AM    <DIR>          rental", "rental"],
    ["folders of Windows", "C:\\odoo\\addons\\rental", "rental"],
    ["grep", "rental/__manifest__.py:    'version': '16.0.1.0.0',", "rental"],
    [
      "subjects of commits",
      "d4e5f6a [FIX] fleet_web: typo\na1b2c3d [16.0][MIG] rental",
      "fleet_web rental; at 16.0",
    ],
    [
      "the address of a plan",
      "https://x.org/plan?platform_version=16.0&modules=rental,billing",
      "rental billing; at 16.0",
    ],
    ["an option alone", "-i rental,billing", "rental billing"],
    [
      "lines of a log",
      "Loading module rental (12/40)\nLoading module billing (13/40)",
      "rental billing",
    ],
    [
      "variables of Ansible",
      'odoo_core_modules: "rental,billing"\nodoo_port: 8069',
      "rental billing; setting",
    ],
    ["versions by name", "modules:\n  rental: 16.0.1.0.0\n  billing: 16.0.2.0.0", "rental billing"],
    [
      "variables of Terraform",
      'odoo_modules = ["rental"]\nregion = "eu"',
      "rental; not_understood",
    ],
    [
      "a variable of make",
      "MODULES := rental,billing\nup:\n\tdocker up",
      "rental billing; command",
    ],
    [
      "a buildout",
      "[openerp]\naddons = git https://github.com/OCA/web.git web 16.0",
      "at 16.0; setting",
    ],
    ["a graph", 'digraph {\n"rental" -> "fleet"\n}', "rental fleet; not_understood no_name"],
  ])("%s", (_, text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

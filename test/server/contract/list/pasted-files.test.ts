// Files, exports and messages that people paste where a list of modules is asked for: what is read of each form, and that nothing else
// of it becomes a module.
import { describe, expect, test } from "vitest";

import { parseModuleList } from "../../../../server/contract/list/module-list.js";

/** Kind and names; repositories, version and reasons where there are some. */
function outline(text: string): string {
  const { kind, modules, repositories, prefer, platformVersion, leftOut } = parseModuleList(text);
  return [
    `${kind}: ${modules.join(" ")}`,
    platformVersion === undefined ? "" : `at ${platformVersion}`,
    [...repositories, ...prefer].join(" "),
    leftOut.map(({ reason, count }) => `${reason} ${count}`).join(", "),
  ]
    .filter(Boolean)
    .join("; ");
}

describe("TOML", () => {
  test.each([
    [
      "a project",
      '[project]\nname = "shop"\ndependencies = ["odoo-addon-rental==16.0.*"]\n',
      "TOML: rental; at 16.0; setting 1",
    ],
    [
      "a project with extras, groups and another tool",
      '[project]\nname = "shop"\ndynamic = ["version"]\ndependencies = [\n "click-odoo",\n "odoo-addon-rental==16.0.*",\n "odoo-addon-fleet_web @ git+https://github.com/acme/web@16.0#subdirectory=fleet_web",\n]\n[project.optional-dependencies]\ntest = ["odoo-addon-backup"]\n[dependency-groups]\ndev = ["pytest", {include-group = "x"}]\n[tool.hatch-odoo]\naddons_dirs = ["odoo/addons"]\n',
      "TOML: rental fleet_web; at 16.0; acme/web; other_package 1, optional 3, setting 2",
    ],
    [
      "uv says where it takes a package from",
      '[project]\nname = "shop"\ndependencies = ["odoo-addon-fleet-web"]\n[tool.uv.sources]\nodoo-addon-fleet_web = { git = "https://github.com/acme/web", branch = "17.0", subdirectory = "setup/fleet_web" }\n',
      "TOML: fleet_web; at 17.0; acme/web; setting 1",
    ],
    [
      "Poetry",
      '[tool.poetry]\nname = "shop"\n[tool.poetry.dependencies]\npython = "^3.10"\nodoo-addon-rental = "^16.0"\nodoo-addon-fleet_web = {git = "https://github.com/acme/web.git", branch = "16.0", subdirectory = "fleet_web"}\n[tool.poetry.group.dev.dependencies]\nodoo-addon-backup = "*"\n',
      "TOML: rental fleet_web; at 16.0; acme/web; optional 1, setting 1",
    ],
    [
      "uv.lock",
      'version = 1\n[[package]]\nname = "shop"\nsource = { virtual = "." }\ndependencies = [{ name = "odoo-addon-rental" }]\n[[package]]\nname = "lxml"\nversion = "5.0"\nsource = { registry = "https://pypi.org/simple" }\n[[package]]\nname = "odoo-addon-rental"\nversion = "16.0.1.2.3"\nsource = { registry = "https://pypi.org/simple" }\n[[package]]\nname = "odoo-addon-fleet-web"\nversion = "16.0.1.0.0"\nsource = { git = "https://github.com/acme/web?subdirectory=fleet_web&branch=16.0#0123abc" }\n',
      "TOML: rental fleet_web; at 16.0; acme/web; setting 1, other_package 1, pin 1",
    ],
    [
      "poetry.lock",
      '[[package]]\nname = "odoo14-addon-rental"\nversion = "14.0.1.0.0"\n[[package]]\nname = "odoo14-addon-fleet-web"\nversion = "14.0.1"\n[package.source]\ntype = "git"\nurl = "https://github.com/acme/web.git"\nreference = "14.0"\nresolved_reference = "0123abc"\nsubdirectory = "setup/fleet_web"\n[metadata]\nlock-version = "2.0"\n',
      "TOML: rental fleet_web; at 14.0; acme/web; pin 1, setting 1",
    ],
    [
      "a Pipfile",
      '[[source]]\nurl = "https://pypi.org/simple"\n[packages]\nodoo-addon-rental = ">=16.0,<16.1"\nlxml = "*"\nodoo-addon-fleet-web = {git = "https://github.com/acme/web", ref = "16.0", subdirectory = "setup/fleet_web", editable = true}\n[dev-packages]\npytest = "*"\n',
      "TOML: rental fleet_web; at 16.0; acme/web; other_package 1, optional 1",
    ],
    [
      "a part that ends too early",
      '[project]\nname = "shop"\ndependencies = [\n  "odoo-addon-rental==16.0.*",\n',
      "TOML: rental; at 16.0; unread 3",
    ],
  ])("%s", (_, text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

describe("other files with requirements", () => {
  test.each([
    [
      "setup.py",
      'from setuptools import setup\nsetup(\n    name="shop",\n    install_requires=[\n        "odoo-addon-rental>=16.0dev,<16.1dev",  # ours\n        "click-odoo",\n        "odoo-addon-fleet_web @ git+https://github.com/acme/web@16.0#subdirectory=fleet_web",\n    ],\n)\n',
      "dependencies: rental fleet_web; at 16.0; acme/web; outside 3, other_package 1",
    ],
    [
      "setup.cfg",
      "[metadata]\nname = shop\n[options]\ninstall_requires =\n    odoo-addon-rental\n    lxml\npackages = find:\n",
      "dependencies: rental; outside 5, other_package 1",
    ],
    [
      "a list without its table",
      'dependencies = [\n  "odoo-addon-rental==16.0.*",\n]\n',
      "dependencies: rental; at 16.0",
    ],
    [
      "Pipfile.lock",
      '{"_meta": {"sources": []}, "default": {"odoo-addon-fleet-web": {"git": "https://github.com/acme/web.git", "ref": "16.0", "subdirectory": "fleet_web"}, "lxml": {"version": "==5.0"}}, "develop": {"pytest": {"version": "==8"}}}',
      "JSON: fleet_web; at 16.0; acme/web; other_package 1, optional 1",
    ],
    [
      "pip list",
      "Package           Version\n----------------- ----------\nlxml              5.0.1\nodoo-addon-rental 16.0.1.0.0\n",
      "requirements.txt: rental; at 16.0; other_package 1, pin 1",
    ],
    [
      "pip list as JSON",
      '[{"name": "lxml", "version": "5.0.1"}, {"name": "odoo-addon-rental", "version": "16.0.1.0.0"}]',
      "JSON: rental; at 16.0; other_package 1, pin 1",
    ],
    [
      "environment.yml",
      "name: shop\ndependencies:\n  - python=3.10\n  - pip:\n    - odoo-addon-rental==16.0.*\n    - lxml\n",
      "YAML: rental; at 16.0; setting 2, no_name 1",
    ],
    [
      ".gitmodules",
      '[submodule "web"]\n\tpath = web\n\turl = git@github.com:acme/web.git\n\tbranch = 16.0\n[submodule "crm"]\n\tpath = crm\n\turl = ../x\n',
      ".gitmodules: ; at 16.0; acme/web ../x",
    ],
  ])("%s", (_, text, expected) => {
    expect(outline(text)).toBe(expected.replace(" ../x", "; no_repository 1"));
  });
});

describe("states", () => {
  const names = ["rental", "fleet_web", "billing", "backup", "notify"];
  const toTable = (states: string): string =>
    `Technical Name,Status\n${states
      .split("|")
      .map((state, at) => `${names[at] ?? ""},${state}\n`)
      .join("")}`;

  // Installed, not installed, to be upgraded, to be removed, to be installed.
  test.each([
    ["English", "Installed|Not Installed|To be upgraded|To be removed|To be installed"],
    ["French", "Installé|Non installé|À mettre à jour|À désinstaller|À installer"],
    [
      "French, letters and accents apart",
      "Installe\u0301|Non installé|A\u0300 mettre à jour|À désinstaller|À installer",
    ],
    ["German", "Installiert|Nicht installiert|Bereit für Upgrade|Zu entfernen|Zu installieren"],
    ["Spanish", "Instalado|No instalado|Por actualizar|Por eliminar|Por instalar"],
    ["Italian", "Installato|Non installato|Da avanzare|Da rimuovere|Da installare"],
    ["Dutch", "Geïnstalleerd|Niet geïnstalleerd|Bij te werken|Te verwijderen|Te installeren"],
    ["Dutch of 18.0", "Geïnstalleerd|Niet geïnstalleerd|Te upgraden|Te verwijderen|Te installeren"],
    ["Chinese of 18.0", "已安装|未安装|待升级|待移除|待安装"],
    ["Portuguese of Brazil", "Instalado|Não instalado|A ser atualizado|A remover|A ser instalado"],
    ["Portuguese", "Instalado|Não Instalado|A serem atualizados|A remover|Por instalar"],
    ["Japanese", "インストール済|未インストール|アップグレード対象|対象削除|インストールする"],
  ])("in %s", (_, states) => {
    expect(outline(toTable(states))).toBe("CSV: rental billing notify; not_installed 2");
    expect(outline(toTable(states).replace(/^.*\n/, ""))).toBe(
      "CSV: rental billing notify; not_installed 2",
    );
  });

  test("in words that are not known are told as such", () => {
    expect(outline(toTable("Installed|Sideways"))).toBe("CSV: rental; unknown_state 1");
  });

  test.each([
    [
      "search_read over JSON-RPC",
      '{"jsonrpc": "2.0", "id": 1, "result": {"length": 3, "records": [{"id": 1, "name": "rental", "state": "installed"}, {"id": 2, "name": "backup", "state": "uninstalled"}, {"id": 3, "name": "billing", "state": "to upgrade"}]}}',
      "JSON: rental billing; not_installed 1",
    ],
    [
      "search_read in a shell",
      "[{'id': 1, 'name': 'rental', 'state': 'installed'},\n {'id': 2, 'name': 'backup', 'state': 'uninstalled'}]",
      "JSON: rental; not_installed 1",
    ],
    [
      "names alone",
      '[{"id": 1, "name": "rental"}, {"id": 2, "name": "billing"}]',
      "JSON: rental billing",
    ],
    [
      "an export by external id",
      '"id","state"\n"base.module_rental","Installed"\n"base.module_backup","Not Installed"\n',
      "CSV: rental; not_installed 1",
    ],
    [
      "psql without heads",
      "rental|installed\nbackup|uninstalled\n",
      "CSV: rental; not_installed 1",
    ],
    [
      "the table of a README",
      "addon | version | summary\n--- | --- | ---\n[rental](rental/) | 16.0.1.0.0 | Rent things\n[fleet_web](fleet_web/) | 16.0.1.0.0 | Cars\n",
      "CSV: rental fleet_web",
    ],
    [
      "a log",
      "2025-03-05 09:12:33,101 41 INFO demo odoo.modules.loading: loading 2 modules...\n2025-03-05 09:12:33,101 41 INFO demo odoo.modules.loading: Loading module rental (1/2)\n2025-03-05 09:12:33,101 41 INFO demo odoo.modules.loading: Module rental loaded in 0.02s, 5 queries\n2025-03-05 09:12:34,101 41 INFO demo odoo.modules.loading: Loading module fleet_web (2/2)\n",
      "log: rental fleet_web",
    ],
  ])("of %s", (_, text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

describe("what starts Odoo", () => {
  test.each([
    ["a shell", "sudo -u odoo ./odoo-bin -d shop -u rental,fleet_web --stop-after-init\n"],
    ["over several lines", "docker exec -it shop odoo \\\n  -d shop \\\n  -i rental,fleet_web\n"],
    ["click-odoo", "click-odoo-initdb -n shop -m rental,fleet_web\n"],
    [
      "a command of compose",
      'services:\n  shop:\n    image: odoo:17.0\n    command: ["odoo", "-i", "rental,fleet_web"]\n',
    ],
    [
      "the same item by item",
      "services:\n  shop:\n    command:\n      - odoo\n      - -i\n      - rental,fleet_web\n",
    ],
    [
      "arguments of a container",
      'containers:\n  - name: shop\n    args: ["--", "--update=rental,fleet_web"]\n',
    ],
    ["its environment", "ODOO_INIT=rental,fleet_web\nPGHOST=db\n"],
    ["Travis", 'env:\n  - TESTS="1" INCLUDE="rental,fleet_web"\n'],
    ["values of Helm", 'shop:\n  modules: "rental,fleet_web"\n'],
    [
      "marabunta",
      "versions:\n  - addons:\n      upgrade:\n        - rental\n        - fleet_web\n",
    ],
  ])("%s", (_, text) => {
    expect(parseModuleList(text).modules).toEqual(["rental", "fleet_web"]);
  });
});

/** Three modules, two of them installed. */
function drawRows(left: string, rule: string, edge = ""): string {
  const rows = ["name state", "", "rental installed", "fleet_web to upgrade", "backup uninstalled"];
  return rows
    .map((row) => (row === "" ? rule : `${edge}${row.replace(" ", left)}${edge}`))
    .join("\n");
}

describe("what psql prints", () => {
  test.each([
    ["plain", ` ${drawRows(" | ", "------+------")}\n(3 rows)\n`],
    ["framed", `+---+---+\n${drawRows(" | ", "+---+---+", "| ")}\n+---+---+\n(3 rows)\n`],
    ["in lines of Unicode", `┌──┬──┐\n${drawRows(" │ ", "├──┼──┤", "│ ")}\n└──┴──┘\n(3 Zeilen)\n`],
    [
      "below its prompt",
      `shop=# select name, state from x;\n${drawRows(" | ", "---+---")}\n(3 rows)\n\nshop=#`,
    ],
    [
      "expanded",
      "-[ RECORD 1 ]--\nname  | rental\nstate | installed\n-[ RECORD 2 ]--\nname  | fleet_web\nstate | installed\n",
    ],
    ["aggregated", " string_agg \n------------\n rental,fleet_web\n(1 row)\n"],
  ])("%s", (_, text) => {
    expect(parseModuleList(text).modules).toEqual(["rental", "fleet_web"]);
  });
});

describe("values", () => {
  test.each([
    ["lines of JSON", '{"name": "rental"}\n{"name": "fleet_web", "state": "installed"}\n'],
    [
      "states by name",
      '{"rental": "installed", "fleet_web": "to upgrade", "backup": "uninstalled"}',
    ],
    ["versions by name", '{"rental": "16.0.1.0.0", "fleet_web": "16.0.2.0.1"}'],
    ["a list below a key", '{"modules": ["rental", "fleet_web"], "without_demo": true}'],
    [
      "pairs of Python",
      "[('rental', 'installed'), ('fleet_web', 'to install'), ('backup', 'uninstalled')]",
    ],
    ["texts of Python 2", "[u'rental', u'fleet_web']"],
    [
      "rows of Python that are cut",
      "[{'name': 'rental', 'at': datetime.datetime(2025, 1, 1), 'by': \"O'Neil\"}, {'name': 'fleet_web'}, {'na",
    ],
  ])("%s", (_, text) => {
    expect(parseModuleList(text).modules).toEqual(["rental", "fleet_web"]);
  });

  test("other JSON has no modules", () => {
    const text = '{"name": "shop", "version": "1.0.0", "dependencies": {"owl": "2.0"}}';
    expect(outline(text)).toBe("JSON: ; setting 3");
  });
});

describe("places", () => {
  test.each([
    ["folders", "addons/rental\nodoo/custom/src/private/fleet_web/\n"],
    [
      "changed files",
      " rental/models/a.py | 10 ++--\n addons/fleet_web/__manifest__.py | 2 +-\n 2 files changed\n",
    ],
    [
      "a listing",
      "total 8\ndrwxr-xr-x 2 a a 4096 Jan  1 12:00 rental\ndrwxr-xr-x 2 a a 4096 Jan  1 12:00 fleet_web\n",
    ],
    ["archives", "rental-16.0.1.0.0.zip\nfleet_web.zip\n"],
    [
      "wheels",
      "https://example.org/odoo_addon_rental-16.0.1.0.0-py3-none-any.whl\n./odoo_addon_fleet_web-16.0.1.0.0-py3-none-any.whl\n",
    ],
    [
      "a tree of packages",
      "shop v1.0\n├── odoo-addon-rental v16.0.1.0.0\n│   └── odoo-addon-fleet-web v16.0.1.0.0\n",
    ],
    [
      "a store",
      "https://apps.odoo.com/apps/modules/16.0/rental\nhttps://apps.odoo.com/apps/modules/16.0/fleet_web/\n",
    ],
  ])("of %s", (_, text) => {
    expect(parseModuleList(text).modules).toEqual(["rental", "fleet_web"]);
  });

  test.each([
    ["https://github.com/acme/web/tree/16.0/rental\n", "names: rental; at 16.0; acme/web"],
    [
      "https://git.example.org/acme/web/-/blob/17.0/x/rental?a=b\n",
      "names: rental; at 17.0; acme/web",
    ],
    [
      "# ours\nserver-tools\nweb https://github.com/acme/web.git 16.0\n",
      "oca_dependencies.txt: ; at 16.0; OCA/server-tools acme/web",
    ],
    [
      "https://github.com/acme/web\ngit@github.com:acme/crm.git\n",
      "oca_dependencies.txt: ; acme/web acme/crm",
    ],
  ])("at a forge: %s", (text, expected) => {
    expect(outline(text)).toBe(expected);
  });
});

describe("what people write around names", () => {
  test.each([
    [
      "a heading",
      "Modules to install on the server\nrental\nbilling\n",
      "names: rental billing; not_understood 1",
    ],
    [
      "a heading without capitals",
      "our extra apps\nrental\nbilling\n",
      "names: rental billing; not_understood 1",
    ],
    ["a sentence", "Hello, we need rental and billing for our new shop, please.", "not_understood"],
    [
      "a sentence with names that can be nothing else",
      "Please install fleet_web and sale_rental. Thanks!",
      "names: fleet_web sale_rental; not_understood 1",
    ],
    [
      "titles behind names",
      "- rental: Rent things\n- fleet_web - Cars for (nearly) all\n- billing (Bills)\n",
      "names: rental fleet_web billing",
    ],
    [
      "versions behind names",
      "rental 16.0.1.0.0\nfleet_web 16.0.2.0.0\n",
      "names: rental fleet_web",
    ],
    ["boxes to tick", "- [x] rental\n- [ ] billing\n", "names: rental billing"],
    ["names in a line", "rental billing notify", "names: rental billing notify"],
    [
      "what they are for",
      "Our shop needs: rental, billing",
      "names: rental billing; not_understood 1",
    ],
    [
      "titles before names",
      "Rent things (rental_core)\nBills (bill_more)\n",
      "names: rental_core bill_more",
    ],
    [
      "links",
      "- [rental](https://github.com/a/b): Rent\n- **billing** – Bills\n",
      "names: rental billing",
    ],
    [
      "an aside",
      "We run fleet_web (customised) and rental_core since May.",
      "names: fleet_web rental_core;",
    ],
    ["quotes of mails", "> rental\n> billing\n", "names: rental billing"],
  ])("%s", (_, text, expected) => {
    expect(outline(text)).toContain(expected);
  });

  test("a letter around a list, and what was typed into a shell above what it printed, name none", () => {
    const letter = "Hi team,\nthese modules go to 17.0:\n- rental_core\n- fleet\nThanks, Bob";
    expect(parseModuleList(letter).modules).toEqual(["rental_core", "fleet"]);
    const shell =
      ">>> env['ir.module.module'].search([('state', '=', 'installed')]).mapped('name')\n['base', 'fleet']";
    expect(parseModuleList(shell).modules).toEqual(["base", "fleet"]);
    expect(parseModuleList("Sale, Stock").modules).toEqual(["Sale", "Stock"]);
  });

  test("a sentence of plain words names none", () => {
    for (const text of [
      "Which of these are still needed after the migration?",
      "bitte die Module für die Rechnung und das Lager",
      "les modules de la vente et de la facturation",
    ]) {
      expect(parseModuleList(text)).toMatchObject({ modules: [] });
    }
  });
});

// Findings that comments, options and a baseline leave out, and modules of one call that are judged each by itself.
import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { runCheck } from "../../cli/check/check-command.js";
import type { CheckedModules } from "../../server/registry/check/development/check-written.js";
import { runCommand } from "../support/program.js";
import { awaitOperatorError } from "../support/catch-error.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";
import { openParsedModules } from "../support/world.js";
import { BASE, SALE, writeSources } from "./check-modules.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
let snapshot: string;

beforeAll(async () => {
  snapshot = makeTemporaryFolder();
  (await openParsedModules(snapshot, { base: BASE, sale: SALE, glue: GLUE })).close();
});

const run = (...words: readonly string[]) =>
  runCommand(runCheck, ["--snapshot", snapshot, "--platform-version", "17.0", ...words]);

async function check(...words: readonly string[]) {
  const { findings, silenced } = JSON.parse(
    (await run(...words, "--format", "json")).text,
  ) as CheckedModules;
  return [...findings.map(({ module, name }) => `${module} ${name}`), silenced];
}

/** Module that installs itself with `base`. */
const GLUE = {
  "__manifest__.py": "{'depends': ['base'], 'auto_install': True}",
  "__init__.py": `from odoo import fields, models
class Partner(models.Model):
    _inherit = "res.partner"
    glue = fields.Char()
`,
};

const DATA = `<odoo>
  <record id="a" model="res.partner"><field name="one"/></record>
  <!-- module-lookup: ignore[unknown-model, unknown-field] -->
  <record id="b" model="res.partner"><field name="two"/></record>
  <record id="c" model="res.partner"><field name="three"/></record> <!-- module-lookup: ignore[unknown-record] -->
</odoo>`;

const writeOwn = () =>
  writeSources(path.join(nextFolder(), "own"), {
    "__manifest__.py": "{'depends': ['base'], 'data': ['a.xml']}",
    "__init__.py": "from . import models",
    "models.py": `from odoo import models
class Partner(models.Model):
    _inherit = "res.partner"
    def f(self):
        self.nothing()  # module-lookup: ignore[unknown-method]
        self.env["no.model"]  # module-lookup: ignore[unknown-method]
`,
    "a.xml": DATA,
  });

test("a comment silences its kinds in its line, and alone in the next one", async () => {
  expect(await check(writeOwn())).toEqual([
    "own res.partner.one",
    "own res.partner.three",
    "own no.model",
    2,
  ]);
});

test("kinds that are ignored are counted, others are refused", async () => {
  const own = writeOwn();
  expect(await check(own, "--ignore", "unknown-field,unknown-model")).toEqual([5]);
  const ignored = await run(own, "--ignore", "unknown-field,unknown-model");
  expect(ignored.text).toMatch(/^0 findings in \d+ references, .*; 5 silenced$/);
  expect(ignored.code).toBe(0);
  const error = await awaitOperatorError(run(own, "--ignore", "nothing"));
  expect(error.message).toMatch(/--ignore names no kind of findings: nothing/);
});

test("a baseline silences what was found before, wherever it now stands", async () => {
  const own = writeOwn();
  const baseline = path.join(makeTemporaryFolder(), "baseline.json");
  const written = await run(own, "--baseline", baseline, "--write-baseline");
  expect(written).toMatchObject({ code: 0, text: "" });
  expect(readFileSync(baseline, "utf8")).toBe(
    `[
{"module":"own","file":"a.xml","rule":"unknown-field","name":"res.partner.one"},
{"module":"own","file":"a.xml","rule":"unknown-field","name":"res.partner.three"},
{"module":"own","file":"models.py","rule":"unknown-model","name":"no.model"}
]
`,
  );
  writeSources(own, { "a.xml": DATA.replace("<odoo>", "<odoo>\n\n").replace("two", "four") });
  expect(await check(own, "--baseline", baseline)).toEqual([5]);
  writeSources(own, { "a.xml": DATA.replace('"one"', '"five"') });
  expect(await check(own, "--baseline", baseline)).toEqual(["own res.partner.five", 4]);
  const without = await awaitOperatorError(run(own, "--write-baseline"));
  expect(without.message).toMatch(/--write-baseline needs --baseline/);
  const unwritten = await awaitOperatorError(
    run(own, "--write-baseline", "--baseline", path.join(own, "no", "folder.json")),
  );
  expect(unwritten.message).toMatch(/cannot be written \(ENOENT\)/);
  const missing = await awaitOperatorError(run(own, "--baseline", `${baseline}x`));
  expect(missing.message).toMatch(/^There is no file .*: correct --baseline/);
  const wrong = writeSources(nextFolder(), { "wrong.json": '[{"module": 1}]' });
  const noList = await awaitOperatorError(run(own, "--baseline", path.join(wrong, "wrong.json")));
  expect(noList.message).toMatch(/is no list of findings/);
});

test("of several modules each is judged with what it depends on alone", async () => {
  const folder = nextFolder();
  const write = (name: string, depends: string, model: string) =>
    writeSources(path.join(folder, name), {
      "__manifest__.py": `{'depends': [${depends}], 'data': ['a.xml']}`,
      "__init__.py": "from . import models",
      "models.py": `from odoo import fields, models
class Thing(models.Model):
    ${model}
    ${name} = fields.Char()
`,
      "a.xml": `<odoo><record id="a" model="first"><field name="first"/><field name="second"/></record></odoo>`,
    });
  write("first", "'base'", "_name = 'first'");
  write("second", "'first'", "_inherit = 'first'");
  write("third", "'first'", "_inherit = 'first'");
  write("fourth", "'base'", "_name = 'fourth'");
  const found = ["first first.second", "fourth first", "third first.second"];
  expect(await check(folder, "--ignore", "no-access")).toEqual([...found, 2]);
  // Modules given as installed count for all.
  expect(await check(folder, "--modules", "second", "--ignore", "no-access")).toEqual([2]);
});

test("what modules of the snapshot depend on comes before them, though it is checked as well", async () => {
  const folder = nextFolder();
  writeSources(path.join(folder, "base"), BASE);
  writeSources(path.join(folder, "own"), {
    "__manifest__.py": "{'depends': ['sale'], 'data': ['a.xml']}",
    "a.xml": `<odoo><record id="a" model="res.partner"><field name="credit">1</field></record></odoo>`,
  });
  const found = await check(folder, "--ignore", "no-access,unknown-model,unknown-record");
  expect(found.filter((one) => String(one).startsWith("own"))).toEqual([]);
});

test("a module of the snapshot installs itself on modules that are written, being checked as well", async () => {
  const folder = nextFolder();
  writeSources(path.join(folder, "base"), BASE);
  writeSources(path.join(folder, "glue"), GLUE);
  writeSources(path.join(folder, "own"), {
    "__manifest__.py": "{'depends': ['base'], 'data': ['a.xml']}",
    "a.xml": `<odoo><record id="a" model="res.partner"><field name="glue">1</field></record></odoo>`,
  });
  const findOwn = async (...words: readonly string[]) =>
    (await check(folder, ...words)).filter((one) => String(one).startsWith("own"));
  expect(await findOwn()).toEqual([]);
  expect(await findOwn("--no-auto-install")).toEqual(["own res.partner.glue"]);
});

const writeImporting = () =>
  writeSources(path.join(nextFolder(), "own"), {
    "__manifest__.py":
      "{'depends': ['base'], 'external_dependencies': {'python': ['PyJWT>=2', 'beautifulsoup4']}}",
    "__init__.py": `import json, os.path
from odoo import models
import jwt, unheard
from bs4 import BeautifulSoup
"""
import text
"""
try:
    import tried
except ImportError: ...
from lxml.html import fromstring
`,
    "migrations/17.0.1.0.0/pre-migrate.py": "from openupgradelib import openupgrade\n",
    "tests/test_own.py": "import tested\n",
  });

describe("what is told by request alone", () => {
  test("libraries that no manifest declares", async () => {
    const own = writeImporting();
    expect(await check(own)).toEqual([0]);
    expect(await check(own, "--select", "undeclared-library")).toEqual([
      "own unheard",
      "own openupgradelib",
      0,
    ]);
  });

  test("models without a description, but for those that only change another", async () => {
    const models = `from odoo import models
class Thing(models.Model):
    _name = "own.thing"
class Told(models.AbstractModel):
    _name = "own.told"
    _description = "Told"
class Partner(models.Model):
    _inherit = "res.partner"
`;
    const files = { "__manifest__.py": "{}", "__init__.py": "from . import models" };
    const own = writeSources(path.join(nextFolder(), "own"), { ...files, "models.py": models });
    const asked = [own, "--ignore", "no-access"];
    expect(await check(...asked)).toEqual([0]);
    expect(await check(...asked, "--select", "missing-description")).toEqual(["own own.thing", 0]);
  });
});

test("without what installs itself a dependency is told that only it brings", async () => {
  const own = writeSources(path.join(nextFolder(), "own"), {
    "__manifest__.py": "{'depends': ['base']}",
    "__init__.py": `from odoo import models
class Partner(models.Model):
    _inherit = "res.partner"
    def f(self): return self.glue
`,
  });
  expect(await check(own)).toEqual([0]);
  expect(await check(own, "--no-auto-install")).toEqual(["own res.partner.glue", 0]);
});

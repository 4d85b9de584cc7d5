// A repository of the platform's size, with invented content: many modules, a branch for each platform version,
// and the commits of many people, half of them on the line that all branches come from. The same numbers give the
// same repository. How long it takes to read it: once with an empty cache, then when nothing changed, then when one
// commit came.
//
//   node dist/bench/large-repository.js --out DIR [--modules 600] [--branches 8] [--commits 120000] [--authors 900]
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Writable } from "node:stream";
import { parseArgs } from "node:util";
import { requireOption } from "./options.js";
import { print } from "./spread.js";

const { values } = parseArgs({
  options: {
    out: { type: "string" },
    modules: { type: "string", default: "600" },
    branches: { type: "string", default: "8" },
    commits: { type: "string", default: "120000" },
    authors: { type: "string", default: "900" },
  },
});

interface Size {
  readonly modules: number;
  readonly branches: number;
  readonly commits: number;
  readonly authors: number;
}

const FIRST_SECONDS = 1_100_000_000;
const SECONDS_A_COMMIT = 900;
/** Share of the commits that are on the line from which the branches come. */
const TRUNK_SHARE = 0.5;
/** One in so many commits comes by a merge that names its pull request. */
const MERGE_EVERY = 12;
const NEWEST_VERSION = 19;
/** Files of a module that commits change, the first one more often. */
const KINDS = [
  "models/model.py",
  "models/model.py",
  "models/other.py",
  "views/view.xml",
  "i18n/de.po",
  "README.rst",
];

const out = requireOption("--out DIR", values.out);
const size: Size = {
  modules: Number(values.modules),
  branches: Number(values.branches),
  commits: Number(values.commits),
  authors: Number(values.authors),
};
const gitDirectory = path.join(out, "platform.git");
if (existsSync(gitDirectory)) {
  process.stderr.write(`${gitDirectory} is there already; name another folder.\n`);
  process.exit(2);
}
mkdirSync(out, { recursive: true });
const start = performance.now();
await importRepository(gitDirectory, size);
print(
  `${gitDirectory}: ${size.commits} commits in ${((performance.now() - start) / 1000).toFixed(0)} s`,
);
const url = "https://git.example.org/bench/platform.git";
const source = {
  organization: "bench",
  repository: "platform",
  url,
  mirror: "platform.git",
  addons: ["addons"],
};
writeFileSync(
  path.join(out, "sources.json"),
  `${JSON.stringify({ sources: [source] }, null, 2)}\n`,
);

async function importRepository(folder: string, wanted: Size): Promise<void> {
  const init = ["init", "--bare", "--quiet", "--template=", "--initial-branch=main", folder];
  execFileSync("git", init);
  const git = spawn("git", ["--git-dir", folder, "fast-import", "--quiet", "--done"], {
    stdio: ["pipe", "inherit", "inherit"],
  });
  const ended = once(git, "close");
  for (const piece of writeCommits(wanted)) await write(git.stdin, piece);
  git.stdin.end("done\n");
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
}

async function write(stream: Writable, text: string): Promise<void> {
  if (!stream.write(text)) await once(stream, "drain");
}

/** The stream of `git fast-import`, in pieces. */
function* writeCommits({ modules, branches, commits, authors }: Size): Generator<string> {
  const random = openRandom();
  const onTrunk = Math.floor(commits * TRUNK_SHARE);
  const onEach = Math.floor((commits - onTrunk) / branches);
  /** Marks of the trunk's commits by which branches begin. */
  const forks: number[] = [];
  let mark = 0;
  let seconds = FIRST_SECONDS;
  const commit = (
    reference: string,
    from: number,
    other: number | undefined,
    body: string,
  ): string => {
    mark += 1;
    seconds += SECONDS_A_COMMIT;
    // Few have most: the square of a random number is small more often than not.
    const author = Math.floor(random() ** 2 * authors);
    const person = `Author ${author} <author${author}@example.org> ${seconds} +0100`;
    const words =
      other === undefined
        ? `[FIX] module_${Math.floor(random() * modules)}: change number ${mark}\n`
        : `Merge pull request #${mark} from author/branch\n\n[IMP] change number ${mark}\n`;
    return [
      `commit refs/heads/${reference}\nmark :${mark}\nauthor ${person}\ncommitter ${person}\n`,
      toData(words),
      from === 0 ? "" : `from :${from}\n`,
      other === undefined ? "" : `merge :${other}\n`,
      body,
      "\n",
    ].join("");
  };
  function* line(reference: string, from: number, count: number): Generator<string, number> {
    let tip = from;
    for (let left = count; left > 0;) {
      const change = writeChange(modules, mark, random);
      if (left > 1 && mark % MERGE_EVERY === 0) {
        yield commit(reference, tip, undefined, change);
        const side = mark;
        yield commit(reference, tip, side, change);
        left -= 2;
      } else {
        yield commit(reference, tip, undefined, change);
        left -= 1;
      }
      tip = mark;
    }
    return tip;
  }
  const firstModules = Array.from({ length: modules }, (_, module) => writeModule(module)).join("");
  yield commit("main", 0, undefined, firstModules);
  let tip = mark;
  for (let branch = 0; branch < branches; branch++) {
    tip = yield* line("main", tip, Math.floor((onTrunk - 1) / branches));
    forks.push(tip);
  }
  for (const [branch, fork] of forks.entries()) {
    const version = `${NEWEST_VERSION - branches + 1 + branch}.0`;
    yield `reset refs/heads/${version}\nfrom :${fork}\n\n`;
    yield* line(version, fork, onEach);
  }
}

/** One to three files of a module; of every twentieth commit some of five modules. */
function writeChange(modules: number, number: number, random: () => number): string {
  const places = number % 20 === 0 ? 5 : 1;
  return Array.from({ length: places }, () => {
    const module = Math.floor(random() ** 1.5 * modules);
    const first = Math.floor(random() * KINDS.length);
    const files = new Set(KINDS.slice(first, first + 1 + Math.floor(random() * 3)));
    return [...files].map((file) => writeFile(module, file, number)).join("");
  }).join("");
}

function writeModule(module: number): string {
  const depends = module < 10 ? "" : `"module_${Math.floor(module / 10)}"`;
  const manifest = `{"name": "Module ${module}", "version": "1.0", "depends": [${depends}], "data": ["views/view.xml"], "license": "LGPL-3", "author": "Bench"}\n`;
  const init = "from . import models\n";
  const files = [...new Set(KINDS)].map((file) => writeFile(module, file, 0));
  return [
    toFile(module, "__manifest__.py", manifest),
    toFile(module, "__init__.py", init),
    toFile(module, "models/__init__.py", "from . import model, other\n"),
    ...files,
  ].join("");
}

function writeFile(module: number, file: string, number: number): string {
  if (file.endsWith(".py")) return toFile(module, file, writePython(module, file, number));
  if (file.endsWith(".xml")) return toFile(module, file, writeViews(module, number));
  if (file.endsWith(".po")) {
    const rows = Array.from(
      { length: 20 },
      (_, row) => `msgid "Text ${row}"\nmsgstr "Wort ${row + number}"\n\n`,
    );
    return toFile(module, file, rows.join(""));
  }
  return toFile(
    module,
    file,
    `Module ${module}\n==========\n\nHelps with matter ${module}, as of change ${number}.\n`,
  );
}

function writePython(module: number, file: string, number: number): string {
  const name = `bench.${file.includes("other") ? "other" : "model"}.${module}`;
  const fields = Array.from(
    { length: 12 },
    (_, at) => `    field_${at} = fields.Char(string="Field ${at} of ${number}", required=True)\n`,
  );
  const methods = Array.from(
    { length: 6 },
    (_, at) =>
      `\n    def action_${at}(self, values):\n        for record in self:\n            record.field_${at} = values.get("field_${at}", ${number})\n        return super().action_${at}(values)\n`,
  );
  return `from odoo import fields, models\n\n\nclass Model${module}(models.Model):\n    _name = "${name}"\n    _description = "Model ${module}"\n\n${fields.join("")}${methods.join("")}`;
}

function writeViews(module: number, number: number): string {
  const fields = Array.from(
    { length: 8 },
    (_, at) => `            <field name="field_${at}"/>\n`,
  ).join("");
  return `<odoo>\n    <record id="view_form" model="ir.ui.view">\n        <field name="model">bench.model.${module}</field>\n        <field name="arch" type="xml">\n          <form string="Form ${number}">\n${fields}          </form>\n        </field>\n    </record>\n</odoo>\n`;
}

function toFile(module: number, file: string, text: string): string {
  return `M 100644 inline addons/module_${module}/${file}\n${toData(text)}\n`;
}

/** All of it is ASCII: a byte for each character. */
function toData(text: string): string {
  return `data ${text.length}\n${text}`;
}

/** Numbers from 0 to below 1, the same ones every time (a linear congruential generator of Numerical Recipes). */
function openRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

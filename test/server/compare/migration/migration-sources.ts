// Two repositories at three versions, in which modules stay, wait, move, are renamed and switched off.
import { join } from "node:path";
import type { BuildReport } from "../../../../builder/progress/report.js";
import type { Source } from "../../../../builder/source/source.js";
import { build } from "../../../support/builds.js";
import type { CommitPlan } from "../../../support/git-repository.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { makeSources } from "../../../support/world.js";

interface ModulePlan {
  readonly depends?: string;
  /** More keys of the manifest. */
  readonly manifest?: string;
  readonly files?: Readonly<Record<string, string>>;
}

const MODEL = `from odoo import api, fields, models
class Thing(models.Model):
    _name = "thing"
    name = fields.Char()
    size = fields.Integer()

class Used(models.Model):
    _inherit = "stays.thing"
    @api.depends("dropped")
    def grow(self):
        pass
`;

function used(field: string): Readonly<Record<string, string>> {
  return {
    "stays/__init__.py": "from . import thing",
    "stays/thing.py": `from odoo import fields, models
class Used(models.Model):
    _name = "stays.thing"
    ${field} = fields.Char()
`,
  };
}

const MODULES: Readonly<Record<string, ModulePlan>> = {
  stays: {
    depends: "sale",
    manifest: '"license": "AGPL-3", "external_dependencies": {"python": ["old"]}',
    files: used("dropped"),
  },
  lacking: { depends: "stays" },
  told_otherwise: {},
  needs_first: { depends: "no_such_module" },
  waits: {
    depends: "needs_first lacking sale",
    files: {
      "waits/__init__.py": "from . import models",
      "waits/models/__init__.py": "from . import thing",
      "waits/models/thing.py": MODEL,
    },
  },
  off: { depends: "waits" },
  old_name: {},
  goes: {},
  hr_livechat: {},
  base_maintenance_config: {},
  circle_a: { depends: "circle_b" },
  circle_b: { depends: "circle_a" },
};

/** A manifest and two files that no other module has. */
function toFiles(
  name: string,
  { depends = "", manifest = "", files }: ModulePlan,
): Readonly<Record<string, string>> {
  const needs = JSON.stringify(depends.split(" ").filter(Boolean));
  return {
    [`${name}/__manifest__.py`]: `{"name": "${name}", "depends": ${needs}, ${manifest}}`,
    [`${name}/a.py`]: `a of ${name}`,
    [`${name}/b.py`]: `b of ${name}`,
    ...files,
  };
}

/** A commit for each module, the same in every branch. */
function add(...names: readonly string[]): readonly CommitPlan[] {
  return names.map((name) => ({
    subject: `Add ${name}`,
    seconds: 1000 + Object.keys(MODULES).indexOf(name),
    files: toFiles(name, MODULES[name] ?? {}),
  }));
}

function fix(subject: string, seconds: number, files: CommitPlan["files"] = {}): CommitPlan {
  return { subject, seconds, files };
}

/** The names that are asked for in tests. */
export const OLD_MODULES = [
  "stays",
  "lacking",
  "told_otherwise",
  "waits",
  "off",
  "old_name",
  "goes",
  "hr_livechat",
  "base_maintenance_config",
  "circle_a",
  "nobody",
  "sale",
] as const;

const ALL = add(...Object.keys(MODULES));

const FIXES: readonly CommitPlan[] = [
  fix("[FIX] lacking: one", 2000, { "lacking/1": "one" }),
  fix("[FIX] lacking: two", 2001, { "lacking/2": "two" }),
];

const BRANCHES: Readonly<Record<string, readonly CommitPlan[]>> = {
  "15.0": [
    ...ALL,
    ...FIXES,
    {
      subject: "Merge PR #7 into 15.0\n\nSigned-off-by ann",
      seconds: 3000,
      parents: [ALL.length - 1, ALL.length + 1],
      files: Object.assign({}, ...FIXES.map(({ files }) => files)) as Record<string, string>,
    },
    fix("[FIX] told_otherwise: here", 2100, { "told_otherwise/1": "one" }),
    fix("[FIX] old_name: carried over", 2200, { "old_name/1": "one" }),
    fix("[FIX] needs_first: lacking", 2400, { "needs_first/1": "one" }),
  ],
  "16.0": [
    ...ALL,
    {
      subject: "[REN] old_name to new_name",
      seconds: 4000,
      rename: { from: "old_name", to: "new_name" },
    },
  ],
  "17.0": [
    ...add("stays", "lacking", "told_otherwise", "off", "old_name"),
    {
      subject: "[REN] old_name to new_name",
      seconds: 4000,
      rename: { from: "old_name", to: "new_name" },
    },
    fix("[MIG] all", 5000, {
      ...toFiles("stays", {
        depends: "sale",
        manifest: '"license": "LGPL-3", "external_dependencies": {"python": ["new"]}',
        files: used("other_than_that"),
      }),
      ...toFiles("off", { depends: "waits", manifest: '"installable": False' }),
    }),
    fix("[FIX] told_otherwise: in other words", 6000, { "told_otherwise/1": "one" }),
    fix("[17.0][FIX] old_name: carried over", 2200, { "new_name/1": "1" }),
  ],
};

const ELSEWHERE: Readonly<Record<string, readonly CommitPlan[]>> = {
  "15.0": [{ files: { "README.md": "" } }],
  "17.0": add("goes"),
};

/** Makes the repositories in a folder. */
let built: Promise<BuildReport> | undefined;

/** Build of the sources, one for all test files of a process. @returns the folder of the snapshot */
export async function buildMigration(): Promise<string> {
  const root = makeTemporaryFolder();
  built ??= build(makeMigrationSources(root), { out: join(root, "out") });
  return (await built).folder;
}

function makeMigrationSources(folder: string): readonly Source[] {
  const place = { host: "https://github.com" };
  return Object.values(makeSources(folder, { tools: BRANCHES, elsewhere: ELSEWHERE }, place));
}

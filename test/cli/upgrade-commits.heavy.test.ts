// `module-lookup upgrade --path`: two commits of a work tree, what is lost between them, and what an update asks for.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { readCommits } from "../../cli/upgrade/read-commits.js";
import { runUpgradeCommand } from "../../cli/upgrade/upgrade-command.js";
import { useSnapshot } from "../../data/snapshot/use-snapshot.js";
import { compareSnapshots } from "../../server/compare/diff/changes.js";
import {
  encodeLock,
  parseLockWords,
  toLock,
  toLockWords,
} from "../../server/compare/update/lock.js";
import { compareWithLock } from "../../server/compare/update/update.js";
import { planSystem } from "../../server/registry/system-cache.js";
import { runCommand } from "../support/program.js";
import { awaitOperatorError } from "../support/catch-error.js";
import { importBranches } from "../support/git-repository.js";
import { makeTemporaryFolder } from "../support/temporary-folder.js";

const IMPORT = "from odoo import fields, models\n";
const model = (body: string): string =>
  `${IMPORT}\nclass Boat(models.Model):\n    _name = "boat.boat"\n${body}`;
const manifest = (version: string): string =>
  `{'name': 'Boat', 'version': '17.0.${version}', 'depends': ['base']}`;

const top = path.join(makeTemporaryFolder(), "work");
mkdirSync(path.join(top, "addons", "boat"), { recursive: true });
execFileSync("git", ["init", "--quiet", "--initial-branch=main", top], { stdio: "ignore" });
importBranches(path.join(top, ".git"), {
  main: [
    {
      files: {
        "addons/boat/__manifest__.py": manifest("1.0.0"),
        "addons/boat/__init__.py": "from . import models\n",
        "addons/boat/models.py": model("    crew = fields.Integer()\n    flag = fields.Char()\n"),
      },
    },
    { files: { "addons/boat/models.py": model("    flag = fields.Char()\n") } },
    {
      files: {
        "addons/boat/__manifest__.py": manifest("1.1.0"),
        "addons/boat/migrations/17.0.1.1.0/pre-migration.py":
          'def migrate(cr, version):\n    cr.execute("ALTER TABLE boat_boat RENAME COLUMN crew TO sailors")\n',
      },
    },
    { files: { "README.md": "Boats." } },
  ],
});
// Uncommitted changes have no effect.
writeFileSync(path.join(top, "addons", "boat", "models.py"), "");

const runWords = (...words: readonly string[]) => runCommand(runUpgradeCommand, words);

const run = (from: string, to: string, ...more: readonly string[]) =>
  runWords("--path", path.join(top, "addons"), "--from", from, "--to", to, ...more);

/** The folder of a snapshot of one commit. */
async function build(words: string): Promise<string> {
  const commit = execFileSync("git", ["-C", top, "rev-parse", words], { encoding: "utf8" }).trim();
  const source = {
    organization: "harbor",
    repository: "boats",
    url: `file://${top}`,
    addresses: [top],
    commit,
    platformVersion: "17.0",
    addons: ["addons"],
  };
  let folder = "";
  await runCommand(async (_, context) => {
    folder = await readCommits([source], makeTemporaryFolder(), context);
    return 0;
  }, []);
  return folder;
}

describe("upgrade --path", () => {
  test("a column that goes without a script, and without another version", async () => {
    const { code, text } = await run("main~3", "main~2");
    expect(code).toBe(1);
    expect(text).toMatch(
      /^Data is lost, or left unused, .*:\n.*\n {2}column removed +boat\.boat crew +boat_boat +Odoo drops the column +boat +asked for +boat\/models\.py:5 \(17\.0\)$/m,
    );
    expect(text).toMatch(/^To be updated \(-u\): boat$/m);
    expect(text).toMatch(/\(schema-change-without-version\): boat$/m);
  });

  test("a script covers it, and the version was raised", async () => {
    const { code, text } = await run("main~3", "main~1");
    expect(code).toBe(0);
    expect(text).toMatch(
      /^Migration scripts that run:\n.*\n {2}boat +17\.0\.1\.1\.0 +pre +migrations\/17\.0\.1\.1\.0\/pre-migration\.py$/m,
    );
    expect(text).not.toContain("schema-change-without-version");
  });

  test("nothing changes", async () => {
    const { code, text } = await run("main~1", "HEAD", "--format", "json");
    expect(code).toBe(0);
    expect(JSON.parse(text)).toMatchObject({ modules: [{ module: "boat", fields: [] }] });
  });

  test("what git does not know is refused", async () => {
    const error = await awaitOperatorError(run("no-such-branch", "main"));
    expect(error.message).toContain("no-such-branch");
  });
});

describe("upgrade between two states of one version", async () => {
  const [before, after] = [await build("main~3"), await build("main~2")];

  test("of two snapshots", async () => {
    const { code, text } = await runWords(
      "--snapshot",
      after,
      "--from-snapshot",
      before,
      "--to",
      "17.0",
      "boat",
    );
    expect(code).toBe(1);
    expect(text).toMatch(
      /^Data is lost, or left unused, .*\n.*\n {2}column removed +boat\.boat crew +boat_boat +Odoo drops the column +boat /m,
    );
    expect(text).toMatch(/^To be updated \(-u\): boat$/m);
  });

  test("of a lock, whose commits are fetched", async () => {
    const file = path.join(makeTemporaryFolder(), "installation.lock");
    await useSnapshot(before, (snapshot) => {
      const question = { platformVersion: "17.0", modules: ["boat"] };
      writeFileSync(file, encodeLock(toLock(question, planSystem(snapshot, question).plan)));
    });
    const cache = makeTemporaryFolder();
    const asked = ["--snapshot", after, "--lock", file, "--cache", cache];
    const { code, text } = await runWords(...asked);
    expect(code).toBe(1);
    expect(text).toMatch(
      /^Data is lost, or left unused, .*\n.*\n {2}column removed +boat\.boat crew +boat_boat +Odoo drops the column +boat /m,
    );
    expect(text).toMatch(/\(schema-change-without-version\): boat$/m);
    // Odoo itself is in neither.
    expect((await runWords("--snapshot", before, "--lock", file, "--cache", cache)).code).toBe(0);
  });

  test("a plan against a lock names the scripts that run", async () => {
    const question = { platformVersion: "17.0", modules: ["boat"] };
    const plan = (folder: string) =>
      useSnapshot(folder, (snapshot) => planSystem(snapshot, question).plan);
    const locked = parseLockWords(toLockWords(toLock(question, await plan(before))));
    if (typeof locked === "string") throw new Error(locked);
    const update = await useSnapshot(await build("main~1"), (snapshot) => {
      const planned = planSystem(snapshot, question);
      return compareWithLock(snapshot, planned.system, planned.plan, locked);
    });
    const file = "migrations/17.0.1.1.0/pre-migration.py";
    expect(update.modules).toMatchObject([
      { change: "version", migrations: [{ version: "17.0.1.1.0", phase: "pre", file }] },
    ]);
  });

  test("changes of the index name what is lost", async () => {
    const [row] = await useSnapshot(before, (former) =>
      useSnapshot(after, async (later) => (await compareSnapshots(former, later)).rows),
    );
    expect(row).toMatchObject({
      technical_name: "boat",
      change: "updated",
      schema: [{ class: "data_lost", code: "column_removed", subject: "boat.boat crew" }],
    });
    const [other] = await useSnapshot(after, async (former) =>
      useSnapshot(
        await build("main~1"),
        async (later) => (await compareSnapshots(former, later)).rows,
      ),
    );
    expect(other).toMatchObject({ technical_name: "boat", change: "updated", schema: [] });
  });
});

// `make platform-renames` on a small repository that is made like the real one.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeGitRepository, readGitText, type CommitPlan } from "../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const PROGRAM = fileURLToPath(
  new URL("../../../builder/platform/refresh-module-renames.js", import.meta.url),
);

const NOW = "openupgrade_scripts/apriori.py";
const BEFORE = "odoo/addons/openupgrade_records/lib/apriori.py";

const OLD = `# -*- coding: utf-8 -*-
renamed_modules = {
    # OCA/web
    'web_old': 'web_new',
    u"same": "same",
}
merged_modules = [
    ('part', 'whole'),
    ('no pair',),
]
renamed_models = {}
`;

const NEW = `"""Words."""
import os

renamed_modules = {"odd name": "x", "l10n_e-x": "l10n_ex", **other}
merged_modules = {"small": "large"}
renamed_models = {"a.b": "a.c", "called": os.name}
merged_models = {"m.n": "m"}
other_table = {"left": "out"}
`;

const nextFolder = makeFolderCounter(makeTemporaryFolder());

async function refresh(
  branches: Readonly<Record<string, readonly CommitPlan[]>>,
): Promise<{ readonly text: string; readonly mirror: string }> {
  const mirror = nextFolder();
  makeGitRepository(mirror, branches);
  const out = nextFolder();
  const words = [PROGRAM, "--mirror", mirror, "--cache", nextFolder(), "--out", out];
  await promisify(execFile)(process.execPath, words);
  return { text: readFileSync(out, "utf8"), mirror };
}

test("each branch gives its names, behind the commits that they are of", async () => {
  const { text, mirror } = await refresh({
    "14.0": [{ files: { [NOW]: NEW, [BEFORE]: OLD } }],
    "9.0": [{ files: { [BEFORE]: OLD } }],
    "8.0": [{ files: { "README.md": "" } }],
    main: [{ files: { [NOW]: NEW } }],
  });
  expect(text).toContain(`# 9.0: commit ${readGitText(mirror, "rev-parse", "9.0")}, ${BEFORE}\n`);
  expect(text).toContain(`# 14.0: commit ${readGitText(mirror, "rev-parse", "14.0")}, ${NOW}\n`);
  expect(text.split("\n").filter((line) => !line.startsWith("#"))).toEqual([
    "9.0 module renamed web_old web_new",
    "9.0 module merged part whole",
    "14.0 module renamed l10n_e-x l10n_ex",
    "14.0 module merged small large",
    "14.0 model renamed a.b a.c",
    "14.0 model merged m.n m",
    "",
  ]);
});

test("a repository without such a file is refused in a sentence", async () => {
  const failure = refresh({ "14.0": [{ files: { [NOW]: "renamed_modules = call()\n" } }] });
  await expect(failure).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/apriori\.py/),
  });
  await expect(failure).rejects.not.toMatchObject({ stderr: expect.stringContaining("    at ") });
});

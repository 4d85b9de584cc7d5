// `make platform-python` on small repositories that are made like the real one.
import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeGitRepository } from "../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const PROGRAM = fileURLToPath(
  new URL("../../../builder/platform/refresh-python-names.js", import.meta.url),
);

test("a version has the names of all sources that have a branch of it", async () => {
  const nextFolder = makeFolderCounter(makeTemporaryFolder());
  const sources = [
    { "17.0": [{ files: { "odoo/api.py": "def model(): pass\n" } }] },
    {
      "17.0": [{ files: { "odoo/tools/__init__.py": "x = 1\n", "other/api.py": "y = 1\n" } }],
      "18.0": [{ files: { "odoo/api.py": "def model(): pass\n" } }],
    },
  ].map((branches, at) => {
    const mirror = nextFolder();
    makeGitRepository(mirror, branches);
    return { organization: "odoo", repository: `o${at}`, url: `https://x.org/o${at}.git`, mirror };
  });
  const [file, out] = [nextFolder(), nextFolder()];
  writeFileSync(file, JSON.stringify({ sources }));
  const words = [PROGRAM, "--sources", file, "--cache", nextFolder(), "--out", out];
  await promisify(execFile)(process.execPath, words);
  const lines = readFileSync(out, "utf8").split("\n");
  expect(lines.filter((line) => !line.startsWith("#"))).toEqual([
    "17.0: odoo.tools odoo.tools.x",
    "17.0 18.0: odoo.api odoo.api.model",
    "",
  ]);
  expect(lines.filter((line) => line.startsWith("# 17.0: https://x.org/o")).length).toBe(2);
});

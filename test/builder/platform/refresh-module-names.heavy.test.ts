// `make platform-names` on a small repository that is made like the real one.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { makeGitRepository, readGitText, type CommitPlan } from "../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const PROGRAM = fileURLToPath(
  new URL("../../../builder/platform/refresh-module-names.js", import.meta.url),
);

const LICENSE = "A license.\n\nKeep this notice.\n";

const LISTS = "src/manifestoo_core/core_addons";

const COMMIT: CommitPlan = {
  seconds: 1_700_000_000,
  files: {
    LICENSE,
    [`${LISTS}/addons-9.0-c.txt`]: "# generated on a day\nbase\nweb\nold\n",
    [`${LISTS}/addons-9.0-e.txt`]: "# none\n",
    [`${LISTS}/addons-10.0-c.txt`]: "web \r\nbase\n\n",
    [`${LISTS}/addons-10.0-e.txt`]: "web_studio\n",
    [`${LISTS}/__init__.py`]: "base = 1\n",
    "elsewhere/addons-11.0-c.txt": "other\n",
  },
};

const nextFolder = makeFolderCounter(makeTemporaryFolder());

interface Refreshed {
  readonly text: string;
  readonly again: string;
  readonly commit: string;
}

async function refresh(commits: readonly CommitPlan[], branch = "main"): Promise<Refreshed> {
  const mirror = nextFolder();
  makeGitRepository(mirror, { [branch]: commits });
  const out = nextFolder();
  const run = async (): Promise<string> => {
    const words = [PROGRAM, "--mirror", mirror, "--cache", nextFolder(), "--out", out];
    await promisify(execFile)(process.execPath, words);
    return readFileSync(out, "utf8");
  };
  const text = await run();
  return { text, again: await run(), commit: readGitText(mirror, "rev-parse", branch) };
}

test("the lists become lines, after their source, commit, date and license", async () => {
  const { text, commit } = await refresh([COMMIT]);
  expect(text).toContain(`# Commit: ${commit} (2023-11-14)\n`);
  expect(text).toContain("#\n# A license.\n#\n# Keep this notice.\n#\n9.0 10.0\n");
  expect(text.split("\n").filter((line) => !line.startsWith("#"))).toEqual([
    "9.0 10.0",
    "base core 9.0-",
    "old core 9.0",
    "web core 9.0-",
    "web_studio enterprise 10.0-",
    "",
  ]);
});

test("the same commit gives the same bytes, a later one only what it changed", async () => {
  const first = await refresh([COMMIT]);
  expect(first.again).toBe(first.text);
  const files = { ...COMMIT.files, [`${LISTS}/addons-11.0-c.txt`]: "base\nweb\nnew\n" };
  const second = await refresh([COMMIT, { files }]);
  const lines = new Set(first.text.split("\n"));
  const added = second.text.split("\n").filter((line) => !lines.has(line));
  expect(added).toEqual([
    `# Commit: ${second.commit} (2023-11-14)`,
    "9.0 10.0 11.0",
    "new core 11.0-",
    "web_studio enterprise 10.0",
  ]);
});

test.each([
  ["no such branch", [COMMIT], "trunk", /does not have a branch main/],
  ["no license", [{ files: { [`${LISTS}/addons-9.0-c.txt`]: "base\n" } }], "main", /LICENSE/],
  ["no lists", [{ files: { LICENSE } }], "main", /lists of modules/],
])("a repository with %s is refused in a sentence", async (_, commits, branch, message) => {
  const failure = refresh(commits, branch);
  await expect(failure).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
  await expect(failure).rejects.not.toMatchObject({ stderr: expect.stringContaining("    at ") });
});

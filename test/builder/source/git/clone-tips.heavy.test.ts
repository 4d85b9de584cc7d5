// Clones without history: objects fetched for a branch, and for the next one.
import { rmSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { listBranches, type Repository } from "../../../../builder/source/git/git.js";
import { listModules } from "../../../../builder/source/list-modules.js";
import { importBranches, readGitText } from "../../../support/git-repository.js";
import { openCloneStage } from "../clone-stage.js";

const stage = openCloneStage();

const MANIFEST = "{'name': 'A'}";
const COMMITS = [
  { files: { "addons/a/__manifest__.py": MANIFEST, "addons/a/models/old.py": "old = 1" } },
  {
    files: {
      "addons/a/models/a.py": "a = 1",
      "addons/a/static/big.js": "const big = 1;",
      "addons/a/tests/test_a.py": "test = 1",
      "addons/deep/b/__manifest__.py": MANIFEST,
      "addons/deep/b/b.py": "b = 1",
      "odoo/models.py": "models = 1",
    },
    remove: "addons/a/models/old.py",
  },
];

beforeEach(() => importBranches(stage.origin, { "17.0": COMMITS, "16.0": COMMITS }));

const open = (branches = ["17.0"], cloneUrl?: string) =>
  stage.open(cloneUrl, {}, branches, { addons: ["addons"], withoutHistory: true });

/** Every blob that the clone holds, by what it says; asked in a way that would not bring any. */
function listBlobs({ gitDirectory }: Repository): readonly string[] {
  const text = readGitText(gitDirectory, "cat-file", "--batch-all-objects", "--batch-check");
  return text
    .split("\n")
    .flatMap((line) => /^(\w+) blob/.exec(line)?.[1] ?? [])
    .map((id) => readGitText(gitDirectory, "cat-file", "blob", id))
    .toSorted();
}

describe("a clone without history", () => {
  test("has the last commit alone, and of it the files that are parsed", async () => {
    const clone = await open();
    expect(path.basename(clone.gitDirectory)).toBe("sales.tips.git");
    expect((await listBranches(clone)).map(({ name }) => name)).toEqual(["17.0"]);
    expect(readGitText(clone.gitDirectory, "rev-list", "--count", "--all")).toBe("1");
    expect(listBlobs(clone)).toEqual(["a = 1", "b = 1", MANIFEST]);
  });

  test("lists modules as if all were there, without their sizes", async () => {
    const clone = await open();
    const [listing] = await listModules({
      repository: clone,
      branches: await listBranches(clone),
      repositoryName: "sales",
      addons: ["addons"],
    });
    expect(listing?.modules).toMatchObject([
      { sourcePath: "addons/a", absent: [], folderSizeBytes: null, codeSize: null, hasTests: true },
      {
        sourcePath: "addons/deep/b",
        absent: [],
        folderSizeBytes: null,
        codeSize: null,
        hasTests: false,
      },
    ]);
  });

  test("brings a branch that moved, one that is new, and lets go of one that is not wanted", async () => {
    await open();
    importBranches(stage.origin, {
      "17.0": [...COMMITS, { files: { "addons/a/models/a.py": "a = 2" } }],
    });
    const both = await open(["17.0", "16.0"]);
    expect((await listBranches(both)).map(({ name }) => name)).toEqual(["16.0", "17.0"]);
    expect(readGitText(both.gitDirectory, "rev-list", "--count", "17.0")).toBe("1");
    expect(listBlobs(both)).toEqual(["a = 1", "a = 2", "b = 1", MANIFEST]);
    const one = await open(["16.0"]);
    expect((await listBranches(one)).map(({ name }) => name)).toEqual(["16.0"]);
  });

  test("has all files where the server knows no filters", async () => {
    readGitText(stage.origin, "config", "uploadpack.allowFilter", "false");
    expect(listBlobs(await open())).toContain("const big = 1;");
  });

  test("is made anew where it is damaged", async () => {
    const { gitDirectory } = await open();
    rmSync(path.join(gitDirectory, "objects"), { recursive: true });
    expect(listBlobs(await open())).toEqual(["a = 1", "b = 1", MANIFEST]);
  });
});

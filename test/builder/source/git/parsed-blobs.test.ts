// Contents that a clone without history needs: those in the searched folders, however much lies beside them.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listParsedBlobs } from "../../../../builder/source/git/parsed-blobs.js";
import { awaitOperatorError } from "../../../support/catch-error.js";
import { makeGitRepository, readGitText, runGit } from "../../../support/git-repository.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const clone = { gitDirectory: path.join(makeTemporaryFolder(), "sales.git"), label: "acme/sales" };
const MANIFEST = "{'name': 'A'}";
makeGitRepository(clone.gitDirectory, {
  "17.0": [
    {
      files: {
        "addons/a/__manifest__.py": MANIFEST,
        "addons/a/a.py": "a = 1",
        "addons/a/static/a.js": "1;",
        "parts/v16/b/__manifest__.py": MANIFEST,
        "parts/v16/b/b.py": "b = 1",
        "parts/other/c/__manifest__.py": MANIFEST,
        "parts/other/c/c.py": "c = 1",
        "many/file.py": "d = 1",
      },
    },
  ],
});
const blob = readGitText(clone.gitDirectory, "rev-parse", "17.0:many/file.py");

function writeTree(rows: readonly string[]): string {
  const input = Buffer.from(`${rows.join("\n")}\n`);
  return runGit(["--git-dir", clone.gitDirectory, "mktree"], input).toString().trim();
}

/** The tree of the branch with 500 folders of 600 files each beside it. */
function addMany(): string {
  const names = [...Array.from({ length: 600 }).keys()];
  const files = writeTree(names.map((name) => `100644 blob ${blob}\t${name}.py`));
  const many = writeTree(names.slice(0, 500).map((name) => `040000 tree ${files}\t${name}`));
  const rows = readGitText(clone.gitDirectory, "ls-tree", "17.0").split("\n");
  return writeTree(rows.map((row) => (row.endsWith("\tmany") ? `040000 tree ${many}\tmany` : row)));
}

const tree = addMany();

async function listTexts(addons: readonly string[]): Promise<readonly string[]> {
  const ids = await listParsedBlobs(addons)(clone, [tree]);
  return ids.map((id) => readGitText(clone.gitDirectory, "cat-file", "blob", id)).toSorted();
}

describe("the contents that are parsed", () => {
  test.each([
    [["addons"], ["a = 1", MANIFEST]],
    [
      ["addons", "nowhere", "parts/other"],
      ["a = 1", "c = 1", MANIFEST],
    ],
    [["parts/v*"], ["b = 1", MANIFEST]],
    [["addons/a/a.py"], []],
  ])("in %j, beside more than may be read", async (addons, texts) => {
    expect(await listTexts(addons)).toEqual(texts);
  });

  test.each(["many", "v*"])("are refused where %s has more than may be read", async (addons) => {
    const { code, message } = await awaitOperatorError(listTexts(["addons", addons]));
    expect(code).toBe("repository_over_limit");
    expect(message).toBe(
      "acme/sales is not read, it has more than 300,000 files and folders where modules are searched; leave it out of the sources file.",
    );
  });
});

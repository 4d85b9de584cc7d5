// One branch read: modules with files, sizes and history, and what is said of the rest.
import { rmSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listBranches } from "../../../builder/source/git/git.js";
import { readBranch } from "./read-branch.js";
import { FILE_LIMIT_BYTES } from "../../../builder/source/git/trees.js";
import { type CommitPlan, makeGitRepository, readGitText } from "../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { testLong } from "../../support/properties.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

async function read(
  commits: readonly CommitPlan[],
  prepare: (gitDirectory: string) => void = () => undefined,
): ReturnType<typeof readBranch> {
  const gitDirectory = path.join(nextFolder(), "sales.git");
  makeGitRepository(gitDirectory, { "17.0": commits });
  prepare(gitDirectory);
  const repository = { gitDirectory, label: "acme/sales" };
  const [branch = { name: "", commit: "" }] = await listBranches(repository);
  return readBranch({
    repository,
    branch,
    repositoryName: "sales",
    addons: ["."],
    isWanted: (name) => name.endsWith(".py"),
  });
}

describe("a branch", () => {
  test("gives its modules with the wanted files, all sizes and the history", async () => {
    const { modules, diagnostics } = await read([
      {
        author: "Ann",
        seconds: 5,
        files: { "b/__manifest__.py": "{}", "b/static/logo.svg": "12345678", "README.md": "x" },
        links: { "b/link.py": "__manifest__.py" },
      },
      { author: "Bob", seconds: 9, files: { "x/a/__openerp__.py": "{ }", "x/a/models/m.py": "m" } },
    ]);
    expect(diagnostics).toEqual([]);
    expect(
      modules.map(({ files, treeId, ...module }) => ({
        ...module,
        treeId: treeId.length,
        files: files.map((file) => file.path),
      })),
    ).toEqual([
      {
        technicalName: "b",
        sourcePath: "b",
        manifest: "__manifest__.py",
        treeId: 40,
        absent: [],
        hasTests: false,
        folderSizeBytes: 2 + 8 + "__manifest__.py".length,
        codeSize: { python: 0, javascript: 0, xml: 0, tests: 0, migrations: 0 },
        updatedAtSeconds: 5,
        codeChangedAtSeconds: 5,
        bornAtSeconds: 5,
        trees: [modules[0]?.treeId.slice(0, 12)],
        committers: ["Ann"],
        developers: ["Ann"],
        translators: [],
        files: ["__manifest__.py"],
      },
      {
        technicalName: "a",
        sourcePath: "x/a",
        manifest: "__openerp__.py",
        treeId: 40,
        absent: [],
        hasTests: false,
        folderSizeBytes: 4,
        codeSize: { python: 1, javascript: 0, xml: 0, tests: 0, migrations: 0 },
        updatedAtSeconds: 9,
        codeChangedAtSeconds: 9,
        bornAtSeconds: 9,
        trees: [modules[1]?.treeId.slice(0, 12)],
        committers: ["Bob"],
        developers: ["Bob"],
        translators: [],
        files: ["__openerp__.py", "models/m.py"],
      },
    ]);
    expect(Buffer.from(modules[0]?.files[0]?.bytes ?? "").toString()).toBe("{}");
  });

  test("that is one module gives it the repository's name", async () => {
    const { modules } = await read([{ files: { "__manifest__.py": "{}", "models/m.py": "m" } }]);
    expect(modules).toMatchObject([{ technicalName: "sales", sourcePath: "." }]);
    expect(modules[0]?.files.map((file) => file.path)).toEqual(["__manifest__.py", "models/m.py"]);
  });

  test("gives two modules of the same files both their files", async () => {
    const { modules } = await read([
      { files: { "a/__manifest__.py": "{}", "b/__manifest__.py": "{}" } },
    ]);
    expect(modules.map(({ files }) => files.length)).toEqual([1, 1]);
  });

  test("without modules gives none", async () => {
    expect(await read([{ files: { "README.md": "x" } }])).toEqual({ modules: [], diagnostics: [] });
  });
});

describe("what cannot be read of a branch is said", () => {
  test("a file whose content is absent", async () => {
    const commits = [{ files: { "a/__manifest__.py": "{}", "a/models/m.py": "soon gone" } }];
    let objectId = "";
    const { modules } = await read(commits, (gitDirectory) => {
      objectId = readGitText(gitDirectory, "rev-parse", "17.0:a/models/m.py");
      rmSync(path.join(gitDirectory, "objects", objectId.slice(0, 2), objectId.slice(2)));
    });
    expect(modules).toMatchObject([
      {
        folderSizeBytes: 2,
        codeSize: { python: 0, javascript: 0, xml: 0, tests: 0, migrations: 0 },
        absent: [objectId],
        hasTests: false,
      },
    ]);
  });

  testLong("a file that is too large", async () => {
    const { modules } = await read([
      { files: { "a/__manifest__.py": "{}", "a/big.py": "#".repeat(FILE_LIMIT_BYTES + 1) } },
    ]);
    expect(modules[0]?.files.map((file) => file.path)).toEqual(["__manifest__.py"]);
  });

  test.each(["x".repeat(201), "b ", " b"])(
    "a folder whose name no module can have: %j",
    async (name) => {
      const { modules, diagnostics } = await read([
        { files: { "a/__manifest__.py": "{}", [`${name}/__manifest__.py`]: "{}" } },
      ]);
      expect(modules.map(({ technicalName }) => technicalName)).toEqual(["a"]);
      expect(diagnostics).toMatchObject([
        { code: "module_name_invalid", path: `${name}/__manifest__.py`, line: 1 },
      ]);
    },
  );
});

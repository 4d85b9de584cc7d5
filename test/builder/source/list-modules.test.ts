// Facts of modules from a tree alone: names, sizes and tree ids.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listBranches } from "../../../builder/source/git/git.js";
import { listModules, type ListedModule } from "../../../builder/source/list-modules.js";
import { readHistories } from "../../../builder/source/git/read-histories.js";
import {
  type CommitPlan,
  makeGitRepository,
  readGitText,
  runGit,
} from "../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { testLong } from "../../support/properties.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

async function list(commits: readonly CommitPlan[]) {
  const gitDirectory = path.join(nextFolder(), "sales.git");
  makeGitRepository(gitDirectory, { "17.0": commits });
  const repository = { gitDirectory, label: "acme/sales" };
  const [branch = { name: "", commit: "" }] = await listBranches(repository);
  const options = { repository, branches: [branch], repositoryName: "sales", addons: ["."] };
  const [listing] = await listModules(options);
  return { repository, branch, modules: listing?.modules ?? [] };
}

describe("the tree id of a module", () => {
  test("is that of its folder", async () => {
    const { repository, modules } = await list([
      { files: { "a/__manifest__.py": "{}", "x/y/b/__manifest__.py": "{ }" } },
    ]);
    for (const { sourcePath, treeId } of modules) {
      expect(treeId).toBe(readGitText(repository.gitDirectory, "rev-parse", `17.0:${sourcePath}`));
    }
    expect(modules.length).toBe(2);
  });

  test("is that of the commit for a module at the root", async () => {
    const { repository, modules } = await list([{ files: { "__manifest__.py": "{}" } }]);
    expect(modules.map(({ treeId }) => treeId)).toEqual([
      readGitText(repository.gitDirectory, "rev-parse", "17.0^{tree}"),
    ]);
  });

  test("is one for folders of the same files, another after a change", async () => {
    const files = { "a/__manifest__.py": "{}", "b/__manifest__.py": "{}" };
    const [before, after] = [
      await list([{ files }]),
      await list([{ files }, { files: { "b/models/m.py": "m" } }]),
    ].map(({ modules }) => modules.map(({ treeId }) => treeId));
    expect(before?.[0]).toBe(before?.[1]);
    expect(after?.[0]).toBe(before?.[0]);
    expect(after?.[1]).not.toBe(before?.[1]);
  });
});

test.each([
  ["tests/test_sale.py", true],
  ["tests/sale/test_line.py", true],
  ["tests/__init__.py", false],
  ["tests/common.py", false],
  ["models/tests/test_model.py", false],
  ["test_sale.py", false],
])("a module with %s has tests: %s", async (file, hasTests) => {
  const { modules } = await list([{ files: { "a/__manifest__.py": "{}", [`a/${file}`]: "x" } }]);
  expect(modules.map((module) => module.hasTests)).toEqual([hasTests]);
});

test("submodules are told with their addresses, and what lies in them is not read", async () => {
  const repository = { gitDirectory: path.join(nextFolder(), "sales.git"), label: "acme/sales" };
  const gitmodules = '[submodule "w"]\n\tpath = src/web\n\turl = ../web.git\n';
  makeGitRepository(repository.gitDirectory, {
    "17.0": [{ files: { "a/__manifest__.py": "{}", ".gitmodules": gitmodules } }],
  });
  const commit = "1".repeat(40);
  const stream = [
    "commit refs/heads/17.0\ncommitter Ann <ann@example.org> 1700000000 +0000\ndata 0\n",
    `from refs/heads/17.0^0\nM 160000 ${commit} src/web\n`,
  ].join("");
  runGit(["--git-dir", repository.gitDirectory, "fast-import", "--quiet"], Buffer.from(stream));
  const branches = await listBranches(repository);
  const options = { repository, branches, repositoryName: "sales", addons: ["."] };
  const [listing] = await listModules(options);
  expect(listing?.modules.map(({ technicalName }) => technicalName)).toEqual(["a"]);
  expect(listing?.diagnostics).toEqual([
    { code: "submodule_not_read", path: "src/web", line: 1, detail: `../web.git at ${commit}` },
  ]);
});

test("histories are read for only those modules that are asked for", async () => {
  const { repository, branch, modules } = await list([
    { author: "Ann", seconds: 5, files: { "a/__manifest__.py": "{}", "b/__manifest__.py": "b" } },
    { author: "Bob", seconds: 6, files: { "c/__manifest__.py": "c", "c/README.md": "x" } },
  ]);
  const chosen = modules
    .filter(({ technicalName }: ListedModule) => technicalName > "a")
    .toReversed();
  const tip = { branch, folders: [], blacklists: [] };
  expect(await readHistories(repository, [{ ...tip, modules: chosen }], ["."])).toMatchObject([
    {
      modules: [
        { updatedAtSeconds: 6, committers: ["Bob"] },
        { updatedAtSeconds: 5, committers: ["Ann"] },
      ],
    },
  ]);
  expect(await readHistories(repository, [{ ...tip, modules: [] }], ["."])).toMatchObject([
    { modules: [] },
  ]);
});

describe("several branches at once", () => {
  testLong("give what each gives alone, also where they share commits and trees", async () => {
    const gitDirectory = path.join(nextFolder(), "sales.git");
    const shared: readonly CommitPlan[] = [
      {
        author: "Ann",
        seconds: 1,
        files: { "a/__manifest__.py": "{}", "x/é/__manifest__.py": "{}" },
      },
      { author: "Bob", seconds: 2, files: { "a/m.py": "m" } },
    ];
    const side: readonly CommitPlan[] = [
      { author: "Cia", seconds: 3, files: { "b/__manifest__.py": "{}" } },
      { author: "Dan", seconds: 9, parents: [1], files: { "a/m.py": "n" } },
      { author: "Max", seconds: 5, parents: [2, 3], files: { "a/m.py": "by hand" } },
    ];
    makeGitRepository(gitDirectory, {
      "15.0": shared,
      "16.0": [...shared, ...side],
      // The same tip as 15.0, and an unrelated branch.
      "17.0": shared,
      "18.0": [{ author: "Eva", seconds: 4, files: { "__manifest__.py": "{}", "a/m.py": "m" } }],
      "19.0": [{ files: { "README.md": "x" } }],
    });
    const repository = { gitDirectory, label: "acme/sales" };
    const branches = await listBranches(repository);
    const options = { repository, repositoryName: "sales", addons: ["."] };
    const listings = await listModules({ ...options, branches });
    const requests = branches.map((branch, position) => {
      const { modules = [], folders = [], blacklists = [] } = listings[position] ?? {};
      return { branch, modules, folders, blacklists };
    });
    const histories = await readHistories(repository, requests, ["."]);
    for (const [position, request] of requests.entries()) {
      const { branch } = request;
      expect([listings[position]]).toEqual(await listModules({ ...options, branches: [branch] }));
      expect([histories[position]]).toEqual(await readHistories(repository, [request], ["."]));
    }
    expect(histories.map(({ modules }) => modules)).toMatchObject([
      [
        { updatedAtSeconds: 2, committers: ["Ann", "Bob"] },
        { updatedAtSeconds: 1, committers: ["Ann"] },
      ],
      [
        { updatedAtSeconds: 9, committers: ["Ann", "Bob", "Dan", "Max"] },
        { updatedAtSeconds: 3, committers: ["Cia"] },
        { updatedAtSeconds: 1, committers: ["Ann"] },
      ],
      [
        { updatedAtSeconds: 2, committers: ["Ann", "Bob"] },
        { updatedAtSeconds: 1, committers: ["Ann"] },
      ],
      [{ updatedAtSeconds: 4, committers: ["Eva"] }],
      [],
    ]);
  });

  test("may be none", async () => {
    const repository = { gitDirectory: nextFolder(), label: "acme/sales" };
    const options = { repository, repositoryName: "sales", addons: ["."] };
    expect(await listModules({ ...options, branches: [] })).toEqual([]);
    expect(await readHistories(repository, [], ["."])).toEqual([]);
  });
});

// The commits of several branches as one history, from real repositories.
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  joinBranches,
  type HistoryBranch,
  type JoinedHistory,
} from "../../../../builder/source/commits/join-branches.js";
import { listBranches } from "../../../../builder/source/git/git.js";
import { readHistories } from "../../../../builder/source/git/read-histories.js";
import { listModules } from "../../../../builder/source/list-modules.js";
import { type CommitPlan, makeGitRepository } from "../../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

async function readBranches(
  plans: Readonly<Record<string, readonly CommitPlan[]>>,
): Promise<readonly HistoryBranch[]> {
  const gitDirectory = path.join(nextFolder(), "repository.git");
  makeGitRepository(gitDirectory, plans);
  const repository = { gitDirectory, label: "acme/test" };
  const branches = await listBranches(repository);
  const addons = ["."];
  const listings = await listModules({ repository, branches, repositoryName: "test", addons });
  const requests = branches.flatMap((branch, at) => {
    const listing = listings[at];
    return listing === undefined ? [] : [{ branch, ...listing }];
  });
  const histories = await readHistories(repository, requests, addons);
  return requests.flatMap(({ branch: { name, commit } }, at) => {
    const history = histories[at];
    return history === undefined
      ? []
      : [{ branch: name, platformVersion: name, commit, commits: history.commits }];
  });
}

/** One line a branch: the subjects of its commits, with the numbers of their changes. */
function outline({ history }: JoinedHistory): readonly string[] {
  return history.branches.map(({ branch, members }) => {
    const commits = members.map(({ commit }) => {
      const change = history.commits[commit] ?? -1;
      return `${history.changes[change]?.subject} ${change}`;
    });
    return `${branch}: ${commits.join(", ")}`;
  });
}

/** One line a commit and folder: the branches that have its content. */
function outlineContents({ history }: JoinedHistory): readonly string[] {
  return history.contents.map(({ commit, unit, branches }) => {
    const subject = history.changes[history.commits[commit] ?? -1]?.subject;
    const names = history.branches.filter((_, at) => (branches & (1 << at)) !== 0);
    return `${subject} ${history.units[unit]}: ${names.map(({ branch }) => branch).join(", ")}`;
  });
}

const SHARED: readonly CommitPlan[] = [
  { author: "Ann", subject: "Begin", seconds: 100, files: { "a/1": "1", "b/1": "1" } },
];
const BRANCHES: Readonly<Record<string, readonly CommitPlan[]>> = {
  "9.0": [...SHARED, { author: "Bob", subject: "Fix", seconds: 200, files: { "a/1": "2" } }],
  "10.0": [
    ...SHARED,
    { author: "Cia", subject: "Other", seconds: 150, files: { "b/1": "2" } },
    // The same change under another id, by its committer's time.
    { author: "Bob", subject: "Fix", seconds: 300, authorSeconds: 200, files: { "a/1": "2" } },
  ],
};

describe("branches of a repository", () => {
  test("have commits in common, and changes", async () => {
    const joined = joinBranches(await readBranches(BRANCHES));
    expect(outline(joined)).toEqual(["9.0: Begin 0, Fix 2", "10.0: Begin 0, Other 1, Fix 2"]);
    expect(joined.ids).toHaveLength(4);
    expect(new Set(joined.ids).size).toBe(4);
    expect(joined.history.people).toEqual(["Ann", "Bob", "Cia"]);
  });

  test("give the same in any order", async () => {
    const branches = await readBranches(BRANCHES);
    expect(joinBranches(branches.toReversed())).toEqual(joinBranches(branches));
  });

  test("share loose numbers where migrations changed messages", async () => {
    const { history } = joinBranches(
      await readBranches({
        "9.0": [{ subject: "[FIX] a: it", seconds: 1, files: { "a/1": "1" } }],
        "10.0": [{ subject: "[10.0][FIX] a: it", seconds: 1, files: { "a/1": "1" } }],
        "11.0": [{ subject: "a: other", seconds: 1, files: { "a/1": "1" } }],
      }),
    );
    const numbers = new Map(history.changes.map((one) => [one.subject, one.looseNumber]));
    expect(numbers.get("[10.0][FIX] a: it")).toBe(numbers.get("[FIX] a: it"));
    expect(numbers.get("a: other")).not.toBe(numbers.get("[FIX] a: it"));
  });

  test("tell of contents that came under another commit", async () => {
    const joined = joinBranches(
      await readBranches({
        "9.0": [
          { subject: "Fix", seconds: 1, files: { "a/1": "x", "a/2": "y", "b/1": "b" } },
          { subject: "Half", seconds: 2, files: { "a/3": "3", "a/4": "4" } },
          { subject: "Gone", seconds: 3, rename: { from: "b/1", to: "c/1" } },
          { subject: "Read me", seconds: 4, files: { "a/README.rst": "r", "a/i18n/it.po": "p" } },
        ],
        "10.0": [
          { subject: "All at once", seconds: 9, files: { "a/1": "x", "a/5": "y", "a/3": "3" } },
          { subject: "Docs", seconds: 10, files: { "a/README.rst": "r", "a/i18n/it.po": "p" } },
        ],
        // The branch has the very commit.
        "11.0": [{ subject: "Fix", seconds: 1, files: { "a/1": "x", "a/2": "y", "b/1": "b" } }],
      }),
    );
    expect(outlineContents(joined)).toEqual(["Fix a/: 10.0", "All at once a/: 9.0"]);
  });
});

// The commits of branches as they are read from real repositories, compared with what git itself says.
import path from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { BranchCommits } from "../../../../builder/source/commits/branch-commits.js";
import { createCommitCollector } from "../../../../builder/source/commits/collect-commits.js";
import {
  LOG_FORMAT,
  createLogParser,
  type LoggedCommit,
} from "../../../../builder/source/commits/log.js";
import { createPaths } from "../../../../builder/source/commits/paths.js";
import { listBranches, readLog } from "../../../../builder/source/git/git.js";
import { readHistories, readOrder } from "../../../../builder/source/git/read-histories.js";
import { listModules } from "../../../../builder/source/list-modules.js";
import {
  type CommitPlan,
  makeGitRepository,
  readGitText,
} from "../../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

async function readCommits(
  plans: readonly CommitPlan[],
  addons: readonly string[] = ["."],
): Promise<{ readonly gitDirectory: string; readonly commits: BranchCommits }> {
  const gitDirectory = path.join(nextFolder(), "repository.git");
  makeGitRepository(gitDirectory, { "17.0": plans });
  const repository = { gitDirectory, label: "acme/test" };
  const branches = await listBranches(repository);
  const [listing] = await listModules({ repository, branches, repositoryName: "test", addons });
  const [branch] = branches;
  if (branch === undefined || listing === undefined) throw new Error("there is no branch");
  const [history] = await readHistories(repository, [{ branch, ...listing }], addons);
  if (history === undefined) throw new Error("the branch was not read");
  return { gitDirectory, commits: history.commits };
}

/** One line a commit: subject, pull request, what it changes with how many files it leaves there. */
function outline(commits: BranchCommits): readonly string[] {
  return commits.subjects.map((subject, at) => {
    const owner = commits.pullRequests[(commits.owners[at] ?? 0) - 1];
    const units: string[] = [];
    for (let row = commits.unitFirst[at] ?? 0; row < (commits.unitFirst[at + 1] ?? 0); row++) {
      const blobs = (commits.blobFirst[row + 1] ?? 0) - (commits.blobFirst[row] ?? 0);
      units.push(`${commits.units[commits.unitList[row] ?? -1]} ${blobs}`);
    }
    return `${subject} (${owner?.number ?? "-"}): ${units.join(", ")}`;
  });
}

describe("the commits of a branch", () => {
  test("are those that people carry over, oldest first", async () => {
    const { commits } = await readCommits([
      { subject: "Begin", files: { "a/1": "1", "a/x/2": "2", "README.md": "x", "setup/a": "a" } },
      {
        subject: "[BOT] post-merge",
        email: "oca-git-bot@odoo-community.org",
        files: { "a/1": "2" },
      },
      { subject: "Translated using Weblate (Italian)", files: { "a/i18n/it.po": "3" } },
      { subject: "Read me", files: { "README.md": "y" } },
      { subject: "[MOV] a to b", rename: { from: "a", to: "b" } },
      { author: "Émile", subject: "Besoins é\n\nlong", files: { "requirements.txt": "é" } },
    ]);
    expect(outline(commits)).toEqual([
      "Begin (-): a/ 2",
      "[MOV] a to b (-): a/ 0, b/ 2",
      "Besoins é (-): requirements.txt 1",
    ]);
    expect(commits.people).toEqual(["Ann Author", "Émile"]);
    expect(commits.folders).toEqual(["b/", "setup/"]);
    expect([...commits.otherBlobs].map(([unit, blobs]) => `${unit} ${blobs.length}`)).toEqual([
      "a/ 1",
    ]);
  });

  test("belong to pull requests", async () => {
    const { commits } = await readCommits([
      { subject: "Begin", files: { "a/1": "1" } },
      { subject: "Fix", files: { "a/1": "2" } },
      {
        subject: "Merge pull request #7 from ann/fix\n\n[FIX] a: it",
        seconds: 1_800_000_000,
        parents: [0, 1],
        files: { "a/1": "2" },
      },
    ]);
    expect(outline(commits)).toEqual(["Begin (-): a/ 1", "Fix (7): a/ 1"]);
    expect(commits.pullRequests).toEqual([
      { number: 7, mergedSeconds: 1_800_000_000, title: "[FIX] a: it", isForeign: false },
    ]);
    expect(commits.tipSeconds).toBe(1_800_000_000);
  });

  test("change what lies in a folder that is searched, not the folder", async () => {
    const { commits } = await readCommits(
      [{ subject: "Begin", files: { "addons/a/1": "1", "addons/b/1": "1", "doc/x/1": "1" } }],
      ["addons", "."],
    );
    expect(outline(commits)).toEqual(["Begin (-): addons/a/ 1, addons/b/ 1, doc/ 1"]);
    expect(commits.folders).toEqual(["addons/", "addons/a/", "addons/b/", "doc/"]);
  });

  test("come with what the branch does not want", async () => {
    const folder = ".oca/oca-port/blacklist";
    const { commits } = await readCommits([
      {
        files: {
          [`${folder}/a.json`]: '{"pull_requests": {"OCA/test#3": "lint", "4": 5}}',
          [`${folder}/b.json`]: '{"no_migration": "in core"}',
          [`${folder}/c.json`]: "no JSON",
          [`${folder}/d.json`]: "null",
          [`${folder}/x/e.json`]: "{}",
        },
      },
    ]);
    expect(commits.blacklists).toEqual([
      {
        module: "a",
        noMigration: null,
        pullRequests: [
          ["4", ""],
          ["OCA/test#3", "lint"],
        ],
      },
      { module: "b", noMigration: "in core", pullRequests: [] },
    ]);
  });

  test("are left out where there are too many, or too many changes", async () => {
    const gitDirectory = path.join(nextFolder(), "repository.git");
    const plans = [{ files: { "a/1": "1" } }, { files: { "a/1": "2" } }, { files: { "a/1": "3" } }];
    makeGitRepository(gitDirectory, { "17.0": plans });
    const repository = { gitDirectory, label: "acme/test" };
    const [branch] = await listBranches(repository);
    const order = await readOrder(repository, [branch?.commit ?? ""]);
    const logged: LoggedCommit[] = [];
    const parser = createLogParser(createPaths(["."], []), (commit) => logged.push(commit));
    await readLog(repository, order.ids, LOG_FORMAT, parser.add);
    parser.end();
    const collect = (maxCommits: number, maxChanges: number): BranchCommits[] => {
      const collector = createCommitCollector(order, 1, { maxCommits, maxChanges });
      logged.forEach((commit, number) => collector.add(number, commit));
      return [...collector.end(new Map(), [])];
    };
    expect(collect(3, 6)).toMatchObject([{ isUnknown: false, ids: { length: 3 } }]);
    expect(collect(2, 6)).toMatchObject([{ isUnknown: true, ids: [] }]);
    expect(collect(3, 5)).toMatchObject([{ isUnknown: true, ids: [] }]);
  });
});

/** Any history of small changes and merges, the merges with the tree of either side or of their own. */
const step = fc.record({
  folder: fc.constantFrom("a", "b"),
  text: fc.constantFrom("1", "2", "3"),
  first: fc.nat(3),
  second: fc.option(fc.nat(3)),
});

const anyHistory = fc.array(step, { minLength: 2, maxLength: 14 }).map((steps) =>
  steps.map(({ folder, text, first, second }, at): CommitPlan => {
    const start = { "a/0": "0", "b/0": "0" };
    if (at === 0) return { subject: "0", files: start };
    const parents = [first, second ?? first].map((back) => Math.max(at - 1 - back, 0));
    return {
      subject: `${at}`,
      seconds: 1_700_000_000 + at,
      parents: [...new Set(parents)],
      files: { [`${folder}/1`]: text },
    };
  }),
);

describe("the log of many commits", () => {
  test("tells the same where two programs read it", async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.nat(13), async (plans, fork) => {
        const gitDirectory = path.join(nextFolder(), "repository.git");
        makeGitRepository(gitDirectory, { "17.0": plans, "18.0": plans.slice(0, fork + 1) });
        const repository = { gitDirectory, label: "acme/test" };
        const addons = ["."];
        const branches = await listBranches(repository);
        const listings = await listModules({
          repository,
          branches,
          repositoryName: "test",
          addons,
        });
        const tips = listings.flatMap((listing, at) => {
          const branch = branches[at];
          return branch === undefined ? [] : [{ branch, ...listing }];
        });
        const whole = await readHistories(repository, tips, addons);
        const halves = await readHistories(repository, tips, addons, { commitsOfOne: 1 });
        expect(halves).toEqual(whole);
      }),
      { numRuns: 5 },
    );
  });
});

describe("the commits of a folder", () => {
  test("are those that git gives for it", async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (plans) => {
        const { gitDirectory, commits } = await readCommits(plans);
        for (const [unit, given] of [
          ["a/", "a"],
          ["b/", "b"],
          [undefined, "."],
        ] as const) {
          const hidden = unit === undefined ? commits.hiddenFromAll : commits.hidden.get(unit);
          const mine = commits.ids.filter((_, at) => {
            const range = commits.unitList.subarray(
              commits.unitFirst[at],
              commits.unitFirst[at + 1],
            );
            const touches = [...range].some((one) => commits.units[one] === unit);
            return (unit === undefined || touches) && hidden?.includes(at) !== true;
          });
          const answer = readGitText(gitDirectory, "rev-list", "--no-merges", "17.0", "--", given);
          const theirs = answer.split("\n").filter((id) => commits.ids.includes(id));
          expect(mine.toSorted()).toEqual(theirs.toSorted());
        }
      }),
      { numRuns: 25 },
    );
  });
});

describe("the line of a branch", () => {
  test("has what git gives as first parents, and tells what came after each of them", async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, async (plans) => {
        const { gitDirectory, commits } = await readCommits(plans);
        const list = (...parameters: readonly string[]): readonly string[] =>
          readGitText(gitDirectory, "rev-list", ...parameters).split("\n");
        const line = list("--first-parent", "--reverse", "17.0");
        expect(commits.line).toBe(line.map((id) => id.slice(0, 12)).join(""));
        for (const [position, tip] of line.entries()) {
          const theirs = list(`${tip}..17.0`).filter((id) => commits.ids.includes(id));
          const mine = commits.ids.filter((_, at) => (commits.since[at] ?? 0) > position);
          expect(mine.toSorted()).toEqual(theirs.toSorted());
        }
      }),
      { numRuns: 10 },
    );
  });
});

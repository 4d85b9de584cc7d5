// Log of a repository as commits: from real repositories, and from text in arbitrary pieces.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { listBranches, readLog } from "../../../../builder/source/git/git.js";
import {
  LOG_FORMAT,
  MESSAGE_LIMIT_CHARS,
  createLogParser,
  type LoggedCommit,
} from "../../../../builder/source/commits/log.js";
import { createPaths } from "../../../../builder/source/commits/paths.js";
import { readOrder } from "../../../../builder/source/git/read-histories.js";
import { type CommitPlan, makeGitRepository } from "../../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

async function readCommits(plans: readonly CommitPlan[]): Promise<readonly LoggedCommit[]> {
  const gitDirectory = path.join(nextFolder(), "repository.git");
  makeGitRepository(gitDirectory, { "17.0": plans });
  const repository = { gitDirectory, label: "acme/test" };
  const [branch] = await listBranches(repository);
  const commits: LoggedCommit[] = [];
  const parser = createLogParser(createPaths(["."], []), (commit) => commits.push(commit));
  const { ids } = await readOrder(repository, [branch?.commit ?? ""]);
  await readLog(repository, ids, LOG_FORMAT, parser.add);
  parser.end();
  return commits;
}

function parse(log: string, pieceLength: number): readonly LoggedCommit[] {
  const commits: LoggedCommit[] = [];
  const parser = createLogParser(createPaths(["."], []), (commit) => commits.push(commit));
  for (let at = 0; at < log.length; at += pieceLength) parser.add(log.slice(at, at + pieceLength));
  parser.end();
  return commits;
}

describe("a real log", () => {
  test("tells who, when, why and what of each commit, children first", async () => {
    const commits = await readCommits([
      {
        author: "Ann",
        email: "ann@example.org",
        seconds: 100,
        files: { "a/1": "one", "b/1": "1" },
      },
      {
        author: "Bob",
        seconds: 200,
        authorSeconds: 150,
        subject: "[FIX] a: two\n\nBecause of\nthis.",
        rename: { from: "a/1", to: "c/1" },
      },
    ]);
    expect(commits).toMatchObject([
      {
        parents: [commits[1]?.hash],
        committed: "200",
        authored: "150 +0200",
        author: "Bob",
        message: "[FIX] a: two\n\nBecause of\nthis.",
      },
      { parents: [], author: "Ann", email: "ann@example.org", message: "Commit 0" },
    ]);
    const one = "43dd47ea691c90a5fa7827892c70241913351963";
    expect(commits[0]?.changes).toMatchObject([
      { path: { written: "a" }, isFolder: true },
      { path: { written: "a/1" }, isFolder: false, objectId: "0".repeat(40) },
      { path: { written: "c" }, isFolder: true },
      { path: { written: "c/1" }, isFolder: false, objectId: one },
    ]);
  });

  test("has no commits but those of git, whatever a message looks like", async () => {
    const hash = "a".repeat(40);
    const message = `Odd\n\n\u0001${hash} ${hash}\n1\n1 +0000\nEve\n:100644 100644 x y M\ta/1\n\n\n end`;
    const commits = await readCommits([{ subject: message, files: { "a/1": "1" } }]);
    expect(commits.map(({ message: read }) => read)).toEqual([message]);
    expect(commits[0]?.changes.map(({ path: { written } }) => written)).toEqual(["a", "a/1"]);
  });

  test("tells of a merge what differs from every parent", async () => {
    const [merge] = await readCommits([
      { files: { "a/1": "1", "b/1": "1" } },
      { files: { "a/1": "2" } },
      { parents: [0], files: { "b/1": "2" } },
      { parents: [1, 2], files: { "a/1": "by hand", "b/1": "2" } },
    ]);
    expect(merge?.parents).toHaveLength(2);
    expect(merge?.changes).toMatchObject([
      { path: { written: "a" }, isFolder: true },
      {
        path: { written: "a/1" },
        isFolder: false,
        objectId: expect.stringMatching(/^[0-9a-f]{40}$/),
      },
    ]);
  });
});

describe("a log as text", () => {
  const HEAD = ["\u0001c0 c1", "5", "4 +0000", "Ann", "ann@example.org"];

  test.each([1, 2, 3, 10, 1000])("is read in pieces of %d", (pieceLength) => {
    const log = [...HEAD, " Fix", " ", " it", "", ":100644 100644 11 22 M\ta/1", ""].join("\n");
    expect(parse(log.repeat(2), pieceLength)).toMatchObject(
      Array.from({ length: 2 }, () => ({
        hash: "c0",
        parents: ["c1"],
        committed: "5",
        authored: "4 +0000",
        author: "Ann",
        email: "ann@example.org",
        message: "Fix\n\nit",
        changes: [{ path: { written: "a/1" }, isFolder: false, objectId: "22", previousId: "11" }],
      })),
    );
  });

  test.each(["x".repeat(3 * MESSAGE_LIMIT_CHARS), "x\n ".repeat(MESSAGE_LIMIT_CHARS)])(
    "keeps the beginning of a message that is enormous",
    (message) => {
      const log = [...HEAD, ` ${message}`, "", ":100644 100644 11 22 M\ta/1", ""].join("\n");
      const [commit] = parse(log, 64 * 1024);
      expect(commit?.message.length).toBeLessThanOrEqual(MESSAGE_LIMIT_CHARS);
      expect(commit?.changes).toHaveLength(1);
    },
  );
});

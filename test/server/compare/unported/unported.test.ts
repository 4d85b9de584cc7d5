// Unported commits of a module between versions: real repositories, built and asked.
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import type { Unported, UnportedPullRequest } from "../../../../server/contract/shape/unported.js";
import { findUnported } from "../../../../server/compare/unported/unported.js";
import type { CommitPlan } from "../../../support/git-repository.js";
import { build } from "../../../support/builds.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { makeSources } from "../../../support/world.js";

const root = makeTemporaryFolder();

function manifest(module: string): Readonly<Record<string, string>> {
  return { [`${module}/__manifest__.py`]: "{}" };
}

const BLACKLIST = ".oca/oca-port/blacklist";
const BEGIN: CommitPlan = {
  subject: "Begin",
  seconds: 1000,
  files: { ...manifest("a"), ...manifest("b") },
};

/** A pull request of one commit on the one before, and its merge. */
function pullRequest(number: number, at: number, commits: readonly CommitPlan[]): CommitPlan[] {
  const files = Object.assign({}, ...commits.map((commit) => commit.files)) as Record<
    string,
    string
  >;
  const merge: CommitPlan = {
    subject: `Merge PR #${number} into 16.0\n\nSigned-off-by ann`,
    seconds: 10_000 + number,
    parents: [at - 1, at - 1 + commits.length],
    files,
  };
  return [...commits, merge];
}

const OLD: CommitPlan[] = [
  BEGIN,
  { subject: "More", seconds: 1100, files: { ...manifest("gone"), ...manifest("unwanted") } },
];
const add = (number: number, commits: readonly CommitPlan[]): void => {
  OLD.push(...pullRequest(number, OLD.length, commits));
};
const fix = (subject: string, seconds: number, files: CommitPlan["files"]): CommitPlan => ({
  subject,
  seconds,
  ...(files === undefined ? {} : { files }),
});
add(1, [fix("[FIX] a: lacking", 2000, { "a/1": "one" })]);
add(2, [fix("[FIX] a: there", 2100, { "a/2": "two" })]);
add(3, [fix("[16.0][FIX] a: said otherwise", 2200, { "a/3": "three" })]);
add(4, [
  fix("[FIX] a: carried over", 2300, { "a/4": "four", "b/4": "four" }),
  fix("[IMP] b: beside it", 2301, { "b/5": "five" }),
]);
add(5, [fix("[FIX] a: other words and time", 2400, { "a/6": "six" })]);
add(6, [fix("[IMP] a: unwanted", 2500, { "a/7": "seven" })]);
OLD.push(fix("[FIX] a: of nobody", 2600, { "a/8": "eight", "README.md": "x" }));
OLD.push({
  ...fix("post-merge", 2700, { "a/9": "nine" }),
  email: "oca-git-bot@odoo-community.org",
});
OLD.push(fix("Wanted no more", 2800, { "unwanted/1": "1", "gone/1": "1" }));

const NEW: readonly CommitPlan[] = [
  BEGIN,
  {
    subject: "Not wanted",
    files: {
      [`${BLACKLIST}/a.json`]: '{"pull_requests": {"acme/tools#6": "not here"}}',
      [`${BLACKLIST}/unwanted.json`]: '{"no_migration": "in core"}',
    },
  },
  fix("[FIX] a: there", 2100, { "a/2": "two" }),
  fix("[17.0][FIX] a: said otherwise", 2200, { "a/3": "3" }),
  // Less than the whole commit, as it is when one module of several is migrated.
  fix("[FIX] a: carried over", 2300, { "a/4": "4" }),
  fix("[FIX] a: the same files", 9000, { "a/6": "six" }),
  fix("[ADD] b: new here", 9100, { "b/9": "nine" }),
  fix("Gone for a while", 9200, { ...manifest("gone"), "gone/1": "one", "gone/2": "2" }),
  { subject: "[MOV] gone", seconds: 9300, rename: { from: "gone", to: "on_the_way" } },
  { subject: "[MOV] on_the_way", seconds: 9400, rename: { from: "on_the_way", to: "arrived" } },
];

const [BEGIN_MERGED, DROPPED] = [
  fix("Begin", 500, manifest("merged")),
  fix("[FIX] merged: dropped by the merge", 600, { "merged/1": "one" }),
] as const;
/** A repository whose new branch merged the old one, and kept nothing of it. */
const MERGED = {
  "16.0": [
    BEGIN_MERGED,
    ...pullRequest(7, 1, [DROPPED, fix("[FIX] merged: lacking", 650, { "merged/3": "three" })]),
  ],
  "17.0": [
    BEGIN_MERGED,
    DROPPED,
    { ...fix("[IMP] merged: own", 700, { "merged/2": "two" }), parents: [0] },
    { subject: "Merge 16.0, ours", seconds: 800, parents: [2, 1] },
  ],
};

let snapshot: Snapshot;

beforeAll(async () => {
  const branches = { "16.0": OLD, "17.0": NEW, "15.0": [{ files: { "README.md": "" } }] };
  const repositories = { tools: branches, merged: MERGED };
  const { tools, merged } = makeSources(root, repositories, { host: "https://github.com" });
  const report = await build([tools, merged], { out: path.join(root, "out") });
  snapshot = openSnapshot(report.folder);
});

afterAll(() => snapshot.close());

function find(module: string, from = "16.0", to = "17.0"): Unported {
  const outcome = findUnported(snapshot, module, {
    from,
    to,
    org: undefined,
    repo: undefined,
    all: true,
  });
  if (!outcome.found) throw new Error(outcome.reason);
  return outcome.value;
}

/** One line a pull request. */
function outline(requests: readonly UnportedPullRequest[]): readonly string[] {
  return requests.map(({ number, commits }) => {
    const lines = commits.map(
      ({ subject, same_content: isSame, touches_module: touches }) =>
        `${subject}${isSame ? " =" : ""}${touches ? "" : " (beside)"}`,
    );
    return `${number}: ${lines.join(", ")}`;
  });
}

describe("of a module that both versions have", () => {
  test("commits are told by pull request, in the order of merges, those of none first", () => {
    const found = find("a");
    expect(found.process).toBe("port_commits");
    expect(outline(found.pull_requests)).toEqual([
      "null: [FIX] a: of nobody",
      "1: [FIX] a: lacking",
      "5: [FIX] a: other words and time =",
    ]);
  });

  test("a commit is shown with what tells it, and links", () => {
    const [, request] = find("a").pull_requests;
    const [commit] = request?.commits ?? [];
    expect(request).toMatchObject({
      number: 1,
      url: "https://github.com/acme/tools/pull/1",
      title: null,
      merged: "1970-01-01 02:46:41",
    });
    expect(commit).toMatchObject({
      commit: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
      url: `https://github.com/acme/tools/commit/${commit?.commit}`,
      author: "Ann Author",
      // In the author's zone.
      date: "1970-01-01 02:33:20",
      subject: "[FIX] a: lacking",
      paths: ["a"],
      listed: true,
    });
  });

  test("pull requests whose part in it is there stand apart with what else they lack", () => {
    const { satellites } = find("a");
    expect(outline(satellites)).toEqual(["4: [FIX] a: carried over, [IMP] b: beside it (beside)"]);
    expect(satellites[0]?.commits.map(({ listed }) => listed)).toEqual([false, false]);
  });

  test("what the other version does not want stands apart with its reason", () => {
    const { blacklisted } = find("a");
    expect(outline(blacklisted)).toEqual(["6: [IMP] a: unwanted"]);
    expect(blacklisted[0]?.reason).toBe("not here");
  });

  test("both sides say what was read of them", () => {
    expect(find("a")).toMatchObject({
      from: { platform_version: "16.0", branch: "16.0", committed: "1970-01-01 00:46:40" },
      to: { platform_version: "17.0", branch: "17.0", committed: "1970-01-01 02:36:40" },
    });
  });

  test("backports are asked the same way", () => {
    expect(outline(find("b", "17.0", "16.0").pull_requests)).toEqual(["null: [ADD] b: new here"]);
  });

  test("of commits that no pull request brought one that is there hides the others", () => {
    const found = find("a", "17.0", "16.0");
    expect(outline(found.pull_requests)).toEqual([]);
    expect(outline(found.satellites)).toEqual(["null: [FIX] a: the same files ="]);
  });

  test("a commit whose changes a merge dropped is there, and hides no other", () => {
    const { pull_requests: lacking, satellites } = find("merged");
    expect(outline(lacking)).toEqual(["7: [FIX] merged: lacking"]);
    expect(satellites).toEqual([]);
  });

  test("nothing is to be done where both are the same", () => {
    const lists = { pull_requests: [], satellites: [], blacklisted: [] };
    expect(find("a", "17.0", "17.0")).toMatchObject({ process: null, ...lists });
  });
});

describe("of a module that the other version does not have", () => {
  test("a migration carries its commits over", () => {
    const found = find("gone");
    expect(found).toMatchObject({ process: "migrate", no_migration: null });
    expect(outline(found.pull_requests)).toEqual(["null: More =, Wanted no more"]);
    expect(found.pull_requests[0]?.commits.at(-1)).toMatchObject({
      why: "17.0 lacks it.",
      evidence: { rule: "missing" },
    });
  });

  test("commits tell where it was moved", () => {
    const { moved_to: moved } = find("gone");
    expect(moved).toMatchObject([
      {
        technical_name: "arrived",
        subject: "[MOV] on_the_way",
        files: 3,
        same_paths: 3,
        same_contents: 3,
      },
    ]);
    expect(find("unwanted").moved_to).toEqual([]);
    expect(find("a").moved_to).toEqual([]);
  });

  test("it may be that nobody wants it", () => {
    expect(find("unwanted")).toMatchObject({ process: null, no_migration: "in core" });
  });

  test("the branch may be without modules", () => {
    expect(find("gone", "16.0", "15.0")).toMatchObject({
      process: "migrate",
      to: { platform_version: "15.0", branch: "15.0" },
    });
  });
});

test("a version that nothing is for is told, and a module that is not there", () => {
  const filter = { org: undefined, repo: undefined, all: true };
  expect(findUnported(snapshot, "a", { ...filter, from: "16.0", to: "99.0" })).toMatchObject({
    found: false,
    reason: "unknown_version",
    version: "99.0",
    availableVersions: ["16.0", "17.0"],
  });
  expect(findUnported(snapshot, "a", { ...filter, from: "15.0", to: "17.0" })).toMatchObject({
    found: false,
    reason: "module_not_at_version",
  });
  expect(findUnported(snapshot, "no", { ...filter, from: "16.0", to: "17.0" })).toMatchObject({
    found: false,
    reason: "unknown_module",
  });
});

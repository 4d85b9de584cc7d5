// The commits that an update brings: real repositories, built, and asked with commits that were their tips.
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSnapshot, type Snapshot } from "../../../../data/snapshot/decode.js";
import type { Plan, UpdatedModule } from "../../../../server/contract/shape/system/plan.js";
import { layPlan } from "../../../../server/contract/shape/system/plan-layout.js";
import { renderBlocks } from "../../../../server/faces/page/blocks.js";
import { renderTerminal } from "../../../../server/faces/terminal.js";
import { toPlan as planModules } from "../../../../server/registry/plan.js";
import { finishing } from "../../../support/finish-steps.js";
import { resolveSystem } from "../../../../server/registry/resolve.js";
import { MOST_LATER_COMMITS } from "../../../../server/compare/update/later-commits.js";
import { type Locked, parseLockWords } from "../../../../server/compare/update/lock.js";
import { compareWithLock } from "../../../../server/compare/update/update.js";
import { type CommitPlan, importBranches, readGitText } from "../../../support/git-repository.js";
import { build } from "../../../support/builds.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { makeSources } from "../../../support/world.js";

const toPlan = finishing(planModules);

const root = makeTemporaryFolder();

const merge = (number: number, parents: readonly number[], files: CommitPlan["files"] = {}) => ({
  subject: `Merge PR #${number} into 17.0`,
  parents,
  files,
});

/** By their positions; 3 was begun before 2 was merged, and 9 merges what was begun before all locks. */
const HISTORY: readonly CommitPlan[] = [
  {
    subject: "Begin",
    files: { "a/__manifest__.py": "{}", "b/__manifest__.py": "{}", "a/0": "" },
  },
  { subject: "[FIX] a: first", parents: [0], files: { "a/1": "1" } },
  { subject: "[FIX] a: begun early", parents: [0], files: { "a/2": "2" } },
  merge(1, [0, 1], { "a/1": "1" }),
  {
    subject: "[BOT] post-merge updates",
    email: "oca-git-bot@odoo-community.org",
    files: { "a/README.rst": "r" },
  },
  { subject: "[IMP] b: of nobody", files: { "b/1": "1" } },
  { subject: "[FIX] a, b: second", parents: [5], files: { "a/3": "3", "b/3": "3" } },
  { subject: "[IMP] a: third", files: { "a/4": "4" } },
  merge(2, [5, 7], { "a/3": "3", "b/3": "3", "a/4": "4" }),
  merge(3, [8, 2], { "a/2": "2" }),
];

const MANY: readonly CommitPlan[] = [
  { subject: "Many", files: { "c/__manifest__.py": "{}" } },
  ...Array.from({ length: MOST_LATER_COMMITS + 3 }, (_, at) => ({
    subject: `Change ${at + 1}`,
    files: { "c/1": `${at}` },
  })),
];

let snapshot: Snapshot;
/** Ids of the commits of HISTORY, by their subjects. */
let ids: ReadonlyMap<string, string>;

beforeAll(async () => {
  const once = { subject: "Once", files: { "d/__manifest__.py": "{}", "d/1": "1" } };
  // The branch `rewritten` had another commit once, which nothing leads to any more.
  const sources = makeSources(
    root,
    { tools: { "17.0": HISTORY }, many: { "17.0": MANY }, rewritten: { "17.0": [once] } },
    { host: "https://github.com" },
  );
  const former = listIds("rewritten");
  importBranches(path.join(root, "rewritten.git"), {
    "17.0": [{ subject: "Now", files: { "d/__manifest__.py": "{}" } }],
  });
  ids = new Map([...listIds("tools"), ...listIds("many"), ...former]);
  snapshot = openSnapshot(
    (await build(Object.values(sources), { out: path.join(root, "out") })).folder,
  );
});

afterAll(() => snapshot.close());

function listIds(repository: string): ReadonlyMap<string, string> {
  const log = readGitText(path.join(root, `${repository}.git`), "log", "--format=%s%x00%H", "17.0");
  return new Map(log.split("\n").map((line) => line.split("\0") as [string, string]));
}

/** Changes of a module by an update since the lock; `undefined` for none. */
function update(module: string, lock: string | Locked): UpdatedModule | undefined {
  return planUpdated(module, lock).update?.modules.find((row) => row.technical_name === module);
}

function planUpdated(module: string, lock: string | Locked): Plan {
  const locked = typeof lock === "string" ? parseLockWords(lock.split(",")) : lock;
  if (typeof locked === "string") throw new Error(locked);
  const system = resolveSystem(snapshot, { platformVersion: "17.0", modules: [module] });
  const plan = toPlan(snapshot, system, undefined);
  return { ...plan, update: compareWithLock(snapshot, system, plan, locked) };
}

function getId(subject: string): string {
  const id = ids.get(subject);
  if (id === undefined) throw new Error(`there is no ${subject}`);
  return id;
}

/** One line a pull request. */
function outline(module: string, subject: string): readonly string[] | undefined {
  return update(module, `acme/tools@${getId(subject)}`)?.pull_requests.map(
    ({ number, commits }) => `${number}: ${commits.map((row) => row.subject).join(", ")}`,
  );
}

describe("an update brings the commits of a module that the branch got after the lock's", () => {
  test.each([
    [
      "Begin",
      ["1: [FIX] a: first", "2: [FIX] a, b: second, [IMP] a: third", "3: [FIX] a: begun early"],
    ],
    ["Merge PR #1 into 17.0", ["2: [FIX] a, b: second, [IMP] a: third", "3: [FIX] a: begun early"]],
    [
      "[BOT] post-merge updates",
      ["2: [FIX] a, b: second, [IMP] a: third", "3: [FIX] a: begun early"],
    ],
    ["[IMP] b: of nobody", ["2: [FIX] a, b: second, [IMP] a: third", "3: [FIX] a: begun early"]],
    ["Merge PR #2 into 17.0", ["3: [FIX] a: begun early"]],
  ])("which was %s", (subject, expected) => {
    expect(outline("a", subject)).toEqual(expected);
  });

  test("those that no pull request brought come first", () => {
    expect(outline("b", "Begin")).toEqual(["null: [IMP] b: of nobody", "2: [FIX] a, b: second"]);
    // Its repository is at another commit, but the module is unchanged.
    expect(outline("b", "Merge PR #2 into 17.0")).toBeUndefined();
    expect(outline("b", "Merge PR #3 into 17.0")).toBeUndefined();
  });

  test("each with what tells it, and links", () => {
    const row = update("a", `acme/tools@${getId("Merge PR #2 into 17.0").slice(0, 7)}`);
    const id = getId("[FIX] a: begun early").slice(0, 12);
    expect(row).toMatchObject({ commits: 1, commits_untold: null, commits_left_out: 0 });
    expect(row?.pull_requests).toEqual([
      {
        number: 3,
        url: "https://github.com/acme/tools/pull/3",
        title: null,
        merged: "2023-11-15 07:13:20",
        commits: [
          {
            commit: id,
            url: `https://github.com/acme/tools/commit/${id}`,
            author: "Ann Author",
            date: "2023-11-15 02:13:20",
            subject: "[FIX] a: begun early",
          },
        ],
      },
    ]);
  });

  test("of many the newest are listed", () => {
    const row = update("c", `acme/many@${getId("Change 1")}`);
    expect(row).toMatchObject({ commits: MOST_LATER_COMMITS + 2, commits_left_out: 2 });
    const subjects = row?.pull_requests.flatMap(({ commits }) => commits).map((one) => one.subject);
    expect(subjects).toHaveLength(MOST_LATER_COMMITS);
    expect(subjects?.[0]).toBe("Change 4");
  });
});

const showText = (plan: Plan): string => renderTerminal(layPlan(plan), 200).replaceAll(/ +/g, " ");

describe("the commits that an update brings are shown", () => {
  test("on a terminal", () => {
    const rows = showText(planUpdated("a", `acme/tools@${getId("[IMP] b: of nobody")}`)).split(
      "\n",
    );
    const start = rows.indexOf("Commits that it brings:");
    const id = (subject: string): string => getId(subject).slice(0, 12);
    expect(rows.slice(start + 1, start + 5)).toEqual([
      " Module Pull request Commit Date Author Says",
      ` a #2 ${id("[FIX] a, b: second")} 2023-11-15 Ann Author [FIX] a, b: second`,
      ` a #2 ${id("[IMP] a: third")} 2023-11-15 Ann Author [IMP] a: third`,
      ` a #3 ${id("[FIX] a: begun early")} 2023-11-15 Ann Author [FIX] a: begun early`,
    ]);
    const many = showText(planUpdated("c", `acme/many@${getId("Change 1")}`));
    expect(many).toMatch(/Earlier commits, not listed.*\n c commit 0\.1\.0 22 2 /);
    expect(showText(planUpdated("a", "acme/tools@0000000"))).toContain(
      "the earlier commit is not on this branch",
    );
  });

  test("on the page of plans, with links", () => {
    const show = (subject: string): string =>
      renderBlocks(layPlan(planUpdated("a", `acme/tools@${getId(subject)}`)), {}).text;
    const id = getId("[FIX] a: begun early").slice(0, 12);
    expect(show("[IMP] a: third")).toContain("the earlier commit is not on this branch");
    expect(show("Merge PR #2 into 17.0")).toContain(
      `<a href="https://github.com/acme/tools/pull/3" rel="external">#3</a>`,
    );
    expect(show("Merge PR #2 into 17.0")).toContain(
      `<a href="https://github.com/acme/tools/commit/${id}" rel="external"><code>${id}</code></a>`,
    );
  });
});

describe("which commits these are cannot be told", () => {
  test("where the commit was never the tip of the branch", () => {
    for (const lock of [
      `acme/tools@${getId("[IMP] a: third")}`,
      "acme/tools@0000000",
      `acme/tools@${getId("Change 1")}`,
    ]) {
      expect(update("a", lock)).toMatchObject({
        commits: null,
        commits_untold: "unknown_commit",
        pull_requests: [],
      });
    }
  });

  test("where the branch was rewritten", () => {
    expect(update("d", `acme/rewritten@${getId("Once")}`)?.commits_untold).toBe("unknown_commit");
  });

  test("of what is new, was elsewhere, or whose former commit the lock does not tell", () => {
    const repositories = [{ provider: "acme/other", commit: "0000000" }];
    const lockOf = (provider: string): Locked => ({
      repositories,
      modules: [{ technicalName: "a", version: "0", provider }],
    });
    expect(update("a", "acme/other@0000000")?.commits_untold).toBe("added");
    expect(update("a", lockOf("acme/other"))).toMatchObject({
      change: "moved",
      commits_untold: "other_repository",
    });
    expect(update("a", lockOf("acme/tools"))).toMatchObject({
      change: "version",
      commits_untold: "no_commit",
    });
    expect(update("a", "a@0")?.commits_untold).toBe("no_commit");
  });
});

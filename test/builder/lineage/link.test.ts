// Lineage of modules, out of real repositories that were built.
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mergeShards } from "../../../builder/shards/merge.js";
import { buildShard, parseShard } from "../../../builder/shards/shard.js";
import type { FoundStep } from "../../../data/history/lineage.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import type { CommitPlan } from "../../support/git-repository.js";
import { build, toBuildOptions } from "../../support/builds.js";
import { makeSources } from "../../support/world.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { testLong } from "../../support/properties.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);

type Files = Readonly<Record<string, string>>;

/** A module of a manifest and files that no other has. */
function module(name: string, ...files: readonly string[]): Files {
  return Object.fromEntries([
    [`${name}/__manifest__.py`, `{"name": "${name}"}`],
    ...files.map((file) => [`${name}/${file}`, `# ${name} ${file}`]),
  ]);
}

function commit(subject: string, seconds: number, files: Files): CommitPlan {
  return { subject, seconds, files };
}

/** Files under another folder. */
function inFolder(files: Files, from: string, to: string): Files {
  return Object.fromEntries(
    Object.entries(files).map(([file, text]) => [file.replace(`${from}/`, `${to}/`), text]),
  );
}

type Repositories = Readonly<Record<string, Readonly<Record<string, readonly CommitPlan[]>>>>;

async function readLineage(
  repositories: Repositories,
  order: readonly string[] = Object.keys(repositories),
): Promise<readonly FoundStep[]> {
  const folder = nextFolder();
  const made = makeSources(folder, repositories);
  const sources = order.flatMap((name) => made[name] ?? []);
  const { folder: built } = await build(sources, { out: path.join(folder, "out") });
  return readSteps(built);
}

/** Readings of a build with as many shards as repositories. */
async function readInShards(repositories: Repositories): Promise<readonly FoundStep[]> {
  const folder = nextFolder();
  const names = Object.keys(repositories);
  const sources = Object.values(makeSources(folder, repositories));
  const out = path.join(folder, "shards");
  for (const at of names.keys()) {
    await buildShard(sources, {
      ...toBuildOptions({ out, cacheDirectory: path.join(folder, `cache-${at}`) }),
      strict: false,
      shard: parseShard(`${at + 1}/${names.length}`),
    });
  }
  const options = toBuildOptions({ out: path.join(folder, "out") });
  const { folder: built } = await mergeShards([out], options);
  return readSteps(built);
}

function readSteps(folder: string): readonly FoundStep[] {
  const snapshot = openSnapshot(folder);
  try {
    return snapshot.readLineage();
  } finally {
    snapshot.close();
  }
}

/** `sale_old sales 16.0 > sale_new sales 17.0: renamed, 1/2 commits, 0/3 files, moved by "…"` */
function outline(steps: readonly FoundStep[]): readonly string[] {
  return steps.map(({ kind, from, to, evidence }) => {
    const { commits, sharedCommits, files, sharedFiles, move } = evidence;
    const counts = `${sharedCommits}/${commits} commits, ${sharedFiles}/${files} files`;
    const by = move === null ? "" : `, by ${JSON.stringify(move.subject)}`;
    return `${tell(from)} > ${tell(to)}: ${kind}, ${counts}${by}`;
  });
}

function tell({ technicalName, repository, platformVersion }: FoundStep["from"]): string {
  return `${technicalName} ${repository} ${platformVersion}`;
}

const OLD = module("sale_old", "a.py", "b.py");
const STAYS = commit("Begin", 1000, module("stays"));

describe("a name that ends goes on", () => {
  test("as the one to which a commit moved its files", async () => {
    const steps = await readLineage({
      sales: {
        "16.0": [STAYS, commit("Add", 1100, OLD)],
        "17.0": [
          STAYS,
          commit("Add", 1100, OLD),
          { subject: "[REF] better name", seconds: 1200, rename: { from: "sale_old", to: "new" } },
        ],
      },
    });
    expect(outline(steps)).toEqual([
      'sale_old sales 16.0 > new sales 17.0: renamed, 0/1 commits, 3/3 files, by "[REF] better name"',
    ]);
    expect(steps[0]?.evidence.move).toMatchObject({
      organization: "acme",
      repository: "sales",
      branch: "17.0",
      commit: expect.stringMatching(/^[0-9a-f]{12}$/),
      deletedFiles: 3,
      addedFiles: 3,
      sameBlobs: 3,
    });
  });

  testLong("as the one that has its commits under another name", async () => {
    const fix = (name: string): CommitPlan => commit("Fix", 1200, { [`${name}/a.py`]: name });
    const steps = await readLineage({
      sales: { "16.0": [STAYS, commit("Add", 1100, OLD), fix("sale_old")] },
      other: { "17.0": [STAYS, commit("Add", 1100, module("new", "x.py")), fix("new")] },
    });
    expect(outline(steps).filter((line) => line.startsWith("sale_old"))).toEqual([
      "sale_old sales 16.0 > new other 17.0: renamed, 2/2 commits, 0/3 files",
    ]);
  });

  test("merged into one that was there", async () => {
    const whole = commit("Whole", 1050, module("whole", "w.py"));
    const steps = await readLineage({
      sales: {
        "16.0": [STAYS, whole, commit("Add", 1100, OLD)],
        "17.0": [
          STAYS,
          whole,
          commit("Add", 1100, OLD),
          { subject: "Into whole", seconds: 1200, rename: { from: "sale_old", to: "whole/old" } },
        ],
      },
    });
    expect(outline(steps)).toEqual([
      'sale_old sales 16.0 > whole sales 17.0: merged, 0/1 commits, 3/3 files, by "Into whole"',
    ]);
  });

  test("split into several", async () => {
    const one = module("one", "a.py", "b.py", "c.py", "d.py");
    const two = module("two", "e.py", "f.py", "g.py", "h.py");
    const big = { ...inFolder(one, "one", "big"), ...inFolder(two, "two", "big") };
    const steps = await readLineage({
      sales: {
        "16.0": [STAYS, commit("Add", 1100, big)],
        "17.0": [STAYS, commit("New", 1300, { ...one, ...two })],
      },
    });
    expect(outline(steps)).toEqual([
      "big sales 16.0 > one sales 17.0: split, 0/1 commits, 4/9 files",
      "big sales 16.0 > two sales 17.0: split, 0/1 commits, 5/9 files",
    ]);
  });

  testLong(
    "not as one that only has a part of its commits, as after a repository was split",
    async () => {
      const headers = [1300, 1400, 1500];
      const touch = (name: string): readonly CommitPlan[] =>
        headers.map((at) => commit("Headers", at, { [`${name}/a.py`]: `${name} ${at}` }));
      const own = [1600, 1700].map((at) => commit("Own", at, { "sale_old/a.py": `${at}` }));
      const there = commit("Other", 1050, module("other", "o.py"));
      const steps = await readLineage({
        sales: {
          "16.0": [STAYS, commit("Add", 1100, OLD), ...touch("sale_old"), ...own],
          "17.0": [STAYS],
        },
        tools: { "16.0": [there, ...touch("other")], "17.0": [there, ...touch("other")] },
      });
      expect(steps).toEqual([]);
    },
  );

  testLong(
    "not as one that has only what many have, or that was changed by the same commits",
    async () => {
      const common = { "a.py": "x", "b.py": "y", "c.py": "z", "d.py": "q" };
      const add = (name: string): Files => ({
        [`${name}/__manifest__.py`]: `{"name": "${name}"}`,
        ...Object.fromEntries(
          Object.entries(common).map(([file, text]) => [`${name}/${file}`, text]),
        ),
      });
      const both = commit("Both", 1400, { ...add("old"), ...add("p"), ...add("q"), ...add("r") });
      const fresh = commit("Both", 1400, { ...add("new"), ...add("p"), ...add("q"), ...add("r") });
      const steps = await readLineage({
        sales: { "16.0": [STAYS, both], "17.0": [STAYS, fresh] },
      });
      expect(steps).toEqual([]);
    },
  );
});

const moved = commit("Add", 1100, module("thing", "a.py", "b.py"));

testLong(
  "a name in another repository is the same module where files or commits say so, else only a name",
  async () => {
    const repositories: Repositories = {
      sales: {
        "16.0": [STAYS, moved, commit("Mine", 1200, module("name", "mine.py"))],
        "17.0": [STAYS],
      },
      tools: { "17.0": [moved, commit("Theirs", 1300, { "name/__manifest__.py": "{}" })] },
    };
    const lines = [
      "name sales 16.0 > name tools 17.0: same, 0/1 commits, 0/2 files",
      "thing sales 16.0 > thing tools 17.0: moved, 1/1 commits, 3/3 files",
    ];
    expect(outline(await readLineage(repositories))).toEqual(lines);
    expect(outline(await readLineage(repositories, ["tools", "sales"]))).toEqual(lines);
    expect(outline(await readInShards(repositories))).toEqual(lines);
  },
);

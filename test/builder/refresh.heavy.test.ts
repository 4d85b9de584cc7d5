// A build of sources that may be as they were: what is taken for a change, and that without one nothing is done.
import {
  lstatSync,
  lutimesSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { BuildOptions } from "../../builder/build.js";
import { formatReport, type BuildReport } from "../../builder/progress/report.js";
import { refreshSnapshot } from "../../builder/refresh.js";
import { DEFAULT_LIMITS } from "../../builder/source/limits.js";
import { toLabel } from "../../builder/source/source.js";
import type { Source } from "../../builder/source/source.js";
import {
  type CommitPlan,
  importBranches,
  makeGitRepository,
  readGitText,
  runGit,
} from "../support/git-repository.js";
import { serveRepositories } from "../support/git-server.js";
import { makeWritable } from "../support/make-writable.js";
import { build, recordProgress, toBuildOptions } from "../support/builds.js";
import { makeSmallSources, type SmallSources } from "../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
let root: string;
let small: SmallSources;
let out: string;

beforeEach(() => {
  root = nextFolder();
  out = path.join(root, "out");
  small = makeSmallSources(root);
});

function refresh(
  sources: readonly Source[],
  changes: Partial<BuildOptions> = {},
): Promise<BuildReport> {
  // Worlds of a few modules lose more than a tenth at every step.
  return refreshSnapshot(sources, toBuildOptions({ out, jobs: 2, allowLoss: true, ...changes }));
}

/** Every file and folder under a folder, with the time of its last change; but the link, which says when a build last looked. */
function listChanges(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name !== path.join("out", "current"))
    .map((name) => `${String(name)} ${lstatSync(path.join(folder, String(name))).ctimeMs}`)
    .toSorted();
}

/** The pieces in the cache, by the names of their files. */
function listKept(): readonly (readonly [string, Buffer])[] {
  return readdirSync(`${out}-cache/pieces`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => [name, readFileSync(path.join(parentPath, name))] as const);
}

/** Expects the result of a cold build. */
async function expectCold(
  report: BuildReport,
  sources: readonly Source[],
  what = "it",
  embedder: BuildOptions["embedder"] = { kind: "none" },
): Promise<void> {
  const cold = await build(sources, { out: nextFolder(), embedder });
  expect([report.isUpToDate, report.entry.id], what).toEqual([false, cold.entry.id]);
}

describe("where nothing changed", () => {
  test("nothing is locked or written but the time of the link, and the report says so", async () => {
    const sources = [small.sales, small.stock];
    const first = await refresh(sources);
    expect(first.isUpToDate).toBe(false);
    const link = path.join(out, "current");
    lutimesSync(link, 0, 0);
    const before = listChanges(root);
    const second = await refresh(sources);
    expect(listChanges(root)).toEqual(before);
    expect(lstatSync(link).mtimeMs).toBeGreaterThan(0);
    expect(second).toMatchObject({ isUpToDate: true, parsed: 0, folder: first.folder });
    expect(second.entry).toEqual(first.entry);
    expect(second.unresolved).toEqual(first.unresolved);
    expect(second.stages.map(({ stage }) => stage)).toEqual(["look"]);
    expect(formatReport(second)).toContain(`Up to date: snapshot ${first.entry.id} in`);
  });

  test("the order of sources is of no matter, nor are branches that are not read", async () => {
    await refresh([small.sales, small.stock]);
    importBranches(path.join(root, "sales.git"), { "17.0-mig-x": [{ files: { a: "b" } }] });
    expect((await refresh([small.stock, small.sales])).isUpToDate).toBe(true);
    expect((await refresh([small.stock, small.sales], { jobs: 1 })).isUpToDate).toBe(true);
  });

  test("a repository that is still not there is still a fault", async () => {
    await refresh([small.sales, small.missing]);
    const again = await refresh([small.sales, small.missing]);
    expect(again.isUpToDate).toBe(true);
    expect(formatReport(again)).toContain("Not read:\n  acme/missing has no git repository");
    const strict = refresh([small.sales, small.missing], { strict: true });
    await expect(strict).rejects.toMatchObject({ code: "sources_unread" });
    makeGitRepository(path.join(root, "missing.git"), { "17.0": [{ files: { a: "b" } }] });
    await expectCold(await refresh([small.sales, small.missing]), [small.sales, small.missing]);
  });
});

describe("what is built again", () => {
  const plans: CommitPlan[] = [
    { files: { "sale_a/__manifest__.py": "{}", "sale_b/__manifest__.py": "{}" } },
  ];
  const commit = (plan: CommitPlan) => (git: string) => {
    plans.push(plan);
    importBranches(git, { "17.0": plans });
  };
  const changes: readonly (readonly [string, (git: string) => void])[] = [
    ["a module", commit({ files: { "sale_a/models/a.py": toModel("a") } })],
    ["a module again", commit({ files: { "sale_a/models/a.py": toModel("b") } })],
    ["a module more", commit({ files: { "sale_c/__manifest__.py": "{'name': 'Sale C'}" } })],
    ["people", commit({ files: { "sale_c/__manifest__.py": "{'author': 'Ann, Bob'}" } })],
    ["dependencies", commit({ files: { "sale_c/__manifest__.py": "{'depends': ['sale_b']}" } })],
    ["a README", commit({ files: { "sale_b/README.rst": "Sale B\n======\n\nSells." } })],
    ["a module less", commit({ remove: "sale_b" })],
    ["a module of another name", commit({ rename: { from: "sale_a", to: "sale_d" } })],
    ["a new branch", (git) => changeBranch(git, "18.0", "17.0")],
    ["a branch less", (git) => changeBranch(git, "-D", "16.0")],
    ["a branch that goes back", (git) => changeBranch(git, "-f", "17.0", "17.0~3")],
  ];

  test("what changes in a repository, one after the other, as if it was built from nothing", async () => {
    const sources = [small.sales, small.stock];
    const git = path.join(root, "sales.git");
    await refresh(sources);
    runGit(["--git-dir", git, "symbolic-ref", "HEAD", "refs/heads/none"]);
    for (const [name, change] of changes) {
      change(git);
      await expectCold(await refresh(sources), sources, name);
    }
    expect((await refresh(sources)).isUpToDate).toBe(true);
  });

  test("what of a module is indexed, as if it was built from nothing", async () => {
    const embedder = { kind: "static" } as const;
    const own: CommitPlan[] = [...plans];
    await refresh([small.sales], { embedder });
    for (const plan of [
      { files: { "sale_x/__manifest__.py": "{'name': 'Xylophones'}" } },
      { files: { "sale_x/__manifest__.py": "{'name': 'Xylophones', 'summary': 'Plays'}" } },
      { files: { "sale_x/__manifest__.py": "{'name': 'Zithers', 'summary': 'Plays'}" } },
      { remove: "sale_x" },
    ]) {
      own.push(plan);
      importBranches(path.join(root, "sales.git"), { "17.0": own });
      const report = await refresh([small.sales], { embedder });
      await expectCold(report, [small.sales], JSON.stringify(plan), embedder);
    }
  });

  test("a module that is removed is in nothing that is kept", async () => {
    const embedder = { kind: "static" } as const;
    const git = path.join(root, "sales.git");
    const files = {
      "sale_x/__manifest__.py": "{'name': 'Xylophones'}",
      "sale_x/a.py": toModel("x"),
    };
    importBranches(git, { "17.0": [...plans, { files }] });
    await refresh([small.sales], { embedder });
    const withIt = listKept();
    importBranches(git, { "17.0": [...plans, { files }, { remove: "sale_x" }] });
    const report = await refresh([small.sales], { embedder });
    const kept = listKept();
    expect(kept).not.toEqual(withIt);
    makeWritable(root);
    for (const folder of [out, `${out}-cache`]) rmSync(folder, { recursive: true });
    const cold = await refresh([small.sales], { embedder });
    expect([report.isUpToDate, report.entry.id]).toEqual([false, cold.entry.id]);
    expect(kept).toEqual(listKept());
    expect(kept.map(([name]) => name).toSorted()).toEqual(["modules.bin", "vectors.bin"]);
  });

  test("a repository that moved begins before those that did not", async () => {
    const sources = [small.sales, small.stock];
    await refresh(sources);
    importBranches(path.join(root, "stock.git"), {
      "17.0": [{ files: { "stock_b/__manifest__.py": "{'name': 'Boxes'}" } }],
    });
    const read: string[] = [];
    const progress = {
      ...recordProgress(),
      advance: (_done: number, detail = "") => void read.push(detail),
    };
    await refresh(sources, { jobs: 1, progress });
    expect(read.filter((detail) => sources.map(toLabel).includes(detail))).toEqual(
      [small.stock, small.sales].map(toLabel),
    );
  });

  test("a source more, and one less", async () => {
    await refresh([small.sales]);
    await expectCold(await refresh([small.sales, small.stock]), [small.sales, small.stock]);
    await expectCold(await refresh([small.stock]), [small.stock]);
  });

  test("another setting, or another cache", async () => {
    await refresh([small.stock]);
    const limits = { ...DEFAULT_LIMITS, maxReadMib: 1 };
    expect((await refresh([small.stock], { limits })).isUpToDate).toBe(false);
    expect((await refresh([small.stock], { limits })).isUpToDate).toBe(true);
    const cacheDirectory = nextFolder();
    expect((await refresh([small.stock], { limits, cacheDirectory })).isUpToDate).toBe(false);
  });

  test.each<[string, (folder: string) => void]>([
    ["a byte is another", (folder) => flipByte(path.join(folder, "snapshot.bin"), 500)],
    ["its entry file is", (folder) => flipByte(path.join(folder, "snapshot.json"), 20)],
    ["a file is gone", (folder) => remove(path.join(folder, "snapshot.bin"))],
    ["it is gone", (folder) => remove(folder)],
  ])("a snapshot of which %s", async (_, damage) => {
    const { folder, entry } = await refresh([small.stock]);
    damage(folder);
    const again = await refresh([small.stock]);
    expect([again.isUpToDate, again.entry.id]).toEqual([false, entry.id]);
    expect((await refresh([small.stock])).isUpToDate).toBe(true);
  });

  test("a folder in which another snapshot was made current", async () => {
    const { entry } = await refresh([small.stock]);
    await refresh([small.sales]);
    await refresh([small.stock]);
    rmSync(path.join(out, "current"));
    symlinkSync("elsewhere", path.join(out, "current"));
    const again = await refresh([small.stock]);
    expect([again.isUpToDate, again.entry.id]).toEqual([false, entry.id]);
  });

  test("a file that the repository did not hold, and now does", async () => {
    const git = path.join(root, "stock.git");
    const id = readGitText(git, "rev-parse", "17.0:stock_a/__manifest__.py");
    const file = path.join(git, "objects", id.slice(0, 2), id.slice(2));
    const bytes = readFileSync(file);
    rmSync(file);
    const sources = [small.stock, small.sales];
    const without = await refresh(sources);
    expect(without.entry.counts.diagnostics).toMatchObject({ file_absent: 1 });
    expect((await refresh(sources)).isUpToDate).toBe(true);
    writeFileSync(file, bytes);
    await expectCold(await refresh(sources), sources);
  });
});

describe("servers", () => {
  test("are asked what they have, with nothing brought, and read where they have something else", async () => {
    const asked: string[] = [];
    const address = await serveRepositories(root, ({ url = "" }) => {
      asked.push(url);
      return false;
    });
    const countSales = (): number =>
      asked.splice(0).filter((url) => url.includes("/sales.git/")).length;
    const sources = [small.sales, small.stock].map((source) => {
      const url = `${address}/${source.repository}.git`;
      return { ...source, url, cloneUrl: url, mirror: undefined };
    });
    await refresh(sources);
    const before = listChanges(root);
    asked.length = 0;
    expect((await refresh(sources)).isUpToDate).toBe(true);
    expect(listChanges(root)).toEqual(before);
    const ofLook = countSales();
    importBranches(path.join(root, "stock.git"), {
      "16.0": [{ files: { "a/__manifest__.py": "{}" } }],
    });
    const report = await refresh(sources);
    expect(countSales()).toBe(ofLook);
    await expectCold(report, sources);
  });
});

function flipByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  makeWritable(file);
  writeFileSync(file, bytes);
}

function remove(file: string): void {
  makeWritable(path.dirname(file));
  rmSync(file, { recursive: true });
}

function toModel(name: string): string {
  return `from odoo import fields, models\nclass A(models.Model):\n    _name = "${name}"\n    x = fields.Char()\n`;
}

function changeBranch(git: string, ...words: readonly string[]): void {
  runGit(["--git-dir", git, "branch", ...words]);
}

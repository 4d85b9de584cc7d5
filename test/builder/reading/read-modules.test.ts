// A branch read again: what is taken from the last time, what is not, and that nobody can tell from
// the result.
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  openBranchCache,
  type BranchCache,
  type CachedBranch,
} from "../../../builder/cache/branch-cache.js";
import { unpackContent } from "../../../builder/cache/packed-content.js";
import { createReaderPool } from "../../../builder/reading/process/reader-pool.js";
import { openRepositoryReader } from "../../../builder/reading/process/repository-reader.js";
import { readModules } from "../../../builder/reading/read-modules.js";
import { listBranches } from "../../../builder/source/git/git.js";
import { DEFAULT_LIMITS } from "../../../builder/source/limits.js";
import { parseModule } from "../../support/parse-module.js";
import { FILE_LIMIT_BYTES } from "../../../builder/source/git/trees.js";
import type { ModuleParts } from "../../../data/module/module-parts.js";
import {
  packEntry,
  unpackModels,
  type EntryRows,
} from "../../../data/snapshot/module/entry-rows.js";
import { openRecordDecoder } from "../../../data/snapshot/record/packing.js";
import { STRUCTURES } from "../../../data/snapshot/record/structures.js";
import {
  importBranches,
  makeGitRepository,
  readGitText,
  type CommitPlan,
} from "../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { once } from "../../../server/lookup/memo.js";
import { testLong } from "../../support/properties.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const pool = createReaderPool({ processes: 1, memoryMib: 1024 });
afterAll(() => pool.close());

const SOURCE = {
  organization: "acme",
  repository: "tools",
  url: "https://git.example.org/acme/tools.git",
  cloneUrl: "https://git.example.org/acme/tools.git",
  mirror: undefined,
  branches: undefined,
  addons: ["."],
};

const FIRST: CommitPlan = {
  author: "Ann Author",
  files: {
    "alpha/__manifest__.py": '{"name": "Alpha", "colour": "red"}',
    "alpha/models/alpha.py":
      "from odoo import fields, models\n\n\nclass Alpha(models.Model):\n    _name = 'alpha'\n\n    size = fields.Char()\n",
    "beta/__manifest__.py": '{"name": "Beta"}',
  },
};
const SECOND: CommitPlan = {
  author: "Ben Author",
  files: { "beta/__manifest__.py": '{"name": "Beta, changed"}' },
};

/** For each module the diagnostics that none of its Python is loaded. @param files beside those of FIRST */
async function listUnloaded(files: Readonly<Record<string, string>>) {
  const git = nextFolder();
  makeGitRepository(git, { "17.0": [{ files: { ...FIRST.files, ...files } }] });
  const { modules } = (await read(git, openCache(nextFolder()))).read;
  return modules.map(({ found }) =>
    found.diagnostics.filter(({ code }) => code === "module_without_init"),
  );
}

interface Reading {
  readonly read: CachedBranch;
  /** Number of parsed modules. */
  readonly parsed: number;
  /** The branches that were reported as read. */
  readonly reported: readonly string[];
}

function openCache(directory: string, fingerprint = 1, damaged: string[] = []): BranchCache {
  return openBranchCache({
    directory,
    fingerprint: new Uint8Array(32).fill(fingerprint),
    onDamaged: (file) => damaged.push(file),
  });
}

async function read(
  gitDirectory: string,
  cache: BranchCache,
  addons: readonly string[] = ["."],
): Promise<Reading> {
  const repository = { gitDirectory, label: "acme/tools" };
  const [branch] = await listBranches(repository);
  if (branch === undefined) throw new Error("there is no branch");
  let parsed = 0;
  const reported: string[] = [];
  const source = { ...SOURCE, addons };
  const { signal } = new AbortController();
  const [result] = await readModules({
    source,
    reader: openRepositoryReader(repository, pool, DEFAULT_LIMITS, signal),
    branches: [branch],
    cache,
    signal,
    onParsed(modules) {
      parsed += modules;
    },
    onBranchRead: (name, left) => reported.push(`${name}, ${left} left`),
  });
  if (result === undefined) throw new Error("the branch was not read");
  return { read: result, parsed, reported };
}

const prepareFirst = once(async () => {
  const [git, folder] = [nextFolder(), nextFolder()];
  makeGitRepository(git, { "17.0": [FIRST] });
  return { git, folder, first: await read(git, openCache(folder)) };
});

/** A copy of a repository with the first commit, and of the cache in which it was read. */
async function readFirst(): Promise<{ git: string; folder: string; first: Reading }> {
  const made = await prepareFirst();
  const [git, folder] = [nextFolder(), nextFolder()];
  cpSync(made.git, git, { recursive: true });
  cpSync(made.folder, folder, { recursive: true });
  return { git, folder, first: made.first };
}

describe("a branch that was read before", () => {
  test("and did not move is taken whole", async () => {
    const { git, folder, first } = await readFirst();
    expect(first).toMatchObject({ parsed: 2, reported: ["17.0, 0 left"] });
    const again = await read(git, openCache(folder));
    expect(again).toEqual({ read: first.read, parsed: 0, reported: [] });
  });

  test("and moved has only its changed modules parsed, and the history of now", async () => {
    const { git, folder, first } = await readFirst();
    importBranches(git, { "17.0": [FIRST, SECOND] });
    const again = await read(git, openCache(folder));
    expect(again.parsed).toBe(1);
    expect(again.read.commit).not.toBe(first.read.commit);
    expect(again.read.modules.map((module) => module.found.facts.name)).toEqual([
      "Alpha",
      "Beta, changed",
    ]);
    expect(again.read.modules.map((module) => module.committers)).toEqual([
      ["Ann Author"],
      ["Ann Author", "Ben Author"],
    ]);
    expect(again.read).toEqual((await read(git, openCache(nextFolder()))).read);
  });

  test("and moved back is as it was", async () => {
    const { git, folder, first } = await readFirst();
    importBranches(git, { "17.0": [FIRST, SECOND] });
    await read(git, openCache(folder));
    importBranches(git, { "17.0": [FIRST] });
    expect((await read(git, openCache(folder))).read).toEqual(first.read);
  });

  test("has a module of another name parsed, since its own code may import it by its name", async () => {
    const { git, folder } = await readFirst();
    importBranches(git, { "17.0": [FIRST, { rename: { from: "alpha", to: "gamma" } }] });
    const again = await read(git, openCache(folder));
    expect(again.parsed).toBe(1);
    expect(again.read.modules.map((module) => module.technicalName)).toEqual(["beta", "gamma"]);
    expect(again.read).toEqual((await read(git, openCache(nextFolder()))).read);
  });

  test("has a module in another folder recognised by its files", async () => {
    const { git, folder } = await readFirst();
    importBranches(git, { "17.0": [FIRST, { rename: { from: "alpha", to: "addons/alpha" } }] });
    const again = await read(git, openCache(folder));
    expect(again.parsed).toBe(0);
    expect(again.read.modules.map((module) => module.sourcePath)).toEqual(["addons/alpha", "beta"]);
    expect(again.read).toEqual((await read(git, openCache(nextFolder()))).read);
  });

  test("with other folders to search is searched again", async () => {
    const { git, folder } = await readFirst();
    const again = await read(git, openCache(folder), ["alpha"]);
    expect(again.read.modules.map((module) => module.technicalName)).toEqual(["alpha"]);
  });

  test("by other code is read anew", async () => {
    const { git, folder } = await readFirst();
    const damaged: string[] = [];
    expect((await read(git, openCache(folder, 2, damaged))).parsed).toBe(2);
    expect(damaged).toEqual([]);
  });

  test("into a cache that was damaged since is read anew, and that is reported", async () => {
    const { git, folder, first } = await readFirst();
    const file = join(folder, "branches", "acme", "tools", "17.0.bin");
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    writeFileSync(file, bytes);
    const damaged: string[] = [];
    expect(await read(git, openCache(folder, 1, damaged))).toEqual(first);
    expect(damaged).toEqual([file]);
    expect((await read(git, openCache(folder))).parsed).toBe(0);
  });

  test("while blobs were missing is looked at again", async () => {
    const git = nextFolder();
    const folder = nextFolder();
    makeGitRepository(git, { "17.0": [FIRST] });
    const whole = await read(git, openCache(nextFolder()));
    const blob = removeObject(git, "alpha/models/alpha.py");
    const part = await read(git, openCache(folder));
    expect(unpackModels(readRows(part.read, 0))).toEqual([]);
    expect(part.read.modules[0]?.found.diagnostics.map(({ code }) => code)).toContain(
      "file_absent",
    );
    blob.restore();
    expect((await read(git, openCache(folder))).read).toEqual(whole.read);
  });

  test("says that the platform loads no Python of a module that is no package", async () => {
    const detail = "models/alpha.py";
    const missing = { code: "module_without_init", path: "__manifest__.py", line: 1, detail };
    expect(await listUnloaded({})).toEqual([[missing], []]);
    expect(await listUnloaded({ "alpha/models/__init__.py": "" })).toEqual([[missing], []]);
    expect(await listUnloaded({ "alpha/__init__.py": "" })).toEqual([[], []]);
  });

  testLong("says which file is too large", async () => {
    const git = nextFolder();
    const big = "#".repeat(FILE_LIMIT_BYTES + 1);
    makeGitRepository(git, { "17.0": [{ files: { ...FIRST.files, "alpha/models/big.py": big } }] });
    const { modules } = (await read(git, openCache(nextFolder()))).read;
    expect(modules[0]?.found.diagnostics).toContainEqual({
      code: "file_too_large",
      path: "models/big.py",
      line: 1,
      detail: `${big.length} bytes`,
    });
  });

  test("gives what its files say, not what was kept", async () => {
    const { first } = await readFirst();
    const bytes = Buffer.from(FIRST.files?.["beta/__manifest__.py"] ?? "");
    const direct = parseModule([{ path: "__manifest__.py", bytes }], {
      technicalName: "beta",
      manifestPath: "__manifest__.py",
    });
    const { manifest, description, ...content } = direct.value;
    const { facts } = manifest;
    expect(first.read.modules[1]?.found).toMatchObject({ facts, description, viewLinks: [] });
    expect(readRows(first.read, 1)).toEqual(packEntry("beta", content));
  });
});

test("links are no texts of a module, and pictures are not read", async () => {
  const git = nextFolder();
  const files = {
    "alpha/__manifest__.py": "{}",
    "alpha/readme/USAGE.md": "Press the button.",
    "alpha/static/description/icon.png": "\u0000",
    "alpha/static/description/screen.png": "x".repeat(FILE_LIMIT_BYTES + 1),
  };
  const links = {
    "alpha/readme/HISTORY.md": "USAGE.md",
    "alpha/static/description/icon.svg": "icon.png",
  };
  makeGitRepository(git, { "17.0": [{ files, links }] });
  removeObject(git, "alpha/static/description/icon.png");
  const { read: branch } = await read(git, openCache(nextFolder()));
  const [module] = branch.modules;
  const decode = openRecordDecoder(STRUCTURES.parts, "parts.bytes");
  const parts = decode(readRows(branch, 0).parts).read(0) as ModuleParts;
  expect(parts.readme).toEqual([
    { section: "usage", format: "md", text: "Press the button.", file: "readme/USAGE.md" },
  ]);
  expect(parts.images).toEqual([
    { kind: "icon", file: "static/description/icon.png" },
    { kind: "screenshot", file: "static/description/screen.png" },
  ]);
  expect(module?.found.diagnostics).toEqual([]);
});

function readRows({ modules }: CachedBranch, at: number): EntryRows {
  return unpackContent(modules[at]?.content ?? new Uint8Array());
}

function removeObject(git: string, path: string): { restore: () => void } {
  const id = readGitText(git, "rev-parse", `17.0:${path}`);
  const file = join(git, "objects", id.slice(0, 2), id.slice(2));
  const bytes = readFileSync(file);
  rmSync(file);
  return { restore: () => writeFileSync(file, bytes) };
}

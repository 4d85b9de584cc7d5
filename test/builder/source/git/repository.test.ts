// From a source to a repository: mirrors, clones in the cache, updates, leftovers.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { listBranches } from "../../../../builder/source/git/git.js";
import { openRepository } from "../../../../builder/source/git/repository.js";
import { SourceError } from "../../../../builder/source/source-error.js";
import type { Source } from "../../../../builder/source/source.js";
import { awaitOperatorError } from "../../../support/catch-error.js";
import { importBranches, makeGitRepository, readGitText } from "../../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { sampleCases } from "../../../support/properties.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
const origin = path.join(root, "origin.git");

function toSource(changes: Partial<Source> = {}): Source {
  const address = pathToFileURL(origin).href;
  return {
    organization: "acme",
    repository: "sales",
    url: address,
    cloneUrl: address,
    mirror: undefined,
    branches: undefined,
    addons: ["."],
    ...changes,
  };
}

/** Opens the source in the cache and lists its branches with their commits. */
async function outline(cache: string): Promise<readonly string[]> {
  const repository = await openRepository(toSource(), cache);
  return (await listBranches(repository)).map(({ name, commit }) => `${name} ${commit}`);
}

function tipOf(branch: string): string {
  return `${branch} ${readGitText(origin, "rev-parse", `refs/heads/${branch}`)}`;
}

beforeAll(() => {
  makeGitRepository(origin, { "17.0": [{ files: { a: "1" } }], "16.0": [{ files: { a: "1" } }] });
});

describe("a mirror", () => {
  test("is read where it is, through a git directory of ours that leads there", async () => {
    const cache = nextFolder();
    const repository = await openRepository(toSource({ mirror: origin }), cache);
    expect(repository).toMatchObject({ label: "acme/sales" });
    expect(path.dirname(repository.gitDirectory)).toBe(path.join(cache, "mirrors"));
    const objects = path.join(repository.gitDirectory, "objects");
    expect(realpathSync(objects)).toBe(realpathSync(path.join(origin, "objects")));
    expect(readdirSync(cache)).toEqual(["mirrors"]);
  });

  test("gives nothing of its settings but its format", async () => {
    const mirror = nextFolder();
    makeGitRepository(mirror, { "17.0": [{ files: { a: "1" } }] });
    const settings = path.join(mirror, "config");
    const includes = Array.from({ length: 30 }, () => `[include]\n\tpath = ${settings}\n`);
    const odd = `[core]\n\tfsmonitor = touch hooked\n\tattributesFile = ~nobody/x\n[alias]\n\tfor-each-ref = !touch hooked\n`;
    writeFileSync(settings, `${readFileSync(settings, "utf8")}${odd}${includes.join("")}`);
    const repository = await openRepository(toSource({ mirror }), nextFolder());
    expect((await listBranches(repository)).map(({ name }) => name)).toEqual(["17.0"]);
    const taken = readFileSync(path.join(repository.gitDirectory, "config"), "utf8");
    expect(taken.replaceAll(/\s+/g, " ")).toBe(
      "[core] bare = true [core] repositoryformatversion = 0 ",
    );
  });

  test("may have objects of another format", async () => {
    const mirror = nextFolder();
    execFileSync("git", ["init", "-q", "--bare", "--object-format=sha256", mirror]);
    const repository = await openRepository(toSource({ mirror }), nextFolder());
    expect(await listBranches(repository)).toEqual([]);
    const taken = readFileSync(path.join(repository.gitDirectory, "config"), "utf8");
    expect(taken).toContain("objectformat = sha256");
  });

  test("may have a work tree", async () => {
    const workTree = nextFolder();
    mkdirSync(workTree);
    makeGitRepository(path.join(workTree, ".git"), { "17.0": [{ files: { a: "1" } }] });
    const repository = await openRepository(toSource({ mirror: workTree }), root);
    expect((await listBranches(repository)).map(({ name }) => name)).toEqual(["17.0"]);
  });

  test.each([
    ["that is not there", (): string => path.join(root, "nowhere")],
    [
      "that is a folder without a repository",
      (): string => {
        const folder = nextFolder();
        mkdirSync(folder);
        return folder;
      },
    ],
  ])("%s is a SourceError that names it", async (_, makeMirror) => {
    const mirror = makeMirror();
    const error = await awaitOperatorError(openRepository(toSource({ mirror }), root));
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({ code: "repository_unreadable" });
    expect(error.message).toContain(mirror);
    expect(error.message).toContain('correct "mirror"');
  });
});

describe("a clone in the cache", () => {
  test("is made, and brought up to date the next time", async () => {
    const cache = nextFolder();
    expect(await outline(cache)).toEqual([tipOf("16.0"), tipOf("17.0")]);
    // 17.0 grows, 16.0 is rewritten and 18.0 is added.
    importBranches(origin, {
      "17.0": [{ files: { a: "1" } }, { files: { a: "2" } }],
      "16.0": [{ author: "Bob", files: { b: "1" } }],
      "18.0": [{ files: { a: "1" } }],
    });
    expect(await outline(cache)).toEqual([tipOf("16.0"), tipOf("17.0"), tipOf("18.0")]);
    readGitText(origin, "update-ref", "-d", "refs/heads/18.0");
    expect(await outline(cache)).toEqual([tipOf("16.0"), tipOf("17.0")]);
    expect(existsSync(path.join(cache, "clones", "acme", "sales.git", "HEAD"))).toBe(true);
  });

  test("takes the place of one that was left half done", async () => {
    const cache = nextFolder();
    const partial = path.join(cache, "clones", "acme", "sales.git.partial");
    mkdirSync(path.join(partial, "objects"), { recursive: true });
    writeFileSync(path.join(partial, "HEAD"), "broken");
    expect(await outline(cache)).toEqual([tipOf("16.0"), tipOf("17.0")]);
    expect(existsSync(partial)).toBe(false);
  });

  test("of an address that cannot be reached is a SourceError and leaves no clone", async () => {
    const cache = nextFolder();
    const cloneUrl = pathToFileURL(path.join(root, "moved.git")).href;
    const error = await awaitOperatorError(openRepository(toSource({ cloneUrl }), cache));
    expect(error).toBeInstanceOf(SourceError);
    expect(error.code).toBe("repository_unreadable");
    expect(error.message).toMatch(/^acme\/sales cannot be read \(fatal: .*moved\.git/);
    expect(existsSync(path.join(cache, "clones", "acme", "sales.git"))).toBe(false);
  });

  test("whose address is gone is a SourceError and stays as it was", async () => {
    const cache = nextFolder();
    const moved = `${origin}.moved`;
    const before = await outline(cache);
    renameSync(origin, moved);
    try {
      expect(await awaitOperatorError(outline(cache))).toBeInstanceOf(SourceError);
    } finally {
      renameSync(moved, origin);
    }
    expect(await outline(cache)).toEqual(before);
  });
});

describe("the operator's environment", () => {
  const names = ["EDITOR", "PAGER", "GIT_SSH_COMMAND", "GIT_ASKPASS", "GIT_SSL_CAINFO"];
  const before = names.map((name) => [name, process.env[name]] as const);

  afterEach(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  test.each(sampleCases(names))("may name a program or file in %s", async (name) => {
    process.env[name] = "something";
    expect(await outline(nextFolder())).toEqual([tipOf("16.0"), tipOf("17.0")]);
  });
});

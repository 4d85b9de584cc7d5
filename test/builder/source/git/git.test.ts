// Real repositories read through git: branches, odd file names, absent blobs, refusals.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  listBranches,
  readBlobs,
  readLog,
  visitObjects,
  withObjectSession,
  type Repository,
} from "../../../../builder/source/git/git.js";
import { listTrees, readFolders, type TreeRow } from "../../../../builder/source/git/trees.js";
import { LOG_FORMAT } from "../../../../builder/source/commits/log.js";
import { countLog } from "./count-log.js";
import { SourceError } from "../../../../builder/source/source-error.js";
import { awaitOperatorError } from "../../../support/catch-error.js";
import { makeGitRepository, readGitText, runGit } from "../../../support/git-repository.js";
import { initBare } from "../../../../fixtures/git-objects.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";
import { testLong } from "../../../support/properties.js";

const root = makeTemporaryFolder();
const ODD_NAMES = [
  "a b.py",
  'a"b.py',
  "a\\b.py",
  "a\tb.py",
  "a\nb.py",
  "é/ü.py",
  "模块.py",
  "-x.py",
];

function toRepository(name: string): Repository {
  return { gitDirectory: path.join(root, name), label: "acme/test" };
}

/** Lets a script be git. */
function useGit(script: string): void {
  const folder = path.join(root, "programs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "git"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  process.env["PATH"] = `${folder}:${process.env["PATH"] ?? ""}`;
}

async function getTip(repository: Repository): Promise<string> {
  const [branch] = await listBranches(repository);
  return branch?.commit ?? "";
}

async function listRows(repository: Repository, commit: string): Promise<readonly TreeRow[]> {
  const [tree] = await listTrees(repository, [commit]);
  return tree?.rows ?? [];
}

describe("branches", () => {
  const repository = toRepository("branches.git");

  beforeAll(() => {
    makeGitRepository(repository.gitDirectory, {
      "17.0": [{ files: { a: "17" } }],
      "16.0": [{ files: { a: "16" } }],
      "feature/x": [{ files: { a: "x" } }],
    });
    const refs = ["refs/remotes/origin/15.0", "refs/remotes/origin/17.0", "refs/pull/7/head"];
    for (const ref of [...refs, "refs/tags/1.0"]) {
      readGitText(repository.gitDirectory, "update-ref", ref, "refs/heads/16.0");
    }
    const head = ["refs/remotes/origin/HEAD", "refs/remotes/origin/15.0"];
    readGitText(repository.gitDirectory, "symbolic-ref", ...head);
  });

  test("are local ones and those of origin; no tag, no pull request, no link", async () => {
    const names = (await listBranches(repository)).map(({ name }) => name);
    expect(names).toEqual(["16.0", "17.0", "feature/x", "15.0"]);
  });

  test("have the commit that git says, the local one where both have the name", async () => {
    for (const { name, commit } of await listBranches(repository)) {
      const ref = name === "15.0" ? `refs/remotes/origin/${name}` : `refs/heads/${name}`;
      expect(commit).toBe(readGitText(repository.gitDirectory, "rev-parse", ref));
    }
  });

  test("of an empty repository are none", async () => {
    const empty = toRepository("empty.git");
    initBare(empty.gitDirectory, "main");
    expect(await listBranches(empty)).toEqual([]);
  });
});

describe("a tree", () => {
  const repository = toRepository("tree.git");

  beforeAll(() => {
    const names = Object.fromEntries(ODD_NAMES.map((name) => [name, `text of ${name}`]));
    const { "a\nb.py": withLineEnd, ...others } = names;
    makeGitRepository(repository.gitDirectory, {
      "17.0": [{ files: { ...others, empty: "" }, links: { link: "a b.py" } }],
    });
    // A line end and a submodule are beyond the plain helper.
    const tip = readGitText(repository.gitDirectory, "rev-parse", "17.0");
    importRaw(repository, [
      `from ${tip}\n`,
      `M 100755 inline "a\\nb.py"\ndata ${Buffer.byteLength(withLineEnd ?? "")}\n${withLineEnd}\n`,
      `M 160000 ${"1".repeat(40)} submodule\n`,
    ]);
  });

  test("lists every file with its size, whatever its name", async () => {
    const rows = await listRows(repository, await getTip(repository));
    const sizes = new Map(rows.map((row) => [row.path, row.sizeBytes]));
    for (const name of ODD_NAMES) {
      expect([name, sizes.get(name)]).toEqual([name, Buffer.byteLength(`text of ${name}`)]);
    }
    expect(sizes.get("empty")).toBe(0);
    expect(rows.length).toBe(ODD_NAMES.length + 3);
  });

  test("tells links, submodules and executables by their mode", async () => {
    const rows = await listRows(repository, await getTip(repository));
    const modes = new Map(rows.map((row) => [row.path, `${row.mode} ${row.sizeBytes}`]));
    expect(modes.get("link")).toBe("120000 6");
    expect(modes.get("submodule")).toBe("160000 0");
    expect(modes.get("a\nb.py")).toMatch(/^100755 /);
    expect(modes.get("a b.py")).toMatch(/^100644 /);
  });

  test("has blobs that are read back by their ids", async () => {
    const rows = await listRows(repository, await getTip(repository));
    const files = rows.filter(({ mode }) => mode.startsWith("100"));
    const blobs = await readBlobs(
      repository,
      files.map(({ objectId }) => objectId),
    );
    for (const row of files) {
      const text = Buffer.from(blobs.get(row.objectId) ?? "nothing").toString();
      expect(text).toBe(row.path === "empty" ? "" : `text of ${row.path}`);
    }
  });

  test("names a folder of other bytes than UTF-8 as the log does", async () => {
    const other = toRepository("latin.git");
    initBare(other.gitDirectory, "17.0");
    importRaw(other, ['M 100644 inline "m\\366bel/__manifest__.py"\ndata 2\n{}\n']);
    const tip = await getTip(other);
    const rows = await listRows(other, tip);
    const folder = "m\udcf6bel";
    expect(rows[0]?.path).toBe(`${folder}/__manifest__.py`);
    let log = "";
    await readLog(other, [tip], LOG_FORMAT, (text) => (log += text));
    expect(countLog(log, [folder]).get(folder)).toMatchObject({
      updatedAtSeconds: 1_700_000_000,
      committers: ["Ann"],
    });
  });
});

/** One commit on 17.0 whose changes are written as `git fast-import` wants them. */
function importRaw(repository: Repository, changes: readonly string[]): void {
  const stream = [
    "commit refs/heads/17.0\nauthor Ann <ann@example.org> 1700000000 +0000\n",
    "committer Ann <ann@example.org> 1700000000 +0000\ndata 2\nx\n\n",
    ...changes,
    "\ndone\n",
  ].join("");
  const parameters = ["--git-dir", repository.gitDirectory, "fast-import", "--quiet", "--done"];
  runGit(parameters, Buffer.from(stream));
}

test("folders of commits are read by their names, whatever they are called", async () => {
  const repository = toRepository("folders.git");
  const names = ODD_NAMES.map((name) => `${name}/in/x`);
  initBare(repository.gitDirectory, "17.0");
  importRaw(
    repository,
    names.map((name) => `M 100644 inline ${JSON.stringify(name)}\ndata 1\n1\n`),
  );
  const tip = await getTip(repository);
  const asked = [...ODD_NAMES, "nothing", "a b.py/in/x"].map((name) => `${tip}:${name}`);
  const found = await readFolders(repository, asked);
  const withLineEnd = ODD_NAMES.findIndex((name) => name.includes("\n"));
  const expected = asked.map((_, at) => (at < ODD_NAMES.length ? ["in/x"] : undefined));
  expect(found.map((files) => files && [...files.keys()])).toEqual(
    expected.with(withLineEnd, undefined),
  );
});

describe("blobs", () => {
  const repository = toRepository("blobs.git");
  const large = "0123456789\n".repeat(100_000);
  let ids: ReadonlyMap<string, string> = new Map();

  beforeAll(async () => {
    const binary = "\u0000\n\u0001blob 5\n";
    makeGitRepository(repository.gitDirectory, {
      "17.0": [{ files: { large, binary, gone: "soon gone", kept: "kept" } }],
    });
    const rows = await listRows(repository, await getTip(repository));
    ids = new Map(rows.map((row) => [row.path, row.objectId]));
    const gone = ids.get("gone") ?? "";
    rmSync(path.join(repository.gitDirectory, "objects", gone.slice(0, 2), gone.slice(2)));
  });

  test("are read whole, large ones and those with any bytes", async () => {
    const wanted = ["large", "binary", "kept"].map((name) => ids.get(name) ?? "");
    const blobs = await readBlobs(repository, wanted);
    const texts = wanted.map((id) => Buffer.from(blobs.get(id) ?? "nothing").toString());
    expect(texts).toEqual([large, "\u0000\n\u0001blob 5\n", "kept"]);
  });

  test("that the repository does not hold have no size and no bytes; the others are read", async () => {
    const tip = await getTip(repository);
    const sizes = (await listRows(repository, tip)).map((row) => [row.path, row.sizeBytes]);
    expect(sizes).toEqual([
      ["binary", 10],
      ["gone", undefined],
      ["kept", 4],
      ["large", large.length],
    ]);
    const wanted = [ids.get("gone") ?? "", "f".repeat(40), ids.get("kept") ?? ""];
    const blobs = await readBlobs(repository, wanted);
    expect([...blobs.keys()]).toEqual([ids.get("kept")]);
  });

  test("of many questions come from one git, which is started again where it ended", async () => {
    const session = withObjectSession(repository);
    const [kept = "", largeId = ""] = ["kept", "large"].map((name) => ids.get(name));
    const read = async (...wanted: readonly string[]): Promise<readonly string[]> => {
      const texts: string[] = [];
      await visitObjects(session, wanted, ({ bytes }) => texts.push(bytes.toString("utf8")));
      return texts;
    };
    const answers = [read(kept, largeId), read("f".repeat(40)), read(largeId, kept, kept)];
    expect(await Promise.all(answers)).toEqual([["kept", large], [], [large, "kept", "kept"]]);
    const tooLarge = new RangeError("too large");
    const visit = visitObjects(
      session,
      [largeId, kept],
      () => undefined,
      () => {
        throw tooLarge;
      },
    );
    await expect(visit).rejects.toMatchObject({ cause: { message: "too large" } });
    expect(await read(kept)).toEqual(["kept"]);
    session.objects.end();
    expect(await read(kept)).toEqual(["kept"]);
    session.objects.end();
  });

  test("none asked for are none", async () => {
    expect((await readBlobs(repository, [])).size).toBe(0);
  });
});

describe("what cannot be read is a SourceError", () => {
  const pathOfPrograms = process.env["PATH"];
  afterEach(() => {
    process.env["PATH"] = pathOfPrograms;
  });

  test.each([
    ["a folder without a repository", "."],
    ["no folder at all", "nowhere.git"],
  ])("%s", async (_, name) => {
    const error = await awaitOperatorError(listBranches(toRepository(name)));
    expect(error).toBeInstanceOf(SourceError);
    expect(error.code).toBe("repository_unreadable");
    expect(error.message).toMatch(/^acme\/test cannot be read \(.*\); check its address/);
  });

  test("a commit that is not there", async () => {
    const repository = toRepository("commits.git");
    makeGitRepository(repository.gitDirectory, { "17.0": [{ files: { a: "1" } }] });
    const id = "f".repeat(40);
    const code = "repository_unreadable";
    expect(await awaitOperatorError(listTrees(repository, [id]))).toMatchObject({ code });
    expect(
      await awaitOperatorError(readLog(repository, [id], LOG_FORMAT, () => undefined)),
    ).toMatchObject({ code });
  });

  test.each([
    ["a git that is killed", "kill -9 $$"],
    ["a git that fails without a word", "exit 3"],
    ["a git that does not say all", "exit 0"],
  ])("%s, whatever it has said before", async (_, end) => {
    useGit(`printf '%s blob 1\\na\\n' ${"1".repeat(40)}; ${end}`);
    const ids = ["1".repeat(40), "2".repeat(40)];
    const error = await awaitOperatorError(readBlobs({ gitDirectory: root, label: "a/b" }, ids));
    expect(error).toBeInstanceOf(SourceError);
    expect(error.code).toBe("repository_unreadable");
  });

  testLong("but what git said is read to its end, however late it comes", async () => {
    const objectId = "1".repeat(40);
    // Its standard output outlives git itself, as on a busy machine.
    const late = "(head -c 1000000000 /dev/zero | cksum > /dev/null; printf 'b\\n') &";
    useGit(`printf '%s blob 2\\na' ${objectId}; ${late} exit 0`);
    const blobs = await readBlobs({ gitDirectory: root, label: "a/b" }, [objectId]);
    expect(Buffer.from(blobs.get(objectId) ?? []).toString()).toBe("ab");
  });

  test("a machine without git", async () => {
    process.env["PATH"] = root;
    const error = await awaitOperatorError(listBranches({ gitDirectory: root, label: "a/b" }));
    expect(error).toBeInstanceOf(SourceError);
    expect(error.code).toBe("git_missing");
    expect(error.message).toContain("install git");
  });
});

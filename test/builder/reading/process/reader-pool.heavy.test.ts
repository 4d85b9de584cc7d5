// Processes that read: what becomes of a task when its process is ended, hangs or is not wanted any more.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createReaderPool,
  type ReaderPool,
} from "../../../../builder/reading/process/reader-pool.js";
import { openRepositoryReader } from "../../../../builder/reading/process/repository-reader.js";
import { readProcessUse } from "../../../../builder/reading/process/process-use.js";
import { DEFAULT_LIMITS } from "../../../../builder/source/limits.js";
import { awaitOperatorError } from "../../../support/catch-error.js";
import { makeGitRepository, readGitText } from "../../../support/git-repository.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../../support/temporary-folder.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
let pool: ReaderPool | undefined;
let gitDirectory = "";

beforeEach(() => {
  gitDirectory = path.join(nextFolder(), "sales.git");
  makeGitRepository(gitDirectory, { "17.0": [{ files: { "a/__manifest__.py": "{}" } }] });
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await pool?.close();
});

/** Replaces git for the processes of a pool. */
function useGit(script: string): void {
  const folder = nextFolder();
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "git"), `#!/bin/sh\n${script}\n`);
  chmodSync(path.join(folder, "git"), 0o755);
  vi.stubEnv("PATH", `${folder}:${process.env["PATH"]}`);
}

function openReader(open: ReaderPool, signal = new AbortController().signal) {
  return openRepositoryReader({ gitDirectory, label: "acme/sales" }, open, DEFAULT_LIMITS, signal);
}

describe("a task", () => {
  test("is done by a process that is used again", async () => {
    pool = createReaderPool({ processes: 1, memoryMib: 512 });
    const names = ["17.0"];
    for (const reader of [openReader(pool), openReader(pool)]) {
      expect((await reader.listBranches()).map(({ name }) => name)).toEqual(names);
    }
  });

  test("that waits for what does not come is ended, and the next one is done", async () => {
    useGit("exec sleep 1000");
    pool = createReaderPool({ processes: 1, memoryMib: 512, stallMs: 1500 });
    const error = await awaitOperatorError(openReader(pool).listBranches());
    expect(error).toMatchObject({ code: "repository_refused" });
    expect(error.message).toContain("nothing has happened");
    vi.unstubAllEnvs();
    expect((await openReader(pool).listBranches()).length).toBe(1);
  });

  test("whose git takes more memory than it may is ended", async () => {
    // Data of a program, as the kernel counts it. Node.js 24 throws an error of its own, so the words are those of git.
    useGit(
      `exec "${process.execPath}" -e 'const all = []; try { for (;;) all.push(Buffer.alloc(1 << 24, 1)); } catch { console.error("fatal: Out of memory"); process.exit(128); }'`,
    );
    pool = createReaderPool({ processes: 1, memoryMib: 256 });
    const error = await awaitOperatorError(openReader(pool).listBranches());
    expect(error).toMatchObject({ code: "repository_over_limit" });
    expect(error.message).toContain("--repository-memory-mib");
  });

  test("whose process ends of itself costs that task", async () => {
    useGit("kill -9 $PPID");
    pool = createReaderPool({ processes: 1, memoryMib: 512 });
    const error = await awaitOperatorError(openReader(pool).listBranches());
    expect(error).toMatchObject({ code: "repository_refused" });
    expect(error.message).toContain("SIGKILL");
    vi.unstubAllEnvs();
    expect((await openReader(pool).listBranches()).length).toBe(1);
  });

  test("that is not wanted any more ends with the reason, under way or in line", async () => {
    useGit("exec sleep 1000");
    pool = createReaderPool({ processes: 1, memoryMib: 512 });
    const controller = new AbortController();
    const reason = new Error("stopped by the test");
    const reader = openReader(pool, controller.signal);
    const ends = Promise.allSettled([reader.listBranches(), reader.listBranches()]);
    controller.abort(reason);
    expect(await ends).toEqual([
      { status: "rejected", reason },
      { status: "rejected", reason },
    ]);
  });
});

test("processes that have nothing to do are ended and others started when they are needed", async () => {
  pool = createReaderPool({ processes: 2, memoryMib: 512 });
  const reader = openReader(pool);
  await pool.endIdle();
  const before = await Promise.all([reader.listBranches(), reader.listBranches()]);
  await pool.endIdle();
  expect(await reader.listBranches()).toEqual(before[0]);
});

test("contents that could not be read are read when they are asked for again", async () => {
  pool = createReaderPool({ processes: 1, memoryMib: 512 });
  const reader = openReader(pool);
  const objectId = readGitText(gitDirectory, "rev-parse", "17.0:a/__manifest__.py");
  const contents = [{ kind: "manifest", objectId, sizeBytes: 2 }] as const;
  const head = path.join(gitDirectory, "HEAD");
  rmSync(head);
  await awaitOperatorError(reader.parseContents(contents).next());
  writeFileSync(head, "ref: refs/heads/17.0\n");
  const found = reader.parseContents(contents);
  expect((await found.next()).value?.parsed.value.kind).toBe("manifest");
  expect(await found.next()).toEqual({ done: true, value: undefined });
});

test("what a process takes is known where the system tells it", () => {
  const use = readProcessUse(process.pid);
  if (process.platform === "linux") {
    expect(use?.memoryBytes).toBeGreaterThan(1024 * 1024);
    expect(use?.cpuS).toBeGreaterThan(0);
  }
  expect(readProcessUse(2 ** 30)).toBeUndefined();
});

// Threads are never ended while they load a program: native code would take the process along.
import { readFileSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openThreadPool, type ThreadPool } from "../../training/thread-pool.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

const log = nextFolder();

beforeEach(() => {
  writeFileSync(log, "");
  vi.stubEnv("LOADED_LOG", log);
});

afterEach(() => void vi.unstubAllEnvs());

function open(threads: number): ThreadPool<number, number> {
  return openThreadPool(new URL("../support/loading-thread.js", import.meta.url), threads);
}

test("a pool that is closed at once waits until its threads have started", async () => {
  const pool = open(3);
  await pool.close();
  expect(readFileSync(log, "utf8")).toBe("loaded\n".repeat(3));
});

test("what has begun is ended, what has not is refused", async () => {
  const pool = open(2);
  const results = Promise.allSettled([1, 2, 3, 4].map((task) => pool.run(task)));
  await pool.close();
  const [first, second, ...rest] = await results;
  expect([first, second]).toEqual([
    { status: "fulfilled", value: 2 },
    { status: "fulfilled", value: 4 },
  ]);
  expect(rest.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a program that cannot be loaded does not keep the pool from closing", async () => {
  const pool = openThreadPool<number, number>(new URL("../builder/absent.js", import.meta.url), 1);
  await expect(pool.run(1)).rejects.toThrow("absent");
  await pool.close();
});

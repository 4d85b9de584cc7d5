// One build at a time in a cache: refused while the holder lives, taken over when it is gone.
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { EXPIRY_MS, lockCache } from "../../builder/cache-lock.js";
import { ConfigError } from "../../data/operator-error.js";
import { SourceError } from "../../builder/source/source-error.js";
import { awaitOperatorError } from "../support/catch-error.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const children: ReturnType<typeof spawn>[] = [];
const MODULE = new URL("../../builder/cache-lock.js", import.meta.url).href;

afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));

function lockOf(cache: string): string {
  return path.join(cache, "lock");
}

/** Another process that has locked the cache and waits; `last` runs after it has. */
async function startHolder(cache: string, last = "setInterval(() => {}, 1000)") {
  const program = `import { lockCache } from ${JSON.stringify(MODULE)};
    const release = await lockCache(${JSON.stringify(cache)}); console.log("locked"); ${last}`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  await once(child.stdout, "data");
  return child;
}

/** Changes what a lock says of its holder. */
function rewrite(cache: string, changes: object): void {
  const holder = JSON.parse(readFileSync(lockOf(cache), "utf8")) as object;
  writeFileSync(lockOf(cache), JSON.stringify({ ...holder, ...changes }));
}

describe("a cache", () => {
  test("is locked, made when there is none, and free again after the release", async () => {
    const cache = path.join(nextFolder(), "deep", "cache");
    const release = await lockCache(cache);
    expect(readdirSync(cache)).toEqual(["lock"]);
    await release();
    expect(readdirSync(cache)).toEqual([]);
    await release();
    await (
      await lockCache(cache)
    )();
  });

  test("that this process has locked is refused to it, too", async () => {
    const cache = nextFolder();
    const release = await lockCache(cache);
    const error = await awaitOperatorError(lockCache(cache));
    expect(error).toBeInstanceOf(SourceError);
    expect(error.code).toBe("cache_locked");
    expect(error.message).toContain(`process ${process.pid} on `);
    expect(error.message).toContain(`delete ${lockOf(cache)}`);
    await release();
  });

  test("is refused while another process holds it, and free when that has ended", async () => {
    const cache = nextFolder();
    const child = await startHolder(cache, "process.stdin.resume(); setInterval(() => {}, 1000)");
    const error = await awaitOperatorError(lockCache(cache));
    expect(error.message).toContain(`process ${child.pid} on `);
    child.kill("SIGKILL");
    await once(child, "exit");
    // Killed, it left its lock, which counts no more.
    expect(existsSync(lockOf(cache))).toBe(true);
    await (
      await lockCache(cache)
    )();
    expect(readdirSync(cache)).toEqual([]);
  });

  test("is free after a process that ended without a release", async () => {
    const cache = nextFolder();
    const child = await startHolder(cache, "process.exit(1)");
    if (child.exitCode === null) await once(child, "exit");
    expect(readdirSync(cache)).toEqual([]);
  });

  test("that many want at once is given to one", async () => {
    const cache = nextFolder();
    mkdirSync(cache);
    writeFileSync(lockOf(cache), "left by a crash, empty or cut");
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => lockCache(cache)));
    const releases = results.flatMap((result) =>
      result.status === "fulfilled" ? [result.value] : [],
    );
    expect(releases.length).toBe(1);
    await releases[0]?.();
  });

  test("that cannot be made is a ConfigError", async () => {
    const file = nextFolder();
    writeFileSync(file, "");
    const error = await awaitOperatorError(lockCache(path.join(file, "cache")));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error.code).toBe("cache_unwritable");
  });
});

describe("a lock is taken over", () => {
  test.each([
    ["of an earlier start of this machine", { boot: "another" }],
    ["of a process whose id another one has now", { processStart: "1" }],
    ["of a process that is gone", { pid: 2 ** 22 + 1 }],
  ])("%s", async (_, changes) => {
    const cache = nextFolder();
    const first = await lockCache(cache);
    rewrite(cache, changes);
    const second = await lockCache(cache);
    // The first one's release leaves the second one's lock alone.
    await first();
    expect((await awaitOperatorError(lockCache(cache))).code).toBe("cache_locked");
    await second();
  });

  test.each([
    ["another machine", { host: "elsewhere" }],
    ["another container", { pidNamespace: "pid:[1]" }],
  ])("of %s only when there was no sign of life for long", async (_, changes) => {
    const cache = nextFolder();
    const first = await lockCache(cache);
    rewrite(cache, changes);
    expect((await awaitOperatorError(lockCache(cache))).code).toBe("cache_locked");
    const past = new Date(Date.now() - EXPIRY_MS - 1000);
    utimesSync(lockOf(cache), past, past);
    await (
      await lockCache(cache)
    )();
    await first();
  });
});

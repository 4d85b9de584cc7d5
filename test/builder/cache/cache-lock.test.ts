// One build at a time in a cache: refused while the holder lives, free when it is gone.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { lockCache } from "../../../builder/cache/cache-lock.js";
import { ConfigError } from "../../../data/operator-error.js";
import { SourceError } from "../../../builder/source/source-error.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const children: ReturnType<typeof spawn>[] = [];
const MODULE = new URL("../../../builder/cache/cache-lock.js", import.meta.url).href;

afterEach(() => children.splice(0).forEach((child) => child.kill("SIGKILL")));

/** Another process that has locked the cache; `last` runs after it has. */
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

async function lockAndRelease(cache: string): Promise<void> {
  const release = await lockCache(cache);
  await release();
}

describe("a cache", () => {
  test("is locked, made when there is none, and free again after the release", async () => {
    const cache = path.join(nextFolder(), "deep", "cache");
    const release = await lockCache(cache);
    await release();
    await release();
    expect(readdirSync(cache).toSorted()).toEqual(["branches", "clones"]);
    await lockAndRelease(cache);
  });

  test("that this process has locked is refused to it, too", async () => {
    const cache = nextFolder();
    const release = await lockCache(cache);
    const error = await awaitOperatorError(lockCache(cache));
    expect(error).toBeInstanceOf(SourceError);
    expect(error.code).toBe("cache_locked");
    expect(error.message).toContain(`process ${process.pid};`);
    expect(error.message).toContain("--cache");
    await release();
    await lockAndRelease(cache);
  });

  test("is refused while another process holds it, and free when that was killed", async () => {
    const cache = nextFolder();
    const child = await startHolder(cache);
    const error = await awaitOperatorError(lockCache(cache));
    expect(error.message).toContain(`process ${child.pid};`);
    child.kill("SIGKILL");
    await once(child, "exit");
    await lockAndRelease(cache);
    expect(readdirSync(cache).toSorted()).toEqual(["branches", "clones"]);
  });

  test("is free after a process that ended without a release", async () => {
    const cache = nextFolder();
    const child = await startHolder(cache, "process.exit(1)");
    if (child.exitCode === null) await once(child, "exit");
    await lockAndRelease(cache);
  });

  test("that many want at once is given to one", async () => {
    const cache = nextFolder();
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

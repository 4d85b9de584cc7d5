// Clones from servers: fetched objects, and failures of the server or the network.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { listBranches } from "../../../../builder/source/git/git.js";
import { readWithRepair } from "../../../../builder/source/git/repository.js";
import type { Clock } from "../../../../data/network/clock.js";
import { RETRY_DELAYS_MS } from "../../../../builder/source/git/retry.js";
import { awaitOperatorError } from "../../../support/catch-error.js";
import { COMMITS, openCloneStage, SEVENTEEN } from "../clone-stage.js";
import { importBranches, makeGitRepository, readGitText } from "../../../support/git-repository.js";
import { openSilentServer, serveFolder } from "../../../support/git-server.js";

const stage = openCloneStage();
const { open, cloned, outline } = stage;

/** Whether the clone has the object, asked in a way that would not fetch it. */
function has(objectId: string): boolean {
  const text = readGitText(cloned(), "cat-file", "--batch-all-objects", "--batch-check");
  return text.split("\n").some((line) => line.startsWith(objectId));
}

describe("a clone", () => {
  test("has the blobs of the branches that are read, not those of the past, and no tags", async () => {
    const repository = await open();
    expect(await outline("17.0", repository)).toEqual(SEVENTEEN);
    expect(await outline("16.0", repository)).toEqual(["a/new.py 9 soon gone", "a/x.py 2 22"]);
    expect(has(readGitText(stage.origin, "rev-parse", "17.0~2:a/x.py"))).toBe(false);
    expect(readGitText(cloned(), "tag")).toBe("");
    expect(readGitText(cloned(), "rev-list", "--count", "17.0")).toBe("3");
  });

  test("gets the blobs of a branch when it is read for the first time", async () => {
    const gone = readGitText(stage.origin, "rev-parse", "16.0:a/new.py");
    expect(await outline("17.0", await open(undefined, {}, ["17.0"]))).toEqual(SEVENTEEN);
    expect(has(gone)).toBe(false);
    await open(undefined, {}, ["1*.0"]);
    expect(has(gone)).toBe(true);
  });

  test("gets the blobs of what is new, and of what was written anew", async () => {
    await open();
    importBranches(stage.origin, {
      "17.0": [...COMMITS, { files: { "a/x.py": "new" } }],
      "16.0": [{ author: "Bob", files: { b: "forced" } }],
    });
    const repository = await open();
    expect(await outline("17.0", repository)).toEqual(["a/new.py 5 other", "a/x.py 3 new"]);
    expect(await outline("16.0", repository)).toEqual(["b 6 forced"]);
  });

  test("is full where the server knows no filters", async () => {
    readGitText(stage.origin, "config", "uploadpack.allowFilter", "false");
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
    expect(has(readGitText(stage.origin, "rev-parse", "17.0~2:a/x.py"))).toBe(true);
    importBranches(stage.origin, { "17.0": [...COMMITS, { files: { "a/x.py": "new" } }] });
    expect(await outline("17.0", await open())).toEqual(["a/new.py 5 other", "a/x.py 3 new"]);
  });

  test("is full where the server sends no blobs by their ids", async () => {
    setEnvironment({
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "protocol.version",
      GIT_CONFIG_VALUE_0: "0",
    });
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
    expect(has(readGitText(stage.origin, "rev-parse", "17.0~2:a/x.py"))).toBe(true);
  });

  test("may be in a cache that is named from here", async () => {
    stage.cache = path.relative(process.cwd(), stage.cache);
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
  });

  test("follows the address when that changes", async () => {
    await open();
    const moved = path.join(stage.root, "moved.git");
    makeGitRepository(moved, { "18.0": [{ files: { c: "moved" } }] });
    expect(await outline("18.0", await open(pathToFileURL(moved).href))).toEqual(["c 5 moved"]);
    expect((await listBranches(await open(pathToFileURL(moved).href))).length).toBe(1);
  });

  test("of a folder is made over the protocol", async () => {
    expect(await outline("17.0", await open(stage.origin))).toEqual(SEVENTEEN);
    expect(has(readGitText(stage.origin, "rev-parse", "17.0~2:a/x.py"))).toBe(false);
  });

  test("whose build was started from a git hook is made all the same", async () => {
    setEnvironment({
      GIT_DIR: stage.root,
      GIT_INDEX_FILE: stage.root,
      GIT_OBJECT_DIRECTORY: stage.root,
    });
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
  });
});

const before = { ...process.env };

function setEnvironment(changes: Readonly<Record<string, string>>): void {
  Object.assign(process.env, changes);
}

afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
});

/** The last good answer of the server, as static files. */
function publish(): void {
  readGitText(stage.origin, "update-server-info");
}

/** A clock whose waits are over at once. */
function toClock(sleep: (delayMs: number) => void): Clock {
  return { now: () => 0, sleep: async (delayMs) => sleep(delayMs) };
}

const IMPATIENT = toClock(() => {
  throw new Error("waited");
});

describe("a fault of the network", () => {
  test("that passes is waited for", async () => {
    publish();
    let requests = 0;
    const waits: number[] = [];
    const address = await serveFolder(stage.root, () => {
      requests += 1;
      return requests <= 2 ? 503 : 200;
    });
    const clock = toClock((delayMs) => waits.push(delayMs));
    const repository = await open(`${address}/origin.git`, { clock });
    expect(await outline("17.0", repository)).toEqual(SEVENTEEN);
    expect(waits).toEqual(RETRY_DELAYS_MS.slice(0, 2));
    // And so is one while it is brought up to date.
    requests = 1;
    await open(`${address}/origin.git`, { clock });
    expect(waits).toEqual([...RETRY_DELAYS_MS.slice(0, 2), RETRY_DELAYS_MS[0]]);
  });

  test.each([
    ["a port where nothing listens", "http"],
    ["a port where nothing listens", "git"],
  ])("that does not pass is an error after all attempts: %s, %s", async (_, protocol) => {
    const { port } = new URL(await serveFolder(stage.root, () => 500));
    const waits: number[] = [];
    const address =
      protocol === "git" ? "git://127.0.0.1:1/x.git" : `http://127.0.0.1:${port}/x.git`;
    const clock = toClock((delayMs) => waits.push(delayMs));
    const notices: string[] = [];
    const onNotice = (notice: string): void => void notices.push(notice);
    const error = await awaitOperatorError(open(address, { clock, onNotice }));
    expect(error.code).toBe("repository_unreachable");
    expect(notices).toEqual(
      [2, 8, 30].map((seconds) => `acme/sales cannot be reached, again in ${seconds} s`),
    );
    expect(error.message).toMatch(/^acme\/sales cannot be reached, 4 times in a row \(/);
    expect(waits).toEqual(RETRY_DELAYS_MS);
    expect(readdirSync(path.dirname(cloned()))).toEqual([]);
  });

  test.each([401, 403, 404])("is not what a refusal with %d is", async (status) => {
    const address = await serveFolder(stage.root, () => status);
    const error = await awaitOperatorError(open(`${address}/origin.git`, { clock: IMPATIENT }));
    expect(error.code).toBe("repository_unreadable");
  });

  test("leaves the clone of the last time as it was", async () => {
    await open();
    await awaitOperatorError(open("git://127.0.0.1:1/x.git", { clock: toClock(() => undefined) }));
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
  });

  test("is waited for no longer when the work is stopped", async () => {
    const controller = new AbortController();
    const reason = new Error("stopped");
    const clock = toClock(() => controller.abort(reason));
    const { signal } = controller;
    await expect(open("git://127.0.0.1:1/x.git", { clock, signal })).rejects.toBe(reason);
  });
});

describe("stopping", () => {
  test.each(["http", "git"])("ends a clone that waits for a server of %s", async (protocol) => {
    const server = await openSilentServer();
    const controller = new AbortController();
    const reason = new Error("stopped");
    const connected = server.connected();
    const address = `${protocol}://127.0.0.1:${server.port}/x.git`;
    const work = open(address, { signal: controller.signal });
    const socket = await connected;
    const closed = new Promise((resolve) => socket.once("close", resolve));
    controller.abort(reason);
    await expect(work).rejects.toBe(reason);
    // The connection ends with the last process that has it.
    await closed;
    expect(readdirSync(path.dirname(cloned()))).toEqual([]);
  });

  test("all of a sudden leaves no git behind", async () => {
    const server = await openSilentServer();
    const connected = server.connected();
    const module = new URL("../../../../builder/source/git/git-process.js", import.meta.url).href;
    const command = ["ls-remote", `http://127.0.0.1:${server.port}/x.git`];
    const program = `import { runGitProcess } from ${JSON.stringify(module)};
      process.stdin.on("data", () => process.exit(7));
      await runGitProcess({ command: ${JSON.stringify(command)}, environment: process.env });`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", program], {
      stdio: ["pipe", "ignore", "inherit"],
    });
    const socket = await connected;
    const ended = Promise.all([once(socket, "close"), once(child, "exit")]);
    child.stdin.write("exit");
    expect((await ended)[1][0]).toBe(7);
  });

  test("before the beginning starts nothing", async () => {
    const reason = new Error("stopped");
    const signal = AbortSignal.abort(reason);
    await expect(open(undefined, { signal })).rejects.toBe(reason);
    expect(existsSync(cloned())).toBe(false);
  });

  test("ends reading with the reason", async () => {
    const controller = new AbortController();
    const repository = await open(undefined, { signal: controller.signal });
    const reason = new Error("stopped");
    const reading = listBranches(repository);
    controller.abort(reason);
    await expect(reading).rejects.toBe(reason);
    await expect(readWithRepair(repository, () => listBranches(repository))).rejects.toBe(reason);
  });
});

describe("credentials of an address", () => {
  const secret = "s3cr€t:/@";
  const expected = `Basic ${Buffer.from(`ann:${secret}`).toString("base64")}`;

  function withCredentials(address: string): string {
    return address.replace("//", `//ann:${encodeURIComponent(secret)}@`);
  }

  test("reach the server, and no process's arguments and no file of the clone", async () => {
    publish();
    const seen: string[] = [];
    const address = await serveFolder(stage.root, ({ headers }) => {
      seen.push(...listArguments());
      return headers.authorization === expected ? 200 : 401;
    });
    const cloneUrl = withCredentials(`${address}/origin.git`);
    expect(await outline("17.0", await open(cloneUrl))).toEqual(SEVENTEEN);
    await open(cloneUrl);
    expect(seen.some((text) => text.includes(`${address}/origin.git`))).toBe(true);
    const written = [readFileSync(path.join(cloned(), "config"), "utf8"), ...seen].join("\n");
    expect(written).not.toContain("s3cr");
    expect(written).not.toContain(expected);
  });

  test("are in no message", async () => {
    const address = await serveFolder(stage.root, () => 401);
    const error = await awaitOperatorError(open(withCredentials(`${address}/origin.git`)));
    const texts = [error.message, String(error.cause)].join("\n");
    expect(texts).toContain("127.0.0.1");
    expect(texts).not.toContain("s3cr");
  });

  test("may have a percent sign that is no escape", async () => {
    publish();
    const plain = `Basic ${Buffer.from("ann:1%zz").toString("base64")}`;
    const address = await serveFolder(stage.root, ({ headers }) =>
      headers.authorization === plain ? 200 : 401,
    );
    const cloneUrl = `${address.replace("//", "//ann:1%zz@")}/origin.git`;
    expect(await outline("17.0", await open(cloneUrl))).toEqual(SEVENTEEN);
  });
});

/** The arguments of all processes that can be seen; none where there is no /proc. */
function listArguments(): readonly string[] {
  if (!existsSync("/proc/self/cmdline")) return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, "utf8").replaceAll("\0", " ");
      } catch {
        return "";
      }
    });
}

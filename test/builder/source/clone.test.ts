// Clones from servers: what of a repository is brought, what happens when the server or the network
// is in the way, and when the clone in the cache is damaged.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listBranches, listTrees, readBlobs } from "../../../builder/source/git.js";
import {
  openRepository,
  readWithRepair,
  type OpenOptions,
} from "../../../builder/source/repository.js";
import { RETRY_DELAYS_MS } from "../../../builder/source/retry.js";
import type { Source } from "../../../builder/source/sources-file.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import {
  importBranches,
  makeGitRepository,
  readGitText,
  runGit,
} from "../../support/git-repository.js";
import { openSilentServer, serveFolder } from "../../support/git-server.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

const COMMITS = [
  { files: { "a/old.py": "soon gone", "a/x.py": "1" } },
  { files: { "a/x.py": "22" }, rename: { from: "a/old.py", to: "a/new.py" } },
  { files: { "a/new.py": "other" } },
];

let root = "";
let origin = "";
let cache = "";

beforeEach(() => {
  root = nextFolder();
  origin = path.join(root, "origin.git");
  cache = path.join(root, "cache");
  makeGitRepository(origin, { "17.0": COMMITS, "16.0": COMMITS.slice(0, 2), other: COMMITS });
  readGitText(origin, "config", "uploadpack.allowFilter", "true");
  readGitText(origin, "tag", "v1", "17.0");
});

function open(
  cloneUrl = pathToFileURL(origin).href,
  options: OpenOptions = {},
  branches?: string[],
) {
  const source: Source = {
    organization: "acme",
    repository: "sales",
    url: "https://example.org/acme/sales.git",
    cloneUrl,
    mirror: undefined,
    branches,
    addons: ["."],
  };
  return openRepository(source, cache, options);
}

const cloned = (): string => path.join(cache, "clones", "acme", "sales.git");

/** Whether the clone has the object, asked in a way that would not fetch it. */
function has(objectId: string): boolean {
  const text = readGitText(cloned(), "cat-file", "--batch-all-objects", "--batch-check");
  return text.split("\n").some((line) => line.startsWith(objectId));
}

/** Every file of the branch with its size and text. */
async function outline(branch: string, repository: Awaited<ReturnType<typeof open>>) {
  const found = (await listBranches(repository)).find(({ name }) => name === branch);
  const [tree] = await listTrees(repository, [found?.commit ?? ""]);
  const rows = tree?.rows ?? [];
  const blobs = await readBlobs(
    repository,
    rows.map(({ objectId }) => objectId),
  );
  return rows.map(
    (row) => `${row.path} ${row.sizeBytes} ${Buffer.from(blobs.get(row.objectId) ?? "absent")}`,
  );
}

const SEVENTEEN = ["a/new.py 5 other", "a/x.py 2 22"];

describe("a clone", () => {
  test("has the blobs of the branches that are read, not those of the past, and no tags", async () => {
    const repository = await open();
    expect(await outline("17.0", repository)).toEqual(SEVENTEEN);
    expect(await outline("16.0", repository)).toEqual(["a/new.py 9 soon gone", "a/x.py 2 22"]);
    expect(has(readGitText(origin, "rev-parse", "17.0~2:a/x.py"))).toBe(false);
    expect(readGitText(cloned(), "tag")).toBe("");
    expect(readGitText(cloned(), "rev-list", "--count", "17.0")).toBe("3");
  });

  test("gets the blobs of a branch when it is read for the first time", async () => {
    const gone = readGitText(origin, "rev-parse", "16.0:a/new.py");
    expect(await outline("17.0", await open(undefined, {}, ["17.0"]))).toEqual(SEVENTEEN);
    expect(has(gone)).toBe(false);
    await open(undefined, {}, ["1*.0"]);
    expect(has(gone)).toBe(true);
  });

  test("gets the blobs of what is new, and of what was written anew", async () => {
    await open();
    importBranches(origin, {
      "17.0": [...COMMITS, { files: { "a/x.py": "new" } }],
      "16.0": [{ author: "Bob", files: { b: "forced" } }],
    });
    const repository = await open();
    expect(await outline("17.0", repository)).toEqual(["a/new.py 5 other", "a/x.py 3 new"]);
    expect(await outline("16.0", repository)).toEqual(["b 6 forced"]);
  });

  test("is full where the server knows no filters", async () => {
    readGitText(origin, "config", "uploadpack.allowFilter", "false");
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
    expect(has(readGitText(origin, "rev-parse", "17.0~2:a/x.py"))).toBe(true);
    importBranches(origin, { "17.0": [...COMMITS, { files: { "a/x.py": "new" } }] });
    expect(await outline("17.0", await open())).toEqual(["a/new.py 5 other", "a/x.py 3 new"]);
  });

  test("is full where the server sends no blobs by their ids", async () => {
    setEnvironment({
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "protocol.version",
      GIT_CONFIG_VALUE_0: "0",
    });
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
    expect(has(readGitText(origin, "rev-parse", "17.0~2:a/x.py"))).toBe(true);
  });

  test("may be in a cache that is named from here", async () => {
    cache = path.relative(process.cwd(), cache);
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
  });

  test("follows the address when that changes", async () => {
    await open();
    const moved = path.join(root, "moved.git");
    makeGitRepository(moved, { "18.0": [{ files: { c: "moved" } }] });
    expect(await outline("18.0", await open(pathToFileURL(moved).href))).toEqual(["c 5 moved"]);
    expect((await listBranches(await open(pathToFileURL(moved).href))).length).toBe(1);
  });

  test("of a folder is made over the protocol", async () => {
    expect(await outline("17.0", await open(origin))).toEqual(SEVENTEEN);
    expect(has(readGitText(origin, "rev-parse", "17.0~2:a/x.py"))).toBe(false);
  });

  test("whose build was started from a git hook is made all the same", async () => {
    setEnvironment({ GIT_DIR: root, GIT_INDEX_FILE: root, GIT_OBJECT_DIRECTORY: root });
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
  readGitText(origin, "update-server-info");
}

const sleepNot = async (): Promise<void> => undefined;
const refuseToSleep = (): Promise<void> => Promise.reject(new Error("waited"));

describe("a fault of the network", () => {
  test("that passes is waited for", async () => {
    publish();
    let requests = 0;
    const waits: number[] = [];
    const address = await serveFolder(root, () => {
      requests += 1;
      return requests <= 2 ? 503 : 200;
    });
    const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
    const repository = await open(`${address}/origin.git`, { sleep });
    expect(await outline("17.0", repository)).toEqual(SEVENTEEN);
    expect(waits).toEqual(RETRY_DELAYS_MS.slice(0, 2));
    // And so is one while it is brought up to date.
    requests = 1;
    await open(`${address}/origin.git`, { sleep });
    expect(waits).toEqual([...RETRY_DELAYS_MS.slice(0, 2), RETRY_DELAYS_MS[0]]);
  });

  test.each([
    ["a port where nothing listens", "http"],
    ["a port where nothing listens", "git"],
  ])("that does not pass is an error after all attempts: %s, %s", async (_, protocol) => {
    const { port } = new URL(await serveFolder(root, () => 500));
    const waits: number[] = [];
    const address =
      protocol === "git" ? "git://127.0.0.1:1/x.git" : `http://127.0.0.1:${port}/x.git`;
    const sleep = async (milliseconds: number): Promise<void> => void waits.push(milliseconds);
    const error = await awaitOperatorError(open(address, { sleep }));
    expect(error.code).toBe("repository_unreachable");
    expect(error.message).toMatch(/^acme\/sales cannot be reached, 4 times in a row \(/);
    expect(waits).toEqual(RETRY_DELAYS_MS);
    expect(readdirSync(path.dirname(cloned()))).toEqual([]);
  });

  test.each([401, 403, 404])("is not what a refusal with %d is", async (status) => {
    const address = await serveFolder(root, () => status);
    const error = await awaitOperatorError(open(`${address}/origin.git`, { sleep: refuseToSleep }));
    expect(error.code).toBe("repository_unreadable");
  });

  test("leaves the clone of the last time as it was", async () => {
    await open();
    await awaitOperatorError(open("git://127.0.0.1:1/x.git", { sleep: sleepNot }));
    expect(await outline("17.0", await open())).toEqual(SEVENTEEN);
  });

  test("is waited for no longer when the work is stopped", async () => {
    const controller = new AbortController();
    const reason = new Error("stopped");
    const sleep = async (): Promise<void> => controller.abort(reason);
    const { signal } = controller;
    await expect(open("git://127.0.0.1:1/x.git", { sleep, signal })).rejects.toBe(reason);
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
    const module = new URL("../../../builder/source/git-process.js", import.meta.url).href;
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
    const address = await serveFolder(root, ({ headers }) => {
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
    const address = await serveFolder(root, () => 401);
    const error = await awaitOperatorError(open(withCredentials(`${address}/origin.git`)));
    const texts = [error.message, error.got ?? "", String(error.cause)].join("\n");
    expect(texts).toContain("127.0.0.1");
    expect(texts).not.toContain("s3cr");
  });

  test("may have a percent sign that is no escape", async () => {
    publish();
    const plain = `Basic ${Buffer.from("ann:1%zz").toString("base64")}`;
    const address = await serveFolder(root, ({ headers }) =>
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

function listPacks(): readonly string[] {
  const folder = path.join(cloned(), "objects", "pack");
  return readdirSync(folder).map((name) => path.join(folder, name));
}

describe("a damaged clone", () => {
  test.each([
    ["without HEAD", (): void => rmSync(path.join(cloned(), "HEAD"))],
    ["without objects", (): void => rmSync(path.join(cloned(), "objects"), { recursive: true })],
    [
      "with a lock that a killed git left",
      (): void => writeFileSync(path.join(cloned(), "packed-refs.lock"), ""),
    ],
    ["with a broken config", (): void => writeFileSync(path.join(cloned(), "config"), "[")],
  ])("%s is made again, which is reported", async (_, damage) => {
    await open();
    damage();
    // What has to be changed here makes every kind of damage felt.
    importBranches(origin, { "17.0": [...COMMITS, { files: { "a/x.py": "new" } }] });
    readGitText(origin, "update-ref", "-d", "refs/heads/other");
    const notes: string[] = [];
    const repository = await open(undefined, { onNote: (note) => notes.push(note) });
    expect(await outline("17.0", repository)).toEqual(["a/new.py 5 other", "a/x.py 3 new"]);
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(
      /^The clone of acme\/sales in the cache was damaged \(.*made again\.$/,
    );
  });

  test("without packs is whole again after it was brought up to date and read", async () => {
    await open();
    for (const file of listPacks()) rmSync(file);
    const repository = await open();
    for (const branch of ["17.0", "16.0"]) {
      const rows = await readWithRepair(repository, () => outline(branch, repository));
      expect(rows).toHaveLength(2);
      expect(rows.join()).not.toContain("absent");
    }
  });

  test("is made again when reading finds out, once for all who read", async () => {
    await open();
    for (const file of listPacks().filter((name) => name.endsWith(".pack"))) {
      rmSync(file);
      writeFileSync(file, Buffer.alloc(64));
    }
    const notes: string[] = [];
    const repository = await open(undefined, { onNote: (note) => notes.push(note) });
    const read = () => readWithRepair(repository, () => outline("17.0", repository));
    expect(await Promise.all([read(), read(), read()])).toEqual([SEVENTEEN, SEVENTEEN, SEVENTEEN]);
    expect(notes).toHaveLength(1);
  });

  test("is found out by a single absent blob", async () => {
    const notes: string[] = [];
    const repository = await open(undefined, { onNote: (note) => notes.push(note) });
    // All objects, one by one, without the one.
    const gone = readGitText(origin, "rev-parse", "17.0:a/x.py");
    readGitText(cloned(), "config", "remote.origin.url", path.join(root, "nowhere"));
    unpack(cloned(), gone);
    expect((await awaitOperatorError(outline("17.0", repository))).got).toContain(gone);
    expect(await readWithRepair(repository, () => outline("17.0", repository))).toEqual(SEVENTEEN);
    expect(notes).toHaveLength(1);
  });

  test("that cannot be made again is an error, and nothing is tried a third time", async () => {
    const repository = await open();
    rmSync(path.join(cloned(), "HEAD"));
    rmSync(origin, { recursive: true });
    let reads = 0;
    const read = (): Promise<readonly string[]> => {
      reads += 1;
      return outline("17.0", repository);
    };
    const error = await awaitOperatorError(readWithRepair(repository, read));
    expect(error.code).toBe("repository_unreadable");
    expect(reads).toBe(1);
  });
});

/** Takes one object out of a repository. */
function unpack(gitFolder: string, without: string): void {
  const packs = path.join(gitFolder, "objects", "pack");
  const list = readGitText(gitFolder, "cat-file", "--batch-all-objects", "--batch-check");
  const others = list
    .split("\n")
    .map((line) => line.split(" ")[0] ?? "")
    .filter((id) => id !== without);
  const base = path.join(root, "packed");
  const ids = Buffer.from(`${others.join("\n")}\n`);
  const old = readdirSync(packs).map((name) => path.join(packs, name));
  const hash = runGit(["--git-dir", gitFolder, "pack-objects", "--quiet", base], ids)
    .toString()
    .trim();
  for (const file of old) rmSync(file);
  for (const extension of ["pack", "idx"]) {
    const file = `${base}-${hash}.${extension}`;
    writeFileSync(
      path.join(packs, path.basename(file).replace("packed", "pack")),
      readFileSync(file),
    );
  }
  writeFileSync(path.join(packs, `pack-${hash}.promisor`), "");
}

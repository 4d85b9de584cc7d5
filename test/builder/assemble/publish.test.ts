// Publishing a snapshot: what becomes current, and what is left when it fails half way.
import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { lockFolder } from "../../../data/files/folder-lock.js";
import { toOutError } from "../../../data/files/out-fault.js";
import { prepareOutput, publishSnapshot } from "../../../builder/assemble/publish.js";
import { ConfigError } from "../../../data/operator-error.js";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { ENTRY_FILE, SECTIONS_FILE, VECTOR_INDEX_FILE } from "../../../data/snapshot/format.js";
import { locateSnapshot } from "../../../data/snapshot/locate.js";
import { verifySnapshot } from "../../../data/snapshot/verify.js";
import { awaitOperatorError } from "../../support/catch-error.js";
import {
  type ContentSize,
  createContents,
  createNamedContents,
  createRecord,
  createVectors,
} from "../../support/module-records.js";
import type { PublishProgramOptions } from "../out/publish-program.js";
import { listOut } from "../../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { makeWritable } from "../../support/make-writable.js";
import { sampleCases, testLong } from "../../support/properties.js";

const PROGRAM = fileURLToPath(new URL("../out/publish-program.js", import.meta.url));

const nextFolder = makeFolderCounter(makeTemporaryFolder());

test("an output folder is made, with those above it", async () => {
  const out = path.join(nextFolder(), "a", "b");
  await prepareOutput(out);
  expect(listOut(out)).toEqual([]);
});

test("what is published is what is located and opened", async () => {
  const out = nextFolder();
  await prepareOutput(out);
  const { folder, entry } = await publishSnapshot(createContents([createRecord()]), {
    out,
    program: "1.2.3",
  });
  expect(locateSnapshot(out)).toBe(folder);
  const snapshot = openSnapshot(folder);
  expect(snapshot.entry).toEqual(entry);
  snapshot.close();
});

/** Modes of a folder and its files, in octal. */
function listModes(folder: string): readonly string[] {
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  return [folder, ...files].map((file) => (statSync(file).mode & 0o777).toString(8));
}

test("nobody may write to what is published, and it is removed all the same", async () => {
  const out = nextFolder();
  await prepareOutput(out);
  const first = await publishSnapshot(createContents([createRecord({ technical_name: "sale" })]), {
    program: "1",
    out,
  });
  expect(listModes(first.folder)).toEqual(["555", "444", "444"]);
  // A killed build's folder, already closed to everybody.
  mkdirSync(path.join(out, ".building-left", "inner"), { recursive: true });
  chmodSync(path.join(out, ".building-left", "inner"), 0o555);
  chmodSync(path.join(out, ".building-left"), 0o555);
  const second = await publishSnapshot(
    createContents([createRecord({ technical_name: "stock" })]),
    {
      program: "1",
      out,
      keep: 1,
    },
  );
  expect(second.notes).toEqual([]);
  expect(readdirSync(out).toSorted()).toEqual([second.entry.id, "current"].toSorted());
  // One in place of a damaged one is closed, too.
  const file = path.join(second.folder, "snapshot.bin");
  makeWritable(file);
  writeFileSync(file, "damaged");
  await publishSnapshot(createContents([createRecord({ technical_name: "stock" })]), {
    program: "1",
    out,
  });
  expect(listModes(second.folder)).toEqual(["555", "444", "444"]);
});

test("a link to a snapshot that is gone is replaced", async () => {
  const out = nextFolder();
  mkdirSync(out);
  symlinkSync("gone", path.join(out, "current"));
  const { entry } = await publishSnapshot(createContents([]), { out, program: "1.2.3" });
  expect(readlinkSync(path.join(out, "current"))).toBe(entry.id);
  expect(listOut(out)).toEqual([entry.id, "current"].toSorted());
});

test("a failure half way leaves the former snapshot and nothing else", async () => {
  const out = nextFolder();
  mkdirSync(out);
  const { entry } = await publishSnapshot(createContents([createRecord()]), {
    out,
    program: "1.2.3",
  });
  // The nearest-neighbour index refuses a vector of another length, when the sections are already written.
  const vectors = { ...createVectors(1), vectors: [Float32Array.of(1, 0, 0)] };
  const contents = createContents([createRecord({ name: "Other" })], { vectors });
  const options = { out, program: "1.2.3" };
  await expect(publishSnapshot(contents, options)).rejects.toThrow(/array length/);
  expect(readlinkSync(path.join(out, "current"))).toBe(entry.id);
  expect(listOut(out)).toEqual([entry.id, "current"].toSorted());
});

async function makeOut(): Promise<string> {
  const out = nextFolder();
  await prepareOutput(out);
  return out;
}

/** Publishes a small snapshot of that name and gives its id. */
async function publish(
  out: string,
  name: string,
  keep?: number,
  size?: ContentSize,
): Promise<string> {
  const contents = createNamedContents(name, size);
  const options = { out, program: "1.2.3", keep };
  const { entry, notes } = await publishSnapshot(contents, options);
  expect(notes).toEqual([]);
  return entry.id;
}

/** Makes the last change in a snapshot's folder so many days old. */
function makeOlder(folder: string, days: number): void {
  const seconds = statSync(folder).mtimeMs / 1_000 - days * 86_400;
  utimesSync(folder, seconds, seconds);
}

async function expectWhole(out: string, id: string): Promise<void> {
  const snapshot = openSnapshot(locateSnapshot(out));
  expect(snapshot.entry.id).toBe(id);
  expect((await verifySnapshot(snapshot)).damaged).toEqual([]);
  snapshot.close();
}

describe("a snapshot that is there already", () => {
  test("stays as it is when it is whole", async () => {
    const out = await makeOut();
    const id = await publish(out, "same");
    const files = [ENTRY_FILE, SECTIONS_FILE, VECTOR_INDEX_FILE].map((name) =>
      path.join(out, id, name),
    );
    const before = files.map((file) => statSync(file).ino);
    expect(await publish(out, "same")).toBe(id);
    expect(files.map((file) => statSync(file).ino)).toEqual(before);
    expect(listOut(out)).toEqual([id, "current"].toSorted());
  });

  test.each([ENTRY_FILE, SECTIONS_FILE, VECTOR_INDEX_FILE])(
    "is replaced when its %s is cut short",
    async (name) => {
      const out = await makeOut();
      const id = await publish(out, "same");
      makeWritable(path.join(out, id, name));
      truncateSync(path.join(out, id, name), 7);
      expect(await publish(out, "same")).toBe(id);
      await expectWhole(out, id);
      expect(listOut(out)).toEqual([id, "current"].toSorted());
    },
  );
});

describe("old snapshots", () => {
  test("the one before is kept, and with `keep` more or less", async () => {
    const out = await makeOut();
    const ids = [await publish(out, "a"), await publish(out, "b"), await publish(out, "c")];
    expect(listOut(out)).toEqual([...ids.slice(1), "current"].toSorted());
    ids.push(await publish(out, "d", 3));
    expect(listOut(out)).toEqual([...ids.slice(1), "current"].toSorted());
    ids.push(await publish(out, "e", 1));
    expect(listOut(out)).toEqual([...ids.slice(4), "current"].toSorted());
  });

  test("the oldest go first, but not the one that was current before", async () => {
    const out = await makeOut();
    const [a, b, c] = [
      await publish(out, "a"),
      await publish(out, "b"),
      await publish(out, "c", 9),
    ];
    // Back to the first.
    expect(await publish(out, "a", 9)).toBe(a);
    makeOlder(path.join(out, a), 3);
    makeOlder(path.join(out, b), 1);
    makeOlder(path.join(out, c), 2);
    const d = await publish(out, "d", 3);
    expect(listOut(out)).toEqual([a, b, d, "current"].toSorted());
  });

  test("what is no snapshot of ours is not touched", async () => {
    const out = await makeOut();
    const digits = "0".repeat(32);
    mkdirSync(path.join(out, digits));
    writeFileSync(path.join(out, digits, ENTRY_FILE), JSON.stringify({ id: "another" }));
    mkdirSync(path.join(out, "1".repeat(32)));
    writeFileSync(path.join(out, "notes.txt"), "mine");
    symlinkSync(digits, path.join(out, "pinned"));
    await publish(out, "a", 1);
    const id = await publish(out, "b", 1);
    const others = [digits, "1".repeat(32), "notes.txt", "pinned"];
    expect(listOut(out)).toEqual([...others, id, "current"].toSorted());
  });
});

describe("several builds on one folder", () => {
  testLong("all succeed, and the last to come is current", async () => {
    const out = await makeOut();
    const names = ["a", "b", "c", "d", "e", "f"];
    const program = runProgram({ out, names: ["a", "x", "b", "y", "a"], keep: 1 });
    const ids = await Promise.all(names.map((name) => publish(out, name, 1)));
    expect(new Set(ids).size).toBe(names.length);
    expect(await program).toMatch(/^\d+$/);
    const current = readlinkSync(path.join(out, "current"));
    await expectWhole(out, current);
    expect(listOut(out)).toEqual([current, "current"].toSorted());
  });

  test("what a living build is writing stays, what a dead one left goes", async () => {
    const out = await makeOut();
    for (const name of ["alive", "dead"]) mkdirSync(path.join(out, `.building-${name}`));
    mkdirSync(path.join(out, ".removed-0", "inside"), { recursive: true });
    symlinkSync("gone", path.join(out, ".building-link"));
    const lock = await lockFolder(path.join(out, ".building-alive"));
    const id = await publish(out, "a");
    expect(listOut(out)).toEqual([".building-alive", id, "current"].toSorted());
    lock.release();
    await publish(out, "a");
    expect(listOut(out)).toEqual([id, "current"].toSorted());
  });
});

/** @param limitBlocks the most that a file may have, in blocks of the shell: 512 or 1,024 bytes */
function runProgram(options: PublishProgramOptions, limitBlocks?: number): Promise<string> {
  const words = [PROGRAM, JSON.stringify(options)];
  return new Promise((resolve, reject) => {
    const onEnd = (error: Error | null, stdout: string, stderr: string): void =>
      error === null ? resolve(stdout) : reject(new Error(stderr));
    if (limitBlocks === undefined) execFile(process.execPath, words, onEnd);
    else {
      const command = `ulimit -f ${limitBlocks} && exec "$@"`;
      execFile("sh", ["-c", command, "sh", process.execPath, ...words], onEnd);
    }
  });
}

describe("an output folder that cannot be written", () => {
  test.each<[string, ContentSize]>(
    sampleCases([
      ["the sections", { textChars: 200_000 }],
      ["the vector index", { vectors: 500 }],
    ]),
  )("full while writing %s: out_full, and the former snapshot stays", async (_, size) => {
    const out = await makeOut();
    const id = await publish(out, "former");
    expect(await runProgram({ out, names: ["large"], ...size }, 32)).toBe("out_full");
    await expectWhole(out, id);
    expect(listOut(out)).toEqual([id, "current"].toSorted());
    // And with room it succeeds.
    await publish(out, "large", undefined, size);
  });

  test("below a file: out_unwritable before any work, as wrong usage", async () => {
    const file = nextFolder();
    writeFileSync(file, "");
    const error = await awaitOperatorError(prepareOutput(path.join(file, "out")));
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({
      code: "out_unwritable",
      message: expect.stringContaining("ENOTDIR"),
    });
    expect(error.message).toContain("--out");
  });

  test("with something else in the place of the link", async () => {
    const out = await makeOut();
    mkdirSync(path.join(out, "current"));
    const error = await awaitOperatorError(prepareOutput(out));
    expect(error).toMatchObject({ code: "out_unwritable" });
  });

  test("gone meanwhile: out_unwritable", async () => {
    const out = nextFolder();
    const work = publishSnapshot(createNamedContents("a"), { out, program: "1.2.3" });
    expect(await awaitOperatorError(work)).toMatchObject({
      code: "out_unwritable",
      message: expect.stringContaining("ENOENT"),
    });
    expect(existsSync(out)).toBe(false);
  });

  test.each([
    ["ENOSPC", "out_full"],
    ["EDQUOT", "out_full"],
    ["EFBIG", "out_full"],
    ["EACCES", "out_unwritable"],
    ["EROFS", "out_unwritable"],
  ])("%s is %s, with the remedy", (code, expected) => {
    const cause = Object.assign(new Error(code), { code, syscall: "write" });
    const error = toOutError("/out", cause);
    expect(error).toMatchObject({ code: expected, message: expect.stringContaining(code), cause });
    expect(String(error)).toContain("--out");
  });

  test("what is no error of the file system is not covered up", () => {
    const defect = new TypeError("of this program");
    expect(toOutError("/out", defect)).toBe(defect);
  });
});

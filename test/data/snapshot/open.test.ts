// Snapshots on disk that open refuses, each with its code, and damaged sections by name.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openSnapshot } from "../../../data/snapshot/decode.js";
import { encodeEntry, type SnapshotEntry } from "../../../data/snapshot/entry-file.js";
import { SnapshotError } from "../../../data/snapshot/errors.js";
import { FORMAT_VERSION, type SectionName } from "../../../data/snapshot/format.js";
import { mapFile } from "../../../data/snapshot/map-file.js";
import { openSections } from "../../../data/snapshot/sections.js";
import { verifySnapshot } from "../../../data/snapshot/verify.js";
import { catchOperatorError } from "../../support/catch-error.js";
import { copySnapshot, SMALL_RECORDS, writeSmallSnapshot } from "../../support/small-snapshot.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const root = makeTemporaryFolder();
const nextFolder = makeFolderCounter(root);
let whole = "";

beforeAll(async () => {
  whole = await writeSmallSnapshot(path.join(root, "out"));
});

type Change = (bytes: Uint8Array) => Uint8Array;

const cutLast: Change = (bytes) => bytes.subarray(0, -1);
const cutHalf: Change = (bytes) => bytes.subarray(0, bytes.length / 2);

const writeNumber =
  (at: number, value: number): Change =>
  (bytes) => {
    const copy = Buffer.from(bytes);
    copy.writeUInt32LE(value, at);
    return copy;
  };

/** The entry file of another format, its id right. */
const writeFormat =
  (format: number): Change =>
  (bytes) => {
    const entry = JSON.parse(Buffer.from(bytes).toString()) as SnapshotEntry;
    const { id, ...parts } = entry;
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    return Buffer.from(encodeEntry({ ...parts, format }).text);
  };

test("a whole snapshot opens and verifies", async () => {
  const snapshot = openSnapshot(whole);
  const { checkedBytes, damaged } = await verifySnapshot(snapshot);
  expect(damaged).toEqual([]);
  expect(checkedBytes).toBe(snapshot.entry.files.reduce((sum, { bytes }) => sum + bytes, 0));
  expect(snapshot.entries.length).toBe(SMALL_RECORDS.length);
  snapshot.close();
});

test("a copied snapshot opens and verifies", async () => {
  const copy = nextFolder();
  copySnapshot(whole, copy);
  const snapshot = openSnapshot(copy);
  expect((await verifySnapshot(snapshot)).damaged).toEqual([]);
  snapshot.close();
});

describe("open refuses a snapshot", () => {
  test.each<readonly [string, string, Readonly<Record<string, Change>>]>([
    ["whose entry file is no JSON", "snapshot_foreign", { "snapshot.json": cutHalf }],
    [
      "whose sections are another file",
      "snapshot_foreign",
      { "snapshot.bin": (bytes) => new Uint8Array(bytes.length) },
    ],
    ["of a later format", "snapshot_newer", { "snapshot.json": writeFormat(FORMAT_VERSION + 1) }],
    ["of a former format", "snapshot_older", { "snapshot.json": writeFormat(0) }],
    [
      "whose sections are of a later format",
      "snapshot_newer",
      { "snapshot.bin": writeNumber(8, FORMAT_VERSION + 1) },
    ],
    ["whose sections are of a former one", "snapshot_older", { "snapshot.bin": writeNumber(8, 0) }],
    ["whose sections are cut", "snapshot_truncated", { "snapshot.bin": cutLast }],
    ["whose vectors are cut", "snapshot_truncated", { "vectors.hnsw": cutLast }],
    [
      "whose sections tell another length",
      "snapshot_truncated",
      { "snapshot.bin": writeNumber(16, 99) },
    ],
    [
      "whose entry file was edited",
      "snapshot_damaged",
      {
        "snapshot.json": (bytes) =>
          Buffer.from(Buffer.from(bytes).toString().replace('"entries": 5', '"entries": 4')),
      },
    ],
    [
      "whose section table was changed",
      "snapshot_damaged",
      { "snapshot.bin": writeNumber(24, 0x58585858) },
    ],
  ])("%s: %s", (_, code, changes) => {
    const folder = nextFolder();
    copySnapshot(whole, folder, changes);
    expectRefusal(folder, code);
  });

  test.each(["snapshot.bin", "vectors.hnsw"])("without %s: snapshot_truncated", (name) => {
    const folder = nextFolder();
    copySnapshot(whole, folder);
    rmSync(path.join(folder, name));
    expect(expectRefusal(folder, "snapshot_truncated")).toMatchObject({
      message: expect.stringContaining("ENOENT"),
    });
  });

  test("without an entry file, or without a folder: snapshot_missing", () => {
    const folder = nextFolder();
    expectRefusal(folder, "snapshot_missing");
    copySnapshot(whole, folder);
    rmSync(path.join(folder, "snapshot.json"));
    expect(expectRefusal(folder, "snapshot_missing")).toMatchObject({
      message: expect.stringContaining("ENOENT"),
    });
  });

  test("with a FIFO as entry file, and nothing is waited for: snapshot_missing", () => {
    const folder = nextFolder();
    copySnapshot(whole, folder);
    rmSync(path.join(folder, "snapshot.json"));
    execFileSync("mkfifo", [path.join(folder, "snapshot.json")]);
    expect(expectRefusal(folder, "snapshot_missing")).toMatchObject({
      message: expect.stringContaining("EFTYPE"),
    });
  });

  test.each(["snapshot.bin", "vectors.hnsw"])("with a FIFO as %s", (name) => {
    const folder = nextFolder();
    copySnapshot(whole, folder);
    rmSync(path.join(folder, name));
    execFileSync("mkfifo", [path.join(folder, name)]);
    expectRefusal(folder, "snapshot_truncated");
    expect(catchOperatorError(() => mapFile(path.join(folder, name)))).toMatchObject({
      code: "snapshot_unreadable",
      message: expect.stringContaining("EFTYPE"),
    });
  });
});

function expectRefusal(folder: string, code: string): SnapshotError {
  const error = catchOperatorError(() => openSnapshot(folder));
  expect(error).toBeInstanceOf(SnapshotError);
  expect(error.code).toBe(code);
  // One sentence that ends with what to do.
  expect(error.message).toMatch(/; (?:make|give|update|build|copy)[^;]*\.$/);
  return error;
}

/** Fills a section of a copy with a byte. */
function damageSection(name: SectionName, value: number): string {
  const folder = nextFolder();
  copySnapshot(whole, folder, {
    "snapshot.bin": (bytes) => {
      const copy = Uint8Array.from(bytes);
      const row = openSections(copy).rows.find((candidate) => candidate.name === name);
      return copy.fill(value, row?.offset, (row?.offset ?? 0) + (row?.length ?? 0));
    },
  });
  return folder;
}

describe("a section that is not what it should be", () => {
  // 0xc1 is the one byte that MessagePack never uses; a number is MessagePack of another shape.
  test.each([
    ["repositories", 0xc1],
    ["repositories", 0x01],
    ["records.structures", 0xc1],
    ["records.structures", 0x01],
    ["names", 0xff],
    ["names.folded", 0xff],
    ["versions", 0xff],
  ] as const)("%s of 0x%s is refused by open", (name, value) => {
    const error = expectRefusal(damageSection(name, value), "snapshot_damaged");
    expect(error.message).toContain(`"${name}"`);
  });

  test.each([
    ["records.bytes", 0xff],
    ["records.end", 0xff],
    ["records.length", 0xff],
    ["terms", 0xc1],
    ["terms.first", 0xff],
    ["term-names.first", 0xff],
    ["authors.first", 0xff],
    ["diagnostics", 0x01],
    ["dependencies.first", 0xff],
    ["documents.first", 0xff],
    ["models.fields", 0xff],
    ["models.first", 0xff],
  ] as const)("%s of 0x%s is refused when it is read, and named by verify", async (name, value) => {
    const snapshot = openSnapshot(damageSection(name, value));
    const error = catchOperatorError(() => {
      snapshot.readRecord(0);
      snapshot.readTerms();
      snapshot.readDiagnostics();
      snapshot.dependencies.lists.get(0);
      snapshot.authors.lists.get(0);
      snapshot.termLists.get(0);
      snapshot.termNames.get(0);
      snapshot.documentLists.get(0);
      snapshot.definitions.fields.listNames(0);
      snapshot.definitions.listEntries(0);
    });
    expect(error).toBeInstanceOf(SnapshotError);
    expect(error.message).toContain(`"${name}"`);
    expect((await verifySnapshot(snapshot)).damaged).toEqual([`snapshot.bin: ${name}`]);
    snapshot.close();
  });

  test("the nearest-neighbour index is named by verify", async () => {
    const folder = nextFolder();
    copySnapshot(whole, folder, {
      "vectors.hnsw": (bytes) => Uint8Array.from(bytes).fill(1, 0, 1),
    });
    const snapshot = openSnapshot(folder);
    expect((await verifySnapshot(snapshot)).damaged).toEqual(["vectors.hnsw"]);
    snapshot.close();
  });
});

// Pieces that a build keeps for the next one, and compressed records as such pieces.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { openPieceCache, type PieceCache } from "../../../builder/cache/piece-cache.js";
import { openRecordCache } from "../../../builder/cache/record-cache.js";
import { encodeRecordStore } from "../../../data/snapshot/record/record-store.js";
import { ByteRows } from "../../../data/snapshot/table/byte-rows.js";
import { finishSteps } from "../../support/finish-steps.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

function open(directory: string, changes: { fingerprint?: number; out?: string } = {}) {
  const { fingerprint = 1, out = "out" } = changes;
  const damaged: string[] = [];
  const cache = openPieceCache({
    directory,
    out,
    kind: "things",
    fingerprint: new Uint8Array(32).fill(fingerprint),
    onDamaged: (file) => damaged.push(file),
  });
  return cache.then((opened) => ({ cache: opened, damaged }));
}

function toKey(text: string): Uint8Array {
  return createHash("sha256").update(text).digest();
}

function add(cache: PieceCache, text: string): void {
  cache.add(toKey(text), Buffer.from(text));
}

function find(cache: PieceCache, text: string): string | undefined {
  const piece = cache.find(toKey(text));
  return piece === undefined ? undefined : Buffer.from(piece).toString();
}

function listFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((file) => file.endsWith(".bin"));
}

describe("pieces", () => {
  test("are there in the next build, of all lengths", async () => {
    const folder = nextFolder();
    const { cache } = await open(folder);
    const texts = ["", "a", "b".repeat(100_000)];
    for (const text of texts) add(cache, text);
    await cache.save();
    const { cache: next } = await open(folder);
    expect(texts.map((text) => find(next, text))).toEqual(texts);
    expect(find(next, "c")).toBeUndefined();
  });

  test("that the last build did not ask for are gone", async () => {
    const folder = nextFolder();
    const { cache } = await open(folder);
    add(cache, "a");
    add(cache, "b");
    await cache.save();
    const { cache: second } = await open(folder);
    expect(find(second, "a")).toBe("a");
    await second.save();
    const { cache: third } = await open(folder);
    expect([find(third, "a"), find(third, "b")]).toEqual(["a", undefined]);
  });

  test("of another output folder, or of other code, are others", async () => {
    const folder = nextFolder();
    const { cache } = await open(folder);
    add(cache, "a");
    await cache.save();
    expect(find((await open(folder, { out: "other" })).cache, "a")).toBeUndefined();
    expect(find((await open(folder, { fingerprint: 2 })).cache, "a")).toBeUndefined();
  });

  test("of a damaged file are none, and that is said", async () => {
    const folder = nextFolder();
    const { cache } = await open(folder);
    add(cache, "a");
    await cache.save();
    const [file = ""] = listFiles(folder);
    const bytes = readFileSync(file);
    bytes[bytes.length - 1] = 0;
    writeFileSync(file, bytes);
    const { cache: next, damaged } = await open(folder);
    expect(find(next, "a")).toBeUndefined();
    expect(damaged).toEqual([file]);
  });
});

describe("compressed records", () => {
  const TEXTS = ["one", "two", "three", "four"].map((word) => `${word} `.repeat(200));
  const RUNS = [
    { start: 0, end: 3 },
    { start: 3, end: 3 },
    { start: 3, end: 4 },
  ];

  test("are the same bytes, and only those that are other are compressed again", async () => {
    const options = { directory: nextFolder(), out: "out", onDamaged: expect.fail };
    const encode = async (texts: readonly string[]) => {
      const cache = await openRecordCache(options);
      let compressed = 0;
      const store = finishSteps(
        encodeRecordStore(toRows(texts), RUNS, (input, deflate) =>
          cache.compress(input, () => {
            compressed += 1;
            return deflate();
          }),
        ),
      );
      await cache.save();
      expect(store).toEqual(finishSteps(encodeRecordStore(toRows(texts), RUNS)));
      return compressed;
    };
    expect(await encode(TEXTS)).toBe(4);
    expect(await encode(TEXTS)).toBe(0);
    // The dictionary is made of all; the middle one of a run is what its others refer to.
    expect(await encode([...TEXTS.slice(0, 3), "other"])).toBeGreaterThan(0);
    expect(await encode(["changed", ...TEXTS.slice(1, 3), "other"])).toBeGreaterThan(0);
  });
});

function toRows(texts: readonly string[]): ByteRows {
  const rows = new ByteRows();
  for (const text of texts) rows.add(Buffer.from(text));
  return rows;
}

// Pieces that a build keeps for the next one.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { openPieceCache, type PieceCache } from "../../../builder/cache/piece-cache.js";
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

  test("of a build that is stopped halfway are kept beside those of the last", async () => {
    const folder = nextFolder();
    const { cache } = await open(folder);
    add(cache, "a");
    await cache.save();
    const { cache: second } = await open(folder);
    add(second, "b");
    await second.save(true);
    const { cache: third } = await open(folder);
    expect([find(third, "a"), find(third, "b")]).toEqual(["a", "b"]);
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

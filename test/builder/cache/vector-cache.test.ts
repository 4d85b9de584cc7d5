// Vectors kept between builds: found again, for the same embedder only, and never a damaged one.
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { openVectorCache, type VectorCache } from "../../../builder/cache/vector-cache.js";
import type { EmbeddingDocument, EmbeddingSpec } from "../../../data/embedding/embedder.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const SPEC: EmbeddingSpec = {
  kind: "static",
  name: "test",
  dimensions: 2,
  revision: 1,
  weights: "00",
  normalised: true,
};
const FIRST: EmbeddingDocument = [{ text: "first", weight: 1 }];
const SECOND: EmbeddingDocument = [{ text: "second", weight: 1 }];
const VECTORS = [Float32Array.of(1, 0), Float32Array.of(0, 1)];

async function open(
  folder: string,
  spec = SPEC,
): Promise<{ readonly cache: VectorCache; readonly damaged: string[] }> {
  const damaged: string[] = [];
  const cache = await openVectorCache(folder, spec, (file) => damaged.push(file));
  return { cache, damaged };
}

/** A cache with the vectors of both documents. @returns its folder and its one file */
async function fill(): Promise<{ readonly folder: string; readonly file: string }> {
  const folder = nextFolder();
  const { cache } = await open(folder);
  await cache.add([FIRST, SECOND], VECTORS);
  const [name = ""] = readdirSync(join(folder, "vectors"));
  return { folder, file: join(folder, "vectors", name) };
}

describe("kept vectors", () => {
  test("are found at once and by the next build", async () => {
    const folder = nextFolder();
    const { cache } = await open(folder);
    expect(cache.find(FIRST)).toBeUndefined();
    await cache.add([FIRST], VECTORS.slice(0, 1));
    expect(cache.find(FIRST)).toEqual(VECTORS[0]);
    const again = await open(folder);
    expect(again.cache.find(FIRST)).toEqual(VECTORS[0]);
    expect(again.cache.find(SECOND)).toBeUndefined();
    expect(again.damaged).toEqual([]);
  });

  test("belong to one embedder and to the text with its weights", async () => {
    const { folder } = await fill();
    const other = await open(folder, { ...SPEC, weights: "01" });
    expect(other.cache.find(FIRST)).toBeUndefined();
    const { cache } = await open(folder);
    expect(cache.find([{ text: "first", weight: 2 }])).toBeUndefined();
  });

  test("that were cut by a stop are passed over, and those added later are found", async () => {
    const { folder, file } = await fill();
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, whole.length - 3));
    const { cache, damaged } = await open(folder);
    expect(damaged).toEqual([]);
    expect(cache.find(FIRST)).toEqual(VECTORS[0]);
    expect(cache.find(SECOND)).toBeUndefined();
    await cache.add([SECOND], VECTORS.slice(1));
    expect((await open(folder)).cache.find(SECOND)).toEqual(VECTORS[1]);
    expect(readFileSync(file)).toEqual(whole);
  });

  test("that were damaged are reported once and made again", async () => {
    const { folder, file } = await fill();
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(40) ^ 1, 40);
    writeFileSync(file, bytes);
    const { cache, damaged } = await open(folder);
    expect(damaged).toEqual([file]);
    expect(cache.find(FIRST)).toBeUndefined();
    expect(cache.find(SECOND)).toEqual(VECTORS[1]);
    expect((await open(folder)).damaged).toEqual([]);
  });

  test("survive bytes that belong to nothing", async () => {
    const { folder, file } = await fill();
    appendFileSync(file, "?");
    expect((await open(folder)).cache.find(SECOND)).toEqual(VECTORS[1]);
  });
});

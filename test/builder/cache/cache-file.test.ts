// Values in files of the cache: what comes back, and what a damaged or foreign file is.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  packValue,
  readCacheBytes,
  unpackValue,
  writeCacheBytes,
} from "../../../builder/cache/cache-file.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { countCases } from "../../support/properties.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const FINGERPRINT = new Uint8Array(32).fill(1);
const OTHER = new Uint8Array(32).fill(2);

async function write(...pieces: readonly Uint8Array[]): Promise<string> {
  const file = join(nextFolder(), "deep", "value.bin");
  await writeCacheBytes(file, FINGERPRINT, pieces);
  return file;
}

async function read(file: string, fingerprint = FINGERPRINT) {
  const damaged: string[] = [];
  const onDamaged = (name: string): void => void damaged.push(name);
  return { bytes: await readCacheBytes(file, { fingerprint, onDamaged }), damaged };
}

describe("a file of the cache", () => {
  test("gives back what was written", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array()), async (pieces) => {
        const whole = Buffer.concat(pieces);
        expect(await read(await write(...pieces))).toEqual({ bytes: whole, damaged: [] });
      }),
      { numRuns: countCases(30) },
    );
  });

  test("keeps a key that names a prototype, and texts of any script", async () => {
    const value = Object.fromEntries([
      ["__proto__", "kept"],
      ["größe", "日本 🚚"],
    ]);
    const { bytes } = await read(await write(await packValue(value)));
    expect(Object.entries((await unpackValue(bytes ?? expect.fail())) as object)).toEqual([
      ["__proto__", "kept"],
      ["größe", "日本 🚚"],
    ]);
  });

  test("of other code is as good as none, as is no file", async () => {
    const none = { bytes: undefined, damaged: [] };
    expect(await read(await write(Buffer.from("1")), OTHER)).toEqual(none);
    expect(await read(join(nextFolder(), "none"), OTHER)).toEqual(none);
  });

  test("is damaged where a byte behind the fingerprint is another, or is missing", async () => {
    const file = await write(Buffer.from("some text that is long enough"));
    const whole = readFileSync(file);
    for (let at = FINGERPRINT.length; at < whole.length; at++) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(file, bytes);
      expect(await read(file)).toEqual({ bytes: undefined, damaged: [file] });
      writeFileSync(file, whole.subarray(0, at));
      expect(await read(file)).toEqual({ bytes: undefined, damaged: [file] });
    }
  });
});

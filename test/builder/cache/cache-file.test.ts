// Values in files of the cache: what comes back, and what a damaged or foreign file is.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readCacheFile, writeCacheFile } from "../../../builder/cache/cache-file.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
const FINGERPRINT = new Uint8Array(32).fill(1);
const OTHER = new Uint8Array(32).fill(2);

async function writeValue(value: unknown): Promise<string> {
  const file = join(nextFolder(), "deep", "value.bin");
  await writeCacheFile(file, FINGERPRINT, value);
  return file;
}

describe("a file of the cache", () => {
  test("gives back what was written", async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (value) => {
        const file = await writeValue(value);
        expect(await readCacheFile(file, FINGERPRINT)).toEqual({ state: "read", value });
      }),
      { numRuns: 30 },
    );
  });

  test("keeps a key that names a prototype, and texts of any script", async () => {
    const value = Object.fromEntries([
      ["__proto__", "kept"],
      ["größe", "日本 🚚"],
    ]);
    const reading = await readCacheFile(await writeValue(value), FINGERPRINT);
    expect(reading.state === "read" && Object.entries(reading.value as object)).toEqual([
      ["__proto__", "kept"],
      ["größe", "日本 🚚"],
    ]);
  });

  test("of other code is as good as none, as is no file", async () => {
    expect(await readCacheFile(await writeValue(1), OTHER)).toEqual({ state: "absent" });
    expect(await readCacheFile(join(nextFolder(), "none"), OTHER)).toEqual({ state: "absent" });
  });

  test("is damaged where a byte behind the fingerprint is another, or is missing", async () => {
    const file = await writeValue({ text: "some text that is long enough", list: [1, 2, 3] });
    const whole = readFileSync(file);
    for (let at = FINGERPRINT.length; at < whole.length; at++) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(file, bytes);
      expect(await readCacheFile(file, FINGERPRINT)).toEqual({ state: "damaged" });
      writeFileSync(file, whole.subarray(0, at));
      expect(await readCacheFile(file, FINGERPRINT)).toEqual({ state: "damaged" });
    }
  });
});

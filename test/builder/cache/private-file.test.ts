// Private cache: its content was read from repositories that others may not see.
import { chmodSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { writeCacheBytes } from "../../../builder/cache/cache-file.js";
import { openPieceCache } from "../../../builder/cache/piece-cache.js";
import { lockCache } from "../../../builder/cache/cache-lock.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());
function listModes(folder: string): readonly string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return ["", ...names].map((name) => {
    const stat = statSync(path.join(folder, name));
    return `${stat.isDirectory() ? "folder" : "file"} ${(stat.mode & 0o777).toString(8)}`;
  });
}

async function fill(cache: string): Promise<void> {
  const release = await lockCache(cache);
  const file = path.join(cache, "branches", "a", "b", "1.bin");
  await writeCacheBytes(file, new Uint8Array(32), [Buffer.from("x")]);
  const pieces = await openPieceCache({
    directory: cache,
    out: "out",
    kind: "vectors",
    fingerprint: new Uint8Array(32),
    onDamaged: () => undefined,
  });
  pieces.add(new Uint8Array(32), new Uint8Array(1));
  await pieces.save();
  await release();
}

describe("a cache", () => {
  test("is its owner's alone", async () => {
    const cache = path.join(nextFolder(), "cache");
    await fill(cache);
    expect(new Set(listModes(cache))).toEqual(new Set(["folder 700", "file 600"]));
  });

  test("that others could read is taken from them, but for the folder that was given", async () => {
    const cache = path.join(nextFolder(), "cache");
    await fill(cache);
    const names = readdirSync(cache, { recursive: true, encoding: "utf8" });
    for (const name of ["", ...names]) {
      const file = path.join(cache, name);
      chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644);
    }
    // Left by a build that was killed.
    writeFileSync(path.join(cache, "branches", "a", "b", "1.bin.partial"), "", { mode: 0o644 });
    await fill(cache);
    const [given, ...others] = listModes(cache);
    expect(given).toBe("folder 755");
    expect(others.filter((mode) => mode === "file 644")).toEqual([]);
    for (const name of ["branches", "clones"]) {
      expect((statSync(path.join(cache, name)).mode & 0o777).toString(8)).toBe("700");
    }
  });
});

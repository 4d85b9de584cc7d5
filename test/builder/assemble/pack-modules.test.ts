// Modules that are packed ahead: the snapshot is the same bytes, and its contents are not read a second time.
import { describe, expect, test } from "vitest";
import { startCompressor } from "../../../builder/assemble/pack-modules.js";
import { packModules } from "../../../builder/assemble/pack-modules.js";
import { openModuleCache } from "../../../builder/cache/piece-cache.js";
import { listModules } from "../../../data/snapshot/encode-contents.js";
import { encodeSnapshot } from "../../../data/snapshot/encode.js";
import { sampleRows } from "../../../data/snapshot/module/dictionaries.js";
import type { ModuleRows } from "../../../data/snapshot/module/module-rows.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { finishSteps } from "../../../data/yield.js";
import { testLong } from "../../support/properties.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

/** Contents of so many modules, each at two platform versions, and the entries that were read of them. */
function createWatched(count: number) {
  const records = Array.from({ length: count }, (_, at) => `module_${at}`).flatMap((name) =>
    ["16.0", "17.0"].map((version) =>
      createRecord({ technical_name: name, platform_version: version, summary: `does ${name}` }),
    ),
  );
  const contents = createContents(records);
  const read: number[] = [];
  const readRows = (entry: number) => {
    read.push(entry);
    return contents.readRows(entry);
  };
  return { contents: { ...contents, readRows }, read };
}

function openCache() {
  return openModuleCache({ directory: nextFolder(), out: "out", onDamaged: expect.fail });
}

function endAtHundred(entries: number): void {
  if (entries === 100) throw new Error("ended");
}

describe("packing ahead", () => {
  test("gives the bytes that packing one after another gives, and tells how far it is", async () => {
    const { contents, read } = createWatched(140);
    const cache = await openCache();
    const done: number[] = [];
    await packModules(contents, cache, (entries) => done.push(entries));
    expect(done).toEqual(Array.from({ length: 140 }, (_, at) => 2 * (at + 1)));
    read.length = 0;
    const ahead = finishSteps(encodeSnapshot(contents, cache.keep));
    expect(read).toEqual([]);
    expect(ahead).toEqual(finishSteps(encodeSnapshot(contents)));
  });

  test("leaves a few modules to whoever asks for them", async () => {
    const { contents } = createWatched(3);
    await packModules(contents, await openCache(), () => expect.fail());
  });

  testLong("ends with what a content throws, and with what it is ended by", async () => {
    const { contents } = createWatched(140);
    const cache = await openCache();
    await expect(packModules(contents, cache, endAtHundred)).rejects.toThrow("ended");
    const readRows = (entry: number) => {
      if (entry === 251) throw new Error("damaged");
      return contents.readRows(entry);
    };
    const damaged = { ...contents, readRows };
    await expect(packModules(damaged, cache, () => undefined)).rejects.toThrow("damaged");
  });
});

test("a thread that ended fails whoever waits for it, and whoever asks later", async () => {
  const compressor = startCompressor(sampleRows([], 0));
  const noRows = {} as ModuleRows;
  await expect(compressor.compress(noRows)).rejects.toThrow(TypeError);
  await expect(compressor.compress(noRows)).rejects.toThrow(TypeError);
  await compressor.close();
});

test("a thread that is closed ends with what it was asked for", async () => {
  const { contents } = createWatched(40);
  const { dictionaries, modules } = listModules(contents, (_, make) => make());
  const compressor = startCompressor(dictionaries);
  const pieces = modules.map(({ join }) => compressor.compress(join()));
  await compressor.close();
  expect((await Promise.all(pieces)).filter(({ length }) => length > 0)).toHaveLength(40);
});

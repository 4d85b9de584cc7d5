// Packed modules that a build keeps for the next one: the snapshot is the same bytes, and only what is other is
// read again.
import { cpSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import { openModuleCache } from "../../../builder/cache/piece-cache.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import { encodeSnapshot } from "../../../data/snapshot/encode.js";
import { chooseSamples } from "../../../data/snapshot/module/dictionaries.js";
import { createContents, createRecord } from "../../support/module-records.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";
import { deriveOnce } from "../../../server/lookup/memo.js";
import { finishSteps } from "../../../data/yield.js";
import { testLong } from "../../support/properties.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

/**
 * Modules at two platform versions each; the dictionaries are made of the first entries of some.
 */
function createRecords(count: number): readonly ModuleRecord[] {
  return Array.from({ length: count }, (_, at) => `module_${at}`).flatMap((name) =>
    ["16.0", "17.0"].map((version) =>
      createRecord({ technical_name: name, platform_version: version, summary: `does ${name}` }),
    ),
  );
}

/** Pieces that are encoded without a cache. */
const encodePlain = deriveOnce(
  (records: readonly ModuleRecord[]) => finishSteps(encodeSnapshot(createContents(records))).pieces,
);

/** Encodes with what a folder holds. @returns the modules whose contents were read, besides the dictionaries' */
async function encode(directory: string, records: readonly ModuleRecord[]) {
  const cache = await openModuleCache({ directory, out: "out", onDamaged: expect.fail });
  const read = new Set<string>();
  const contents = createContents(records);
  const watched = {
    ...contents,
    readRows(entry: number) {
      read.add(contents.heads[entry]?.technical_name ?? "");
      return contents.readRows(entry);
    },
  };
  const { pieces } = finishSteps(encodeSnapshot(watched, cache.keep));
  await cache.save();
  expect(pieces).toEqual(encodePlain(records));
  return [...read].toSorted();
}

describe("packed modules", () => {
  // More entries than the size of dictionaries depends on, and more modules than these are made of.
  const RECORDS = createRecords(180);
  const names = [...new Set(RECORDS.map((record) => record.technical_name))];
  const sampled = chooseSamples(new Map(names.map((one) => [one, "16.0"])));
  const name = names.find((one) => !sampled.includes(one)) ?? expect.fail();
  const at = RECORDS.findIndex((record) => record.technical_name === name);

  const first = nextFolder();
  let read: readonly string[];

  beforeAll(async () => {
    read = await encode(first, RECORDS);
  });

  /** A copy of the first folder, for a test to change. */
  function copyKept(): string {
    const folder = nextFolder();
    cpSync(first, folder, { recursive: true });
    return folder;
  }

  test("are read when they were not kept, and then not again", async () => {
    expect(read).toHaveLength(names.length);
    expect(await encode(copyKept(), RECORDS)).toEqual([]);
  });

  test("are read alone when one of their entries is another", async () => {
    const folder = copyKept();
    const changed = RECORDS.with(at, createRecord({ ...RECORDS[at], summary: "does more" }));
    expect(await encode(folder, changed)).toEqual([name]);
    expect(await encode(folder, RECORDS)).toEqual([name]);
  });

  testLong("that are gone leave the others as they were", async () => {
    const folder = copyKept();
    const left = RECORDS.filter((record) => record.technical_name !== name);
    expect(await encode(folder, left)).toEqual([]);
  });

  testLong("are all compressed again when a sampled one is another", async () => {
    const folder = copyKept();
    const changed = RECORDS.map((record) =>
      record.technical_name === sampled[0] ? { ...record, summary: "does more" } : record,
    );
    expect(await encode(folder, changed)).toHaveLength(names.length);
  });
});

test("dictionaries are made of modules whose oldest version is not one of the newest three", () => {
  const versions = ["10.0", "16.0", "17.0", "18.0"];
  const names = Array.from({ length: 600 }, (_, at) => `module_${at}`);
  const oldest = new Map(names.map((name, at) => [name, versions[at % versions.length] ?? ""]));
  const sampled = chooseSamples(oldest);
  expect(sampled).toHaveLength(128);
  expect(new Set(sampled.map((name) => oldest.get(name)))).toEqual(new Set(["10.0"]));
  // Thirty such modules are too few.
  const fewer = new Map(
    [...oldest].map(([name, version], at) => [name, at % 20 === 0 ? version : "18.0"]),
  );
  expect(new Set(chooseSamples(fewer).map((name) => fewer.get(name)))).toContain("18.0");
});

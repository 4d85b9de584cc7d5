// Readings kept between builds: found by what they depend on, and made again when their file is of no use.
import { appendFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  openReadingCache,
  type CachedReading,
  type ReadingCache,
  type ReadingKey,
} from "../../../builder/cache/reading-cache.js";
import { NO_FACTS } from "../../../builder/lineage/facts.js";
import { NOTHING_PACKED } from "../../../data/snapshot/history/packed-history.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

const KEY: ReadingKey = { organization: "acme", repository: "tools", digest: "one" };
const READING: CachedReading = {
  row: { organization: "acme", repository: "tools", git: "", branches: [], faults: ["no branch"] },
  modules: [],
  diagnostics: [],
  absent: ["a".repeat(40)],
  history: NOTHING_PACKED,
  lineage: NO_FACTS,
};

function open(directory: string, fingerprint = 1, damaged: string[] = []): ReadingCache {
  return openReadingCache({
    directory,
    fingerprint: new Uint8Array(32).fill(fingerprint),
    onDamaged: (file) => damaged.push(file),
  });
}

test("a reading is found by the next build", async () => {
  const folder = nextFolder();
  await open(folder).write(KEY, READING);
  expect(await open(folder).find(KEY)).toEqual(READING);
});

test.each<[string, Partial<ReadingKey>]>([
  ["of other branches", { digest: "two" }],
  ["of another repository", { repository: "others" }],
])("one %s is none", async (_, change) => {
  const folder = nextFolder();
  await open(folder).write(KEY, READING);
  expect(await open(folder).find({ ...KEY, ...change })).toBeUndefined();
});

test("one by other code is none, and a damaged one is told", async () => {
  const folder = nextFolder();
  await open(folder).write(KEY, READING);
  expect(await open(folder, 2).find(KEY)).toBeUndefined();
  const file = path.join(folder, "readings", "acme", "tools.bin");
  appendFileSync(file, "x");
  const damaged: string[] = [];
  expect(await open(folder, 1, damaged).find(KEY)).toBeUndefined();
  expect(damaged).toEqual([file]);
});

// Joined histories kept between builds: joined again only where a branch is another.
import { appendFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  openHistoryCache,
  type HistoryCache,
  type HistoryKey,
} from "../../../builder/cache/history-cache.js";
import { NO_FACTS, packFacts, type JoinedCommits } from "../../../builder/lineage/facts.js";
import { makeFolderCounter, makeTemporaryFolder } from "../../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

const BRANCH: HistoryKey["branches"][number] = {
  branch: "17.0",
  platformVersion: "17.0",
  commit: "c".repeat(40),
  commits: Uint8Array.of(1, 2, 3),
};
const KEY: HistoryKey = { organization: "acme", repository: "tools", branches: [BRANCH] };

function open(directory: string, fingerprint = 1, damaged: string[] = []): HistoryCache {
  return openHistoryCache({
    directory,
    fingerprint: new Uint8Array(32).fill(fingerprint),
    onDamaged: (file) => damaged.push(file),
  });
}

/** A history that is told from others by its number. */
async function make(number: number): Promise<JoinedCommits> {
  const ids = new Uint8Array();
  const history = { commits: number, ids, bytes: Uint8Array.of(number), length: 1 };
  return { history, lineage: packFacts(NO_FACTS) };
}

const neverJoin = (): Promise<JoinedCommits> => Promise.reject(new Error("it was joined again"));

test("a history is found by the next build", async () => {
  const folder = nextFolder();
  expect(await open(folder).get(KEY, () => make(1))).toEqual(await make(1));
  expect(await open(folder).get(KEY, neverJoin)).toEqual(await make(1));
});

test.each<[string, Partial<typeof BRANCH>]>([
  ["that moved", { commit: "d".repeat(40) }],
  ["for another version", { platformVersion: "18.0" }],
  ["with other commits", { commits: Uint8Array.of(1, 2, 4) }],
])("it is joined again with a branch %s", async (_, change) => {
  const folder = nextFolder();
  await open(folder).get(KEY, () => make(1));
  const key = { ...KEY, branches: [{ ...BRANCH, ...change }] };
  expect(await open(folder).get(key, () => make(2))).toEqual(await make(2));
});

test("it is joined again by other code, and where its file was damaged", async () => {
  const folder = nextFolder();
  await open(folder).get(KEY, () => make(1));
  expect(await open(folder, 2).get(KEY, () => make(2))).toEqual(await make(2));
  const file = path.join(folder, "histories", "acme", "tools.bin");
  appendFileSync(file, "x");
  const damaged: string[] = [];
  expect(await open(folder, 2, damaged).get(KEY, () => make(3))).toEqual(await make(3));
  expect(damaged).toEqual([file]);
});

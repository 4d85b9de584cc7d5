// Publishing a snapshot: what becomes current, and what is left when it fails half way.
import { mkdirSync, readlinkSync, symlinkSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { prepareOutput, publishSnapshot } from "../../builder/publish.js";
import { openSnapshot } from "../../data/snapshot/decode.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import { createContents, createRecord, createVectors } from "../support/module-records.js";
import { listOut } from "../support/small-sources.js";
import { makeFolderCounter, makeTemporaryFolder } from "../support/temporary-folder.js";

const nextFolder = makeFolderCounter(makeTemporaryFolder());

test("an output folder is made, with those above it", async () => {
  const out = path.join(nextFolder(), "a", "b");
  await prepareOutput(out);
  expect(listOut(out)).toEqual([]);
});

test("what is published is what is located and opened", async () => {
  const out = nextFolder();
  await prepareOutput(out);
  const { folder, entry } = await publishSnapshot(createContents([createRecord()]), out, "1.2.3");
  expect(locateSnapshot(out)).toBe(folder);
  const snapshot = openSnapshot(folder);
  expect(snapshot.entry).toEqual(entry);
  snapshot.close();
});

test("a link to a snapshot that is gone is replaced", async () => {
  const out = nextFolder();
  mkdirSync(out);
  symlinkSync("gone", path.join(out, "current"));
  const { entry } = await publishSnapshot(createContents([]), out, "1.2.3");
  expect(readlinkSync(path.join(out, "current"))).toBe(entry.id);
  expect(listOut(out)).toEqual([entry.id, "current"].toSorted());
});

test("a failure half way leaves the former snapshot and nothing else", async () => {
  const out = nextFolder();
  mkdirSync(out);
  const { entry } = await publishSnapshot(createContents([createRecord()]), out, "1.2.3");
  // The index refuses a vector of another length, when the sections are already written.
  const vectors = { ...createVectors(1), vectors: [Float32Array.of(1, 0, 0)] };
  const contents = createContents([createRecord({ name: "Other" })], { vectors });
  await expect(publishSnapshot(contents, out, "1.2.3")).rejects.toThrow(/array length/);
  expect(readlinkSync(path.join(out, "current"))).toBe(entry.id);
  expect(listOut(out)).toEqual([entry.id, "current"].toSorted());
});

// Snapshots of records that a test makes up, each in a folder of its own.
import { afterAll } from "vitest";
import { publishSnapshot } from "../../builder/assemble/publish.js";
import type { ModuleRecord } from "../../data/module/records.js";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { createContents } from "./module-records.js";
import { makeTemporaryFolder } from "./temporary-folder.js";

/** @returns the folder of the snapshot */
export async function publishRecords(
  records: readonly ModuleRecord[],
  changes: Parameters<typeof createContents>[1] = {},
): Promise<string> {
  const options = { out: makeTemporaryFolder(), program: "0.0.0-test" };
  return (await publishSnapshot(createContents(records, changes), options)).folder;
}

/** A snapshot of the records, open while the tests of the file run. */
export async function openForFile(records: readonly ModuleRecord[]): Promise<Snapshot> {
  const snapshot = openSnapshot(await publishRecords(records));
  afterAll(() => snapshot.close());
  return snapshot;
}

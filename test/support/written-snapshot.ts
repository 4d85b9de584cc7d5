// Snapshots that a test makes up, as files. Nothing is locked or brought to disk, which takes ten times as long and is what
// test/builder/assemble/ looks at.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll } from "vitest";
import type { ModuleRecord } from "../../data/module/records.js";
import type { SnapshotContents } from "../../data/snapshot/contents.js";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { encodeSnapshot } from "../../data/snapshot/encode.js";
import { encodeEntry } from "../../data/snapshot/entry-file.js";
import { ENTRY_FILE, FORMAT_VERSION, SECTIONS_FILE } from "../../data/snapshot/format.js";
import { digestPieces } from "../../data/sha256.js";
import { createContents } from "./module-records.js";
import { setCurrent } from "./small-snapshot.js";
import { makeTemporaryFolder } from "./temporary-folder.js";
import { finishSteps } from "../../data/yield.js";

/** Without a graph of vectors, under its id in `out`, as the current one. @returns its folder */
export async function writeContents(contents: SnapshotContents, out: string): Promise<string> {
  const { pieces, counts } = finishSteps(encodeSnapshot(contents));
  const { entry, text } = encodeEntry({
    format: FORMAT_VERSION,
    program: "0.0.0-test",
    counts,
    embedder: contents.vectors?.spec ?? null,
    sources: contents.sources,
    files: [{ name: SECTIONS_FILE, ...(await digestPieces(pieces)) }],
  });
  const folder = path.join(out, entry.id);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, SECTIONS_FILE), Buffer.concat(pieces));
  writeFileSync(path.join(folder, ENTRY_FILE), text);
  await setCurrent(out, entry.id);
  return folder;
}

/** The caller closes it. */
export async function openContents(contents: SnapshotContents, out: string): Promise<Snapshot> {
  return openSnapshot(await writeContents(contents, out));
}

/** In a folder of its own. @returns that of the snapshot */
export function writeRecords(
  records: readonly ModuleRecord[],
  changes: Parameters<typeof createContents>[1] = {},
): Promise<string> {
  return writeContents(createContents(records, changes), makeTemporaryFolder());
}

/** A snapshot of the records, open while the tests of the file run. */
export async function openForFile(records: readonly ModuleRecord[]): Promise<Snapshot> {
  const snapshot = openSnapshot(await writeRecords(records));
  afterAll(() => snapshot.close());
  return snapshot;
}

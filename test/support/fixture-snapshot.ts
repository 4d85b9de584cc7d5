// A snapshot of the fixture repositories for one test file to change, or to damage: a copy of the one that was built for
// all files.

import { cpSync, realpathSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { inject } from "vitest";

import type { ModuleRecord } from "../../data/module/records.js";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { SECTIONS_FILE } from "../../data/snapshot/format.js";
import type { BuiltFixtures } from "./build-fixtures.js";
import { makeWritable } from "./make-writable.js";
import { makeTemporaryFolder } from "./temporary-folder.js";

export interface FixtureSnapshot extends Pick<BuiltFixtures, "folder" | "out" | "sources"> {
  /** Folder of the snapshot itself. */
  readonly snapshotFolder: string;
}

/** A snapshot of the fixture repositories in a fresh folder, where other builds go on from its cache. For `beforeAll`. */
export function createFixtureSnapshot(): FixtureSnapshot {
  const shared = inject("fixtures");
  const folder = makeTemporaryFolder();
  const out = join(folder, "snapshots");
  cpSync(shared.out, out, { recursive: true, verbatimSymlinks: true });
  cpSync(join(shared.folder, "cache"), join(folder, "cache"), { recursive: true });
  makeWritable(folder);
  return {
    folder,
    out,
    sources: shared.sources,
    snapshotFolder: realpathSync(join(out, "current")),
  };
}

/** Every record of an open snapshot, in its order: what a naive search looks through. */
export function listRecords(snapshot: Snapshot): readonly ModuleRecord[] {
  return Array.from({ length: snapshot.entries.length }, (_, entry) => snapshot.readRecord(entry));
}

/** A snapshot of the fixtures with damaged records. Serve it unchecked, else the service might end before it is asked. */
export async function createDamagedSnapshot(): Promise<string> {
  const folder = makeTemporaryFolder();
  cpSync(realpathSync(join(inject("fixtures").out, "current")), folder, { recursive: true });
  const snapshot = openSnapshot(folder);
  const bytes = Uint8Array.from(snapshot.file.bytes);
  const records = snapshot.sections.get("records.bytes");
  const start = records.byteOffset - snapshot.file.bytes.byteOffset;
  bytes.fill(0xff, start, start + records.length);
  snapshot.close();
  makeWritable(folder);
  await writeFile(join(folder, SECTIONS_FILE), bytes);
  return folder;
}

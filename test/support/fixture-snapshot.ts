// A snapshot of the fixture repositories for one test file to change, or to damage: a copy of the one that was built for
// all files.

import { cp, realpath, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";

import { inject } from "vitest";

import type { ModuleRecord } from "../../data/module/records.js";
import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { SECTIONS_FILE } from "../../data/snapshot/format.js";
import type { BuiltFixtures } from "./build-fixtures.js";
import { makeWritable } from "./make-writable.js";
import { makeTemporaryFolder } from "./temporary-folder.js";

export interface FixtureSnapshot extends BuiltFixtures {
  /** Folder of the snapshot itself. */
  readonly snapshotFolder: string;
}

/** The fixture repositories and a snapshot of them in a fresh folder. For `beforeAll`. */
export async function createFixtureSnapshot(): Promise<FixtureSnapshot> {
  const shared = inject("fixtures");
  const folder = makeTemporaryFolder();
  await cp(shared.folder, folder, { recursive: true, verbatimSymlinks: true });
  makeWritable(folder);
  const move = (file: string): string => join(folder, relative(shared.folder, file));
  const out = move(shared.out);
  return {
    folder,
    sourcesFile: move(shared.sourcesFile),
    repositories: shared.repositories.map((one) => ({ ...one, gitFolder: move(one.gitFolder) })),
    sources: shared.sources.map((one) => ({ ...one, mirror: move(one.mirror ?? "") })),
    out,
    snapshotFolder: await realpath(join(out, "current")),
  };
}

/** Every record of an open snapshot, in its order: what a naive search looks through. */
export function listRecords(snapshot: Snapshot): readonly ModuleRecord[] {
  return Array.from({ length: snapshot.entries.length }, (_, entry) => snapshot.readRecord(entry));
}

/** Serve it unchecked: else the service might be ended for the damage before it is asked. */
export async function damageRecords(folder: string): Promise<void> {
  const snapshot = openSnapshot(folder);
  const bytes = Uint8Array.from(snapshot.file.bytes);
  const records = snapshot.sections.get("records.bytes");
  const start = records.byteOffset - snapshot.file.bytes.byteOffset;
  bytes.fill(0xff, start, start + records.length);
  snapshot.close();
  makeWritable(folder);
  await writeFile(join(folder, SECTIONS_FILE), bytes);
}

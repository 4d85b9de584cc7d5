// A snapshot of the fixture repositories for one test file to change: a copy of the one that was built for
// all files.

import { cp, realpath } from "node:fs/promises";
import { join, relative } from "node:path";

import { inject } from "vitest";

import type { ModuleRecord } from "../../data/records.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
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

// A snapshot of the fixture repositories for one test file: a copy of the one that was built for all
// files, so that those which only read it load nothing of the builder.

import { cp, realpath } from "node:fs/promises";
import { join, relative } from "node:path";

import { inject } from "vitest";

import type { ModuleRecord } from "../../data/records.js";
import type { Snapshot } from "../../data/snapshot/decode.js";
import type { BuiltFixtures } from "./build-fixtures.js";
import { makeWritable } from "./make-writable.js";
import { fillFixtureFolder } from "./fixture-repositories.js";

export interface FixtureSnapshot extends BuiltFixtures {
  /** Folder of the snapshot itself. */
  readonly snapshotFolder: string;
}

/** The fixture repositories and a snapshot of them in a fresh folder. For `beforeAll`. */
export async function createFixtureSnapshot(): Promise<FixtureSnapshot> {
  const shared = inject("fixtures");
  const fixtures = await fillFixtureFolder(async (folder) => {
    await cp(shared.folder, folder, { recursive: true, verbatimSymlinks: true });
    makeWritable(folder);
    const move = (file: string): string => join(folder, relative(shared.folder, file));
    const { repositories, sources } = shared;
    return {
      sourcesFile: move(shared.sourcesFile),
      repositories: repositories.map((one) => ({ ...one, gitFolder: move(one.gitFolder) })),
      sources: sources.map((one) => ({ ...one, mirror: move(one.mirror ?? "") })),
      out: move(shared.out),
    };
  });
  return { ...fixtures, snapshotFolder: await realpath(join(fixtures.out, "current")) };
}

/** Every record of an open snapshot, in its order: what a naive search looks through. */
export function listRecords(snapshot: Snapshot): readonly ModuleRecord[] {
  return Array.from({ length: snapshot.entries.length }, (_, entry) => snapshot.readRecord(entry));
}

// The snapshot of the fixtures that was built once for all files of tests, as one file reads it: opened
// in this process, or served over a socket. Files that change something take `fixture-snapshot.ts`.
import { realpathSync } from "node:fs";
import { join } from "node:path";

import { afterAll, expect, inject } from "vitest";

import { openSnapshot, type Snapshot } from "../../data/snapshot/decode.js";
import { openLookup, type Lookup } from "../../server/lookup/lookup.js";
import { startService, type RunningService, type ServiceChoice } from "./running-service.js";

/** Folder with the link `current`: what `--snapshot` takes. */
export function getSharedSnapshots(): string {
  return inject("fixtures").out;
}

/** Folder of the snapshot itself. */
export function getSharedSnapshot(): string {
  return realpathSync(join(getSharedSnapshots(), "current"));
}

/** The snapshot, open while the tests of the file run. */
export function openSharedSnapshot(): Snapshot {
  const snapshot = openSnapshot(getSharedSnapshot());
  afterAll(() => snapshot.close());
  return snapshot;
}

/** What answers from the snapshot, open while the tests of the file run. */
export async function openSharedLookup(): Promise<Lookup> {
  const lookup = await openLookup(getSharedSnapshot(), { embedder: {} });
  afterAll(() => lookup.close());
  return lookup;
}

/** The snapshot as `serveForFile` serves it. */
export function serveSharedSnapshot(choice?: ServiceChoice): Promise<RunningService> {
  return serveForFile(getSharedSnapshots(), choice);
}

/**
 * The service of a snapshot while the tests of the file run; what it logs of a defect fails the file.
 * @param snapshot a snapshot, or a folder of snapshots
 */
export async function serveForFile(
  snapshot: string,
  choice?: ServiceChoice,
): Promise<RunningService> {
  const service = await startService(snapshot, choice);
  afterAll(async () => {
    await service.stop();
    expect(service.log).toEqual([]);
  });
  return service;
}

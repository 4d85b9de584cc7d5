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

/** Opened when a file first asks, for all that ask after it; they end with the process. */
let snapshot: Snapshot | undefined;
let lookup: Promise<Lookup> | undefined;
let service: Promise<RunningService> | undefined;

/** The snapshot, open for all files of tests. */
export function openSharedSnapshot(): Snapshot {
  snapshot ??= openSnapshot(getSharedSnapshot());
  return snapshot;
}

/** Lookup of the shared snapshot, for all test files. */
export function openSharedLookup(): Promise<Lookup> {
  lookup ??= openLookup(getSharedSnapshot(), { embedder: {} });
  return lookup;
}

/** The service of the snapshot, for all files that only ask; what it logs of a defect fails the file that asked. */
export async function serveSharedSnapshot(): Promise<RunningService> {
  service ??= startService(getSharedSnapshots());
  const { log } = await service;
  const logged = log.length;
  afterAll(() => expect(log.slice(logged)).toEqual([]));
  return service;
}

/**
 * A service while the tests of the file run; what it logs of a defect fails the file.
 * @param snapshots a snapshot, or a folder of snapshots
 */
export async function serveForFile(
  snapshots: string,
  choice?: ServiceChoice,
): Promise<RunningService> {
  const own = await startService(snapshots, choice);
  afterAll(async () => {
    await own.stop();
    expect(own.log).toEqual([]);
  });
  return own;
}

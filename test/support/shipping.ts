// What tests of places and pulls need: a network without waits, and a pull with usual settings.
import { mkdirSync } from "node:fs";
import type { Network } from "../../builder/network/repeat.js";
import { packSnapshot } from "../../builder/ship/pack.js";
import type { Place } from "../../builder/ship/place.js";
import { pullSnapshot, type PullOptions, type PullOutcome } from "../../builder/ship/pull.js";
import type { CheckedRelease } from "../../builder/ship/release.js";
import { publishSnapshot } from "../../builder/publish.js";
import { openSnapshot } from "../../data/snapshot/decode.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import { verifySnapshot } from "../../data/snapshot/verify.js";
import { createNamedContents } from "./named-contents.js";

export interface RecordedNetwork extends Network {
  /** What the operator was told. */
  readonly notices: readonly string[];
  /** What was waited. */
  readonly waitsMs: readonly number[];
}

/** A network whose waits take no time. */
export function createNetwork(): RecordedNetwork {
  const notices: string[] = [];
  const waitsMs: number[] = [];
  return {
    notices,
    waitsMs,
    signal: new AbortController().signal,
    onNotice: (message) => void notices.push(message),
    clock: {
      now: () => Date.parse("2026-01-01T00:00:00Z"),
      sleep: (delayMs) => Promise.resolve(waitsMs.push(delayMs)),
    },
  };
}

/** A snapshot with a module of this name, in a folder of snapshots. @returns its own folder */
export async function makeSnapshot(out: string, name: string): Promise<string> {
  mkdirSync(out, { recursive: true });
  const options = { out, program: "0.0.0-test", exactScanLimit: 0 };
  return (await publishSnapshot(createNamedContents(name), options)).folder;
}

/** Packs a snapshot and publishes it. */
export async function publishTo(
  place: Place,
  snapshot: string,
  file: string,
  options: Parameters<typeof packSnapshot>[2] = {},
): Promise<CheckedRelease> {
  const release = await packSnapshot(snapshot, file, options);
  await place.publish(release, file);
  return release;
}

export function pull(
  place: Place,
  out: string,
  changes: Partial<PullOptions> = {},
): Promise<PullOutcome | undefined> {
  return pullSnapshot(place, {
    ...createNetwork(),
    out,
    keep: 2,
    maxBytes: 1_000_000,
    onProgress: () => undefined,
    ...changes,
  });
}

/** The id of the current snapshot, every byte of which has been checked. */
export async function readCurrentId(out: string): Promise<string> {
  const snapshot = openSnapshot(locateSnapshot(out));
  try {
    const { damaged } = await verifySnapshot(snapshot);
    if (damaged.length > 0) throw new Error(`damaged: ${damaged.join(", ")}`);
    return snapshot.entry.id;
  } finally {
    snapshot.close();
  }
}

// Tools for tests of targets and pulls: a network without waits, keys, and a pull with usual
// settings.
import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { mkdirSync } from "node:fs";
import type { Network } from "../../data/network/repeat.js";
import { packSnapshot } from "../../data/ship/archive/pack.js";
import type { PublishTarget } from "../../data/ship/remote/target.js";
import { pullSnapshot, type PullOptions, type PullOutcome } from "../../data/ship/pull.js";
import type { CheckedRelease, Release } from "../../data/ship/release/release.js";
import { signRelease } from "../../data/ship/release/signature.js";
import type { Statement } from "../../data/ship/release/statement.js";
import type { TrustPolicy } from "../../data/ship/release/trust.js";
import { publishSnapshot } from "../../builder/assemble/publish.js";
import { openSnapshot } from "../../data/snapshot/decode.js";
import { locateSnapshot } from "../../data/snapshot/locate.js";
import { verifySnapshot } from "../../data/snapshot/verify.js";
import { createNamedContents } from "./module-records.js";

export interface RecordedNetwork extends Network {
  /** Logged messages. */
  readonly notices: readonly string[];
  /** Waits so far. */
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
  const options = { out, program: "0.0.0-test" };
  return (await publishSnapshot(createNamedContents(name), options)).folder;
}

/** Content and signer of a release. */
export interface SigningChoice extends Partial<Pick<Statement, "channel" | "expires">> {
  readonly keys: readonly KeyObject[];
  readonly sequence: number;
}

/** Long after the time of createNetwork. */
const EXPIRES = "2027-01-01T00:00:00Z";

/** Packs a snapshot and publishes it; unsigned unless it is said by whom it is to be signed. */
export async function publishTo(
  target: PublishTarget,
  snapshot: string,
  file: string,
  signing?: SigningChoice,
): Promise<CheckedRelease> {
  const packed = await packSnapshot(snapshot, file);
  const release = signing === undefined ? packed : { ...packed, ...signAs(packed, signing) };
  await target.publish(release, file);
  return release;
}

export function signAs(release: Release, { keys, ...facts }: SigningChoice): Release {
  return signRelease(release, { channel: "main", expires: EXPIRES, ...facts }, keys);
}

export interface KeyPair {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export function makeKeyPair(): KeyPair {
  return generateKeyPairSync("ed25519");
}

/** Usual policy with these keys. */
export function trust(...keys: readonly KeyObject[]): TrustPolicy {
  return { keys, channel: "main", allowsRollback: false, refusesExpired: false };
}

export function pull(
  target: PublishTarget,
  out: string,
  changes: Partial<PullOptions> = {},
): Promise<PullOutcome | undefined> {
  return pullSnapshot(target, {
    ...createNetwork(),
    out,
    keep: 2,
    maxBytes: 1_000_000,
    trust: "anyone",
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

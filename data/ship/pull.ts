// Pulls a published snapshot into an output folder: checked, unpacked and made current in one step.
// A failure never touches the served snapshot.
import { lstat, mkdir, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { decodeEntry } from "../snapshot/entry-file.js";
import { SnapshotError } from "../snapshot/errors.js";
import { readEntryText } from "../snapshot/plain-file.js";
import { tryLockFolder, useIfFree } from "../files/folder-lock.js";
import { toOutError } from "../files/out-fault.js";
import { confirmCurrent, readCurrent } from "../files/out-folder.js";
import { publishFolder, switchBack, type OutChoice } from "../files/publish-folder.js";
import { downloadArchive, type DownloadOptions } from "./remote/download.js";
import { sumBytes } from "./archive/manifest.js";
import { describeFolder } from "./archive/pack.js";
import type { PublishTarget } from "./remote/target.js";
import { readMemory } from "./release/release-memory.js";
import { checkRelease, type CheckedRelease } from "./release/release.js";
import { otherRelease, ShipError } from "./ship-error.js";
import type { Statement } from "./release/statement.js";
import {
  remember,
  requireFresh,
  requireStillNewest,
  requireTrusted,
  type TrustPolicy,
  type TrustSite,
} from "./release/trust.js";
import { unpackArchive } from "./archive/unpack.js";

export interface PullOptions extends OutChoice, DownloadOptions {
  /** The snapshot to pull; the current one of the target without it. */
  readonly id?: string | undefined;
  /** Required signer and facts; `"anyone"`: nothing is required and nothing remembered. */
  readonly trust: TrustPolicy | "anyone";
  /** The most bytes that a snapshot may have, unpacked. */
  readonly maxBytes: number;
  /** Tag of an earlier pull. */
  readonly knownTag?: string | undefined;
}

export interface PullOutcome {
  /** `pulled`: it was transferred; `switched`: it was here; `unchanged`: it is the current one. */
  readonly state: "pulled" | "switched" | "unchanged";
  readonly id: string;
  /** Absolute path of the snapshot's folder. */
  readonly folder: string;
  /** Old snapshots that could not be removed, one sentence each. */
  readonly notes: readonly string[];
  readonly tag: string | undefined;
}

const PULLING = ".pulling-";

/**
 * Pulls a snapshot and makes it the current one of `out`; `undefined` when the target says that
 * nothing is new since `knownTag`.
 * @throws ShipError, SnapshotError; OperatorError `out_full` or `out_unwritable`
 */
export async function pullSnapshot(
  target: PublishTarget,
  options: PullOptions,
): Promise<PullOutcome | undefined> {
  const { trust, out } = options;
  const { label } = target;
  const site: TrustSite = { now: options.clock.now(), onNotice: options.onNotice };
  const needsSignature = trust !== "anyone";
  const reading = await target.readRelease({ ...options, needsSignature });
  if (reading === "unchanged") {
    // A publish target that is held back gives the same for ever.
    const seen = needsSignature ? await readMemory(out, trust.channel) : undefined;
    if (needsSignature && seen !== undefined) requireFresh(seen.expires, label, trust, site);
    await confirmCurrent(out);
    return undefined;
  }
  // The publisher is checked first: nothing else is believed before.
  const statement = needsSignature
    ? requireTrusted(reading.release, label, trust, site)
    : undefined;
  const release = checkRelease(reading.release, label);
  if (options.id !== undefined && release.contents.id !== options.id) {
    throw otherRelease(label, options.id, release.contents.id);
  }
  const bytes = sumBytes(release.contents);
  if (bytes > options.maxBytes) throw tooLarge(label, bytes, options.maxBytes);
  try {
    await mkdir(out, { recursive: true });
    const choice = await admit(statement, label, options);
    return { ...(await settle(target, release, choice)), tag: reading.tag };
  } catch (error) {
    throw toOutError(out, error);
  }
}

/** Remembers the release if it may be used, and has that asked again when it is about to be. */
async function admit(
  statement: Statement | undefined,
  label: string,
  options: PullOptions,
): Promise<PullOptions> {
  const { out, trust, id } = options;
  if (statement === undefined || trust === "anyone") return options;
  const { allowsRollback } = trust;
  await remember(out, statement, label, { allowsRollback, isVisit: id !== undefined });
  if (allowsRollback) return options;
  return { ...options, beforeChange: () => requireStillNewest(out, statement, label) };
}

async function settle(
  target: PublishTarget,
  release: CheckedRelease,
  options: PullOptions,
): Promise<Omit<PullOutcome, "tag">> {
  const { out } = options;
  const { id } = release.contents;
  const folder = path.join(out, id);
  if (await isWhole(folder, release)) {
    if ((await readCurrent(out)) === id) {
      await confirmCurrent(out);
      return { state: "unchanged", id, folder, notes: [] };
    }
    return { state: "switched", id, folder, notes: await switchBack(options, id) };
  }
  const { notes } = await transfer(target, release, options);
  return { state: "pulled", id, folder, notes };
}

async function transfer(
  target: PublishTarget,
  release: CheckedRelease,
  options: PullOptions,
): Promise<{ readonly notes: readonly string[] }> {
  const { out } = options;
  const pulling = path.join(out, `${PULLING}${release.archive.sha256}`);
  await mkdir(pulling, { recursive: true });
  const lock = tryLockFolder(pulling);
  if (lock === undefined) throw runningPull(out);
  try {
    await removeOtherParts(out, path.basename(pulling));
    const file = await downloadArchive(target, release.archive, pulling, options);
    const published = await publishFolder(options, async (folder) => {
      await unpackArchive(file, folder, release);
      await describeFolder(folder);
      const text = readEntryText(folder);
      return { entry: decodeEntry(text, folder), text };
    });
    await rm(pulling, { recursive: true, force: true });
    return published;
  } catch (error) {
    // A wrong archive is useless for later pulls.
    if (error instanceof ShipError && error.code.startsWith("archive_")) {
      await rm(pulling, { recursive: true, force: true });
    }
    throw error;
  } finally {
    lock.release();
  }
}

/** Parts of archives that nobody is pulling any more. */
async function removeOtherParts(out: string, own: string): Promise<void> {
  for (const name of await readdir(out)) {
    if (!name.startsWith(PULLING) || name === own) continue;
    const folder = path.join(out, name);
    await useIfFree(folder, () => rm(folder, { recursive: true, force: true }));
  }
}

/** True if every byte of it is here already. */
async function isWhole(folder: string, { contents }: CheckedRelease): Promise<boolean> {
  if ((await lstat(folder).catch(() => undefined)) === undefined) return false;
  try {
    const { files } = await describeFolder(folder);
    return contents.files[0]?.sha256 === files[0]?.sha256;
  } catch (error) {
    if (error instanceof SnapshotError) return false;
    throw error;
  }
}

function tooLarge(label: string, bytes: number, limit: number): ShipError {
  return new ShipError({
    code: "archive_too_large",
    message: `${label} holds a snapshot of ${bytes} bytes and --max-bytes allows ${limit}; raise it if that is right.`,
  });
}

function runningPull(out: string): ShipError {
  return new ShipError({
    code: "pull_running",
    message: `Another pull into ${out} is under way; wait for it, or use another folder.`,
  });
}

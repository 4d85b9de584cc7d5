// The full check of a snapshot: every byte against its checksum, the damaged part named.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import path from "node:path";
import type { Snapshot } from "./decode.js";
import { unreadableFile } from "./errors.js";
import { SECTIONS_FILE } from "./format.js";
import { listDamagedSections } from "./sections.js";

/** What was found; `damaged` is empty for a whole snapshot. */
export interface VerifyReport {
  readonly checkedBytes: number;
  /** File names, or `snapshot.bin: section`. */
  readonly damaged: readonly string[];
}

/**
 * Reads every byte of an open snapshot.
 * @throws SnapshotError `snapshot_unreadable` when its files are not there any more
 */
export async function verifySnapshot(snapshot: Snapshot): Promise<VerifyReport> {
  const damaged: string[] = [];
  let checkedBytes = 0;
  for (const { name, bytes, sha256 } of snapshot.entry.files) {
    checkedBytes += bytes;
    const file = path.join(snapshot.folder, path.basename(name));
    if ((await hashFile(file)) === sha256) continue;
    const sections =
      name === SECTIONS_FILE ? listDamagedSections(snapshot.file.bytes, snapshot.sections) : [];
    if (sections.length === 0) damaged.push(name);
    else damaged.push(...sections.map((section) => `${name}: ${section}`));
  }
  return { checkedBytes, damaged };
}

async function hashFile(file: string): Promise<string> {
  const hash = createHash("sha256");
  try {
    for await (const chunk of createReadStream(file)) hash.update(chunk as Uint8Array);
  } catch (error) {
    throw unreadableFile(file, error);
  }
  return hash.digest("hex");
}

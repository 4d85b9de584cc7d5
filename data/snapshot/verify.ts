// The full check of a snapshot: every byte against its checksum, the damaged part named; and the
// nearest-neighbour graph, whose right checksum does not say that its links lead anywhere.
import path from "node:path";
import { digestFile } from "../sha256.js";
import { takeSteps } from "../yield.js";
import type { Snapshot } from "./decode.js";
import { SnapshotError, unreadableFile } from "./errors.js";
import { SECTIONS_FILE, VECTOR_INDEX_FILE } from "./format.js";
import { openVectorGraph } from "./graph/open-vector-graph.js";
import { listDamagedSections } from "./sections.js";

/** Result of the check; `damaged` is empty for a whole snapshot. */
interface VerifyReport {
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
    if ((await digestWritten(file)) === sha256) continue;
    const sections =
      name === SECTIONS_FILE ? listDamagedSections(snapshot.file.bytes, snapshot.sections) : [];
    if (sections.length === 0) damaged.push(name);
    else damaged.push(...sections.map((section) => `${name}: ${section}`));
  }
  // A graph over damaged vectors cannot be right.
  if (damaged.length === 0 && !(await isGraphWhole(snapshot))) damaged.push(VECTOR_INDEX_FILE);
  return { checkedBytes, damaged };
}

async function isGraphWhole(snapshot: Snapshot): Promise<boolean> {
  try {
    await takeSteps(openVectorGraph(snapshot));
    return true;
  } catch (error) {
    if (error instanceof SnapshotError) return false;
    throw error;
  }
}

async function digestWritten(file: string): Promise<string> {
  try {
    return (await digestFile(file)).sha256;
  } catch (error) {
    throw unreadableFile(file, error);
  }
}

// The nearest-neighbour graph of an open snapshot: its bytes compared with their checksum, then every number
// of it checked.
import { createHash } from "node:crypto";
import type { Steps } from "../../yield.js";
import type { Snapshot } from "../decode.js";
import { damagedSection } from "../errors.js";
import { VECTOR_INDEX_FILE } from "../format.js";
import { decodeVectorGraph, type VectorGraph } from "./vector-graph.js";

/** Hashed in one step: some milliseconds. */
const STEP_BYTES = 4 * 1024 * 1024;

/**
 * In steps of some milliseconds; `undefined` of a snapshot without a graph.
 * @throws SnapshotError `snapshot_damaged` for other bytes than were written, and for a graph that is none
 *   of the snapshot's vectors
 */
export function* openVectorGraph(snapshot: Snapshot): Steps<VectorGraph | undefined> {
  const bytes = snapshot.graphFile?.bytes;
  if (bytes === undefined) return undefined;
  const hash = createHash("sha256");
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    hash.update(bytes.subarray(at, at + STEP_BYTES));
    yield;
  }
  const row = snapshot.entry.files.find(({ name }) => name === VECTOR_INDEX_FILE);
  if (hash.digest("hex") !== row?.sha256) {
    throw damagedSection(VECTOR_INDEX_FILE, "the bytes that were written", "others");
  }
  const dimensions = snapshot.entry.embedder?.dimensions ?? 0;
  return yield* decodeVectorGraph(bytes, { numbers: snapshot.readVectors(), dimensions });
}

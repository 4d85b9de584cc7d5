// The contents of any number of files, in few requests to git and with few of them in memory.
import { readBlobs, type Repository } from "./git.js";
import type { TreeRow } from "./trees.js";

/** A larger file is no hand-written source; it is passed over. */
export const FILE_LIMIT_BYTES = 20 * 1024 * 1024;

/** Blobs of one request to git are held in memory together. */
const BATCH_LIMIT_BYTES = 64 * 1024 * 1024;

/**
 * Hands on the bytes of each distinct content once; what is too large or not in the repository is
 * left out.
 * @throws SourceError when git cannot read the repository
 */
export async function visitBlobs(
  repository: Repository,
  rows: readonly TreeRow[],
  onBytes: (objectId: string, bytes: Uint8Array) => void,
): Promise<void> {
  let batch: string[] = [];
  let batchBytes = 0;
  const readBatch = async (): Promise<void> => {
    for (const [id, bytes] of await readBlobs(repository, batch)) onBytes(id, bytes);
    batch = [];
    batchBytes = 0;
  };
  const requested = new Set<string>();
  for (const { objectId, sizeBytes } of rows) {
    if (sizeBytes === undefined || sizeBytes > FILE_LIMIT_BYTES) continue;
    if (requested.has(objectId)) continue;
    requested.add(objectId);
    batch.push(objectId);
    batchBytes += sizeBytes;
    if (batchBytes >= BATCH_LIMIT_BYTES) await readBatch();
  }
  await readBatch();
}

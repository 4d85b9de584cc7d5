// The contents of any number of files, in one request to git and with one of them in memory.
import { visitObjects, type Repository } from "./git.js";
import type { TreeRow } from "./trees.js";

/** A larger file is no hand-written source; it is passed over. */
export const FILE_LIMIT_BYTES = 20 * 1024 * 1024;

/**
 * Hands on the bytes of each distinct content once; what is too large or not in the repository is
 * left out.
 * @throws SourceError when git cannot read the repository
 */
export function visitBlobs(
  repository: Repository,
  rows: readonly TreeRow[],
  onBytes: (objectId: string, bytes: Uint8Array) => void,
): Promise<void> {
  const wanted = rows.filter(({ sizeBytes }) => (sizeBytes ?? Infinity) <= FILE_LIMIT_BYTES);
  const ids = new Set(wanted.map(({ objectId }) => objectId));
  return visitObjects(repository, [...ids], ({ objectId, bytes }) => onBytes(objectId, bytes));
}

/** The same as texts, with U+FFFD where the bytes are no UTF-8. */
export async function visitTexts(
  repository: Repository,
  rows: readonly TreeRow[],
  onText: (objectId: string, text: string) => void,
): Promise<void> {
  const decoder = new TextDecoder();
  await visitBlobs(repository, rows, (id, bytes) => onText(id, decoder.decode(bytes)));
}

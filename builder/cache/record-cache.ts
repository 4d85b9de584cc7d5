// Compressed records of the last snapshot: of those that are as they were none is compressed again, which is
// most of what writing a snapshot takes.
import { createHash } from "node:crypto";
import type { Compress } from "../../data/snapshot/record/record-store.js";
import { computeFingerprint } from "./fingerprint.js";
import { openPieceCache, type PieceCacheOptions } from "./piece-cache.js";

export interface RecordCache {
  readonly compress: Compress;
  save(): Promise<void>;
}

const COMPRESSING = [new URL("../../data/snapshot/record/record-store.js", import.meta.url)];

export async function openRecordCache(
  options: Omit<PieceCacheOptions, "kind" | "fingerprint">,
): Promise<RecordCache> {
  const fingerprint = digest(computeFingerprint(COMPRESSING), process.versions.zlib);
  const pieces = await openPieceCache({ ...options, kind: "records", fingerprint });
  const digestReference = rememberLast();
  const digestDictionary = rememberLast();
  return {
    compress({ record, reference, dictionary }, deflate) {
      const key = digest(record, digestReference(reference), digestDictionary(dictionary));
      return pieces.find(key) ?? pieces.add(key, deflate());
    },
    save: () => pieces.save(),
  };
}

/** The digest of bytes, which is not made again for the same object. */
function rememberLast(): (bytes: Uint8Array | undefined) => Uint8Array {
  let last: Uint8Array | undefined;
  let known = digest();
  return (bytes) => {
    if (bytes !== last) known = bytes === undefined ? digest() : digest(bytes);
    last = bytes;
    return known;
  };
}

function digest(...parts: readonly (Uint8Array | string)[]): Uint8Array {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}

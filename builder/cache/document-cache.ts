// Vectors by what their documents are made of, so that neither need be made again: reading what models say takes longer
// than a static embedder, and other embedders take longer than all the rest.
import { createHash } from "node:crypto";
import type { EmbeddingSpec } from "../../data/embedding/embedder.js";
import type { EmbeddedRecord } from "../index/documents.js";
import { computeFingerprint } from "./fingerprint.js";
import { openPieceCache } from "./piece-cache.js";

export interface DocumentCache {
  find(key: Uint8Array): Float32Array | undefined;
  add(key: Uint8Array, vector: Float32Array): void;
  /** As `PieceCache` has it. */
  save(isHalfway?: boolean): Promise<void>;
}

interface DocumentCacheOptions {
  readonly cacheDirectory: string;
  readonly out: string;
  onDamaged(file: string): void;
}

/** What makes documents of records and vectors of documents. */
const EMBEDDING = ["../index/documents.js", "../index/vectors.js"].map(
  (file) => new URL(file, import.meta.url),
);

/** Opens the vectors of the last build, of this very embedder. */
export async function openDocumentCache(
  spec: EmbeddingSpec,
  { cacheDirectory: directory, out, onDamaged }: DocumentCacheOptions,
): Promise<DocumentCache> {
  const fingerprint = createHash("sha256")
    .update(computeFingerprint(EMBEDDING))
    .update(JSON.stringify(spec))
    .digest();
  const pieces = await openPieceCache({ directory, out, kind: "vectors", fingerprint, onDamaged });
  return {
    find(key) {
      const piece = pieces.find(key);
      // A copy starts at a multiple of four, which the numbers need.
      return piece === undefined ? undefined : new Float32Array(new Uint8Array(piece).buffer);
    },
    add(key, { buffer, byteOffset, byteLength }) {
      pieces.add(key, new Uint8Array(buffer, byteOffset, byteLength));
    },
    save: (isHalfway) => pieces.save(isHalfway),
  };
}

export function toNeedKey(text: string): Uint8Array {
  return createHash("sha256").update("need\0").update(text).digest();
}

/** @param digest stands for the models of the record */
export function toDocumentKey(
  record: Omit<EmbeddedRecord, "models">,
  digest: string,
  needs: readonly string[],
): Uint8Array {
  const { technical_name, name, category, summary, description, repository } = record;
  const texts = [
    technical_name,
    name,
    category,
    summary,
    description,
    repository,
    digest,
    ...needs,
  ];
  return createHash("sha256").update(JSON.stringify(texts)).digest();
}

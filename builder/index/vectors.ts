// Vectors of all documents.
import type { Embedder, EmbeddingDocument } from "../../data/embedding/embedder.js";
import { readStaticWeights } from "../../data/embedding/static-weights-file.js";
import { openStaticEmbedder } from "../../data/embedding/static-embedder.js";
import { openTransformersEmbedder } from "../../data/embedding/transformers-embedder.js";
import type { ModuleRecord } from "../../data/records.js";
import type { VectorSet } from "../../data/snapshot/contents.js";
import { openVectorCache } from "../cache/vector-cache.js";
import { toEmbeddingDocument } from "./documents.js";
import { indexNameWords } from "./name-words.js";

export type EmbedderChoice =
  | { readonly kind: "none" }
  | { readonly kind: "static" }
  | {
      readonly kind: "transformers";
      readonly weights: string;
      /** Where downloaded embedder files are kept. */
      readonly cacheFolder: string;
    };

export interface EmbeddingOptions {
  readonly choice: EmbedderChoice;
  /** Where vectors of a slow embedder are kept between builds. */
  readonly cacheDirectory: string;
  onProgress(done: number): void;
  /** Told of a cache file with damaged rows; they are embedded again. */
  onDamaged(file: string): void;
}

/** Documents embedded between two reports of progress. */
const BATCH_SIZE = 64;

/**
 * One vector for each document; `undefined` without an embedder.
 * @throws OperatorError `embedder_unavailable` when the embedder's files cannot be had
 */
export async function embedRecords(
  records: readonly ModuleRecord[],
  options: EmbeddingOptions,
): Promise<VectorSet | undefined> {
  const { choice } = options;
  const documents = records.map(toEmbeddingDocument);
  switch (choice.kind) {
    case "none":
      return undefined;
    case "static": {
      const learned = await readStaticWeights();
      const embedder = openStaticEmbedder(learned);
      return toVectorSet(embedder, learned, records, await embedAll(embedder, documents, options));
    }
    case "transformers": {
      const embedder = await openTransformersEmbedder({
        model: choice.weights,
        cacheFolder: choice.cacheFolder,
      });
      const vectors = await embedWithCache(embedder, documents, options);
      return toVectorSet(embedder, new Uint8Array(), records, vectors);
    }
  }
}

function toVectorSet(
  embedder: Embedder,
  learned: Uint8Array,
  records: readonly ModuleRecord[],
  vectors: readonly Float32Array[],
): VectorSet {
  const nameWords = indexNameWords(records, (word) => embedder.weighWord(word));
  return { spec: embedder.spec, learned, vectors, nameWords };
}

/** Without keeping them: for an embedder that makes them as fast as they could be read. */
async function embedAll(
  embedder: Embedder,
  documents: readonly EmbeddingDocument[],
  { onProgress }: EmbeddingOptions,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < documents.length; start += BATCH_SIZE) {
    vectors.push(...(await embedder.embedDocuments(documents.slice(start, start + BATCH_SIZE))));
    onProgress(vectors.length);
  }
  return vectors;
}

async function embedWithCache(
  embedder: Embedder,
  documents: readonly EmbeddingDocument[],
  { cacheDirectory, onProgress, onDamaged }: EmbeddingOptions,
): Promise<readonly Float32Array[]> {
  const cache = await openVectorCache(cacheDirectory, embedder.spec, onDamaged);
  const missing = documents.filter((document) => cache.find(document) === undefined);
  let done = documents.length - missing.length;
  onProgress(done);
  for (let start = 0; start < missing.length; start += BATCH_SIZE) {
    const batch = missing.slice(start, start + BATCH_SIZE);
    await cache.add(batch, await embedder.embedDocuments(batch));
    done += batch.length;
    onProgress(done);
  }
  return documents.map((document) => {
    const vector = cache.find(document);
    if (vector === undefined) throw new Error("a document was neither kept nor embedded");
    return vector;
  });
}

// Vectors of all documents.
import type { Embedder, EmbeddingDocument } from "../../data/embedding/embedder.js";
import { readStaticWeights } from "../../data/embedding/static-weights-file.js";
import { openStaticEmbedder } from "../../data/embedding/static-embedder.js";
import { openTransformersEmbedder } from "../../data/embedding/transformers-embedder.js";
import type { ModelRecord } from "../../data/records.js";
import type { VectorSet } from "../../data/snapshot/contents.js";
import { openVectorCache, type VectorCache } from "../cache/vector-cache.js";
import { toEmbeddingDocument, type EmbeddedRecord } from "./documents.js";
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
  /** Called for a cache file with damaged rows; they are embedded again. */
  onDamaged(file: string): void;
}

/** Documents embedded between two reports of progress. */
const BATCH_SIZE = 64;

/** The records that documents are made of, each read when its turn has come. */
export interface RecordSource {
  /** One for each document. */
  readonly records: readonly Omit<EmbeddedRecord, "models">[];
  /** The models of a record by its place in the list. */
  readModels(document: number): readonly ModelRecord[];
}

/**
 * One vector for each document; `undefined` without an embedder.
 * @throws OperatorError `embedder_unavailable` when the embedder's files cannot be had
 */
export async function embedRecords(
  source: RecordSource,
  options: EmbeddingOptions,
): Promise<VectorSet | undefined> {
  const { choice } = options;
  switch (choice.kind) {
    case "none":
      return undefined;
    case "static": {
      const learned = readStaticWeights();
      const embedder = openStaticEmbedder(learned);
      // Without keeping them: it makes them as fast as they could be read.
      const vectors = await embedAll(source, options, (batch) => embedder.embedDocuments(batch));
      return toVectorSet(embedder, learned, source, vectors);
    }
    case "transformers": {
      const embedder = await openTransformersEmbedder({
        model: choice.weights,
        cacheFolder: choice.cacheFolder,
      });
      const { cacheDirectory, onDamaged } = options;
      const cache = await openVectorCache(cacheDirectory, embedder.spec, onDamaged);
      const vectors = await embedAll(source, options, (batch) =>
        embedWithCache(embedder, cache, batch),
      );
      return toVectorSet(embedder, new Uint8Array(), source, vectors);
    }
  }
}

function toVectorSet(
  embedder: Embedder,
  learned: Uint8Array,
  { records }: RecordSource,
  vectors: readonly Float32Array[],
): VectorSet {
  const nameWords = indexNameWords(records, (word) => embedder.weighWord(word));
  return { spec: embedder.spec, learned, vectors, nameWords };
}

type EmbedBatch = (documents: readonly EmbeddingDocument[]) => Promise<readonly Float32Array[]>;

/** Makes documents as they are embedded: all at once take as much room as everything else. */
async function embedAll(
  { records, readModels }: RecordSource,
  { onProgress }: EmbeddingOptions,
  embedBatch: EmbedBatch,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  while (vectors.length < records.length) {
    const start = vectors.length;
    const documents = records
      .slice(start, start + BATCH_SIZE)
      .map((record, at) => toEmbeddingDocument({ ...record, models: readModels(start + at) }));
    vectors.push(...(await embedBatch(documents)));
    onProgress(vectors.length);
  }
  return vectors;
}

async function embedWithCache(
  embedder: Embedder,
  cache: VectorCache,
  documents: readonly EmbeddingDocument[],
): Promise<readonly Float32Array[]> {
  const missing = documents.filter((document) => cache.find(document) === undefined);
  if (missing.length > 0) await cache.add(missing, await embedder.embedDocuments(missing));
  return documents.map((document) => {
    const vector = cache.find(document);
    if (vector === undefined) throw new Error("a document was neither kept nor embedded");
    return vector;
  });
}

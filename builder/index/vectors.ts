// Vectors of all documents and the approximate index over them.
import { appendFileSync } from "node:fs";
import hnswlib from "hnswlib-node";
import type { Embedder, EmbeddingDocument } from "../../data/embedding/embedder.js";
import { learnStaticModel, encodeStaticModel } from "../../data/embedding/static-model.js";
import { openStaticEmbedder } from "../../data/embedding/static-embedder.js";
import { openTransformersEmbedder } from "../../data/embedding/transformers-embedder.js";
import type { ModuleRecord } from "../../data/records.js";
import type { VectorSet } from "../../data/snapshot/contents.js";
import { openVectorCache } from "../cache/vector-cache.js";
import { toEmbeddingDocument } from "./documents.js";

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
    case "static":
      return embedStatic(documents, options);
    case "transformers": {
      const embedder = await openTransformersEmbedder({
        model: choice.weights,
        cacheFolder: choice.cacheFolder,
      });
      const vectors = await embedWithCache(embedder, documents, options);
      return { spec: embedder.spec, learned: new Uint8Array(), vectors };
    }
  }
}

/**
 * The static embedder learns how rare words are from these very documents, so that one changed text
 * changes all vectors a little. They are not kept: making them takes as long as reading them would.
 */
async function embedStatic(
  documents: readonly EmbeddingDocument[],
  { onProgress }: EmbeddingOptions,
): Promise<VectorSet> {
  const texts = documents.map((parts) => parts.map((part) => part.text).join("\n"));
  const statistics = learnStaticModel(texts);
  const embedder = openStaticEmbedder(statistics);
  const vectors: Float32Array[] = [];
  for (let start = 0; start < documents.length; start += BATCH_SIZE) {
    vectors.push(...(await embedder.embedDocuments(documents.slice(start, start + BATCH_SIZE))));
    onProgress(vectors.length);
  }
  return { spec: embedder.spec, learned: encodeStaticModel(statistics), vectors };
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

/** Links per vector, and candidates considered when one is added: hnswlib's M and efConstruction. */
const LINKS = 16;
const CONSTRUCTION_CANDIDATES = 200;
/** Fixed, so that the same vectors in the same order give the same file. */
const SEED = 100;

/**
 * Writes the approximate index of unit vectors by inner product; labels are document numbers.
 * @throws the file system's error, or the library's
 */
export function writeVectorIndex(vectorSet: VectorSet, file: string): void {
  const index = new hnswlib.HierarchicalNSW("ip", vectorSet.spec.dimensions);
  index.initIndex(Math.max(vectorSet.vectors.length, 1), LINKS, CONSTRUCTION_CANDIDATES, SEED);
  vectorSet.vectors.forEach((vector, document) => index.addPoint([...vector], document));
  index.writeIndexSync(file);
  requireWhole(file, vectorSet.spec.dimensions);
}

/** The library says nothing when it cannot write, as on a full disk; it does when it reads. */
function requireWhole(file: string, dimensions: number): void {
  try {
    new hnswlib.HierarchicalNSW("ip", dimensions).readIndexSync(file);
  } catch (error) {
    // More of the same meets the fault that the library met, and the system names it.
    appendFileSync(file, Buffer.alloc(PROBE_BYTES));
    throw error;
  }
}

/** More than a file system could still have room for within the last block of a file. */
const PROBE_BYTES = 1 << 20;

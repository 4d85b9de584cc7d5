// Vectors of all documents and the approximate index over them.
import hnswlib from "hnswlib-node";
import type { Embedder } from "../../data/embedding/embedder.js";
import { learnStaticModel, encodeStaticModel } from "../../data/embedding/static-model.js";
import { openStaticEmbedder } from "../../data/embedding/static-embedder.js";
import { openTransformersEmbedder } from "../../data/embedding/transformers-embedder.js";
import type { ModuleRecord } from "../../data/records.js";
import type { VectorSet } from "../../data/snapshot/contents.js";
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

/** Documents embedded between two reports of progress. */
const BATCH_SIZE = 64;

/**
 * One vector for each document; `undefined` without an embedder. The static embedder learns how
 * rare words are from these very documents.
 * @throws OperatorError `embedder_unavailable` when the embedder's files cannot be had
 */
export async function embedRecords(
  records: readonly ModuleRecord[],
  choice: EmbedderChoice,
  onProgress: (done: number) => void,
): Promise<VectorSet | undefined> {
  if (choice.kind === "none") return undefined;
  const documents = records.map(toEmbeddingDocument);
  let embedder: Embedder;
  let learned: Uint8Array = new Uint8Array();
  if (choice.kind === "static") {
    const texts = documents.map((parts) => parts.map((part) => part.text).join("\n"));
    const statistics = learnStaticModel(texts);
    learned = encodeStaticModel(statistics);
    embedder = openStaticEmbedder(statistics);
  } else {
    embedder = await openTransformersEmbedder({
      model: choice.weights,
      cacheFolder: choice.cacheFolder,
    });
  }
  const vectors: Float32Array[] = [];
  for (let start = 0; start < documents.length; start += BATCH_SIZE) {
    vectors.push(...(await embedder.embedDocuments(documents.slice(start, start + BATCH_SIZE))));
    onProgress(vectors.length);
  }
  return { spec: embedder.spec, learned, vectors };
}

/** Links per vector, and candidates considered when one is added: hnswlib's M and efConstruction. */
const LINKS = 16;
const CONSTRUCTION_CANDIDATES = 200;
/** Fixed, so that the same vectors in the same order give the same file. */
const SEED = 100;

/** Writes the approximate index of unit vectors by inner product; labels are document numbers. */
export function writeVectorIndex(vectorSet: VectorSet, file: string): void {
  const index = new hnswlib.HierarchicalNSW("ip", vectorSet.spec.dimensions);
  index.initIndex(Math.max(vectorSet.vectors.length, 1), LINKS, CONSTRUCTION_CANDIDATES, SEED);
  vectorSet.vectors.forEach((vector, document) => index.addPoint([...vector], document));
  index.writeIndexSync(file);
}

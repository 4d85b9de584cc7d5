// Similar documents by vector: every one compared while they are few, hnswlib's graph above.
import { createRequire } from "node:module";
import type hnswlib from "hnswlib-node";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { damagedSection } from "../../data/snapshot/errors.js";
import { EXACT_SCAN_LIMIT, VECTOR_INDEX_FILE } from "../../data/snapshot/format.js";
import { openRowProducts, type RowProducts } from "./row-products.js";

/** Documents that may be found. */
export interface AcceptedDocuments {
  /** Distinct, ascending. */
  readonly list: Uint32Array;
  has(document: number): boolean;
}

/** Documents with the cosine of each and the query, −1 to 1. */
export interface SimilarDocuments {
  readonly documents: Uint32Array;
  readonly cosines: Float32Array;
}

export interface VectorIndex {
  /**
   * All accepted documents up to the exact scan's limit; else about the CANDIDATES nearest of them,
   * and those that `listOthers` gives and that are accepted.
   */
  findSimilar(
    query: Float32Array,
    accepted: AcceptedDocuments,
    listOthers: () => Iterable<number>,
  ): SimilarDocuments;
}

/** Of the graph. So many are looked through that of the 50 nearest hardly one is missed. */
const CANDIDATES = 1_000;

/** @throws SnapshotError when the vectors do not fit the documents */
export function openVectorIndex(
  snapshot: Snapshot,
  dimensions: number,
  exactScanLimit = EXACT_SCAN_LIMIT,
): VectorIndex {
  const vectors = snapshot.readVectors();
  const count = snapshot.documentLists.length;
  if (vectors.length !== count * dimensions) {
    throw damagedSection("vectors", `${count} × ${dimensions} numbers`, `${vectors.length}`);
  }
  const hasGraph = snapshot.entry.files.some(({ name }) => name === VECTOR_INDEX_FILE);
  const compare = openRowProducts(vectors, dimensions);
  return hasGraph && count > exactScanLimit
    ? openGraph(compare, readGraph(snapshot.vectorIndexFile, dimensions), exactScanLimit)
    : openScan(compare);
}

/** Compares with every accepted one. */
export function openScan(compare: RowProducts): VectorIndex {
  return {
    findSimilar: (query, { list }) => ({ documents: list, cosines: compare(query, list) }),
  };
}

/** Asks the graph where more than `exactScanLimit` are accepted. */
export function openGraph(
  compare: RowProducts,
  graph: hnswlib.HierarchicalNSW,
  exactScanLimit: number,
): VectorIndex {
  const scan = openScan(compare);
  graph.setEf(CANDIDATES);
  return {
    findSimilar(query, accepted, listOthers) {
      if (accepted.list.length <= exactScanLimit)
        return scan.findSimilar(query, accepted, listOthers);
      const isAccepted = (document: number): boolean => accepted.has(document);
      const isWhole = accepted.list.length === graph.getCurrentCount();
      const most = Math.min(CANDIDATES, accepted.list.length);
      const { neighbors } = graph.searchKnn([...query], most, isWhole ? undefined : isAccepted);
      // A damaged graph may name what is not there.
      const found = new Set(neighbors.filter(isAccepted));
      for (const document of listOthers()) if (isAccepted(document)) found.add(document);
      // Its distances are of another precision; a score must not depend on which way was taken.
      const documents = Uint32Array.from(found);
      return { documents, cosines: compare(query, documents) };
    },
  };
}

/** @throws SnapshotError when the file is no graph of such vectors */
export function readGraph(file: string, dimensions: number): hnswlib.HierarchicalNSW {
  // Loaded for the few snapshots that have a graph.
  const library = createRequire(import.meta.url)("hnswlib-node") as typeof hnswlib;
  const graph = new library.HierarchicalNSW("ip", dimensions);
  try {
    graph.readIndexSync(file);
  } catch (error) {
    throw damagedSection(VECTOR_INDEX_FILE, "an index", (error as Error).message);
  }
  return graph;
}

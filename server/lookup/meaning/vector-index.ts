// Similar documents by vector: every one compared while they are few, a graph asked above.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { openVectorGraph } from "../../../data/snapshot/graph/open-vector-graph.js";
import type { VectorGraph } from "../../../data/snapshot/graph/vector-graph.js";
import type { Steps } from "../../../data/yield.js";
import { createGraphSearch } from "./graph-search.js";
import { createDotProducts, type DotProducts } from "../../../data/embedding/dot-products.js";

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

/** Up to so many vectors a question is compared with each, which misses nothing. */
const EXACT_SCAN_LIMIT = 1_000;

/** Candidates taken from the graph: enough that hardly one of the 50 nearest is missed. */
const CANDIDATES = 1_000;

/**
 * In steps of some milliseconds, for a graph the more the larger it is.
 * @throws SnapshotError when the vectors do not fit the documents, or the graph does not fit them
 */
export function* openVectorIndex(
  snapshot: Snapshot,
  dimensions: number,
  exactScanLimit = EXACT_SCAN_LIMIT,
): Steps<VectorIndex> {
  const vectors = snapshot.readVectors();
  const count = snapshot.documentLists.length;
  if (vectors.length !== count * dimensions) {
    throw damagedSection("vectors", `${count} × ${dimensions} numbers`, `${vectors.length}`);
  }
  const compare = createDotProducts(vectors, dimensions);
  if (count <= exactScanLimit) return openScan(compare);
  yield;
  const graph = yield* openVectorGraph(snapshot);
  return graph === undefined ? openScan(compare) : openGraph(compare, graph, exactScanLimit);
}

/** Compares with every accepted one. */
export function openScan(compare: DotProducts): VectorIndex {
  return {
    findSimilar: (query, { list }) => ({ documents: list, cosines: compare(query, list) }),
  };
}

/** Asks the graph where more than `exactScanLimit` are accepted. */
export function openGraph(
  compare: DotProducts,
  graph: VectorGraph,
  exactScanLimit: number,
): VectorIndex {
  const scan = openScan(compare);
  const search = createGraphSearch(graph, compare, CANDIDATES);
  return {
    findSimilar(query, accepted, listOthers) {
      if (accepted.list.length <= exactScanLimit)
        return scan.findSimilar(query, accepted, listOthers);
      const isAccepted = (document: number): boolean => accepted.has(document);
      const isWhole = accepted.list.length === graph.count;
      const found = new Set(search(query, isWhole ? () => true : isAccepted));
      for (const document of listOthers()) if (isAccepted(document)) found.add(document);
      const documents = Uint32Array.from(found);
      return { documents, cosines: compare(query, documents) };
    },
  };
}

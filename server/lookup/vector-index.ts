// Similar documents by vector: every one compared while they are few, hnswlib's graph above.
import hnswlib from "hnswlib-node";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { damagedSection } from "../../data/snapshot/errors.js";
import { EXACT_SCAN_LIMIT, VECTOR_INDEX_FILE } from "../../data/snapshot/format.js";

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
  return hasGraph && count > exactScanLimit
    ? openGraph(vectors, readGraph(snapshot.vectorIndexFile, dimensions), exactScanLimit)
    : openScan(vectors);
}

/** Compares with every accepted one. */
export function openScan(vectors: Float32Array): VectorIndex {
  return {
    findSimilar: (query, { list }) => ({
      documents: list,
      cosines: compareAll(vectors, query, list),
    }),
  };
}

/** Asks the graph where more than `exactScanLimit` are accepted. */
export function openGraph(
  vectors: Float32Array,
  graph: hnswlib.HierarchicalNSW,
  exactScanLimit: number,
): VectorIndex {
  const scan = openScan(vectors);
  graph.setEf(CANDIDATES);
  return {
    findSimilar(query, accepted, listOthers) {
      if (accepted.list.length <= exactScanLimit)
        return scan.findSimilar(query, accepted, listOthers);
      const isAccepted = (document: number): boolean => accepted.has(document);
      const isWhole = accepted.list.length === graph.getCurrentCount();
      const most = Math.min(CANDIDATES, accepted.list.length);
      const { neighbors } = graph.searchKnn([...query], most, isWhole ? undefined : isAccepted);
      const found = new Set(neighbors);
      for (const document of listOthers()) if (isAccepted(document)) found.add(document);
      // Its distances are of another precision; a score must not depend on which way was taken.
      const documents = Uint32Array.from(found);
      return { documents, cosines: compareAll(vectors, query, documents) };
    },
  };
}

/**
 * The products of the query and the vectors of these documents. Four at a time: their sums do not wait
 * for each other. Two places at a time: a quarter faster than one.
 */
function compareAll(
  vectors: Float32Array,
  query: Float32Array,
  documents: Uint32Array,
): Float32Array {
  const width = query.length;
  const cosines = new Float32Array(documents.length);
  const last = documents.length - 1;
  // As a whole number of 32 bits, which places are fastest counted in.
  const startOf = (row: number): number => Math.imul(documents[Math.min(row, last)] ?? 0, width);
  for (let row = 0; row <= last; row += 4) {
    const a = startOf(row);
    const b = startOf(row + 1);
    const c = startOf(row + 2);
    const d = startOf(row + 3);
    let sumA = 0;
    let sumB = 0;
    let sumC = 0;
    let sumD = 0;
    for (let at = 0; at < width; at += 2) {
      const one = query[at] ?? 0;
      // 0 behind the last place of an odd width.
      const two = query[at + 1] ?? 0;
      sumA += one * (vectors[a + at] ?? 0) + two * (vectors[a + at + 1] ?? 0);
      sumB += one * (vectors[b + at] ?? 0) + two * (vectors[b + at + 1] ?? 0);
      sumC += one * (vectors[c + at] ?? 0) + two * (vectors[c + at + 1] ?? 0);
      sumD += one * (vectors[d + at] ?? 0) + two * (vectors[d + at + 1] ?? 0);
    }
    // What lies behind the end of a typed array is not kept.
    cosines[row] = sumA;
    cosines[row + 1] = sumB;
    cosines[row + 2] = sumC;
    cosines[row + 3] = sumD;
  }
  return cosines;
}

/** @throws SnapshotError when the file is no graph of such vectors */
export function readGraph(file: string, dimensions: number): hnswlib.HierarchicalNSW {
  const graph = new hnswlib.HierarchicalNSW("ip", dimensions);
  try {
    graph.readIndexSync(file);
  } catch (error) {
    throw damagedSection(VECTOR_INDEX_FILE, "an index", (error as Error).message);
  }
  return graph;
}

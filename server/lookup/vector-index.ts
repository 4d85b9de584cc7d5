// Similar documents by vector: every one compared while they are few, hnswlib's index above.
import hnswlib from "hnswlib-node";
import type { Snapshot } from "../../data/snapshot/decode.js";
import { damagedSection } from "../../data/snapshot/errors.js";
import { VECTOR_INDEX_FILE } from "../../data/snapshot/format.js";

export interface VectorIndex {
  /**
   * Cosine of the query and documents that `accepts` lets through, −1 to 1. All of them up to the
   * exact scan's limit, else about the CANDIDATES nearest.
   */
  findSimilar(
    query: Float32Array,
    accepts: (document: number) => boolean,
  ): ReadonlyMap<number, number>;
  /** Cosine of the query and one document. */
  compare(query: Float32Array, document: number): number;
}

/** Up to here a scan of all vectors takes a few milliseconds and misses nothing. */
const EXACT_SCAN_LIMIT = 50_000;

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
  const compare = (query: Float32Array, document: number): number => {
    const start = document * dimensions;
    let sum = 0;
    for (let at = 0; at < dimensions; at++) {
      sum += (query[at] ?? 0) * (vectors[start + at] ?? 0);
    }
    return sum;
  };
  if (count <= exactScanLimit) return { compare, findSimilar: scanAll(count, compare) };
  const index = readIndex(snapshot.vectorIndexFile, dimensions);
  index.setEf(CANDIDATES);
  return {
    compare,
    findSimilar(query, accepts) {
      const wanted = Math.min(CANDIDATES, count);
      const { neighbors } = index.searchKnn([...query], wanted, accepts);
      // Its distances are of another precision; a score must not depend on which way was taken.
      return new Map(neighbors.map((document) => [document, compare(query, document)]));
    },
  };
}

function readIndex(file: string, dimensions: number): hnswlib.HierarchicalNSW {
  const index = new hnswlib.HierarchicalNSW("ip", dimensions);
  try {
    index.readIndexSync(file);
  } catch (error) {
    throw damagedSection(VECTOR_INDEX_FILE, "an index", (error as Error).message);
  }
  return index;
}

function scanAll(
  count: number,
  compare: (query: Float32Array, document: number) => number,
): VectorIndex["findSimilar"] {
  return (query, accepts) => {
    const similar = new Map<number, number>();
    for (let document = 0; document < count; document++) {
      if (accepts(document)) similar.set(document, compare(query, document));
    }
    return similar;
  };
}

// Similar documents by vector: every one compared while they are few, a graph asked above (HNSW, Malkov and Yashunin, 2016,
// algorithms 2 and 5), as hnswlib does it: down the levels to where the query is nearest, then outwards on level 0. In here since
// hnswlib believes its file, keeps a second copy of the vectors, and calls back for every vector where there is a filter.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { openVectorGraph } from "../../../data/snapshot/graph/open-vector-graph.js";
import type { VectorGraph } from "../../../data/snapshot/graph/vector-graph.js";
import type { Steps } from "../../../data/yield.js";
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

/**
 * Up to so many vectors a question is compared with each, which misses nothing: as long as the graph takes for its candidates and for
 * what it could miss. Of 50,000 they take 1.3 ms.
 */
const EXACT_SCAN_LIMIT = 50_000;

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

/** About the nearest accepted elements, at most as many as the search was opened for, in no order. */
type GraphSearch = (
  query: Float32Array,
  isAccepted: (element: number) => boolean,
) => readonly number[];

/**
 * @param compare products with the vectors of the elements: the higher, the nearer
 * @param most how many are found, and how many are kept in sight on the way; at least 1
 */
export function createGraphSearch(
  graph: VectorGraph,
  compare: DotProducts,
  most: number,
): GraphSearch {
  /** The search that an element was last seen in. */
  const seen = new Uint32Array(graph.count);
  let search = 0;
  const unseen = new Uint32Array(graph.mostLinks);
  const products = new Float32Array(graph.mostLinks);
  // By product: the nearest element first. By product with the other sign: the furthest first.
  const ahead = new Heap(graph.count);
  const found = new Heap(most + 1);
  return (query, isAccepted) => {
    if (graph.count === 0) return [];
    if (search === LAST_SEARCH) {
      seen.fill(0);
      search = 0;
    }
    search += 1;
    ahead.size = 0;
    found.size = 0;
    const look = (element: number, product: number): void => {
      if (found.size >= most && !(product > -found.firstKey)) return;
      ahead.push(product, element);
      if (!isAccepted(element)) return;
      found.push(-product, element);
      if (found.size > most) found.pop();
    };
    const start = descend(graph, compare, query);
    seen[start.element] = search;
    look(start.element, start.product);
    while (ahead.size > 0 && !(found.size >= most && ahead.firstKey < -found.firstKey)) {
      const links = graph.listLinks(ahead.pop(), 0);
      let count = 0;
      for (let at = 0; at < links.length; at++) {
        const link = links[at] ?? 0;
        if (seen[link] === search) continue;
        seen[link] = search;
        unseen[count++] = link;
      }
      if (count === 0) continue;
      compare(query, unseen.subarray(0, count), products);
      for (let at = 0; at < count; at++) look(unseen[at] ?? 0, products[at] ?? 0);
    }
    return found.listValues();
  };
}

const LAST_SEARCH = 2 ** 32 - 1;

/** The element of level 0 to start from: on each level above as near as its links lead. */
function descend(
  graph: VectorGraph,
  compare: DotProducts,
  query: Float32Array,
): { readonly element: number; readonly product: number } {
  let element = graph.entryPoint;
  let product = compare(query, Uint32Array.of(element))[0] ?? 0;
  for (let level = graph.highestLevel; level > 0; level--) {
    for (let isNearer = true; isNearer;) {
      isNearer = false;
      const links = graph.listLinks(element, level);
      const products = compare(query, links);
      for (let at = 0; at < links.length; at++) {
        if (!((products[at] ?? 0) > product)) continue;
        product = products[at] ?? 0;
        element = links[at] ?? 0;
        isNearer = true;
      }
    }
  }
  return { element, product };
}

/** A binary heap of numbers by keys; the first is one with the highest key. */
class Heap {
  size = 0;
  readonly #keys: Float32Array;
  readonly #values: Uint32Array;

  /** @param room for how many at a time */
  constructor(room: number) {
    this.#keys = new Float32Array(room);
    this.#values = new Uint32Array(room);
  }

  /** First key; the heap must not be empty. */
  get firstKey(): number {
    return this.#keys[0] ?? 0;
  }

  listValues(): readonly number[] {
    return Array.from(this.#values.subarray(0, this.size));
  }

  push(key: number, value: number): void {
    const keys = this.#keys;
    const values = this.#values;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      const parentKey = keys[parent] ?? 0;
      if (!(key > parentKey)) break;
      keys[at] = parentKey;
      values[at] = values[parent] ?? 0;
      at = parent;
    }
    keys[at] = key;
    values[at] = value;
  }

  /** Takes the first out of a heap that is not empty, and gives its value. */
  pop(): number {
    const keys = this.#keys;
    const values = this.#values;
    const first = values[0] ?? 0;
    const size = --this.size;
    const key = keys[size] ?? 0;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (keys[child + 1] ?? 0) > (keys[child] ?? 0)) child += 1;
      const childKey = keys[child] ?? 0;
      if (!(childKey > key)) break;
      keys[at] = childKey;
      values[at] = values[child] ?? 0;
      at = child;
    }
    keys[at] = key;
    values[at] = values[size] ?? 0;
    return first;
  }
}

// The approximate index over vectors, hnswlib's graph, made for every snapshot that has vectors where the library could be
// compiled. Without it the server compares all.
import { appendFileSync } from "node:fs";
import type { Steps } from "../../data/yield.js";

/** The library, as far as it is used. Its own types are not: the program compiles without it. */
export interface GraphLibrary {
  readonly HierarchicalNSW: new (space: "ip", dimensions: number) => LibraryGraph;
}

interface LibraryGraph {
  initIndex(most: number, links: number, candidates: number, seed: number): void;
  addPoint(vector: number[], label: number): void;
  writeIndexSync(file: string): void;
  readIndexSync(file: string): void;
  getCurrentCount(): number;
  setEf(candidates: number): void;
  searchKnn(
    vector: number[],
    most: number,
    isAccepted?: (label: number) => boolean,
  ): { readonly neighbors: number[] };
}

/** Kept from the compiler, which would look for it. */
const LIBRARY: string = "hnswlib-node";

/** Nothing where it is not installed. */
export async function loadGraphLibrary(): Promise<GraphLibrary | undefined> {
  try {
    return ((await import(LIBRARY)) as { readonly default: GraphLibrary }).default;
  } catch {
    return undefined;
  }
}

/** Said of a build without it. */
export const NO_GRAPH =
  "No nearest-neighbour index: hnswlib-node is not installed, since it needs a C++ toolchain. Searches by meaning compare every text.";

/** Links per vector, and candidates considered when one is added: hnswlib's M and efConstruction. */
const LINKS = 16;
const CONSTRUCTION_CANDIDATES = 200;
/** Fixed, so that the same vectors in the same order give the same file. */
const SEED = 100;

/**
 * Writes the approximate index of unit vectors by inner product, one vector a step; labels are
 * document numbers.
 * @throws the file system's error, or the library's
 */
export function* writeVectorGraph(
  hnswlib: GraphLibrary,
  vectors: readonly Float32Array[],
  dimensions: number,
  file: string,
): Steps<void> {
  const index = new hnswlib.HierarchicalNSW("ip", dimensions);
  index.initIndex(Math.max(vectors.length, 1), LINKS, CONSTRUCTION_CANDIDATES, SEED);
  for (const [document, vector] of vectors.entries()) {
    index.addPoint([...vector], document);
    yield;
  }
  index.writeIndexSync(file);
  requireWhole(hnswlib, file, dimensions);
}

/** The library says nothing when it cannot write, as on a full disk; it does when it reads. */
function requireWhole(hnswlib: GraphLibrary, file: string, dimensions: number): void {
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

// The approximate index over vectors, hnswlib's graph, made for every snapshot that has vectors.
import { appendFileSync } from "node:fs";
import hnswlib from "hnswlib-node";
import type { Steps } from "../../data/yield.js";

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
  requireWhole(file, dimensions);
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

// Modules without written needs: their vectors are moved towards the needs of the most similar
// modules, since people seldom speak as a module does. Pure.
import { createDotProducts } from "../../data/embedding/dot-products.js";
import { scaleToUnit } from "../../data/embedding/embedder.js";
import type { Steps } from "../../data/yield.js";

/**
 * Number of modules that lend their needs, and weight of the mean beside the module's own vector.
 * Chosen on a held-out half.
 */
const NEIGHBOURS = 10;
const SHARE = 0.8;

/** Among fewer described modules the ten nearest are not near. */
const FEWEST_DESCRIBED = 100;

interface NearNeeds {
  /** One for each document, of unit length or all zero. */
  readonly vectors: readonly Float32Array[];
  /** One for each need. */
  readonly needs: readonly Float32Array[];
  /** For each document the needs of its module; those of one module are the same list. */
  readonly needsOfDocument: readonly (readonly number[])[];
}

/**
 * unit(v + 0.8 · m) for the vector v of each document without needs, m being the mean of what the ten nearest described modules are
 * needed for, each the mean of its own; the others as they are. `undefined` where fewer than a hundred modules are described.
 */
export function* moveToNearNeeds(set: NearNeeds): Steps<readonly Float32Array[] | undefined> {
  const { vectors, needs, needsOfDocument } = set;
  const documents = listDescribed(needsOfDocument);
  if (documents.length < FEWEST_DESCRIBED) return undefined;
  const width = vectors[0]?.length ?? 0;
  const table = new Float32Array(documents.length * width);
  documents.forEach((document, row) => table.set(vectors[document] ?? [], row * width));
  const means = documents.map((document) =>
    computeMean(
      (needsOfDocument[document] ?? []).map((need) => needs[need] ?? new Float32Array()),
      width,
    ),
  );
  const compare = createDotProducts(table, width);
  const rows = Uint32Array.from(documents.keys());
  const moved: Float32Array[] = [];
  for (const [document, vector] of vectors.entries()) {
    const isDescribed = (needsOfDocument[document] ?? []).length > 0;
    moved.push(isDescribed ? vector : move(vector, compare(vector, rows), means));
    if (!isDescribed) yield;
  }
  return moved;
}

/** Last document of each described module, which is the one of its newest version. */
function listDescribed(needsOfDocument: NearNeeds["needsOfDocument"]): readonly number[] {
  const documents = new Map<number, number>();
  needsOfDocument.forEach(([first], document) => {
    if (first !== undefined) documents.set(first, document);
  });
  return [...documents.values()];
}

function move(
  vector: Float32Array,
  cosines: Float32Array,
  means: readonly Float64Array[],
): Float32Array {
  const near = listNearest(cosines);
  if (near.length === 0) return vector;
  const mean = computeMean(
    near.map((row) => means[row] ?? new Float64Array()),
    vector.length,
  );
  return scaleToUnit(Float64Array.from(vector, (value, at) => value + SHARE * (mean[at] ?? 0)));
}

/** Rows of the largest cosines above 0, the largest first, of equal ones the earlier row: in one walk, without sorting all. */
function listNearest(cosines: Float32Array): readonly number[] {
  const near: number[] = [];
  for (const [row, cosine] of cosines.entries()) {
    if (cosine <= (near.length < NEIGHBOURS ? 0 : (cosines[near.at(-1) ?? 0] ?? 0))) continue;
    const at = near.findIndex((other) => (cosines[other] ?? 0) < cosine);
    near.splice(at < 0 ? near.length : at, 0, row);
    near.length = Math.min(near.length, NEIGHBOURS);
  }
  return near;
}

function computeMean(vectors: readonly ArrayLike<number>[], width: number): Float64Array {
  const mean = new Float64Array(width);
  for (const vector of vectors) {
    for (let at = 0; at < width; at++)
      mean[at] = (mean[at] ?? 0) + (vector[at] ?? 0) / vectors.length;
  }
  return mean;
}

// The vectors that training starts from: cross-lingual latent semantic analysis. Words that stand in
// the same concepts, in whatever language, begin near to each other. The singular vectors come of a
// randomised subspace iteration (Halko, Martinsson, Tropp 2011, "Finding Structure with Randomness").
import { createRandom } from "../../data/random.js";
import { yieldToEventLoop } from "../../data/yield.js";
import type { Corpus } from "../corpus.js";
import { buildConceptMatrix, transposeSparse } from "../pairs/concept-matrix.js";
import { decomposeSymmetric, orthonormalise } from "./eigen.js";
import { changeBasis, computeGram, multiplySparse } from "./products.js";

interface FirstVectorsOptions {
  /** A multiple of 4. */
  readonly dimensions: number;
  readonly seed: number;
  readonly signal: AbortSignal;
  /** Called with the number of products done, of `FIRST_VECTORS_STAGES`. */
  readonly onProgress: (done: number) => void;
}

/** How often the subspace is rotated towards the largest singular values. */
const ROUNDS = 3;
/** Beside the wanted dimensions. */
const EXTRA = 32;
export const FIRST_VECTORS_STAGES = ROUNDS + 2;

/**
 * One unit row for each word of the corpus: left singular vectors of the words' concepts, without
 * the singular values.
 * @param weights how telling each word is
 * @throws the signal's reason
 */
export async function learnFirstVectors(
  corpus: Corpus,
  weights: Float32Array,
  { dimensions, seed, signal, onProgress }: FirstVectorsOptions,
): Promise<Float32Array> {
  const byConcept = buildConceptMatrix(corpus, weights);
  const byWord = transposeSparse(byConcept, corpus.words.length);
  const width = dimensions + EXTRA;
  const random = createRandom(seed);
  let image: Float32Array = new Float32Array((byConcept.starts.length - 1) * width);
  for (let at = 0; at < image.length; at++) image[at] = random.fraction() < 0.5 ? -1 : 1;
  let subspace: Float32Array = new Float32Array();
  for (let round = 0; round <= ROUNDS; round++) {
    subspace = multiplySparse(byWord, image, width);
    onProgress(round + 1);
    await yieldToEventLoop();
    signal.throwIfAborted();
    subspace = changeBasis(subspace, width, orthonormalise(computeGram(subspace, width), width));
    image = multiplySparse(byConcept, subspace, width);
  }
  const { vectors } = decomposeSymmetric(computeGram(image, width), width);
  const leading = vectors.filter((_, at) => at % width < dimensions);
  const rows = changeBasis(subspace, width, leading);
  scaleToUnitRows(rows, dimensions);
  onProgress(FIRST_VECTORS_STAGES);
  return rows;
}

function scaleToUnitRows(rows: Float32Array, width: number): void {
  for (let start = 0; start < rows.length; start += width) {
    const row = rows.subarray(start, start + width);
    const length = Math.sqrt(row.reduce((sum, value) => sum + value * value, 0));
    if (length > 0) row.forEach((value, at) => (row[at] = value / length));
  }
}

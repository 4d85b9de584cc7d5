// The vectors that training starts from: cross-lingual latent semantic analysis. Words that stand in
// the same concepts, in whatever language, begin near to each other. The singular vectors come of a
// randomised subspace iteration (Halko, Martinsson, Tropp 2011, "Finding Structure with Randomness").
import { ROWS_PER_BLOCK, type SparseMatrix } from "../compute/decompose.js";
import { type Address, type Arena, openArena } from "../compute/machine.js";
import type { Phase } from "../compute/operations.js";
import { openThreads, type Threads } from "../compute/threads.js";
import { buildConceptMatrix, type ConceptMatrix, transpose } from "../pairs/concept-matrix.js";
import type { Corpus } from "../corpus.js";
import { decomposeSymmetric, invertCholesky } from "./eigen.js";
import { openRandom } from "../../data/compute/random.js";

export interface FirstVectorsOptions {
  /** A multiple of 32. */
  readonly dimensions: number;
  readonly seed: number;
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** Called with the number of products done, of `FIRST_VECTORS_STAGES`. */
  readonly onProgress: (done: number) => void;
}

/** How often the subspace is rotated towards the largest singular values. */
const ROUNDS = 3;
/** Beside the wanted dimensions; the rows of the kernels come in 32. */
const EXTRA = 32;
const GRAM_BLOCKS = 32;
export const FIRST_VECTORS_STAGES = ROUNDS + 2;

/**
 * One unit row for each word of the corpus: left singular vectors of the words' concepts, without
 * the singular values.
 * @param weights how telling each word is
 */
export async function learnFirstVectors(
  corpus: Corpus,
  weights: Float32Array,
  options: FirstVectorsOptions,
): Promise<Float32Array> {
  const byConcept = buildConceptMatrix(corpus, weights);
  options.signal.throwIfAborted();
  const byWord = transpose(byConcept, corpus.words.length);
  const analysis = openAnalysis(byWord, byConcept, options);
  const threads = openThreads(analysis.arena.memory, options.jobs);
  try {
    return await iterate(analysis, threads, options);
  } finally {
    await threads.close();
  }
}

interface Analysis {
  readonly arena: Arena;
  readonly words: SparseMatrix;
  readonly concepts: SparseMatrix;
  readonly width: number;
  /** Words × width, twice; concepts × width. */
  readonly subspace: Address;
  readonly product: Address;
  readonly image: Address;
  readonly grams: Address;
  readonly basis: Address;
}

function openAnalysis(
  byWord: ConceptMatrix,
  byConcept: ConceptMatrix,
  { dimensions, seed }: FirstVectorsOptions,
): Analysis {
  const width = dimensions + EXTRA;
  const words = byWord.starts.length - 1;
  const concepts = byConcept.starts.length - 1;
  const entries = byWord.words.length;
  const perMatrix = 2 * entries + 64;
  const gramValues = 2 * GRAM_BLOCKS * width * width;
  const total =
    2 * perMatrix + 2 * (words + concepts) + (2 * words + concepts + 16) * width + gramValues;
  const arena = openArena(total + width * width + 4096);
  const load = (matrix: ConceptMatrix): SparseMatrix => {
    const starts = arena.reserve(matrix.starts.length);
    const columns = arena.reserve(entries);
    const values = arena.reserve(entries);
    arena.machine.numbers.set(matrix.starts, starts / 4);
    arena.machine.numbers.set(matrix.words, columns / 4);
    arena.machine.floats.set(matrix.values, values / 4);
    return { rows: matrix.starts.length - 1, starts, columns, values };
  };
  const analysis: Analysis = {
    arena,
    words: load(byWord),
    concepts: load(byConcept),
    width,
    subspace: arena.reserve((words + 4) * width),
    product: arena.reserve((words + 4) * width),
    image: arena.reserve((concepts + 4) * width),
    grams: arena.reserve(gramValues),
    basis: arena.reserve(width * width),
  };
  const random = openRandom(seed);
  const { floats } = arena.machine;
  const first = analysis.image / 4;
  for (let at = 0; at < concepts * width; at++)
    floats[first + at] = random.fraction() < 0.5 ? -1 : 1;
  return analysis;
}

async function iterate(
  analysis: Analysis,
  threads: Threads,
  { dimensions, signal, onProgress }: FirstVectorsOptions,
): Promise<Float32Array> {
  const { words, concepts, image, product, subspace, width } = analysis;
  const toWords: Phase = multiply(words, image, product, width);
  const toConcepts: Phase = multiply(concepts, subspace, image, width);
  await threads.run([toWords]);
  onProgress(1);
  for (let round = 0; round <= ROUNDS; round++) {
    signal.throwIfAborted();
    const gram = await computeGram(analysis, threads, product, words.rows);
    await changeBasis(analysis, threads, invertCholesky(gram, width), width);
    await threads.run(round < ROUNDS ? [toConcepts, toWords] : [toConcepts]);
    onProgress(round + 2);
  }
  const small = await computeGram(analysis, threads, image, concepts.rows);
  const { vectors } = decomposeSymmetric(mirror(small, width), width);
  const { floats } = analysis.arena.machine;
  floats.copyWithin(product / 4, subspace / 4, subspace / 4 + words.rows * width);
  const leading = new Float64Array(width * dimensions);
  for (let row = 0; row < width; row++) {
    const from = row * width;
    leading.set(vectors.subarray(from, from + dimensions), row * dimensions);
  }
  await changeBasis(analysis, threads, leading, dimensions);
  return toUnitRows(floats, subspace / 4, words.rows, dimensions);
}

function multiply(matrix: SparseMatrix, right: Address, out: Address, width: number): Phase {
  const blocks = Math.ceil(matrix.rows / ROWS_PER_BLOCK);
  return { operation: "multiplySparse", blocks, plan: { matrix, right, width, out } };
}

/** The Gram matrix of columns; on and above the diagonal. */
async function computeGram(
  { arena, grams, width }: Analysis,
  threads: Threads,
  matrix: Address,
  rows: number,
): Promise<Float64Array> {
  const rowsPerBlock = Math.ceil(rows / GRAM_BLOCKS);
  const plan = { matrix, rows, width, rowsPerBlock, out: grams };
  await threads.run([{ operation: "addGrams", blocks: GRAM_BLOCKS, plan }]);
  const sum = new Float64Array(width * width);
  for (let block = 0; block < GRAM_BLOCKS; block++) {
    const part = grams / 8 + block * width * width;
    for (let at = 0; at < sum.length; at++) {
      sum[at] = (sum[at] as number) + (arena.machine.doubles[part + at] as number);
    }
  }
  return sum;
}

/** subspace = product · basis. */
async function changeBasis(
  { arena, product, subspace, basis, width, words }: Analysis,
  threads: Threads,
  values: Float64Array,
  outWidth: number,
): Promise<void> {
  arena.machine.floats.set(values, basis / 4);
  const rows = Math.ceil(words.rows / 4) * 4;
  const plan = { matrix: product, rows, width, basis, outWidth, out: subspace };
  const blocks = Math.ceil(rows / ROWS_PER_BLOCK);
  await threads.run([{ operation: "multiplyRows", blocks, plan }]);
}

function mirror(matrix: Float64Array, size: number): Float64Array {
  return matrix.map((value, at) => {
    const row = Math.floor(at / size);
    const column = at % size;
    return row <= column ? value : (matrix[column * size + row] ?? 0);
  });
}

function toUnitRows(
  floats: Float32Array,
  start: number,
  rows: number,
  width: number,
): Float32Array {
  const units = floats.slice(start, start + rows * width);
  for (let row = 0; row < rows; row++) {
    const unit = units.subarray(row * width, (row + 1) * width);
    const length = Math.sqrt(unit.reduce((sum, value) => sum + value * value, 0));
    if (length > 0) unit.forEach((value, at) => (unit[at] = value / length));
  }
  return units;
}

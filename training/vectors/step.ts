// One step of contrastive training. Each left sentence is to be nearer to its own right sentence than
// to those of the others, and the other way round: symmetric cross-entropy over the cosines of a batch
// ("multiple negatives ranking": Henderson et al. 2017, "Efficient Natural Language Response
// Suggestion for Smart Reply"). Sums are in one order, of operations that every machine rounds alike.
import { createRowProducts } from "../../data/embedding/dot-products.js";
import type { Batch } from "../pairs/batches.js";
import { transpose } from "./products.js";

export interface StepOptions {
  /** Numbers in a vector; a multiple of 4. */
  readonly dimensions: number;
  /** Pairs in a batch; a multiple of 4. */
  readonly batch: number;
  readonly temperature: number;
  readonly rate: number;
}

/** What is learned of the words, one after the other. */
export interface LearnedWords {
  /** `dimensions` numbers for each. */
  readonly vectors: Float32Array;
  /** One number for each: the sum of its squared gradients. */
  readonly squares: Float32Array;
}

/** A function that moves the words of a batch by one step and returns the mean loss before it. */
export function createStep(
  learned: LearnedWords,
  { batch: rows, dimensions, temperature, rate }: StepOptions,
): (batch: Batch) => number {
  const size = rows * dimensions;
  const units = new Float64Array(2 * size);
  const [left, right] = [units.subarray(0, size), units.subarray(size)];
  const lengths = new Float64Array(2 * rows);
  const scores = new Float64Array(rows * rows);
  const gradients = new Float64Array(2 * size);
  const compareAll = createRowProducts(rows, dimensions);
  const sumRows = createRowProducts(dimensions, rows);
  return (batch) => {
    embedSentences(batch, learned.vectors, units, lengths);
    compareAll(left, right, scores);
    const loss = deriveLoss(scores, rows, temperature);
    sumRows(scores, transpose(right, dimensions), gradients);
    sumRows(transpose(scores, rows), transpose(left, dimensions), gradients.subarray(size));
    projectGradients(gradients, units, lengths);
    updateWords(batch, gradients, learned, rate);
    return loss;
  };
}

/** Sentences as sums of their words, at unit length; `lengths`: how long they were. */
function embedSentences(
  { starts, words }: Batch,
  vectors: Float32Array,
  units: Float64Array,
  lengths: Float64Array,
): void {
  const dimensions = units.length / lengths.length;
  units.fill(0);
  for (let sentence = 0; sentence < lengths.length; sentence++) {
    const start = sentence * dimensions;
    for (let at = starts[sentence] as number; at < (starts[sentence + 1] as number); at++) {
      const from = (words[at] as number) * dimensions;
      for (let k = 0; k < dimensions; k++) {
        units[start + k] = (units[start + k] as number) + (vectors[from + k] as number);
      }
    }
    const unit = units.subarray(start, start + dimensions);
    const length = Math.sqrt(sumSquares(unit)) + 1e-9;
    lengths[sentence] = length;
    for (let k = 0; k < dimensions; k++) unit[k] = (unit[k] as number) / length;
  }
}

function sumSquares(vector: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < vector.length; k++) sum += (vector[k] as number) * (vector[k] as number);
  return sum;
}

/**
 * Puts in the place of each cosine the derivative of the mean loss by it, and returns that loss.
 * @param scores `rows` rows of as many cosines; a sentence and its own stand on the diagonal
 */
function deriveLoss(scores: Float64Array, rows: number, temperature: number): number {
  const rowSums = new Float64Array(rows);
  const columnSums = new Float64Array(rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < rows; column++) {
      const at = row * rows + column;
      const score = exponentiate(((scores[at] as number) - 1) / temperature);
      scores[at] = score;
      rowSums[row] = (rowSums[row] as number) + score;
      columnSums[column] = (columnSums[column] as number) + score;
    }
  }
  const rowShares = rowSums.map((sum) => 0.5 / sum);
  const columnShares = columnSums.map((sum) => 0.5 / sum);
  const scale = 1 / (rows * temperature);
  let loss = 0;
  for (let row = 0; row < rows; row++) {
    const share = rowShares[row] as number;
    const own = row * rows + row;
    const score = 2 * (scores[own] as number);
    loss -= Math.log(score * share * score * (columnShares[row] as number)) / 2;
    for (let column = 0; column < rows; column++) {
      const at = row * rows + column;
      scores[at] = (scores[at] as number) * (share + (columnShares[column] as number)) * scale;
    }
    scores[own] = (scores[own] as number) - scale;
  }
  return loss / rows;
}

const SQUARINGS = 14;
const HALF_PART = 0.5 / 2 ** SQUARINGS;

/**
 * e^x, for −17 ≤ x ≤ 0 to two parts in a million: ((1 + y) / (1 − y))^(2^14) for the y with 2^15 · y = x.
 * `Math.exp` may be rounded in any way.
 */
export function exponentiate(x: number): number {
  const y = x * HALF_PART;
  let power = (1 + y) / (1 - y);
  for (let squaring = 0; squaring < SQUARINGS; squaring++) power *= power;
  return power;
}

/** From the gradients by unit vectors to those by the sums that they were made of. */
function projectGradients(
  gradients: Float64Array,
  units: Float64Array,
  lengths: Float64Array,
): void {
  const dimensions = units.length / lengths.length;
  for (let sentence = 0; sentence < lengths.length; sentence++) {
    const start = sentence * dimensions;
    const length = lengths[sentence] as number;
    let along = 0;
    for (let at = start; at < start + dimensions; at++) {
      along += (gradients[at] as number) * (units[at] as number);
    }
    for (let at = start; at < start + dimensions; at++) {
      gradients[at] = ((gradients[at] as number) - along * (units[at] as number)) / length;
    }
  }
}

/**
 * Moves each word along the sum of the gradients of its sentences: Adagrad with one rate for each
 * word (Duchi et al. 2011, "Adaptive Subgradient Methods").
 */
function updateWords(
  { starts, words }: Batch,
  gradients: Float64Array,
  { vectors, squares }: LearnedWords,
  rate: number,
): void {
  const sentences = starts.length - 1;
  const dimensions = gradients.length / sentences;
  const places = new Map<number, number>();
  for (const word of words) if (!places.has(word)) places.set(word, places.size);
  const sums = new Float64Array(places.size * dimensions);
  for (let sentence = 0; sentence < sentences; sentence++) {
    const from = sentence * dimensions;
    for (let at = starts[sentence] as number; at < (starts[sentence + 1] as number); at++) {
      const start = (places.get(words[at] as number) as number) * dimensions;
      for (let k = 0; k < dimensions; k++) {
        sums[start + k] = (sums[start + k] as number) + (gradients[from + k] as number);
      }
    }
  }
  for (const [word, place] of places) {
    const sum = sums.subarray(place * dimensions, (place + 1) * dimensions);
    const square = (squares[word] as number) + sumSquares(sum) / dimensions;
    squares[word] = square;
    const factor = rate / (Math.sqrt(square) + 1e-8);
    const start = word * dimensions;
    for (let k = 0; k < dimensions; k++) {
      vectors[start + k] = (vectors[start + k] as number) - factor * (sum[k] as number);
    }
  }
}

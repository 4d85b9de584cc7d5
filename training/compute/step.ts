// Blocks of one step of contrastive training. Each left sentence is to be nearer to its own right
// sentence than to those of the others, and the other way round: symmetric cross-entropy over the
// cosines of a batch ("multiple negatives ranking": Henderson et al. 2017, "Efficient Natural
// Language Response Suggestion for Smart Reply").
import type { Address, Machine } from "./machine.js";

/** Rows of a batch that are one block. */
export const BLOCK = 32;
/** Words that are one block. */
export const WORD_BLOCK = 64;
/** So much of a product's depth is walked at once, for the nearest cache. */
const DEPTH = 64;

/** Where everything of a step lies. B rows in a batch, a multiple of 32; d dimensions, too. */
export interface StepPlan {
  readonly batch: number;
  readonly dimensions: number;
  readonly temperature: number;
  readonly rate: number;
  /** The vectors that are learned, and of each the sum of its squared gradients. */
  readonly vectors: Address;
  readonly squares: Address;
  /** 1 as often as a batch has words. */
  readonly ones: Address;
  /** Words of the left sentences, then of the right ones, and where each sentence begins. */
  readonly words: Address;
  readonly starts: Address;
  /** The distinct words, where each one's sentences begin in `occurrences`, and these. */
  readonly distinct: Address;
  readonly distinctCount: number;
  readonly occurrenceStarts: Address;
  readonly occurrences: Address;
  /** 2 B unit rows, left ones first, and how long they were. */
  readonly units: Address;
  readonly lengths: Address;
  /** The right rows, transposed: d rows of `transposedRow` bytes. */
  readonly transposed: Address;
  readonly transposedRow: number;
  /** B rows of B values in `scoreRow` bytes. */
  readonly scores: Address;
  readonly scoreRow: number;
  readonly rowSums: Address;
  /** For each block of rows B sums of columns; then their totals. */
  readonly partialSums: Address;
  /** Half of one by each column's sum. */
  readonly columnShares: Address;
  /** 2 B rows. */
  readonly gradients: Address;
  /** One of `dimensions` for each block of words. */
  readonly scratch: Address;
  /** One value for each row. */
  readonly losses: Address;
}

/** Strides are no power of two, or all rows would fall in the same few lines of the cache. */
export function toRowBytes(columns: number): number {
  return 4 * columns + 64;
}

/** 32 sentences as unit vectors. */
export function embedSentences(machine: Machine, plan: StepPlan, block: number): void {
  const { kernels, floats, numbers } = machine;
  const { dimensions, batch, transposedRow } = plan;
  for (let row = block * BLOCK; row < (block + 1) * BLOCK; row++) {
    const first = numbers[plan.starts / 4 + row] as number;
    const count = (numbers[plan.starts / 4 + row + 1] as number) - first;
    const unit = plan.units + 4 * dimensions * row;
    const words = plan.words + 4 * first;
    kernels.sumRows(words, plan.ones, count, plan.vectors, dimensions, unit);
    const length = Math.sqrt(kernels.dot(unit, unit, dimensions)) + 1e-9;
    floats[plan.lengths / 4 + row] = length;
    const at = unit / 4;
    for (let column = 0; column < dimensions; column++) {
      floats[at + column] = (floats[at + column] as number) / length;
    }
    if (row < batch) continue;
    const start = plan.transposed / 4 + row - batch;
    for (let column = 0; column < dimensions; column++) {
      floats[start + (column * transposedRow) / 4] = floats[at + column] as number;
    }
  }
}

/** 32 rows of e^((cosine − 1) / temperature), with the sums of rows and, of these rows, columns. */
export function computeScores(machine: Machine, plan: StepPlan, block: number): void {
  const { kernels, floats } = machine;
  const { batch, dimensions, scoreRow } = plan;
  const scores = plan.scores + scoreRow * BLOCK * block;
  const units = plan.units + 4 * dimensions * BLOCK * block;
  kernels.multiply(
    units,
    4 * dimensions,
    4,
    plan.transposed,
    plan.transposedRow,
    scores,
    scoreRow,
    BLOCK,
    batch,
    dimensions,
    0,
  );
  const sums = plan.partialSums + 4 * batch * block;
  floats.fill(0, sums / 4, sums / 4 + batch);
  const scale = 1 / plan.temperature;
  for (let row = 0; row < BLOCK; row++) {
    const values = scores + scoreRow * row;
    floats[plan.rowSums / 4 + BLOCK * block + row] = kernels.exponentiate(
      values,
      batch,
      scale,
      scale,
      sums,
    );
  }
}

/** The sums of 32 columns over all blocks of rows, in their order. */
export function sumColumns({ floats }: Machine, plan: StepPlan, block: number): void {
  const { batch } = plan;
  for (let column = block * BLOCK; column < (block + 1) * BLOCK; column++) {
    let sum = 0;
    for (let part = 0; part < batch / BLOCK; part++) {
      sum += floats[plan.partialSums / 4 + batch * part + column] as number;
    }
    floats[plan.columnShares / 4 + column] = 0.5 / sum;
  }
}

/** Of 32 rows: the loss, the gradient by each cosine, and the one by each left sentence. */
export function computeGradients(machine: Machine, plan: StepPlan, block: number): void {
  const { kernels, floats } = machine;
  const { batch, dimensions, scoreRow } = plan;
  const scale = 1 / (batch * plan.temperature);
  for (let row = block * BLOCK; row < (block + 1) * BLOCK; row++) {
    const values = plan.scores + scoreRow * row;
    const own = values / 4 + row;
    const share = 0.5 / (floats[plan.rowSums / 4 + row] as number);
    const columnShare = floats[plan.columnShares / 4 + row] as number;
    const score = floats[own] as number;
    floats[plan.losses / 4 + row] =
      -(Math.log(2 * score * share) + Math.log(2 * score * columnShare)) / 2;
    kernels.weigh(values, batch, share, plan.columnShares, scale);
    floats[own] = (floats[own] as number) - scale;
  }
  const first = plan.scores + scoreRow * BLOCK * block;
  const rights = plan.units + 4 * dimensions * batch;
  const out = plan.gradients + 4 * dimensions * BLOCK * block;
  for (let depth = 0; depth < batch; depth += DEPTH) {
    kernels.multiply(
      first + 4 * depth,
      scoreRow,
      4,
      rights + 4 * dimensions * depth,
      4 * dimensions,
      out,
      4 * dimensions,
      BLOCK,
      dimensions,
      Math.min(DEPTH, batch - depth),
      depth,
    );
  }
  projectGradients(machine, plan, block);
}

/** The gradients by 32 right sentences: from the transposed scores. */
export function computeRightGradients(machine: Machine, plan: StepPlan, block: number): void {
  const { batch, dimensions, scoreRow } = plan;
  const out = plan.gradients + 4 * dimensions * (batch + BLOCK * block);
  for (let depth = 0; depth < batch; depth += DEPTH) {
    machine.kernels.multiply(
      plan.scores + 4 * BLOCK * block + scoreRow * depth,
      4,
      scoreRow,
      plan.units + 4 * dimensions * depth,
      4 * dimensions,
      out,
      4 * dimensions,
      BLOCK,
      dimensions,
      Math.min(DEPTH, batch - depth),
      depth,
    );
  }
  projectGradients(machine, plan, batch / BLOCK + block);
}

/** From the gradient by a unit vector to the one by the sum that it was made of. */
function projectGradients(machine: Machine, plan: StepPlan, block: number): void {
  const { kernels, floats } = machine;
  const { dimensions } = plan;
  for (let row = block * BLOCK; row < (block + 1) * BLOCK; row++) {
    const gradient = plan.gradients + 4 * dimensions * row;
    const unit = plan.units + 4 * dimensions * row;
    kernels.addScaled(gradient, unit, -kernels.dot(gradient, unit, dimensions), dimensions);
    const length = floats[plan.lengths / 4 + row] as number;
    for (let at = gradient / 4; at < gradient / 4 + dimensions; at++) {
      floats[at] = (floats[at] as number) / length;
    }
  }
}

/**
 * A step of 64 distinct words along the sum of their gradients: Adagrad with one rate for each word
 * (Duchi et al. 2011, "Adaptive Subgradient Methods").
 */
export function updateWords(machine: Machine, plan: StepPlan, block: number): void {
  const { kernels, floats, numbers } = machine;
  const { dimensions } = plan;
  const gradient = plan.scratch + 4 * dimensions * block;
  const end = Math.min(plan.distinctCount, (block + 1) * WORD_BLOCK);
  for (let at = block * WORD_BLOCK; at < end; at++) {
    const word = numbers[plan.distinct / 4 + at] as number;
    const first = numbers[plan.occurrenceStarts / 4 + at] as number;
    const count = (numbers[plan.occurrenceStarts / 4 + at + 1] as number) - first;
    const rows = plan.occurrences + 4 * first;
    kernels.sumRows(rows, plan.ones, count, plan.gradients, dimensions, gradient);
    const square = plan.squares / 4 + word;
    floats[square] =
      (floats[square] as number) + kernels.dot(gradient, gradient, dimensions) / dimensions;
    const factor = -plan.rate / (Math.sqrt(floats[square] as number) + 1e-8);
    kernels.addScaled(plan.vectors + 4 * dimensions * word, gradient, factor, dimensions);
  }
}

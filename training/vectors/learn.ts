// The training itself: draws batches, runs their steps, tells how it goes, hands out checkpoints.
import { type Batch, MOST_WORDS, type Mixture, openSampler } from "../pairs/batches.js";
import { type Address, type Arena, openArena } from "../compute/machine.js";
import type { Phase } from "../compute/operations.js";
import { BLOCK, toRowBytes, WORD_BLOCK, type StepPlan } from "../compute/step.js";
import { openThreads } from "../compute/threads.js";
import type { Corpus } from "../corpus.js";
import { openRandom, resumeRandom } from "../../data/compute/random.js";

export interface LearnOptions {
  /** Rows of `first`, a multiple of 32. */
  readonly dimensions: number;
  /** Pairs in a batch, a multiple of 32. */
  readonly batch: number;
  readonly steps: number;
  readonly temperature: number;
  readonly rate: number;
  readonly mixture: Mixture;
  readonly seed: number;
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** Steps from one checkpoint to the next. */
  readonly checkpointEvery: number;
  onProgress(step: number, loss: number): void;
  onCheckpoint(checkpoint: Checkpoint): Promise<void>;
}

/** All that is needed to go on as if nothing had happened. */
export interface Checkpoint {
  readonly step: number;
  readonly random: readonly number[];
  readonly vectors: Float32Array;
  readonly squares: Float32Array;
}

/** Steps that the threads are given at once, while the next ones are drawn. */
const STEPS_AT_ONCE = 8;
const FIRST_SQUARE = 1e-10;

/**
 * Trains from a checkpoint to the last step; the same from any checkpoint on the way.
 * @returns one row for each word; its length is the word's weight
 * @throws the signal's reason, after the last checkpoint was handed out
 */
export async function learnVectors(
  corpus: Corpus,
  start: Checkpoint,
  options: LearnOptions,
): Promise<Float32Array> {
  const { steps, signal } = options;
  const sampler = openSampler(corpus, options.batch, options.mixture);
  const bench = openBench(start, options);
  const threads = openThreads(bench.arena.memory, options.jobs);
  const random = resumeRandom(start.random);
  const drawRun = (from: number): readonly Batch[] => {
    const room = options.checkpointEvery - (from % options.checkpointEvery);
    const count = Math.min(STEPS_AT_ONCE, steps - from, room);
    return Array.from({ length: Math.max(count, 0) }, () => sampler.draw(random));
  };
  try {
    let step = start.step;
    let batches = drawRun(step);
    while (step < steps) {
      const phases = batches.flatMap((batch, slot) => bench.planStep(batch, slot));
      const underway = threads.run(phases);
      const done = step + batches.length;
      const state = random.readState();
      const isBorder = done % options.checkpointEvery === 0 || done === steps;
      const next = drawRun(done);
      await underway;
      step = done;
      options.onProgress(step, bench.readLoss(batches.length));
      if (signal.aborted || (isBorder && step < steps)) {
        await options.onCheckpoint({ step, random: state, ...bench.read() });
      }
      signal.throwIfAborted();
      batches = next;
    }
    return bench.read().vectors;
  } finally {
    await threads.close();
  }
}

/** What training begins with: vectors and the seed. */
export function toFirstCheckpoint(vectors: Float32Array, words: number, seed: number): Checkpoint {
  return {
    step: 0,
    random: openRandom(seed).readState(),
    vectors,
    squares: new Float32Array(words).fill(FIRST_SQUARE),
  };
}

/** The shared memory of the training, and where everything lies in it. */
interface Bench {
  readonly arena: Arena;
  planStep(batch: Batch, slot: number): readonly Phase[];
  /** The mean loss of the first slots. */
  readLoss(slots: number): number;
  read(): Pick<Checkpoint, "vectors" | "squares">;
}

interface Slot {
  readonly words: Address;
  readonly starts: Address;
  readonly distinct: Address;
  readonly occurrenceStarts: Address;
  readonly occurrences: Address;
  readonly losses: Address;
}

function openBench(start: Checkpoint, options: LearnOptions): Bench {
  const { batch: rows, dimensions, temperature, rate } = options;
  const mostWords = 2 * rows * MOST_WORDS;
  const scoreRow = toRowBytes(rows);
  const wordBlocks = Math.ceil(mostWords / WORD_BLOCK);
  const slotValues = 4 * mostWords + 3 * rows + 256;
  const arena = openArena(
    start.vectors.length +
      start.squares.length +
      mostWords +
      STEPS_AT_ONCE * slotValues +
      rows * (5 * dimensions + 4) +
      (dimensions * scoreRow) / 4 +
      (rows * scoreRow) / 4 +
      (rows * rows) / BLOCK +
      wordBlocks * dimensions +
      4096,
  );
  const { floats, numbers } = arena.machine;
  const shared = {
    batch: rows,
    dimensions,
    temperature,
    rate,
    vectors: arena.reserve(start.vectors.length),
    squares: arena.reserve(start.squares.length),
    ones: arena.reserve(mostWords),
    units: arena.reserve(2 * rows * dimensions),
    lengths: arena.reserve(2 * rows),
    transposed: arena.reserve((dimensions * scoreRow) / 4),
    transposedRow: scoreRow,
    scores: arena.reserve((rows * scoreRow) / 4),
    scoreRow,
    rowSums: arena.reserve(rows),
    partialSums: arena.reserve((rows * rows) / BLOCK),
    columnShares: arena.reserve(rows),
    gradients: arena.reserve(2 * rows * dimensions),
    scratch: arena.reserve(wordBlocks * dimensions),
  };
  const slots = Array.from({ length: STEPS_AT_ONCE }, (): Slot => ({
    words: arena.reserve(mostWords),
    starts: arena.reserve(2 * rows + 1),
    distinct: arena.reserve(mostWords),
    occurrenceStarts: arena.reserve(mostWords + 1),
    occurrences: arena.reserve(mostWords),
    losses: arena.reserve(rows),
  }));
  floats.set(start.vectors, shared.vectors / 4);
  floats.set(start.squares, shared.squares / 4);
  floats.fill(1, shared.ones / 4, shared.ones / 4 + mostWords);
  const index = openIndex(start.squares.length);
  return {
    arena,
    planStep(batch, at) {
      const slot = slots[at];
      if (slot === undefined) throw new Error(`no slot ${at}`);
      numbers.set(batch.words, slot.words / 4);
      numbers.set(batch.starts, slot.starts / 4);
      const distinctCount = index(batch, numbers, slot);
      return listPhases({ ...shared, ...slot, distinctCount });
    },
    readLoss(count) {
      let sum = 0;
      for (const { losses } of slots.slice(0, count)) {
        for (let row = 0; row < rows; row++) sum += floats[losses / 4 + row] as number;
      }
      return sum / (rows * count);
    },
    read() {
      return {
        vectors: takeFloats(floats, shared.vectors, start.vectors.length),
        squares: takeFloats(floats, shared.squares, start.squares.length),
      };
    },
  };
}

function takeFloats(floats: Float32Array, address: Address, length: number): Float32Array {
  return floats.slice(address / 4, address / 4 + length);
}

function listPhases(plan: StepPlan): readonly Phase[] {
  const blocks = plan.batch / BLOCK;
  return [
    { operation: "embedSentences", blocks: 2 * blocks, plan },
    { operation: "computeScores", blocks, plan },
    { operation: "sumColumns", blocks, plan },
    { operation: "computeGradients", blocks, plan },
    { operation: "computeRightGradients", blocks, plan },
    { operation: "updateWords", blocks: Math.ceil(plan.distinctCount / WORD_BLOCK), plan },
  ];
}

/** Writes of each distinct word of a batch where it occurs; returns how many there are. */
function openIndex(wordCount: number): (batch: Batch, numbers: Uint32Array, slot: Slot) => number {
  const places = new Int32Array(wordCount).fill(-1);
  return (batch, numbers, slot) => {
    const counts: number[] = [];
    for (const word of batch.words) {
      let place = places[word] as number;
      if (place < 0) {
        place = counts.length;
        places[word] = place;
        numbers[slot.distinct / 4 + place] = word;
        counts.push(0);
      }
      counts[place] = (counts[place] as number) + 1;
    }
    const next: number[] = [];
    let start = 0;
    counts.forEach((count, place) => {
      numbers[slot.occurrenceStarts / 4 + place] = start;
      next.push(start);
      start += count;
    });
    numbers[slot.occurrenceStarts / 4 + counts.length] = start;
    for (let sentence = 0; sentence + 1 < batch.starts.length; sentence++) {
      const end = batch.starts[sentence + 1] as number;
      for (let at = batch.starts[sentence] as number; at < end; at++) {
        const place = places[batch.words[at] as number] as number;
        const target = next[place] as number;
        next[place] = target + 1;
        numbers[slot.occurrences / 4 + target] = sentence;
      }
    }
    for (const word of batch.words) places[word] = -1;
    return counts.length;
  };
}

// The training itself: draws batches, takes their steps, tells how it goes, hands out checkpoints.
import { yieldToEventLoop } from "../../data/yield.js";
import { createRandom, resumeRandom } from "../../data/random.js";
import type { Corpus } from "../corpus.js";
import { createSampler, type Mixture } from "../pairs/batches.js";
import { createStep, type LearnedWords, type StepOptions } from "./step.js";

interface LearnOptions extends StepOptions {
  readonly steps: number;
  readonly mixture: Mixture;
  readonly signal: AbortSignal;
  /** Steps from one checkpoint to the next. */
  readonly checkpointEvery: number;
  onProgress(step: number, loss: number): void;
  onCheckpoint(checkpoint: Checkpoint): Promise<void>;
}

/** All that is needed to go on as if nothing had happened. */
export interface Checkpoint extends LearnedWords {
  readonly step: number;
  readonly random: readonly number[];
}

const FIRST_SQUARE = 1e-10;

/**
 * Trains from a checkpoint, whose numbers it changes, to the last step; the same from any checkpoint
 * on the way.
 * @returns one row for each word; its length is the word's weight
 * @throws the signal's reason, after the last checkpoint was handed out
 */
export async function learnVectors(
  corpus: Corpus,
  { step: first, random: state, ...learned }: Checkpoint,
  options: LearnOptions,
): Promise<Float32Array> {
  const { steps, signal, checkpointEvery } = options;
  const draw = createSampler(corpus, options.batch, options.mixture);
  const takeStep = createStep(learned, options);
  const random = resumeRandom(state);
  for (let step = first + 1; step <= steps; step++) {
    options.onProgress(step, takeStep(draw(random)));
    await yieldToEventLoop();
    if (signal.aborted || (step % checkpointEvery === 0 && step < steps)) {
      await options.onCheckpoint({ step, random: random.readState(), ...learned });
    }
    signal.throwIfAborted();
  }
  return learned.vectors;
}

/** What training begins with: vectors and the seed. */
export function toFirstCheckpoint(vectors: Float32Array, words: number, seed: number): Checkpoint {
  return {
    step: 0,
    random: createRandom(seed).readState(),
    vectors,
    squares: new Float32Array(words).fill(FIRST_SQUARE),
  };
}

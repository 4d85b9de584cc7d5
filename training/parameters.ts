// The numbers of the training, chosen by short trainings and the questions of `evaluate`. More steps
// bring words nearer that stand together in the texts, and modules nearer to the wrong questions.
import type { Mixture } from "./pairs/batches.js";

export interface TrainingParameters {
  readonly seed: number;
  readonly steps: number;
  /** Words that occur less often in all texts are not learned. */
  readonly minimumCount: number;
  /** While training; a multiple of 4. */
  readonly dimensions: number;
  /** Pairs in a batch; a multiple of 4. */
  readonly batch: number;
  /** Divides cosines before they are compared: lower minds the nearest wrong answers more. */
  readonly temperature: number;
  /** Of learning; it stays, since Adagrad itself takes ever shorter steps. */
  readonly rate: number;
  readonly mixture: Mixture;
  /** Divides the inverse document frequency of a word, its weight at the start. */
  readonly weightScale: number;
  readonly checkpointEvery: number;
  /** In the file that is written. */
  readonly packedDimensions: number;
  /** Of the file that is written, at most. */
  readonly fileBytes: number;
}

export const DEFAULT_STEPS = 18_000;
export const DEFAULT_SEED = 1;

export const PARAMETERS: TrainingParameters = {
  seed: DEFAULT_SEED,
  steps: DEFAULT_STEPS,
  minimumCount: 5,
  dimensions: 192,
  batch: 512,
  temperature: 0.12,
  rate: 0.1,
  mixture: {
    texts: 0.2,
    catalogs: 0.15,
    meanings: 0.15,
    needs: 0.1,
    halves: 0.05,
    anyLanguage: 0.5,
    dropout: 0.3,
  },
  weightScale: 6,
  checkpointEvery: 2_000,
  packedDimensions: 128,
  fileBytes: 9_500_000,
};

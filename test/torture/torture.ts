// Inputs of an attack script.
import type { Random } from "../support/random.js";

export interface Torture {
  readonly random: Random;
  readonly rounds: number;
  /** A path where nothing is. */
  nextFolder(): string;
  /** Counts what was tried. */
  tried(what: string): void;
  /** Tells what must not have happened. */
  failed(what: string): void;
}

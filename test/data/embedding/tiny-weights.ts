// Learned words by hand: a few, of as few dimensions as a test can look through.
import { encodeStaticWeights } from "../../../data/embedding/static-weights.js";

export interface TinyWord {
  readonly word: string;
  /** One for each of four dimensions, 0 to 15. */
  readonly codes: readonly [number, number, number, number];
  /** 0 to 255; a weight of 1 is 51. */
  readonly norm?: number;
  readonly frequency?: number;
}

/** The bytes of these words. */
export function createTinyWeights(words: readonly TinyWord[]): Uint8Array {
  const sorted = words.toSorted((left, right) => (left.word < right.word ? -1 : 1));
  return encodeStaticWeights({
    dimensions: 4,
    words: sorted.map(({ word }) => word),
    codes: Uint8Array.from(
      sorted.flatMap(({ codes: [a, b, c, d] }) => [a | (b << 4), c | (d << 4)]),
    ),
    step: 1 / 15,
    norms: Uint8Array.from(sorted, ({ norm }) => norm ?? 51),
    normStep: 1 / 51,
    frequencies: Uint8Array.from(sorted, ({ frequency }) => frequency ?? 10),
  });
}

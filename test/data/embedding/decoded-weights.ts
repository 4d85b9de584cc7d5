// Learned words, each by itself: what the embedder never makes of them.
import { unpackStaticWeights, type StaticWeights } from "../../../data/embedding/static-weights.js";

/** @throws {OperatorError} as `unpackStaticWeights` and its vocabulary */
export function decodeStaticWeights(bytes: Uint8Array): StaticWeights {
  const { wordCount: _, readVocabulary, ...tables } = unpackStaticWeights(bytes);
  return { ...tables, words: readVocabulary().split("\n").slice(0, -1) };
}

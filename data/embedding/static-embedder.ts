// The default embedder: hashed words and character n-grams, weighted by how rare they are in the
// snapshot. It needs no download and no trained weights, and knows spelling, not meaning.

import { createHash } from "node:crypto";
import { listWords } from "../text/tokens.js";
import type { Embedder, EmbeddingDocument, StaticEmbeddingSpec } from "./embedder.js";
import { countGrams, findBucket, MAX_GRAM, MIN_GRAM, rehash, visitFeatures } from "./features.js";
import { encodeStaticModel, type StaticModel } from "./static-model.js";
import { scaleToUnit } from "./unit-vector.js";

const DIMENSIONS = 256;
const REVISION = 1;
/** A whole word counts as much as all its n-grams together. */
const WORD_WEIGHT = 1;
const GRAM_WEIGHT = 1;
/** A whole word, heavier than one n-gram, is spread so that two words seldom fall together. */
const PLACES_PER_WORD = 4;

/**
 * An embedder over what `learnStaticModel` learned. A text becomes
 *
 *     v = Σ_w √tf(w) · ( idf(w) · h(w) + Σ_g idf(g) · h(g) / √n(w) ),   then v / |v|
 *
 * over its distinct words w and their n(w) character n-grams g. h puts a feature at places of the
 * vector with a sign, both from its hash (feature hashing: Weinberger et al. 2009, "Feature Hashing
 * for Large Scale Multitask Learning"): an n-gram at one place, a word at four with half the weight.
 * idf is Lucene's BM25 form, ln(1 + (N − df + ½) / (df + ½)), and 0 for a feature that no text has:
 * it could match nothing but by accident, so that a misspelt word counts by its well-spelt parts.
 *
 * A document is the sum of its parts' unit vectors by their weights, at unit length again.
 */
export function openStaticEmbedder(model: StaticModel): Embedder {
  const idf = listInverseFrequencies(model);
  const embedText = (text: string): Float32Array => {
    const vector = new Float64Array(DIMENSIONS);
    for (const [word, occurrences] of countWords(text)) {
      addWord(vector, word, Math.sqrt(occurrences), idf);
    }
    return scaleToUnit(vector);
  };
  const embedDocument = (document: EmbeddingDocument): Float32Array => {
    const parts = document.filter(({ weight }) => weight > 0 && Number.isFinite(weight));
    const heaviest = parts.reduce((highest, { weight }) => Math.max(highest, weight), 0);
    const sum = new Float64Array(DIMENSIONS);
    for (const { text, weight } of parts) {
      // Weights count only relative to each other; so divided, no finite one can overflow.
      addScaled(sum, embedText(text), weight / heaviest);
    }
    return scaleToUnit(sum);
  };
  return {
    spec: describeStaticEmbedder(model),
    embedQuery: (text) => Promise.resolve(embedText(text)),
    embedDocuments: (documents) => Promise.resolve(documents.map(embedDocument)),
  };
}

function describeStaticEmbedder(model: StaticModel): StaticEmbeddingSpec {
  return {
    kind: "static",
    name: "hashed words and character n-grams",
    dimensions: DIMENSIONS,
    revision: REVISION,
    weights: createHash("sha256").update(encodeStaticModel(model)).digest("hex"),
    normalised: true,
    min_gram: MIN_GRAM,
    max_gram: MAX_GRAM,
  };
}

/** The inverse document frequency per bucket. */
function listInverseFrequencies(model: StaticModel): Float64Array {
  return Float64Array.from(model.documentFrequencies, (frequency) =>
    frequency === 0 ? 0 : Math.log(1 + (model.documentCount - frequency + 0.5) / (frequency + 0.5)),
  );
}

/** Distinct words in the order of their first occurrence, which fixes the order of all sums. */
function countWords(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const word of listWords(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function addWord(vector: Float64Array, word: string, weight: number, idf: Float64Array): void {
  const placeWord = (hash: number): void => {
    const value =
      (WORD_WEIGHT * weight * (idf[findBucket(hash)] ?? 0)) / Math.sqrt(PLACES_PER_WORD);
    if (value === 0) return;
    for (let turn = 1; turn <= PLACES_PER_WORD; turn++)
      addFeature(vector, rehash(hash, turn), value);
  };
  const gramWeight = (GRAM_WEIGHT * weight) / Math.sqrt(countGrams(word));
  const placeGram = (hash: number): void =>
    addFeature(vector, hash, gramWeight * (idf[findBucket(hash)] ?? 0));
  visitFeatures(word, placeWord, placeGram);
}

/** The lowest bits choose the place, the next one the sign; the bucket has the highest. */
function addFeature(vector: Float64Array, hash: number, value: number): void {
  const place = hash & (DIMENSIONS - 1);
  const sign = (hash & DIMENSIONS) === 0 ? 1 : -1;
  vector[place] = (vector[place] ?? 0) + sign * value;
}

function addScaled(sum: Float64Array, vector: Float32Array, factor: number): void {
  vector.forEach((value, place) => (sum[place] = (sum[place] ?? 0) + factor * value));
}

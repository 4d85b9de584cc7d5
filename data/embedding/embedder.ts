// An embedder turns text into a vector, and describes exactly how. The description is stored beside
// the vectors, so that queries are embedded as modules were.

/** Turns texts into vectors. Opened by the builder for modules and by the server for queries. */
export interface Embedder {
  readonly spec: EmbeddingSpec;
  /**
   * One vector of `spec.dimensions` numbers, of unit length, or all zero where the text has no
   * feature that the embedder knows (an empty text, for one).
   */
  embedQuery(text: string): Promise<Float32Array>;
  /** One such vector per document, in the same order. */
  embedDocuments(documents: readonly EmbeddingDocument[]): Promise<readonly Float32Array[]>;
  /**
   * Weight of a word of `listEmbeddingWords` compared to others; 0 for a word that tells nothing.
   */
  weighWord(word: string): number;
  /**
   * Share of a text, 0 to 1, whose pieces the embedder never saw. For embedders that read pieces of
   * words.
   */
  measureUnknown?(text: string): number;
}

/** The parts of one document: name, summary, description … A document without parts is empty. */
export type EmbeddingDocument = readonly WeightedText[];

interface WeightedText {
  readonly text: string;
  /** Relative to the other parts; a part whose weight is not above zero or not finite is left out. */
  readonly weight: number;
}

/**
 * Everything that a vector depends on, flat and JSON-able. Two vectors are comparable only if their
 * specs have the same fields with the same values, in any order.
 */
export type EmbeddingSpec = StaticEmbeddingSpec | TransformersEmbeddingSpec;

interface CommonSpec {
  /** For people: what is shown to the operator. */
  readonly name: string;
  readonly dimensions: number;
  /** Revision of the algorithm in this program: raised with every change that changes a vector. */
  readonly revision: number;
  /** SHA-256, lower-case hexadecimal, of what was learned: the bytes or files read on opening. */
  readonly weights: string;
  /** Vectors have unit length, so that a dot product is a cosine. */
  readonly normalised: true;
}

/** Learned words, see `static-embedder.ts`. */
interface StaticEmbeddingSpec extends CommonSpec {
  readonly kind: "static";
}

/** A neural embedder run by @xenova/transformers, see `transformers-embedder.ts`. */
export interface TransformersEmbeddingSpec extends CommonSpec {
  readonly kind: "transformers";
  /** Whether a text's vector is the mean of the states of its pieces, or the first of these. */
  readonly pooling: "mean" | "cls";
  /** Put before every query and every document, as the embedder was trained. */
  readonly query_prefix: string;
  readonly document_prefix: string;
  /** Texts per run of the network: with quantized weights neighbours change a vector's last digits. */
  readonly batch_size: number;
  readonly quantized: boolean;
}

/**
 * The vector divided by its Euclidean length, in 32 bits; all zero where that length is zero.
 * Sums run in the order of the dimensions, in 64 bits, so that equal input gives equal bits.
 */
export function scaleToUnit(vector: Float64Array): Float32Array {
  const largest = vector.reduce((highest, value) => Math.max(highest, Math.abs(value)), 0);
  if (largest === 0) return new Float32Array(vector.length);
  // Divided by the largest first: squares of very small numbers are no longer told from zero.
  let squares = 0;
  for (const value of vector) {
    const share = value / largest;
    squares += share * share;
  }
  const length = Math.sqrt(squares);
  return Float32Array.from(vector, (value) => value / largest / length);
}

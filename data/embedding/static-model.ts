// What the static embedder learns from a snapshot's own texts: in how many of them a feature occurs.
// Also its bytes. How features become vectors is in static-embedder.ts.

import { OperatorError } from "../operator-error.js";
import { listWords } from "../text/tokens.js";
import { findBucket, visitFeatures, BUCKET_COUNT } from "./features.js";

/** Document frequencies of hashed features. */
export interface StaticModel {
  /** Number of texts it was learned from. */
  readonly documentCount: number;
  /**
   * `BUCKET_COUNT` numbers: in how many texts a feature of this bucket occurs, at most 65 535
   * (beyond that a feature is so common that its weight is near nothing anyway).
   */
  readonly documentFrequencies: Uint16Array;
}

const HIGHEST_FREQUENCY = 0xffff;

/**
 * Counts, for each bucket of features, the texts in which it occurs. One text per document, all
 * its parts joined. The order of the texts does not matter.
 */
export function learnStaticModel(texts: Iterable<string>): StaticModel {
  const documentFrequencies = new Uint16Array(BUCKET_COUNT);
  // The number of the last text that was counted in a bucket, so that none is counted twice.
  const countedFor = new Uint32Array(BUCKET_COUNT);
  let documentCount = 0;
  const count = (hash: number): void => {
    const bucket = findBucket(hash);
    if (countedFor[bucket] === documentCount) return;
    countedFor[bucket] = documentCount;
    const frequency = documentFrequencies[bucket] ?? 0;
    if (frequency < HIGHEST_FREQUENCY) documentFrequencies[bucket] = frequency + 1;
  };
  for (const text of texts) {
    documentCount++;
    for (const word of new Set(listWords(text))) visitFeatures(word, count, count);
  }
  return { documentCount, documentFrequencies };
}

/** `MLSM`, "module-lookup static model". */
const MAGIC = 0x4d_4c_53_4d;
const FORMAT = 1;
const HEADER_BYTES = 16;
const BYTES = HEADER_BYTES + 2 * BUCKET_COUNT;

/**
 * The bytes of a model: the magic `MLSM`; then, little-endian, the format, the number of texts and
 * the number of buckets, 32 bits each; then 16 bits per bucket. The same model gives the same bytes.
 */
export function encodeStaticModel(model: StaticModel): Uint8Array {
  const bytes = new Uint8Array(BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC);
  view.setUint32(4, FORMAT, true);
  view.setUint32(8, model.documentCount, true);
  view.setUint32(12, BUCKET_COUNT, true);
  model.documentFrequencies.forEach((frequency, bucket) =>
    view.setUint16(HEADER_BYTES + 2 * bucket, frequency, true),
  );
  return bytes;
}

/**
 * The model of these bytes, which it copies.
 *
 * @throws {OperatorError} `embedder_damaged` where they are not what `encodeStaticModel` wrote;
 *   `embedder_mismatch` where they are of another format than this program's.
 */
export function decodeStaticModel(bytes: Uint8Array): StaticModel {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < HEADER_BYTES || view.getUint32(0) !== MAGIC) {
    throw damaged("the mark MLSM at the start", `${bytes.byteLength} bytes without it`);
  }
  const format = view.getUint32(4, true);
  if (format !== FORMAT) {
    throw new OperatorError({
      code: "embedder_mismatch",
      message:
        `The snapshot's static embedder has format ${format}, this program reads ${FORMAT}: ` +
        "build the snapshot again with this version, or serve it with the version that built it.",
      expected: `format ${FORMAT}`,
      got: `format ${format}`,
    });
  }
  const bucketCount = view.getUint32(12, true);
  if (bucketCount !== BUCKET_COUNT || bytes.byteLength !== BYTES) {
    throw damaged(
      `${BUCKET_COUNT} buckets in ${BYTES} bytes`,
      `${bucketCount} buckets in ${bytes.byteLength} bytes`,
    );
  }
  const documentCount = view.getUint32(8, true);
  const documentFrequencies = Uint16Array.from({ length: BUCKET_COUNT }, (_, bucket) =>
    view.getUint16(HEADER_BYTES + 2 * bucket, true),
  );
  const highest = documentFrequencies.reduce((a, b) => Math.max(a, b), 0);
  if (highest > documentCount) {
    throw damaged(`frequencies up to ${documentCount} texts`, `a frequency of ${highest}`);
  }
  return { documentCount, documentFrequencies };
}

function damaged(expected: string, got: string): OperatorError {
  return new OperatorError({
    code: "embedder_damaged",
    message: `The snapshot's static embedder is damaged (expected ${expected}, got ${got}): build the snapshot again.`,
    expected,
    got,
  });
}

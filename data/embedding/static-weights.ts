// The learned weights of the static embedder and their bytes: the file static-weights.bin, which
// ships with the program, and the `embedder` section of a snapshot. static-embedder.ts turns them
// into vectors.
//
// All numbers are little-endian; n words, d dimensions:
//
//   offset  bytes    content
//   0       4        magic "MLSW"
//   4       4        format, 1
//   8       4        n
//   12      4        d, even
//   16      8        step, f64
//   24      8        norm step, f64
//   32      4        v: bytes of the vocabulary as it lies here
//   36      4        bytes of the vocabulary, inflated
//   40      v        the vocabulary, deflated (RFC 1950): words in UTF-8, each ended
//                    by a line feed, distinct, in ascending order of UTF-16 code units
//   …       n        norms
//   …       n        frequencies
//   …       n·d/2    codes
//
// Nothing is aligned and nothing follows. The file of one word "a" in two dimensions is 53 bytes
// long: its vocabulary "a\n" deflates to 10, and 40 + 10 + 1 + 1 + 1 is 53.
import { deflateSync, inflateSync } from "node:zlib";
import { OperatorError } from "../operator-error.js";
import { join } from "node:path";
import { readShippedFile } from "../files/input-file.js";

/**
 * Learned words. Dimension k of the vector of word i is, with c its code of 0 to 15,
 *
 *     norms[i] · normStep · (c − 7.5) · step
 *
 * The codes of a word make up a vector of about unit length, so that norms[i] · normStep is about the
 * weight of the word in a text: near 0 for one that says nothing.
 */
export interface StaticWeights {
  /** Even, at most 1,024. */
  readonly dimensions: number;
  /** Words in the order of `listEmbeddingWords`: distinct, ascending by UTF-16 code units. */
  readonly words: readonly string[];
  /** Two to a byte, the even dimension in the low half; `dimensions / 2` bytes for each word. */
  readonly codes: Uint8Array;
  readonly step: number;
  /** One for each word. */
  readonly norms: Uint8Array;
  readonly normStep: number;
  /** One for each word: round(8 · log2(occurrences + 1)), at most 255. */
  readonly frequencies: Uint8Array;
}

/** The weights with their words as packed bytes. */
export interface PackedWeights extends Omit<StaticWeights, "words"> {
  readonly wordCount: number;
  /**
   * All words, each followed by a line feed; it takes longer than all the rest.
   * @throws {OperatorError} `embedder_damaged`
   */
  readVocabulary(): string;
}

const MAGIC = 0x4d_4c_53_57;
const FORMAT = 1;
const HEADER_BYTES = 40;
const MOST_WORDS = 1_000_000;
const MOST_DIMENSIONS = 1_024;
const MOST_VOCABULARY_BYTES = 32_000_000;

/**
 * The bytes of the weights; the same weights give the same bytes.
 * @throws RangeError for words that are not as `StaticWeights` says, or tables of other lengths
 */
export function encodeStaticWeights(weights: StaticWeights): Uint8Array {
  const { dimensions, words, codes, norms, frequencies } = weights;
  requireOrder(words);
  const vocabulary = Buffer.from(words.map((word) => `${word}\n`).join(""));
  const deflated = deflateSync(vocabulary, { level: 9 });
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(MAGIC, 0);
  header.writeUInt32LE(FORMAT, 4);
  header.writeUInt32LE(words.length, 8);
  header.writeUInt32LE(dimensions, 12);
  header.writeDoubleLE(weights.step, 16);
  header.writeDoubleLE(weights.normStep, 24);
  header.writeUInt32LE(deflated.length, 32);
  header.writeUInt32LE(vocabulary.length, 36);
  const bytes = Buffer.concat([header, deflated, norms, frequencies, codes]);
  const fault = findFault(bytes);
  if (fault !== undefined || norms.length !== words.length) {
    const { expected, got } = fault ?? { expected: `${words.length} norms`, got: norms.length };
    throw new RangeError(`weights that cannot be written: expected ${expected}, got ${got}`);
  }
  return bytes;
}

/**
 * The weights of these bytes, whose tables are views of them; the words are not looked at before they are asked for.
 * @throws {OperatorError} `embedder_damaged` where they are not what `encodeStaticWeights` wrote;
 *   `embedder_mismatch` where they are of another format than this program's
 */
export function unpackStaticWeights(bytes: Uint8Array): PackedWeights {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length >= 8 && file.readUInt32BE(0) === MAGIC && file.readUInt32LE(4) !== FORMAT) {
    throw mismatch(file.readUInt32LE(4));
  }
  const fault = findFault(file);
  if (fault !== undefined) throw damaged(fault);
  const wordCount = file.readUInt32LE(8);
  const dimensions = file.readUInt32LE(12);
  const normsStart = HEADER_BYTES + file.readUInt32LE(32);
  const take = (start: number, length: number): Uint8Array => bytes.subarray(start, start + length);
  return {
    dimensions,
    wordCount,
    readVocabulary: () => inflateVocabulary(file, wordCount),
    codes: take(normsStart + 2 * wordCount, (wordCount * dimensions) / 2),
    step: file.readDoubleLE(16),
    norms: take(normsStart, wordCount),
    normStep: file.readDoubleLE(24),
    frequencies: take(normsStart + wordCount, wordCount),
  };
}

interface Fault {
  readonly expected: string;
  readonly got: string | number;
}

/** Fault of the header, or of the file's length by the header. */
function findFault(file: Buffer): Fault | undefined {
  if (file.length < HEADER_BYTES || file.readUInt32BE(0) !== MAGIC) {
    return { expected: "the mark MLSW at the start", got: `${file.length} bytes without it` };
  }
  const wordCount = file.readUInt32LE(8);
  const dimensions = file.readUInt32LE(12);
  if (wordCount > MOST_WORDS || dimensions > MOST_DIMENSIONS || dimensions % 2 !== 0) {
    const got = `${wordCount} words of ${dimensions}`;
    return { expected: `at most ${MOST_WORDS} words of even dimensions`, got };
  }
  for (const offset of [16, 24]) {
    const step = file.readDoubleLE(offset);
    if (!(step > 0) || !(step < 1e6)) return { expected: "a step above 0", got: step };
  }
  if (file.readUInt32LE(36) > MOST_VOCABULARY_BYTES) {
    const expected = `at most ${MOST_VOCABULARY_BYTES} bytes of vocabulary`;
    return { expected, got: file.readUInt32LE(36) };
  }
  const length = HEADER_BYTES + file.readUInt32LE(32) + wordCount * (2 + dimensions / 2);
  if (file.length === length) return undefined;
  return { expected: `${length} bytes`, got: `${file.length} bytes` };
}

function inflateVocabulary(file: Buffer, wordCount: number): string {
  const deflated = file.subarray(HEADER_BYTES, HEADER_BYTES + file.readUInt32LE(32));
  const bytes = file.readUInt32LE(36);
  let inflated: Buffer;
  try {
    inflated = inflateSync(deflated, { maxOutputLength: Math.max(bytes, 1) });
  } catch (error) {
    throw damaged({ expected: "a deflated vocabulary", got: (error as Error).message });
  }
  let lines = 0;
  for (let at = inflated.indexOf(LINE_FEED); at !== -1; at = inflated.indexOf(LINE_FEED, at + 1)) {
    lines += 1;
  }
  const isEnded = inflated.length === 0 || inflated.at(-1) === LINE_FEED;
  if (inflated.length !== bytes || lines !== wordCount || !isEnded) {
    throw damaged({
      expected: `${wordCount} words in ${bytes} bytes`,
      got: `${lines} in ${inflated.length}`,
    });
  }
  return inflated.toString("utf8");
}

const LINE_FEED = 0x0a;

function requireOrder(words: readonly string[]): void {
  words.forEach((word, at) => {
    const before = words[at - 1];
    if (word === "" || word.includes("\n") || (before !== undefined && before >= word)) {
      throw new RangeError(`word ${at} of the weights is empty, out of order or has a line feed`);
    }
  });
}

function mismatch(format: number): OperatorError {
  return new OperatorError({
    code: "embedder_mismatch",
    message:
      `The weights of the static embedder have format ${format}, this program reads ${FORMAT}: ` +
      "build the snapshot again with this version, or serve it with the version that built it.",
  });
}

function damaged({ expected, got }: Fault): OperatorError {
  return new OperatorError({
    code: "embedder_damaged",
    message: `The weights of the static embedder are damaged (expected ${expected}, got ${got}): copy or build the snapshot again, or install the program again.`,
  });
}

/**
 * The bytes of the shipped weights.
 * @throws {OperatorError} `embedder_unavailable` where this installation lacks the file
 */
export function readStaticWeights(): Uint8Array {
  const shipped = {
    file: join("data", "embedding", "static-weights.bin"),
    code: "embedder_unavailable",
  };
  return readShippedFile(shipped, (bytes) => bytes);
}

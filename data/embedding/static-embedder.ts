// The default embedder: a learned vector for each word, a text is their sum. It needs no download and
// no accelerator, and brings words together that translate each other or are used alike.

import { toSha256 } from "../sha256.js";
import { type Embedder, type EmbeddingDocument, scaleToUnit } from "./embedder.js";
import { openVocabulary, type Vocabulary, type VocabularyTables } from "./static-vocabulary.js";
import { unpackStaticWeights } from "./static-weights.js";
import { listEmbeddingWords } from "./static-words.js";
import { findStands, type Stand } from "./unknown-words.js";

const STATIC_SPEC = {
  kind: "static",
  name: "learned words",
  // Revision of the arithmetic in this file and in all that it uses. Revision 1 hashed letters and
  // learned nothing.
  revision: 4,
  normalised: true,
} as const;

/** Limit for a part of a document or a question. More words blur the vector, and cost time. */
const MOST_WORDS = 400;
/** Letters of unknown words for which others are sought; it bounds the time for a hostile text. */
const MOST_UNKNOWN_UNITS = 300;
/** The weight of a word that nobody has seen: that of a rare one. */
const UNKNOWN_WEIGHT = 4;

/** Codes of 0 to 15 stand for −7.5 to 7.5 steps. */
const MIDDLE_CODE = 7.5;

/**
 * An embedder over the bytes of `encodeStaticWeights`. A text is the sum of the vectors of its first
 * 400 words, at unit length; words that were never learned stand for others, see `findStands`. A
 * document is the sum of its parts' unit vectors by their weights, at unit length again.
 *
 * @param digest of the bytes, SHA-256, hexadecimal: computing it takes as long as all the rest
 * The words are read when the first text is embedded: a service should be ready before that.
 *
 * @throws {OperatorError} `embedder_damaged`, `embedder_mismatch` as `unpackStaticWeights`; the
 *   functions of the embedder `embedder_damaged` where the words cannot be read
 */
export function openStaticEmbedder(bytes: Uint8Array, digest = toSha256(bytes)): Embedder {
  const { dimensions, codes, step, norms, normStep, frequencies, ...tables } =
    unpackStaticWeights(bytes);
  let opened: Vocabulary | undefined;
  const getVocabulary = (): Vocabulary => (opened ??= shareVocabulary(digest, tables));
  const bytesPerWord = dimensions / 2;
  const addWord = (sum: Float64Array, word: number, share: number): void => {
    const factor = share * (norms[word] ?? 0) * normStep * step;
    for (let at = 0, code = word * bytesPerWord; at < dimensions; at += 2, code++) {
      const pair = codes[code] ?? 0;
      sum[at] = (sum[at] ?? 0) + factor * ((pair & 15) - MIDDLE_CODE);
      sum[at + 1] = (sum[at + 1] ?? 0) + factor * ((pair >>> 4) - MIDDLE_CODE);
    }
  };
  const embedText = (text: string): Float32Array => {
    const sum = new Float64Array(dimensions);
    for (const [word, share] of listLearnedWords(text, getVocabulary(), frequencies)) {
      addWord(sum, word, share);
    }
    return scaleToUnit(sum);
  };
  const embedDocument = (document: EmbeddingDocument): Float32Array => {
    const parts = document.filter(({ weight }) => weight > 0 && Number.isFinite(weight));
    const heaviest = parts.reduce((highest, { weight }) => Math.max(highest, weight), 0);
    const sum = new Float64Array(dimensions);
    for (const { text, weight } of parts) {
      // Weights count only relative to each other; so divided, no finite one can overflow.
      addScaled(sum, embedText(text), weight / heaviest);
    }
    return scaleToUnit(sum);
  };
  return {
    spec: { ...STATIC_SPEC, dimensions, weights: digest },
    embedQuery: async (text) => embedText(text),
    embedDocuments: async (documents) => documents.map(embedDocument),
    weighWord(word) {
      const known = getVocabulary().find(word);
      return known < 0 ? UNKNOWN_WEIGHT : (norms[known] ?? 0) * normStep;
    },
  };
}

/** Learned words of the first 400 of a text, and how much of each: what was never learned stands for others. */
export function listLearnedWords(
  text: string,
  vocabulary: Vocabulary,
  frequencies: Uint8Array,
): readonly Stand[] {
  const learned: Stand[] = [];
  let unknownUnits = 0;
  for (const word of listEmbeddingWords(text).slice(0, MOST_WORDS)) {
    const known = vocabulary.find(word);
    if (known >= 0) {
      learned.push([known, 1]);
      continue;
    }
    unknownUnits += word.length;
    if (unknownUnits <= MOST_UNKNOWN_UNITS) {
      learned.push(...findStands(word, vocabulary, frequencies));
    }
  }
  return learned;
}

/** By digest of the weights: from one snapshot to the next they are mostly the same. */
const vocabularies = new Map<string, WeakRef<Vocabulary>>();

/** The vocabulary of an embedder of the same bytes, where one is still open. */
function shareVocabulary(digest: string, tables: VocabularyTables): Vocabulary {
  let vocabulary = vocabularies.get(digest)?.deref();
  if (vocabulary === undefined) {
    vocabulary = openVocabulary(tables);
    vocabularies.clear();
    vocabularies.set(digest, new WeakRef(vocabulary));
  }
  return vocabulary;
}

function addScaled(sum: Float64Array, vector: Float32Array, factor: number): void {
  for (let dimension = 0; dimension < sum.length; dimension++) {
    sum[dimension] = (sum[dimension] ?? 0) + factor * (vector[dimension] ?? 0);
  }
}

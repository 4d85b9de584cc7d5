// The learned words, searched in the one string that they are kept in: by themselves, by the hash of
// a word that is not spelled out, and by position in their order. A map of as many strings takes ten
// times as long to make.
import { findFirst } from "../binary-search.js";
import type { PackedWeights } from "./static-weights.js";

/** Reads a vocabulary from these tables; keeps none of them. */
export type VocabularyTables = Pick<PackedWeights, "readVocabulary" | "wordCount">;

/** Words by number, in ascending order of UTF-16 code units. */
export interface Vocabulary {
  readonly length: number;
  /** The number of a word, −1 where it is not known. */
  find(word: string): number;
  /** The number of a word with this hash, −1 without one. Other words can have the same. */
  findHash(hash: number): number;
  /** The number of the first word that is not before `text`; `length` where all are. */
  findPosition(text: string): number;
  get(word: number): string;
}

/** Base of the hash Σ unit · HASH_BASE^(n − 1 − position), cut to 32 bits. */
export const HASH_BASE = 0x01000193;

/** The hash of a text with one more unit at its end; that of the empty text is 0. */
export function extendHash(hash: number, unit: number): number {
  return (Math.imul(hash, HASH_BASE) + unit) | 0;
}

/** Enough that a free one is near. */
const SLOTS_PER_WORD = 2;
/** 2³² by the golden ratio: spreads hashes over the highest bits (Knuth, multiplicative hashing). */
const SPREAD = 0x9e3779b1;

/** @throws {OperatorError} `embedder_damaged` */
export function openVocabulary({ readVocabulary, wordCount }: VocabularyTables): Vocabulary {
  const text = readVocabulary();
  const slotBits = Math.max(1, Math.ceil(Math.log2(Math.max(1, wordCount * SLOTS_PER_WORD))));
  const lastSlot = 2 ** slotBits - 1;
  /** The number of a word, one more; 0 is free. */
  const slots = new Int32Array(lastSlot + 1);
  const hashes = new Int32Array(wordCount);
  const starts = new Uint32Array(wordCount + 1);
  const firstSlot = (hash: number): number => Math.imul(hash, SPREAD) >>> (32 - slotBits);
  /** The next slot from `slot` on that is free or has a word with this hash. */
  const findSlot = (hash: number, slot: number): number => {
    for (let at = slot & lastSlot; ; at = (at + 1) & lastSlot) {
      const word = (slots[at] ?? 0) - 1;
      if (word < 0 || hashes[word] === hash) return at;
    }
  };
  const get = (word: number): string => text.slice(starts[word], (starts[word + 1] ?? 0) - 1);

  let hash = 0;
  for (let at = 0, word = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== LINE_FEED) {
      hash = extendHash(hash, unit);
      continue;
    }
    hashes[word] = hash;
    let slot = findSlot(hash, firstSlot(hash));
    while (slots[slot] !== 0) slot = findSlot(hash, slot + 1);
    slots[slot] = word + 1;
    word += 1;
    starts[word] = at + 1;
    hash = 0;
  }
  return {
    length: wordCount,
    find(wanted) {
      const wantedHash = hashText(wanted);
      for (let slot = firstSlot(wantedHash); ; slot++) {
        slot = findSlot(wantedHash, slot);
        const word = (slots[slot] ?? 0) - 1;
        if (word < 0 || get(word) === wanted) return word;
      }
    },
    findHash: (wanted) => (slots[findSlot(wanted, firstSlot(wanted))] ?? 0) - 1,
    findPosition: (wanted) => findFirst(0, wordCount, (word) => get(word) >= wanted),
    get,
  };
}

const LINE_FEED = 0x0a;

function hashText(text: string): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = extendHash(hash, text.charCodeAt(at));
  return hash;
}

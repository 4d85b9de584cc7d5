// The features of a word and their hashes: integers only, the same on every machine.

/** Character n-grams have 3 to 5 UTF-16 units, the two word borders counted. */
export const MIN_GRAM = 3;
export const MAX_GRAM = 5;

const BUCKET_BITS = 17;
/** Size of the table of document frequencies. */
export const BUCKET_COUNT = 2 ** BUCKET_BITS;

/** Stands on both sides of a word, so that n-grams tell beginnings and ends; no letter or digit. */
const BORDER = 0x20;
/** Where the hash of a whole word begins, so that a word of five units is not also an n-gram. */
const WORD_SEED = 0x9747b28c;

/**
 * Calls `onWord` with the hash of the word, then `onGram` with the hash of each of its character
 * n-grams, by start and then by length. fastText's subwords: Bojanowski et al. 2017, "Enriching
 * Word Vectors with Subword Information", section 3.2.
 */
export function visitFeatures(
  word: string,
  onWord: (hash: number) => void,
  onGram: (hash: number) => void,
): void {
  let wordHash = WORD_SEED;
  for (let at = 0; at < word.length; at++) wordHash = addUnit(wordHash, word.charCodeAt(at));
  onWord(finish(wordHash));

  for (let start = -1; start + MIN_GRAM <= word.length + 1; start++) {
    const end = Math.min(start + MAX_GRAM, word.length + 1);
    let hash = FNV_OFFSET;
    for (let at = start; at < end; at++) {
      hash = addUnit(hash, at < 0 || at === word.length ? BORDER : word.charCodeAt(at));
      if (at - start + 1 >= MIN_GRAM) onGram(finish(hash));
    }
  }
}

/** How many n-grams `visitFeatures` gives for the word. */
export function countGrams(word: string): number {
  let count = 0;
  for (let size = MIN_GRAM; size <= MAX_GRAM; size++) {
    count += Math.max(0, word.length + 2 - size + 1);
  }
  return count;
}

/** The bucket of a feature's document frequency: the highest bits of its hash. */
export function findBucket(hash: number): number {
  return hash >>> (32 - BUCKET_BITS);
}

/** Another hash of the same feature, as independent of the first as the finaliser makes it. */
export function rehash(hash: number, turn: number): number {
  return finish((hash + Math.imul(turn, 0x9e3779b9)) >>> 0);
}

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a over the two bytes of a UTF-16 unit, low byte first (draft-eastlake-fnv). */
function addUnit(hash: number, unit: number): number {
  const low = Math.imul(hash ^ (unit & 0xff), FNV_PRIME);
  return Math.imul(low ^ (unit >>> 8), FNV_PRIME);
}

/** MurmurHash3's 32-bit finaliser (Appleby, public domain): FNV alone mixes short texts badly. */
function finish(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

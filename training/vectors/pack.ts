// From trained vectors to weights that fit into a small file: fewer words, fewer dimensions, four
// bits for a number. Pure.
import { createRandom } from "../../data/random.js";
import { encodeStaticWeights, type StaticWeights } from "../../data/embedding/static-weights.js";
import { LANGUAGE_SHARES } from "../texts/languages.js";
import { decomposeSymmetric } from "./eigen.js";
import { changeBasis, computeGram, multiplyByTransposed, transpose } from "./products.js";

interface TrainedWords {
  readonly words: readonly string[];
  readonly counts: Uint32Array;
  /** Positions in `LANGUAGES`. */
  readonly languages: Uint8Array;
  /** `width` numbers for each word; the length of a vector is the word's weight. */
  readonly vectors: Float32Array;
  readonly width: number;
}

interface PackOptions {
  readonly dimensions: number;
  /** Words to be shared out among the languages; fewer are kept where a language has fewer. */
  readonly words: number;
  readonly seed: number;
}

/** A longer word is no word: an address, a key, a list without spaces. */
const MOST_LETTERS = 32;
const LEVELS = 16;
/** Of a number's standard deviations; what is beyond is cut. */
const CLIP = 2.5;
/** The heaviest words of a thousand are cut to this weight. */
const HEAVY = 0.999;

/** More words than any file has, and how exactly the file is filled. */
const MOST_TRIED = 400_000;
const WORD_STEP = 200;

/** The weights with as many words as a file of so many bytes has room for. */
export function packToSize(
  trained: TrainedWords,
  options: Omit<PackOptions, "words">,
  fileBytes: number,
): StaticWeights {
  let fits = 0;
  let exceeds = MOST_TRIED;
  while (exceeds - fits > WORD_STEP) {
    const words = Math.floor((fits + exceeds) / 2);
    if (measureFile(trained, options.dimensions, words) > fileBytes) exceeds = words;
    else fits = words;
  }
  return packWeights(trained, { ...options, words: fits });
}

/** The bytes of the file depend on which words it has, not on their numbers. */
function measureFile(trained: TrainedWords, dimensions: number, words: number): number {
  const kept = chooseWords(trained, words).map((word) => trained.words[word] ?? "");
  const norms = new Uint8Array(kept.length);
  const codes = new Uint8Array((kept.length * dimensions) / 2);
  const empty = { dimensions, words: kept, codes, step: 1, norms, normStep: 1, frequencies: norms };
  return encodeStaticWeights(empty).length;
}

function packWeights(trained: TrainedWords, options: PackOptions): StaticWeights {
  const kept = chooseWords(trained, options.words);
  const { width } = trained;
  const { dimensions } = options;
  const vectors = new Float32Array(kept.length * width);
  kept.forEach((word, at) => vectors.set(takeRow(trained.vectors, word, width), at * width));
  const projected = changeBasis(vectors, width, findBasis(vectors, width, options));
  const step = (CLIP * 2) / LEVELS / Math.sqrt(dimensions);
  const codes = new Uint8Array((kept.length * dimensions) / 2);
  const weights = new Float64Array(kept.length);
  for (let at = 0; at < kept.length; at++) {
    const length = measure(takeRow(vectors, at, width));
    const row = takeRow(projected, at, dimensions);
    const scale = 1 / Math.max(measure(row), 1e-12);
    let squares = 0;
    for (let place = 0; place < dimensions; place++) {
      const level = Math.floor(((row[place] ?? 0) * scale) / step) + LEVELS / 2;
      const code = Math.min(Math.max(level, 0), LEVELS - 1);
      squares += ((code - (LEVELS - 1) / 2) * step) ** 2;
      const byte = (at * dimensions + place) >> 1;
      codes[byte] = (codes[byte] ?? 0) | (code << (4 * (place % 2)));
    }
    // Rounding changed the length of the row; the norm makes up for it.
    weights[at] = length / Math.sqrt(squares);
  }
  const heaviest = weights.toSorted()[Math.floor(HEAVY * (kept.length - 1))] ?? 1;
  const normStep = Math.max(heaviest, 1e-9) / 255;
  return {
    dimensions,
    words: kept.map((word) => trained.words[word] ?? ""),
    codes,
    step,
    norms: Uint8Array.from(weights, (weight) => clamp(Math.round(weight / normStep), 1, 255)),
    normStep,
    frequencies: Uint8Array.from(kept, (word) =>
      clamp(Math.round(8 * Math.log2((trained.counts[word] ?? 0) + 1)), 0, 255),
    ),
  };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function takeRow(matrix: Float32Array, row: number, width: number): Float32Array {
  return matrix.subarray(row * width, (row + 1) * width);
}

function measure(vector: Float32Array): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return Math.sqrt(sum);
}

/** The most frequent words of each language, as many as its share allows; in their order. */
function chooseWords({ words, counts, languages }: TrainedWords, total: number): readonly number[] {
  const shares = LANGUAGE_SHARES.reduce((sum, share) => sum + share, 0);
  const byLanguage = LANGUAGE_SHARES.map((): number[] => []);
  words.forEach((word, at) => {
    if (word.length <= MOST_LETTERS) byLanguage[languages[at] ?? 0]?.push(at);
  });
  return byLanguage
    .flatMap((members, language) => {
      const most = Math.floor(((LANGUAGE_SHARES[language] ?? 0) / shares) * total);
      return members
        .toSorted((left, right) => (counts[right] ?? 0) - (counts[left] ?? 0) || left - right)
        .slice(0, most);
    })
    .toSorted((left, right) => left - right);
}

/**
 * `width` × `dimensions`: the directions in which the words differ most, rotated at random so that
 * every dimension says about as much as any other and one step fits all.
 */
function findBasis(
  vectors: Float32Array,
  width: number,
  { dimensions, seed }: PackOptions,
): Float64Array {
  const directions = decomposeSymmetric(computeGram(vectors, width), width).vectors;
  const leading = directions.filter((_, at) => at % width < dimensions);
  const rotation = drawRotation(dimensions, seed);
  const basis = new Float64Array(width * dimensions);
  multiplyByTransposed(leading, transpose(rotation, dimensions), dimensions, basis);
  return basis;
}

/** Orthonormal columns: the eigenvectors of a random symmetric matrix. */
function drawRotation(size: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const matrix = new Float64Array(size * size);
  for (let row = 0; row < size; row++) {
    for (let column = row; column < size; column++) {
      const value = random.fraction() + random.fraction() - 1;
      matrix[row * size + column] = value;
      matrix[column * size + row] = value;
    }
  }
  return decomposeSymmetric(matrix, size).vectors;
}

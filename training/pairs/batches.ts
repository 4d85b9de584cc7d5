// Which pairs of texts a step learns from: drawn by chance, the same for the same seed, some of each
// kind. Translations and the halves of sentences are drawn here.
import { listRanges, readRange, type Corpus } from "../corpus.js";
import { ENGLISH } from "../texts/languages.js";
import { createMeanings } from "./meaning-pairs.js";
import { createCatalogs, createTexts } from "./module-pairs.js";
import { createNeeds } from "./need-pairs.js";
import { isFilled, LEAST_LONG, type Draw, type Pair, type Ranges } from "./pairs.js";
import type { Random } from "../../data/random.js";

/** How the pairs of a batch are made up. Shares of the batch; the rest are translations. */
export interface Mixture {
  /** Parts of a module's own texts against each other. */
  readonly texts: number;
  /** What a module's catalogs say, in any language, against its own texts. */
  readonly catalogs: number;
  /** Two texts of a meaning: words that share it, what it is, sentences with them. */
  readonly meanings: number;
  /** What a module is needed for, in other words, against its own texts and other needs of it. */
  readonly needs: number;
  /** The two halves of a long sentence. */
  readonly halves: number;
  /** Share of translations that are paired with any language, not with English. */
  readonly anyLanguage: number;
  /** Chance of each word to be left out of a sentence of three words or more. */
  readonly dropout: number;
}

/** Words of the left and right sentences of a batch, one list after the other. */
export interface Batch {
  /** `2 · rows + 1` positions: left sentences, then right ones. */
  readonly starts: Uint32Array;
  readonly words: Uint32Array;
}

/** Of one sentence. */
const MOST_WORDS = 40;

/** A function that draws batches of so many pairs. */
export function createSampler(
  corpus: Corpus,
  rows: number,
  mixture: Mixture,
): (random: Random) => Batch {
  const drawTranslation = createTranslations(corpus, mixture);
  const shares = [
    [createTexts(corpus), mixture.texts],
    [createCatalogs(corpus), mixture.catalogs],
    [createMeanings(corpus), mixture.meanings],
    [createNeeds(corpus), mixture.needs],
    [createHalves(corpus), mixture.halves],
  ] as const;
  return (random) => {
    const taken = new Set<number>();
    const pairs: Pair[] = [];
    for (const [draw, share] of shares) {
      for (let at = Math.round(share * rows); at > 0; at--) {
        const pair = draw(random);
        if (pair !== undefined) pairs.push(pair);
      }
    }
    while (pairs.length < rows) pairs.push(drawTranslation(random, taken));
    return toBatch(corpus.tokens, pairs, random, mixture.dropout);
  };
}

function toBatch(
  tokens: Uint32Array,
  pairs: readonly Pair[],
  random: Random,
  dropout: number,
): Batch {
  const words: number[] = [];
  const starts = new Uint32Array(2 * pairs.length + 1);
  const sides = [...pairs.map(([left]) => left), ...pairs.map(([, right]) => right)];
  sides.forEach((ranges, side) => {
    const first = words.length;
    const size = ranges.reduce((sum, { start, end }) => sum + end - start, 0);
    const keep = size > 2 ? 1 - dropout : 1;
    let left = MOST_WORDS;
    for (const { start, end } of ranges) {
      for (let at = start; at < end && left > 0; at++, left--) {
        if (keep === 1 || random.fraction() < keep) words.push(tokens[at] as number);
      }
    }
    const [whole] = ranges;
    if (words.length === first && whole !== undefined) words.push(tokens[whole.start] as number);
    starts[side + 1] = words.length;
  });
  return { starts, words: Uint32Array.from(words) };
}

/** After so many that were taken already, a batch takes a concept twice. */
const MOST_TRIES = 50;

function createTranslations(
  corpus: Corpus,
  { anyLanguage }: Mixture,
): (random: Random, taken: Set<number>) => Pair {
  const { conceptStarts, languages, sentenceStarts } = corpus;
  const isEmpty = (sentence: number): boolean => !isFilled(readRange(sentenceStarts, sentence));
  const sentences: number[] = [];
  const concepts: number[] = [];
  for (let concept = 0; concept + 1 < conceptStarts.length; concept++) {
    const { start, end } = readRange(conceptStarts, concept);
    if (languages[start] !== ENGLISH || isEmpty(start)) continue;
    for (let sentence = start; sentence < end; sentence++) {
      if (languages[sentence] === ENGLISH || isEmpty(sentence)) continue;
      sentences.push(sentence);
      concepts.push(concept);
    }
  }
  const toRanges = (sentence: number): Ranges => [readRange(sentenceStarts, sentence)];
  return (random, taken) => {
    let at = random.below(sentences.length);
    for (let tries = 0; tries < MOST_TRIES && taken.has(concepts[at] ?? 0); tries++) {
      at = random.below(sentences.length);
    }
    const concept = concepts[at] ?? 0;
    taken.add(concept);
    const right = sentences[at] ?? 0;
    const { start, end } = readRange(conceptStarts, concept);
    let left = start;
    if (random.fraction() < anyLanguage) {
      const other = start + random.below(end - start);
      if (other !== right && !isEmpty(other)) left = other;
    }
    return [toRanges(left), toRanges(right)];
  };
}

function createHalves({ languages, sentenceStarts }: Corpus): Draw {
  const sentences = { start: 0, end: languages.length };
  const long = listRanges(sentenceStarts, sentences).filter(
    ({ start, end }) => end - start >= LEAST_LONG,
  );
  return (random) => {
    const sentence = long[random.below(long.length)];
    if (sentence === undefined) return undefined;
    const { start, end } = sentence;
    const middle = start + Math.floor((end - start) * (0.3 + 0.4 * random.fraction()));
    return [[{ start, end: middle }], [{ start: middle, end }]];
  };
}

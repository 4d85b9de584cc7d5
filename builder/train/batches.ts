// Which pairs of texts a step learns from: drawn by chance, the same for the same seed. A pair is
// two ranges of the corpus's tokens that mean much the same.
import { type Corpus, TEXT_PARTS } from "./corpus.js";
import { ENGLISH } from "./languages.js";
import type { Random } from "./random.js";

/** How the pairs of a batch are made up. Shares of the batch; the rest are translations. */
export interface Mixture {
  /** Parts of a module's own texts against each other. */
  readonly texts: number;
  /** What a module's catalogs say, in any language, against its own texts. */
  readonly catalogs: number;
  /** Two texts of a meaning: words that share it, what it is, sentences with them. */
  readonly meanings: number;
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
export const MOST_WORDS = 40;
const LEAST_LONG = 12;
const WINDOW_WORDS = 30;
const NAME_AND_SUMMARY = 0.3;
const CATALOG_TEXTS = 3;
/** Occurrences of a word that is still a rare one. */
const RARE = 8;

interface Range {
  readonly start: number;
  readonly end: number;
}
type Ranges = readonly Range[];
type Pair = readonly [left: Ranges, right: Ranges];

export interface Sampler {
  draw(random: Random): Batch;
}

export function openSampler(corpus: Corpus, rows: number, mixture: Mixture): Sampler {
  const drawTranslation = openTranslations(corpus, mixture);
  const drawTexts = openTexts(corpus);
  const drawCatalog = openCatalogs(corpus);
  const drawMeaning = openMeanings(corpus);
  const drawHalves = openHalves(corpus);
  const shares = [
    [drawTexts, mixture.texts],
    [drawCatalog, mixture.catalogs],
    [drawMeaning, mixture.meanings],
    [drawHalves, mixture.halves],
  ] as const;
  const parts = shares.map(([draw, share]) => [draw, Math.round(share * rows)] as const);
  return {
    draw(random) {
      const taken = new Set<number>();
      const pairs: Pair[] = [];
      for (const [draw, count] of parts) {
        for (let at = 0; at < count; at++) {
          const pair = draw(random);
          if (pair !== undefined) pairs.push(pair);
        }
      }
      while (pairs.length < rows) pairs.push(drawTranslation(random, taken));
      return toBatch(corpus.tokens, pairs, random, mixture.dropout);
    },
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

function openTranslations(
  corpus: Corpus,
  { anyLanguage }: Mixture,
): (random: Random, taken: Set<number>) => Pair {
  const { conceptStarts, languages, sentenceStarts } = corpus;
  const isEmpty = (sentence: number): boolean =>
    sentenceStarts[sentence] === sentenceStarts[sentence + 1];
  const sentences: number[] = [];
  const concepts: number[] = [];
  const english: number[] = [];
  for (let concept = 0; concept + 1 < conceptStarts.length; concept++) {
    const first = conceptStarts[concept] ?? 0;
    if (languages[first] !== ENGLISH || isEmpty(first)) continue;
    for (let sentence = first; sentence < (conceptStarts[concept + 1] ?? 0); sentence++) {
      if (languages[sentence] === ENGLISH || isEmpty(sentence)) continue;
      sentences.push(sentence);
      concepts.push(concept);
      english.push(first);
    }
  }
  const toRanges = (sentence: number): Ranges => [
    { start: sentenceStarts[sentence] ?? 0, end: sentenceStarts[sentence + 1] ?? 0 },
  ];
  return (random, taken) => {
    let at = random.below(sentences.length);
    for (let tries = 0; tries < MOST_TRIES && taken.has(concepts[at] ?? 0); tries++) {
      at = random.below(sentences.length);
    }
    const concept = concepts[at] ?? 0;
    taken.add(concept);
    const right = sentences[at] ?? 0;
    let left = english[at] ?? 0;
    if (random.fraction() < anyLanguage) {
      const first = conceptStarts[concept] ?? 0;
      const other = first + random.below((conceptStarts[concept + 1] ?? 0) - first);
      if (other !== right && !isEmpty(other)) left = other;
    }
    return [toRanges(left), toRanges(right)];
  };
}

type Draw = (random: Random) => Pair | undefined;

/** One text of one module, both drawn evenly; `undefined` where it has no words. */
function openTextDraw(corpus: Corpus): (module: number, random: Random) => readonly Range[] {
  const { moduleStarts, textStarts } = corpus;
  return (module, random) => {
    const first = moduleStarts[module] ?? 0;
    const text = (first + random.below((moduleStarts[module + 1] ?? 0) - first)) * TEXT_PARTS;
    return Array.from({ length: TEXT_PARTS }, (_, part) => ({
      start: textStarts[text + part] ?? 0,
      end: textStarts[text + part + 1] ?? 0,
    }));
  };
}

const isFilled = ({ start, end }: Range): boolean => end > start;

function openTexts(corpus: Corpus): Draw {
  const drawText = openTextDraw(corpus);
  const count = corpus.moduleStarts.length - 1;
  return (random) => {
    if (count === 0) return undefined;
    const parts = drawText(random.below(count), random);
    const [name, technicalName, summary, description] = parts as [Range, Range, Range, Range];
    const title = random.fraction() < 0.5 && isFilled(technicalName) ? technicalName : name;
    const isShort = random.fraction() < NAME_AND_SUMMARY || !isFilled(description);
    const window = drawWindow(description, random);
    if (isShort) return isFilled(title) && isFilled(summary) ? [[title], [summary]] : undefined;
    const left = [title, summary].filter(isFilled);
    return left.length > 0 ? [left, [window]] : undefined;
  };
}

/** Half of the windows are at the start, where a description says what it is about. */
function drawWindow({ start, end }: Range, random: Random): Range {
  const isFirst = random.fraction() < 0.5;
  const offset = random.below(Math.max(end - start - LEAST_LONG, 1));
  const first = isFirst ? start : start + offset;
  return { start: first, end: Math.min(first + WINDOW_WORDS, end) };
}

/** A few texts of a module's catalogs in one language, against what the module says of itself. */
function openCatalogs(corpus: Corpus): Draw {
  const { moduleConceptStarts, moduleConcepts, conceptStarts, languages, sentenceStarts } = corpus;
  const drawText = openTextDraw(corpus);
  const modules: number[] = [];
  for (let module = 0; module + 1 < moduleConceptStarts.length; module++) {
    if (moduleConceptStarts[module] !== moduleConceptStarts[module + 1]) modules.push(module);
  }
  const findSentence = (concept: number, language: number): Range | undefined => {
    const end = conceptStarts[concept + 1] ?? 0;
    for (let sentence = conceptStarts[concept] ?? 0; sentence < end; sentence++) {
      if (languages[sentence] !== language) continue;
      return { start: sentenceStarts[sentence] ?? 0, end: sentenceStarts[sentence + 1] ?? 0 };
    }
    return undefined;
  };
  return (random) => {
    const module = modules[random.below(modules.length)];
    if (module === undefined) return undefined;
    const first = moduleConceptStarts[module] ?? 0;
    const count = (moduleConceptStarts[module + 1] ?? 0) - first;
    const drawn = moduleConcepts[first + random.below(count)] ?? 0;
    const sentences = (conceptStarts[drawn + 1] ?? 0) - (conceptStarts[drawn] ?? 0);
    const language = languages[(conceptStarts[drawn] ?? 0) + random.below(sentences)] ?? ENGLISH;
    const left: Range[] = [];
    for (let at = 0; at < CATALOG_TEXTS; at++) {
      const concept = at === 0 ? drawn : (moduleConcepts[first + random.below(count)] ?? 0);
      const range = findSentence(concept, language);
      if (range !== undefined && isFilled(range)) left.push(range);
    }
    const [name, , summary, description] = drawText(module, random) as [Range, Range, Range, Range];
    const isTitle = random.fraction() < 0.5 || !isFilled(description);
    const right = (isTitle ? [name, summary] : [drawWindow(description, random)]).filter(isFilled);
    return left.length > 0 && right.length > 0 ? [left, right] : undefined;
  };
}

/**
 * Two different texts of one meaning. The more usual the words are that its first text is made of,
 * the more often a meaning is drawn: ln(1 + count / 8) of the rarest one. Most of a dictionary is of
 * animals, plants and places.
 */
function openMeanings(corpus: Corpus): Draw {
  const { conceptStarts, counts, firstMeaning, sentenceStarts, tokens } = corpus;
  const meanings: Ranges[] = [];
  const ends: number[] = [];
  let total = 0;
  for (let concept = firstMeaning; concept + 1 < conceptStarts.length; concept++) {
    const texts: Range[] = [];
    for (let at = conceptStarts[concept] ?? 0; at < (conceptStarts[concept + 1] ?? 0); at++) {
      texts.push({ start: sentenceStarts[at] ?? 0, end: sentenceStarts[at + 1] ?? 0 });
    }
    const [first] = texts;
    const filled = texts.filter(isFilled);
    if (first === undefined || !isFilled(first) || filled.length < 2) continue;
    const words = tokens.subarray(first.start, first.end);
    const count = words.reduce((least, word) => Math.min(least, counts[word] ?? 0), Infinity);
    total += Math.log1p(count / RARE);
    meanings.push(filled);
    ends.push(total);
  }
  return (random) => {
    const texts = meanings[findPlace(ends, random.fraction() * total)];
    if (texts === undefined) return undefined;
    const first = random.below(texts.length);
    const second = (first + 1 + random.below(texts.length - 1)) % texts.length;
    const [left, right] = [texts[first], texts[second]];
    return left === undefined || right === undefined ? undefined : [[left], [right]];
  };
}

/** The first of ascending numbers that is above a value; their count where none is. */
function findPlace(numbers: readonly number[], value: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > value) high = middle;
    else low = middle + 1;
  }
  return low;
}

function openHalves({ languages, sentenceStarts }: Corpus): Draw {
  const long: number[] = [];
  for (let sentence = 0; sentence < languages.length; sentence++) {
    const size = (sentenceStarts[sentence + 1] ?? 0) - (sentenceStarts[sentence] ?? 0);
    if (size >= LEAST_LONG) long.push(sentence);
  }
  return (random) => {
    const sentence = long[random.below(long.length)];
    if (sentence === undefined) return undefined;
    const start = sentenceStarts[sentence] ?? 0;
    const end = sentenceStarts[sentence + 1] ?? 0;
    const middle = start + Math.floor((end - start) * (0.3 + 0.4 * random.fraction()));
    return [[{ start, end: middle }], [{ start: middle, end }]];
  };
}

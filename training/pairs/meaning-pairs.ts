// Pairs of texts of one meaning, out of a dictionary.
import { findFirst } from "../../data/binary-search.js";
import { listRanges, readRange, type Corpus } from "../corpus.js";
import { isFilled, type Draw, type Ranges } from "./pairs.js";

/** Occurrences of a word that is still a rare one. */
const RARE = 8;

/**
 * Two different texts of one meaning. The more usual the words are that its first text is made of,
 * the more often a meaning is drawn: ln(1 + count / 8) of the rarest one. Most of a dictionary is of
 * animals, plants and places.
 */
export function createMeanings(corpus: Corpus): Draw {
  const { conceptStarts, counts, firstMeaning, sentenceStarts, tokens } = corpus;
  const meanings: Ranges[] = [];
  const ends: number[] = [];
  let total = 0;
  for (let concept = firstMeaning; concept + 1 < conceptStarts.length; concept++) {
    const texts = listRanges(sentenceStarts, readRange(conceptStarts, concept));
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
    const drawn = random.fraction() * total;
    const texts = meanings[findFirst(0, ends.length, (at) => (ends[at] ?? 0) > drawn)];
    if (texts === undefined) return undefined;
    const first = random.below(texts.length);
    const second = (first + 1 + random.below(texts.length - 1)) % texts.length;
    const [left, right] = [texts[first], texts[second]];
    return left === undefined || right === undefined ? undefined : [[left], [right]];
  };
}

// What is known of each word before anything is learned: its language and how telling it is. Pure.
import { readRange, type Corpus } from "../corpus.js";
import { ENGLISH, LANGUAGES } from "./languages.js";

export interface WordDetails {
  /** Position in `LANGUAGES` of the language in which a word is relatively most frequent. */
  readonly languages: Uint8Array;
  /** Inverse document frequency among the sentences of that language: ln((N + 1) / (df + ½)). */
  readonly weights: Float32Array;
}

/** Words that stand everywhere still say a little. */
const LEAST_WEIGHT = 0.05;

export function describeWords(corpus: Corpus): WordDetails {
  const { words, tokens, sentenceStarts } = corpus;
  const count = LANGUAGES.length;
  const sentences = new Float64Array(count);
  const frequencies = new Uint32Array(words.length * count);
  const seen = new Int32Array(words.length).fill(-1);
  corpus.languages.forEach((language, sentence) => {
    sentences[language] = (sentences[language] ?? 0) + 1;
    const { start, end } = readRange(sentenceStarts, sentence);
    for (const word of tokens.subarray(start, end)) {
      if (seen[word] === sentence) continue;
      seen[word] = sentence;
      const place = word * count + language;
      frequencies[place] = (frequencies[place] as number) + 1;
    }
  });
  const languages = new Uint8Array(words.length);
  const weights = new Float32Array(words.length);
  for (let word = 0; word < words.length; word++) {
    const ofWord = frequencies.subarray(word * count, (word + 1) * count);
    let main = ENGLISH;
    let highest = 0;
    ofWord.forEach((frequency, language) => {
      const share = frequency / Math.max(sentences[language] ?? 0, 1);
      if (share <= highest) return;
      highest = share;
      main = language;
    });
    languages[word] = main;
    const weight = Math.log(((sentences[main] ?? 0) + 1) / ((ofWord[main] ?? 0) + 0.5));
    weights[word] = Math.max(weight, LEAST_WEIGHT);
  }
  return { languages, weights };
}

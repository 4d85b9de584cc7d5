// The ranking that the semantic search is compared with: words, as a good text search counts them.
import { addToGroup } from "../../data/grouped.js";
import type { ModuleRecord } from "../../data/module/records.js";
import { listWords } from "../../data/text/tokens.js";

/** Of BM25 (Robertson and Zaragoza 2009): how soon more of a word counts no more. */
const SATURATION = 1.2;

/** Fields with their weights, and how much the length of each is held against it. */
const FIELDS: readonly {
  readonly weight: number;
  readonly lengthShare: number;
  read(record: ModuleRecord): string;
}[] = [
  { weight: 4, lengthShare: 0.3, read: (record) => record.name },
  { weight: 4, lengthShare: 0.3, read: (record) => record.technical_name },
  { weight: 2, lengthShare: 0.3, read: (record) => record.summary },
  { weight: 1, lengthShare: 0.3, read: (record) => record.category },
  { weight: 1, lengthShare: 0.5, read: (record) => record.description },
];

interface WordRanking {
  /** The score of each record, 0 for those with no word of the question. */
  score(question: string): Float64Array;
}

/**
 * BM25F: the occurrences of a word are summed over the fields by their weights, each divided by what
 * its length is to the mean, before BM25's saturation and the rarity of the word.
 */
export function createWordRanking(records: readonly ModuleRecord[]): WordRanking {
  const occurrences = records.map(() => new Map<string, number>());
  for (const { weight, lengthShare, read } of FIELDS) {
    const texts = records.map((record) => listWords(read(record)).map(cutPlural));
    const mean = texts.reduce((sum, words) => sum + words.length, 0) / Math.max(1, texts.length);
    texts.forEach((words, at) => {
      const counts = occurrences[at] ?? new Map<string, number>();
      const share = weight / (1 - lengthShare + (lengthShare * words.length) / Math.max(mean, 1));
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + share);
    });
  }
  const postings = new Map<string, { readonly at: number; readonly count: number }[]>();
  occurrences.forEach((counts, at) => {
    for (const [word, count] of counts) {
      addToGroup(postings, word, { at, count });
    }
  });
  return {
    score(question) {
      const scores = new Float64Array(records.length);
      for (const word of listWords(question).map(cutPlural)) {
        const list = postings.get(word) ?? [];
        const rarity = Math.log(1 + (records.length - list.length + 0.5) / (list.length + 0.5));
        for (const { at, count } of list) {
          const saturated = (count * (SATURATION + 1)) / (count + SATURATION);
          scores[at] = (scores[at] ?? 0) + rarity * saturated;
        }
      }
      return scores;
    },
  };
}

/** English plurals are taken for their singulars, so that the comparison is a fair one. */
function cutPlural(word: string): string {
  if (word.length < 5 || !word.endsWith("s") || /(?:ss|us|is)$/u.test(word)) return word;
  return word.endsWith("ies") ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

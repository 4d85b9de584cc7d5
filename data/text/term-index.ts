// Search for words, as both sides use it. FlexSearch knows the words: by their first letters, the
// numbers of the words that begin so, and in its store the words themselves. Where the words stand are
// plain numbers, which the server reads where they lie: an index of FlexSearch over the documents
// themselves says the same in four times the bytes, all of which have to be imported first.
import { Document } from "flexsearch";
import type { TermChunk, TermContents } from "../snapshot/contents.js";
import { NAME_END, POSTING_DOCUMENT_SHIFT, TERM_FIELDS, type TermField } from "./term-fields.js";
import { listAskedWords, listSearchableWords, listWords } from "./tokens.js";

/** The texts of one search document, by field. */
export type TermDocument = Readonly<Record<TermField, string>>;

export interface Vocabulary {
  /** Numbers of the words with this beginning, ascending and without a gap. */
  findWords(beginning: string): readonly number[];
  /** The word with this number; `undefined` when there is none. */
  getWord(number: number): string | undefined;
}

/** Indexes documents, numbered from 0; words are numbered in the order of their UTF-16 units. */
export function buildTermIndex(documents: readonly TermDocument[]): TermContents {
  const postingsByWord = new Map<string, number[]>();
  documents.forEach((document, number) => {
    TERM_FIELDS.forEach((field, bit) => {
      for (const word of listSearchableWords(document[field])) {
        const postings = postingsByWord.get(word);
        if (postings === undefined) postingsByWord.set(word, [toPosting(number, bit)]);
        else addPosting(postings, number, bit);
      }
    });
  });
  const words = [...postingsByWord.keys()].toSorted();
  const numbers = new Map(words.map((word, number) => [word, number]));
  const toNumbers = (name: readonly string[]): readonly number[] => [
    ...name.map((word) => numbers.get(word) ?? 0),
    NAME_END,
  ];
  return {
    chunks: exportVocabulary(words),
    postings: words.map((word) => postingsByWord.get(word) ?? []),
    names: documents.map((document) =>
      [document.technical_name, document.name].flatMap(listWritings).flatMap(toNumbers),
    ),
  };
}

/** The words of a name in order, each once; with `PayPal` in it also those without that border. */
function listWritings(name: string): readonly (readonly string[])[] {
  const bordered = [...new Set(listWords(name))];
  const plain = listAskedWords(name);
  return plain.join(" ") === bordered.join(" ") ? [plain] : [bordered, plain];
}

function toPosting(document: number, bit: number): number {
  return document * (1 << POSTING_DOCUMENT_SHIFT) + (1 << bit);
}

/** @param document that of the last posting, or a later one */
function addPosting(postings: number[], document: number, bit: number): void {
  const last = postings.at(-1) ?? 0;
  if (last >>> POSTING_DOCUMENT_SHIFT !== document) postings.push(toPosting(document, bit));
  else postings[postings.length - 1] = last | (1 << bit);
}

/**
 * Words are found by up to this many UTF-16 units; the store then keeps those with the whole
 * beginning. With all beginnings the export of 12,000 words is 1.4 MB and takes 40 ms to import,
 * with three 0.6 MB and 10 ms.
 */
const BEGINNING_UNITS = 3;

function exportVocabulary(words: readonly string[]): readonly TermChunk[] {
  const index = createIndex(listBeginnings);
  words.forEach((word, id) => index.add({ id, word }));
  const chunks: TermChunk[] = [];
  index.export((key, text) => {
    if (text) chunks.push([key, text]);
  });
  return chunks;
}

/**
 * Restores the words.
 * @throws SyntaxError or TypeError when the chunks are not what was exported
 */
export function openVocabulary(chunks: readonly TermChunk[], wordCount: number): Vocabulary {
  const index = createIndex((beginning) => [beginning]);
  for (const [key, text] of chunks) index.import(key, text);
  // The library's default limit is 100.
  const options = { limit: Math.max(wordCount, 1), pluck: "word" } as const;
  const getWord = (number: number): string | undefined => index.get(number)?.word;
  return {
    findWords(beginning) {
      const words = index.search(beginning.slice(0, BEGINNING_UNITS), options) as readonly number[];
      if (beginning.length <= BEGINNING_UNITS) return words;
      return words.filter((number) => getWord(number)?.startsWith(beginning) === true);
    },
    getWord,
  };
}

function listBeginnings(word: string): string[] {
  const count = Math.min(word.length, BEGINNING_UNITS);
  return Array.from({ length: count }, (_, at) => word.slice(0, at + 1));
}

/** @param encode what a word is found by, or what is searched for */
function createIndex(encode: (word: string) => string[]): Document<{ id: number; word: string }> {
  return new Document({
    cache: false,
    document: {
      id: "id",
      index: [{ field: "word", tokenize: "strict", resolution: 1, encode }],
      store: ["word"],
    },
  });
}

// FlexSearch as both sides use it: one index for each searched field of a document, with the
// analysis of tokens.ts. The builder fills and exports it, the server imports and searches it.
import { Index } from "flexsearch";
import type { TermChunk } from "../snapshot/contents.js";
import { listWords } from "./tokens.js";

/** Searched fields, the most telling first: the rank of a hit is its weakest word's best field. */
export const TERM_FIELDS = ["technical_name", "name", "text"] as const;
export type TermField = (typeof TERM_FIELDS)[number];

/** The texts of one search document, by field. */
export type TermDocument = Readonly<Record<TermField, string>>;

export interface TermIndexes {
  /** Numbers of the documents with a word that begins with `word`, in a field; in no order. */
  findDocuments(field: TermField, word: string): readonly number[];
}

/** Indexes documents, numbered from 0, and exports the indexes as text. */
export function buildTermChunks(documents: readonly TermDocument[]): readonly TermChunk[] {
  const chunks: TermChunk[] = [];
  for (const field of TERM_FIELDS) {
    const index = createIndex();
    documents.forEach((document, number) => index.add(number, document[field]));
    index.export((key, text) => {
      if (text) chunks.push([field, key, text]);
    });
  }
  return chunks;
}

/** Restores exported indexes over `documentCount` documents. */
export function openTermIndexes(chunks: readonly TermChunk[], documentCount: number): TermIndexes {
  const indexes = new Map<string, Index>(TERM_FIELDS.map((field) => [field, createIndex()]));
  for (const [field, key, text] of chunks) indexes.get(field)?.import(key, text);
  return {
    findDocuments(field, word) {
      const index = indexes.get(field);
      // The search has a limit of 100 unless it is told another.
      return (index?.search(word, { limit: Math.max(documentCount, 1) }) ?? []) as number[];
    },
  };
}

/** `forward` makes every beginning of a word findable; rank is ours, so one resolution is enough. */
function createIndex(): Index {
  return new Index({
    tokenize: "forward",
    resolution: 1,
    cache: false,
    encode: (text: string) => [...listWords(text)],
  });
}

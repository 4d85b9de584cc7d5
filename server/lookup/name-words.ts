// The words of every document's names, for the boost of the semantic search.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { listWords } from "../../data/text/tokens.js";
import { getDisplayName, getTechnicalName } from "./entries.js";

export interface NameWords {
  /**
   * How much of the query stands verbatim in the names of a document, 0 to 1 for each document that
   * has any of its words: m/q · (0.3 + 0.7 · m/n), where m of the q distinct query words occur in
   * the name of n distinct words; the better of technical and display name counts.
   */
  measureOverlap(query: string): ReadonlyMap<number, number>;
  /** Documents whose technical name, as words, is the query. */
  findNamesake(query: string): readonly number[];
}

interface Name {
  readonly document: number;
  readonly wordCount: number;
}

export function openNameWords(snapshot: Snapshot): NameWords {
  const namesByWord = new Map<string, Name[]>();
  const namesakes = new Map<string, number[]>();
  for (let document = 0; document < snapshot.documentLists.length; document++) {
    const [entry] = snapshot.documentLists.get(document);
    if (entry === undefined) continue;
    const technicalWords = listWords(getTechnicalName(snapshot, entry));
    const key = technicalWords.join(" ");
    namesakes.set(key, [...(namesakes.get(key) ?? []), document]);
    for (const words of [technicalWords, listWords(getDisplayName(snapshot, entry))]) {
      const distinct = new Set(words);
      const name = { document, wordCount: distinct.size };
      for (const word of distinct) {
        const names = namesByWord.get(word);
        if (names === undefined) namesByWord.set(word, [name]);
        else names.push(name);
      }
    }
  }
  return {
    measureOverlap(query) {
      const words = new Set(listWords(query));
      const matches = new Map<Name, number>();
      for (const word of words) {
        for (const name of namesByWord.get(word) ?? []) {
          matches.set(name, (matches.get(name) ?? 0) + 1);
        }
      }
      const overlaps = new Map<number, number>();
      for (const [{ document, wordCount }, matched] of matches) {
        const overlap = (matched / words.size) * (0.3 + (0.7 * matched) / wordCount);
        overlaps.set(document, Math.max(overlaps.get(document) ?? 0, overlap));
      }
      return overlaps;
    },
    findNamesake: (query) => namesakes.get(listWords(query).join(" ")) ?? [],
  };
}

// The words of all names, for the boost of the semantic search.
import type { Snapshot } from "../../data/snapshot/decode.js";
import { listEmbeddingWords } from "../../data/embedding/static-words.js";
import { listWords } from "../../data/text/tokens.js";
import { getDisplayName, getTechnicalName } from "./entries.js";

export interface NameWords {
  /**
   * How much of the query stands verbatim in the names of a document, 0 to 1:
   * m/q · (0.3 + 0.7 · min(1, m/n)), where q is the weight of the query's distinct words, m that of
   * those which occur in the technical or display name, and n that of the lighter of the two.
   */
  measureOverlap(query: string): NameOverlap;
  /** Documents whose technical name, as words, is the query. */
  findNamesakes(query: string): readonly number[];
}

export interface NameOverlap {
  /** One for each document. */
  readonly values: Float32Array;
  /** Documents with an overlap above 0, at most so many, the best first. */
  listBest(most: number): readonly number[];
}

/** A technical and a display name, which several documents can have. */
interface Name {
  /** The technical name as words. */
  readonly key: string;
  readonly words: ReadonlySet<string>;
  readonly weight: number;
  readonly documents: readonly number[];
}

/** @param weigh how much a word tells, above or equal to 0 */
export function openNameWords(snapshot: Snapshot, weigh: (word: string) => number): NameWords {
  const sum = (words: Iterable<string>): number =>
    [...words].reduce((total, word) => total + weigh(word), 0);
  const names = listNames(snapshot, sum);
  const namesByWord = new Map<string, number[]>();
  names.forEach(({ words }, name) => {
    for (const word of words) {
      const list = namesByWord.get(word);
      if (list === undefined) namesByWord.set(word, [name]);
      else list.push(name);
    }
  });
  const namesakes = new Map<string, number[]>();
  for (const { key, documents } of names) {
    namesakes.set(key, [...(namesakes.get(key) ?? []), ...documents]);
  }
  return {
    measureOverlap(query) {
      const words = new Set(listEmbeddingWords(query));
      const queryWeight = sum(words);
      const matched = new Float64Array(names.length);
      for (const word of words) {
        const weight = weigh(word);
        for (const name of namesByWord.get(word) ?? []) {
          matched[name] = (matched[name] ?? 0) + weight;
        }
      }
      const values = new Float32Array(snapshot.documentLists.length);
      const found: number[] = [];
      names.forEach((name, at) => {
        const weight = matched[at] ?? 0;
        if (weight === 0) return;
        const value = (weight / queryWeight) * (0.3 + 0.7 * Math.min(1, weight / name.weight));
        for (const document of name.documents) values[document] = value;
        found.push(...name.documents);
      });
      return {
        values,
        listBest: (most) =>
          found
            .toSorted((left, right) => (values[right] ?? 0) - (values[left] ?? 0) || left - right)
            .slice(0, most),
      };
    },
    findNamesakes: (query) => namesakes.get(listWords(query).join(" ")) ?? [],
  };
}

function listNames(snapshot: Snapshot, sum: (words: Iterable<string>) => number): readonly Name[] {
  const { name, display } = snapshot.entries;
  const documentsByName = new Map<number, number[]>();
  const entries = new Map<number, number>();
  for (let document = 0; document < snapshot.documentLists.length; document++) {
    const [entry] = snapshot.documentLists.get(document);
    if (entry === undefined) continue;
    const key = name.get(entry) * snapshot.texts.length + display.get(entry);
    const documents = documentsByName.get(key);
    if (documents === undefined) documentsByName.set(key, [document]);
    else documents.push(document);
    entries.set(key, entry);
  }
  return [...documentsByName].map(([key, documents]) => {
    const entry = entries.get(key) ?? 0;
    const technicalName = getTechnicalName(snapshot, entry);
    const parts = [technicalName, getDisplayName(snapshot, entry)].map(
      (text) => new Set(listEmbeddingWords(text)),
    );
    const weights = parts.filter((words) => words.size > 0).map(sum);
    return {
      key: listWords(technicalName).join(" "),
      words: new Set(parts.flatMap((words) => [...words])),
      // A name of words that tell nothing is as good as covered by any of them.
      weight: Math.max(Math.min(...weights), Number.MIN_VALUE),
      documents,
    };
  });
}

// The words of all names, for the boost of the semantic search.
import { listEmbeddingWords } from "../../../data/embedding/static-words.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { foldName } from "../../../data/text/names.js";
import { listWords } from "../../../data/text/tokens.js";
import { listEntriesOfName } from "../entries.js";
import { findEqual } from "./find-names.js";

export interface NameWords {
  /**
   * For each document how much of the query stands verbatim in its names, 0 to 1:
   * m/q · (0.3 + 0.7 · min(1, m/n)), where q is the weight of the query's distinct words, m that of
   * those which occur in the technical or display name, and n that of the lighter of the two.
   */
  measureOverlap(query: string): Float32Array;
  /** Documents of technical names that are the query, or its words joined by `_`. */
  findNamesakes(query: string): readonly number[];
}

/**
 * @param weigh how much a word tells, above or equal to 0
 * @throws SnapshotError when there is not one weight for each document
 */
export function createNameWords(snapshot: Snapshot, weigh: (word: string) => number): NameWords {
  const { keys, lists } = snapshot.nameWords;
  const nameWeights = snapshot.readNameWeights();
  const documentCount = snapshot.documentLists.length;
  if (nameWeights.length !== documentCount) {
    throw damagedSection("name-words.weight", `${documentCount} numbers`, `${nameWeights.length}`);
  }
  return {
    measureOverlap(query) {
      const matched = new Float64Array(documentCount);
      let queryWeight = 0;
      for (const word of new Set(listEmbeddingWords(query))) {
        const weight = weigh(word);
        queryWeight += weight;
        const key = findString(keys, word);
        if (key === undefined || weight === 0) continue;
        const documents = lists.view(key);
        for (let at = 0; at < documents.length; at++) {
          const document = documents[at] ?? 0;
          // Writes behind the end of a typed array are ignored.
          matched[document] = (matched[document] ?? 0) + weight;
        }
      }
      const values = new Float32Array(documentCount);
      for (let document = 0; document < documentCount; document++) {
        const weight = matched[document] ?? 0;
        if (weight === 0) continue;
        // A name of words that tell nothing is as good as covered by any of them.
        const nameWeight = Math.max(nameWeights[document] ?? 0, Number.MIN_VALUE);
        values[document] = (weight / queryWeight) * (0.3 + 0.7 * Math.min(1, weight / nameWeight));
      }
      return values;
    },
    findNamesakes(query) {
      const documents = new Set<number>();
      for (const folded of new Set([foldName(query), listWords(query).join("_")])) {
        for (const name of findEqual(snapshot.foldedNames, folded)) {
          for (const entry of listEntriesOfName(snapshot, name)) {
            documents.add(snapshot.entries.document.get(entry));
          }
        }
      }
      return [...documents];
    },
  };
}

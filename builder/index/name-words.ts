// The words of modules' names, and how much they tell together: for the boost of the semantic search.
import { addToGroup } from "../../data/grouped.js";
import { listEmbeddingWords } from "../../data/embedding/static-words.js";
import { compareText } from "../../data/platform/platform-version.js";
import type { ModuleRecord } from "../../data/module/records.js";
import type { NameWordContents } from "../../data/snapshot/contents.js";

/**
 * @param records one for each document
 * @param weigh how much a word tells, above or equal to 0
 */
export function indexNameWords(
  records: readonly Pick<ModuleRecord, "technical_name" | "name">[],
  weigh: (word: string) => number,
): NameWordContents {
  const documents = new Map<string, number[]>();
  const weights = records.map(({ technical_name: technicalName, name }, document) => {
    const names = [technicalName, name].map((text) => new Set(listEmbeddingWords(text)));
    for (const word of new Set(names.flatMap((words) => [...words]))) {
      addToGroup(documents, word, document);
    }
    const sums = names
      .filter((words) => words.size > 0)
      .map((words) => [...words].reduce((sum, word) => sum + weigh(word), 0));
    return Math.min(...sums);
  });
  const words = [...documents.keys()].toSorted(compareText);
  return { words, documents: words.map((word) => documents.get(word) ?? []), weights };
}

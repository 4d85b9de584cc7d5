// Words of module names near a question in meaning, for another search.
import type { Embedder } from "../../../data/embedding/embedder.js";
import { listEmbeddingWords } from "../../../data/embedding/static-words.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import type { Yield } from "../../../data/yield.js";
import { dropRequestWords } from "../search/request-words.js";
import { createDotProducts } from "../../../data/embedding/dot-products.js";

export interface NearWords {
  /** The nearest first; none that the question has, and of words that begin alike one. */
  list(question: string): Promise<readonly string[]>;
}

/** Words in the names of fewer documents lead to one module, which the search gives. */
const FEWEST_DOCUMENTS = 2;
const WORD = /^[a-z]{3,}$/u;
/** Least cosine of a word and the question. */
const LOWEST_COSINE = 0.3;
const MOST_WORDS = 6;
/** Letters by which `reserve` and `reservation` are one. */
const STEM = 4;
/** Words that are embedded at a time. */
const STEP = 64;

/** None with an embedder that would take its time for each word. */
export async function createNearWords(
  { nameWords: { keys, lists } }: Snapshot,
  embedder: Embedder | undefined,
  yieldToOthers: Yield,
): Promise<NearWords> {
  if (embedder?.spec.kind !== "static") return { list: async () => [] };
  const words: string[] = [];
  for (let key = 0; key < keys.length; key++) {
    const word = keys.get(key);
    const isTold = WORD.test(word) && embedder.weighWord(word) > 0;
    if (isTold && lists.view(key).length >= FEWEST_DOCUMENTS) words.push(word);
  }
  const { dimensions } = embedder.spec;
  const table = new Float32Array(words.length * dimensions);
  for (const [row, word] of words.entries()) {
    if (row % STEP === 0) await yieldToOthers();
    table.set(await embedder.embedQuery(word), row * dimensions);
  }
  const compare = createDotProducts(table, dimensions);
  const rows = Uint32Array.from(words.keys());
  return {
    async list(question) {
      const cosines = compare(await embedder.embedQuery(dropRequestWords(question)), rows);
      const near = [...rows]
        .filter((row) => (cosines[row] ?? 0) >= LOWEST_COSINE)
        .toSorted((left, right) => (cosines[right] ?? 0) - (cosines[left] ?? 0));
      const stems = new Set(listEmbeddingWords(question).map((word) => word.slice(0, STEM)));
      const chosen: string[] = [];
      for (const row of near) {
        const word = words[row] ?? "";
        const stem = word.slice(0, STEM);
        if (stems.has(stem)) continue;
        stems.add(stem);
        chosen.push(word);
        if (chosen.length === MOST_WORDS) break;
      }
      return chosen;
    },
  };
}

// Finding technical names in the text of all folded names: those that contain a text, those that have its words, and those that
// someone may have meant by it. Order and hits are made elsewhere. And the words of all names, for the boost of the semantic search.
import { findFirst } from "../../../data/binary-search.js";
import { markLetters, type FoldedNames } from "../../../data/snapshot/table/folded-names.js";
import { measureDistance } from "../../../data/text/edit-distance.js";
import { listEmbeddingWords } from "../../../data/embedding/static-words.js";
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import { findString } from "../../../data/snapshot/table/string-table.js";
import { foldName } from "../../../data/text/names.js";
import { listWords } from "../../../data/text/tokens.js";
import { listEntriesOfName } from "../entries.js";

/** Places of a text in a name, best first; `words` if only each of its words is there. */
export const PLACES = ["exact", "prefix", "word", "substring", "words"] as const;

const EXACT = 0;
const PREFIX = 1;
const WORD_START = 2;
const INSIDE = 3;
const SCATTERED = 4;

/** Called with the number of a name and a rank, of which less is better. */
export type OnName = (name: number, rank: number) => void;

/**
 * Names that contain a folded text, in their order; the rank is the best place where it stands, a
 * number in PLACES. One pass through the text of all names.
 */
export function findContaining(names: FoldedNames, part: string, onName: OnName): void {
  const { text } = names;
  let name = 0;
  for (let inner = text.indexOf(part); inner >= 0 && inner < text.length;) {
    const found = inner;
    name = findFirst(name, names.length, (one) => names.getStart(one + 1) > found);
    const start = names.getStart(name);
    const end = names.getStart(name + 1) - 1;
    if (inner === start) onName(name, part.length === end - start ? EXACT : PREFIX);
    else {
      const isWord = text.slice(inner - 1, end).includes(`_${part}`);
      onName(name, isWord ? WORD_START : INSIDE);
    }
    inner = text.indexOf(part, end + 1);
  }
}

/**
 * Names that do not contain a folded text but have its words, the last one at least begun, in any order and
 * with any others between them; in the order of names. None for a text of one word.
 */
export function findWithWords(names: FoldedNames, text: string, onName: OnName): void {
  const words = [...new Set(text.split("_"))].filter((word) => word !== "");
  if (words.length < 2) return;
  const parts = words.map((word, at) => (at === words.length - 1 ? `_${word}` : `_${word}_`));
  const longest = words.reduce((left, right) => (right.length > left.length ? right : left));
  findContaining(names, longest, (name) => {
    const own = names.get(name);
    const bordered = `_${own}_`;
    if (!own.includes(text) && parts.every((part) => bordered.includes(part)))
      onName(name, SCATTERED);
  });
}

/** Names that are a folded text, in their order. */
export function findEqual(names: FoldedNames, text: string): readonly number[] {
  const line = `${text}\n`;
  const found: number[] = [];
  if (names.text.startsWith(line)) found.push(0);
  let at = names.text.indexOf(`\n${line}`);
  while (at >= 0) {
    const start = at + 1;
    found.push(findFirst(0, names.length, (name) => names.getStart(name) >= start));
    at = names.text.indexOf(`\n${line}`, at + 1);
  }
  return found;
}

/**
 * Names within an edit distance of a folded text, in their order; the rank is that distance. The letters
 * that a name has tell of most names that they are farther, without comparing them.
 */
export function findNear(names: FoldedNames, text: string, limit: number, onName: OnName): void {
  const letters = markLetters(text);
  for (let name = 0; name < names.length; name++) {
    const length = names.getStart(name + 1) - 1 - names.getStart(name);
    if (Math.abs(length - text.length) > limit) continue;
    if (countBits(letters ^ names.getLetters(name)) > 2 * limit) continue;
    const distance = measureDistance(names.get(name), text, limit);
    if (distance <= limit) onName(name, distance);
  }
}

/** Source: H. S. Warren, "Hacker's Delight", 2002, figure 5-2. */
function countBits(bits: number): number {
  let sum = bits - ((bits >>> 1) & 0x5555_5555);
  sum = (sum & 0x3333_3333) + ((sum >>> 2) & 0x3333_3333);
  return Math.imul((sum + (sum >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

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

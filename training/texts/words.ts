// From texts to numbers of words: collects, counts, and at the end drops what is too rare.
import { listEmbeddingWords } from "../../data/embedding/static-words.js";

export interface WordCollector {
  /**
   * Appends the first words of a text as a sentence, unless it has none or its group has the same
   * words already in the same language or another; says whether it did.
   */
  add(text: string, most: number): boolean;
  /** The sentences that follow are of another group. */
  closeGroup(): void;
  /** Appends the first words of a text. */
  append(text: string, most: number): void;
  /** Words so far. */
  size(): number;
  finish(minimumCount: number): CollectedWords;
}

interface CollectedWords {
  /** Distinct, in UTF-16 order. */
  readonly words: readonly string[];
  readonly counts: Uint32Array;
  /** Without the words that were dropped. */
  readonly tokens: Uint32Array;
  /** Position before dropping → position after, for all sizes that were ever seen. */
  readonly positions: Uint32Array;
}

export function createWordCollector(): WordCollector {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  let tokens = new Uint32Array(1 << 20);
  let size = 0;
  let group = new Set<string>();
  const push = (word: string): void => {
    let number = numbers.get(word);
    if (number === undefined) {
      number = counts.length;
      // A copy: a piece of a text would keep all of the text in memory.
      numbers.set(Buffer.from(word).toString(), number);
      counts.push(0);
    }
    counts[number] = (counts[number] ?? 0) + 1;
    if (size === tokens.length) {
      const larger = new Uint32Array(2 * size);
      larger.set(tokens);
      tokens = larger;
    }
    tokens[size] = number;
    size += 1;
  };
  return {
    add(text, most) {
      const words = listEmbeddingWords(text).slice(0, most);
      const key = words.join(" ");
      if (key === "" || group.has(key)) return false;
      group.add(key);
      words.forEach(push);
      return true;
    },
    closeGroup: () => void (group = new Set()),
    append: (text, most) => listEmbeddingWords(text).slice(0, most).forEach(push),
    size: () => size,
    finish(minimumCount) {
      const kept = [...numbers]
        .filter(([, number]) => (counts[number] ?? 0) >= minimumCount)
        .toSorted(([left], [right]) => (left < right ? -1 : 1));
      const renumbered = new Int32Array(counts.length).fill(-1);
      kept.forEach(([, number], position) => (renumbered[number] = position));
      const positions = new Uint32Array(size + 1);
      let end = 0;
      for (let at = 0; at < size; at++) {
        positions[at] = end;
        const number = renumbered[tokens[at] ?? 0] ?? -1;
        if (number >= 0) tokens[end++] = number;
      }
      positions[size] = end;
      return {
        words: kept.map(([word]) => word),
        counts: Uint32Array.from(kept, ([, number]) => counts[number] ?? 0),
        tokens: tokens.slice(0, end),
        positions,
      };
    },
  };
}

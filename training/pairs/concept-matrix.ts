// How much each word says of each concept, all languages of a concept in one column. Pure.
import { groupBy } from "../../data/snapshot/table/columns.js";
import { toPlaces } from "../../data/snapshot/table/name-numbers.js";
import { listRanges, readRange, TEXT_PARTS, type Corpus, type Range } from "../corpus.js";

/** Of each row where its entries begin, then the column and the value of each entry. */
export interface SparseMatrix {
  /** One more than there are rows. */
  readonly starts: Uint32Array;
  /** Ascending in each row. */
  readonly columns: Uint32Array;
  readonly values: Float32Array;
}

const MOST_DESCRIPTION_WORDS = 60;

/**
 * A row for each concept, a column for each word. Value of a word in a concept: ln(1 + Σ weight / √distinct words), summed over the sentences that
 * have the word; then each concept has unit length. Modules are concepts too.
 */
export function buildConceptMatrix(corpus: Corpus, weights: Float32Array): SparseMatrix {
  const starts: number[] = [0];
  const words: number[] = [];
  const values: number[] = [];
  const sums = new Map<number, number>();
  const addSentence = ({ start, end }: Range): void => {
    const distinct = new Set(corpus.tokens.subarray(start, end));
    const scale = 1 / Math.sqrt(Math.max(distinct.size, 1));
    for (const word of distinct) {
      sums.set(word, (sums.get(word) ?? 0) + (weights[word] ?? 0) * scale);
    }
  };
  const closeConcept = (): void => {
    const entries = [...sums].toSorted(([left], [right]) => left - right);
    const logarithms = entries.map(([, sum]) => Math.log1p(sum));
    const length = Math.sqrt(logarithms.reduce((total, value) => total + value * value, 0));
    entries.forEach(([word], at) => {
      words.push(word);
      values.push((logarithms[at] ?? 0) / length);
    });
    starts.push(values.length);
    sums.clear();
  };
  const { conceptStarts, moduleStarts, moduleNeedStarts, needStarts, sentenceStarts, textStarts } =
    corpus;
  for (let concept = 0; concept + 1 < conceptStarts.length; concept++) {
    listRanges(sentenceStarts, readRange(conceptStarts, concept)).forEach(addSentence);
    closeConcept();
  }
  for (let module = 0; module + 1 < moduleStarts.length; module++) {
    // The last variant stands for all: they say the same in other words.
    const first = ((moduleStarts[module + 1] ?? 1) - 1) * TEXT_PARTS;
    const { start, end } = readRange(textStarts, first + TEXT_PARTS - 1);
    addSentence({ start: textStarts[first] ?? 0, end: start });
    addSentence({ start, end: Math.min(end, start + MOST_DESCRIPTION_WORDS) });
    listRanges(needStarts, readRange(moduleNeedStarts, module)).forEach(addSentence);
    closeConcept();
  }
  return {
    starts: Uint32Array.from(starts),
    columns: Uint32Array.from(words),
    values: Float32Array.from(values),
  };
}

export function transposeSparse(matrix: SparseMatrix, columnCount: number): SparseMatrix {
  const { first, list } = groupBy(matrix.columns, columnCount);
  const rows = new Uint32Array(matrix.columns.length);
  for (let row = 0; row + 1 < matrix.starts.length; row++) {
    rows.fill(row, matrix.starts[row], matrix.starts[row + 1]);
  }
  return {
    starts: first,
    columns: toPlaces(list, rows),
    values: Float32Array.from(list, (at) => matrix.values[at] ?? 0),
  };
}

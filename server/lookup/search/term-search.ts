// Which search documents hold every word of a term, in which fields, and how well.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import {
  openVocabulary,
  POSTING_DOCUMENT_SHIFT,
  POSTING_FIELDS_MASK,
  TERM_FIELDS,
  type TermField,
  type Vocabulary,
} from "../../../data/text/term-index.js";
import { listAskedWords } from "../../../data/text/tokens.js";

/** The documents in which every word of a term begins a word. */
export interface TermMatches {
  /** How many there are. */
  readonly count: number;
  has(document: number): boolean;
  /**
   * Of the word that has the worst best field: 0 when that is the technical name, 1 for the display
   * name, 2 for summary and description.
   */
  getRank(document: number): number;
  /** The fields in which some word of the term begins a word. */
  listFields(document: number): readonly TermField[];
  /** Does every word of the term stand in it as it is, not only as a beginning? */
  isWhole(document: number): boolean;
}

export interface TermSearch {
  /**
   * A term without a word finds nothing. The work is bounded: no posting is looked at more often
   * than its word has beginnings.
   */
  findDocuments(term: string): TermMatches;
}

const RANK_BY_FIELD = [0, 1, 2, 2];

/** In the marks of a document, beside the bits of the fields: the word stands there whole. */
const WHOLE_BIT = POSTING_FIELDS_MASK + 1;

/** @throws SnapshotError when the words of the snapshot cannot be read */
export function openTermSearch(snapshot: Snapshot): TermSearch {
  const vocabulary = readVocabulary(snapshot);
  const documentCount = snapshot.documentLists.length;
  return {
    findDocuments(term) {
      const ranks = new Uint8Array(documentCount);
      const fields = new Uint8Array(documentCount);
      const isPartial = new Uint8Array(documentCount);
      const marks = new Uint8Array(documentCount);
      let found: readonly number[] | undefined;
      for (const word of listOccurrences(snapshot, vocabulary, term)) {
        marks.fill(0);
        const marked = markDocuments(word, marks);
        found = found === undefined ? marked : found.filter((document) => marks[document] !== 0);
        for (const document of found) {
          const mark = marks[document] ?? 0;
          ranks[document] = Math.max(ranks[document] ?? 0, rankMark(mark));
          fields[document] = (fields[document] ?? 0) | mark;
          if ((mark & WHOLE_BIT) === 0) isPartial[document] = 1;
        }
        if (found.length === 0) break;
      }
      const isFound = new Uint8Array(documentCount);
      for (const document of found ?? []) isFound[document] = 1;
      return {
        count: found?.length ?? 0,
        has: (document) => isFound[document] === 1,
        getRank: (document) => ranks[document] ?? 0,
        listFields: (document) =>
          TERM_FIELDS.filter((_, field) => ((fields[document] ?? 0) & (1 << field)) !== 0),
        isWhole: (document) => isPartial[document] === 0,
      };
    },
  };
}

/** The rank of the best field among the bits of a mark. */
function rankMark(mark: number): number {
  return RANK_BY_FIELD[31 - Math.clz32(mark & -mark)] ?? 0;
}

/** The postings of a word that is searched for. */
interface Occurrences {
  /** Of the word itself. */
  readonly whole: Uint32Array;
  /** Of the longer words that begin with it. */
  readonly longer: Uint32Array;
}

/** For each word of a term, the rarest first, so that little is left for the others to be found in. */
function listOccurrences(
  { termLists }: Snapshot,
  vocabulary: Vocabulary,
  term: string,
): readonly Occurrences[] {
  const count = ({ whole, longer }: Occurrences): number => whole.length + longer.length;
  return listAskedWords(term)
    .map((beginning): Occurrences => {
      const words = vocabulary.findWords(beginning);
      const [first] = words;
      const last = words.at(-1);
      if (first === undefined || last === undefined) {
        return { whole: new Uint32Array(), longer: new Uint32Array() };
      }
      if (last - first !== words.length - 1) {
        throw damagedSection("terms", `${words.length} words without a gap`, `${first} to ${last}`);
      }
      // Among the words with a beginning that beginning itself is the first.
      const rest = vocabulary.getWord(first) === beginning ? first + 1 : first;
      return { whole: termLists.view(first, rest), longer: termLists.view(rest, last + 1) };
    })
    .toSorted((left, right) => count(left) - count(right));
}

/**
 * Adds to the marks where a word is.
 * @returns the documents that got a mark, each once
 */
function markDocuments({ whole, longer }: Occurrences, marks: Uint8Array): readonly number[] {
  const marked: number[] = [];
  const mark = (postings: Uint32Array, bit: number): void => {
    for (let at = 0; at < postings.length; at++) {
      const posting = postings[at] ?? 0;
      const document = posting >>> POSTING_DOCUMENT_SHIFT;
      const known = marks[document];
      if (known === undefined) {
        throw damagedSection("terms.list", `below ${marks.length}`, String(document));
      }
      if (known === 0) marked.push(document);
      marks[document] = known | (posting & POSTING_FIELDS_MASK) | bit;
    }
  };
  mark(whole, WHOLE_BIT);
  mark(longer, 0);
  return marked;
}

function readVocabulary(snapshot: Snapshot): Vocabulary {
  const chunks = snapshot.readTerms();
  const vocabulary = readTerms(() => openVocabulary(chunks, snapshot.termLists.length));
  return {
    findWords: (beginning) => readTerms(() => vocabulary.findWords(beginning)),
    getWord: (number) => readTerms(() => vocabulary.getWord(number)),
  };
}

/** The library believes what it imports, also later, when it is asked. @throws SnapshotError */
function readTerms<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw damagedSection("terms", "an exported index", (error as Error).message);
  }
}

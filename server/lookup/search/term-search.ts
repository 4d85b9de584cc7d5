// Search documents with every word of a term: fields, and rank.
import type { Snapshot } from "../../../data/snapshot/decode.js";
import { damagedSection } from "../../../data/snapshot/errors.js";
import {
  POSTING_DOCUMENT_SHIFT,
  POSTING_FIELDS_MASK,
  TERM_FIELDS,
  type TermField,
} from "../../../data/text/term-fields.js";
import { openVocabulary, type Vocabulary } from "../../../data/text/term-index.js";
import { listAskedWords } from "../../../data/text/tokens.js";
import { toTermRank, rankElsewhere, rankNames, type AskedWord } from "./relevance.js";

/** The documents in which every word of a term begins a word. */
export interface TermMatches {
  readonly count: number;
  has(document: number): boolean;
  /** Rank of the term in a matching document, see relevance.ts: less is better. */
  getRank(document: number): number;
  /** The fields in which some word of the term begins a word. */
  listFields(document: number): readonly TermField[];
}

export interface TermSearch {
  /**
   * A term without a word finds nothing. The work is bounded: no posting is looked at more often
   * than its word has beginnings.
   */
  findDocuments(term: string): TermMatches;
}

/** In the marks of a document: the bits of the fields in which a word stands whole, above those in which it begins one. */
const WHOLE_SHIFT = TERM_FIELDS.length;

/** Bits of the technical and the display name. */
const NAME_FIELDS = 0b11;

/** @throws SnapshotError when the words of the snapshot cannot be read */
export function createTermSearch(snapshot: Snapshot): TermSearch {
  const vocabulary = readVocabulary(snapshot);
  const documentCount = snapshot.documentLists.length;
  return {
    findDocuments(term) {
      const asked = listAskedWords(term).map((word) => findAsked(vocabulary, word));
      const worstFields = new Uint8Array(documentCount);
      const someFields = new Uint8Array(documentCount);
      const allFields = new Uint8Array(documentCount).fill(POSTING_FIELDS_MASK);
      const isPartial = new Uint8Array(documentCount);
      const marks = new Uint8Array(documentCount);
      const elsewhere = rankElsewhere(asked);
      let found: readonly number[] | undefined;
      for (const word of listOccurrences(snapshot, asked)) {
        marks.fill(0);
        // Later words are searched only in documents with the earlier ones.
        const marked = found === undefined ? [] : undefined;
        markDocuments(word, { marks, marked });
        found = marked ?? found?.filter((document) => marks[document] !== 0) ?? [];
        for (const document of found) {
          const mark = marks[document] ?? 0;
          const fields = mark & POSTING_FIELDS_MASK;
          const wholeFields = mark >>> WHOLE_SHIFT;
          // If the word stands whole in some field, longer words do not count.
          const field = findLowestBit(wholeFields === 0 ? fields : wholeFields);
          worstFields[document] = Math.max(worstFields[document] ?? 0, field);
          someFields[document] = (someFields[document] ?? 0) | fields;
          allFields[document] = (allFields[document] ?? 0) & fields;
          if (wholeFields === 0) isPartial[document] = 1;
        }
        if (found.length === 0) break;
      }
      const isFound = new Uint8Array(documentCount);
      for (const document of found ?? []) isFound[document] = 1;
      return {
        count: found?.length ?? 0,
        has: (document) => isFound[document] === 1,
        getRank: (document) =>
          toTermRank(
            ((allFields[document] ?? 0) & NAME_FIELDS) === 0
              ? elsewhere
              : rankNames(snapshot.termNames.view(document), asked),
            isPartial[document] === 0,
            worstFields[document] ?? 0,
          ),
        listFields: (document) => listFields(someFields[document] ?? 0),
      };
    },
  };
}

function findLowestBit(bits: number): number {
  return 31 - Math.clz32(bits & -bits);
}

function listFields(bits: number): readonly TermField[] {
  return TERM_FIELDS.filter((_, field) => (bits & (1 << field)) !== 0);
}

function findAsked(vocabulary: Vocabulary, word: string): AskedWord {
  const words = vocabulary.findWords(word);
  const first = words[0] ?? 0;
  const end = first + words.length;
  if (words.length > 0 && words.at(-1) !== end - 1) {
    throw damagedSection(
      "terms",
      `${words.length} words without a gap`,
      `${first} to ${words.at(-1)}`,
    );
  }
  // Among the words with a beginning that beginning itself is the first.
  return { whole: vocabulary.getWord(first) === word ? first : -1, first, end };
}

/** The postings of a word that is searched for. */
interface Occurrences {
  /** Documents of the word itself. */
  readonly whole: Uint32Array;
  /** Documents of longer words that begin with it. */
  readonly longer: Uint32Array;
}

/** For each word of a term, the rarest first, so that little is left for the others to be found in. */
function listOccurrences(
  { termLists }: Snapshot,
  asked: readonly AskedWord[],
): readonly Occurrences[] {
  const count = ({ whole, longer }: Occurrences): number => whole.length + longer.length;
  return asked
    .map(({ whole, first, end }): Occurrences => {
      if (first === end) return { whole: new Uint32Array(), longer: new Uint32Array() };
      const rest = whole === first ? first + 1 : first;
      return { whole: termLists.view(first, rest), longer: termLists.view(rest, end) };
    })
    .toSorted((left, right) => count(left) - count(right));
}

interface Marking {
  /** Marks of each document. */
  readonly marks: Uint8Array;
  /** Receives the documents that get a mark, each once. */
  readonly marked: number[] | undefined;
}

/** Marks where a word is. */
function markDocuments({ whole, longer }: Occurrences, { marks, marked }: Marking): void {
  const mark = (postings: Uint32Array, wholeShift: number): void => {
    for (let at = 0; at < postings.length; at++) {
      const posting = postings[at] ?? 0;
      const document = posting >>> POSTING_DOCUMENT_SHIFT;
      const known = marks[document];
      if (known === undefined) {
        throw damagedSection("terms.list", `below ${marks.length}`, String(document));
      }
      if (known === 0) marked?.push(document);
      const fields = posting & POSTING_FIELDS_MASK;
      marks[document] = known | fields | (fields << wholeShift);
    }
  };
  mark(whole, WHOLE_SHIFT);
  mark(longer, 0);
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

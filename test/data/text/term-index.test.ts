// The FlexSearch index of words: what is exported and imported again, its store included, finds what
// a look at every word finds; and where the words stand is what the documents say.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  buildTermIndex,
  openVocabulary,
  POSTING_DOCUMENT_SHIFT,
  POSTING_FIELDS_MASK,
  TERM_FIELDS,
  type TermDocument,
} from "../../../data/text/term-index.js";
import { listSearchableWords } from "../../../data/text/tokens.js";
import { fixSeed } from "../../support/fixed-seed.js";

fixSeed();

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.constantFrom("sale", "saleOrder", "constructor", "__proto__", "toString", "中文", "é"),
    )
    .map((words) => words.join(" ")),
);
const documents: fc.Arbitrary<readonly TermDocument[]> = fc.array(
  fc.record({ technical_name: text, name: text, summary: text, description: text }),
  { maxLength: 6 },
);

/** All words of all documents, in their order. */
function listVocabulary(all: readonly TermDocument[]): readonly string[] {
  const words = all.flatMap((document) =>
    TERM_FIELDS.flatMap((field) => listSearchableWords(document[field])),
  );
  return [...new Set(words)].toSorted();
}

describe("an index that was exported and imported", () => {
  test("gives every word by its number, and the numbers by every beginning", () => {
    fc.assert(
      fc.property(documents, fc.string(), (all, other) => {
        const words = listVocabulary(all);
        const { chunks, postings } = buildTermIndex(all);
        expect(postings).toHaveLength(words.length);
        const vocabulary = openVocabulary(JSON.parse(JSON.stringify(chunks)), words.length);
        expect(words.map((_, number) => vocabulary.getWord(number))).toEqual(words);
        expect(vocabulary.getWord(words.length)).toBeUndefined();
        const beginnings = words.flatMap((word) => [word, word.slice(0, 1), word.slice(0, 3)]);
        for (const beginning of [...beginnings, other].filter((part) => part !== "")) {
          expect(vocabulary.findWords(beginning)).toEqual(
            words.flatMap((word, number) => (word.startsWith(beginning) ? [number] : [])),
          );
        }
      }),
      { numRuns: 200 },
    );
  });

  test("says in which fields of which documents a word is", () => {
    fc.assert(
      fc.property(documents, (all) => {
        const { postings } = buildTermIndex(all);
        listVocabulary(all).forEach((word, number) => {
          const found = postings[number]?.map((posting) => [
            posting >>> POSTING_DOCUMENT_SHIFT,
            posting & POSTING_FIELDS_MASK,
          ]);
          const expected = all.flatMap((document, position) => {
            const fields = TERM_FIELDS.reduce(
              (bits, field, bit) =>
                listSearchableWords(document[field]).includes(word) ? bits | (1 << bit) : bits,
              0,
            );
            return fields === 0 ? [] : [[position, fields]];
          });
          expect(found).toEqual(expected);
        });
      }),
    );
  });

  test("is the same bytes for the same documents", () => {
    fc.assert(
      fc.property(documents, (all) => {
        expect(buildTermIndex(structuredClone(all))).toEqual(buildTermIndex(all));
      }),
      { numRuns: 30 },
    );
  });
});

test("what was never exported is not imported", () => {
  expect(() => openVocabulary([["word.1.map", "[["]], 1)).toThrow();
});

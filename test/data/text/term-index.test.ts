// The FlexSearch index of words: what is exported and imported again, its store included, finds what
// a look at every word finds; and where the words stand is what the documents say.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  NAME_END,
  POSTING_DOCUMENT_SHIFT,
  POSTING_FIELDS_MASK,
  TERM_FIELDS,
} from "../../../data/text/term-fields.js";
import {
  buildTermIndex,
  openVocabulary,
  type TermDocument,
} from "../../../data/text/term-index.js";
import { listSearchableWords } from "../../../data/text/tokens.js";
import { anyCharacter, countCases } from "../../support/properties.js";

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
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

/** The words of the names of a document, a text for each name, the last one empty. */
function listNames(technical_name: string, name: string): readonly string[] {
  const all = [{ technical_name, name, summary: "", description: "queue zebra" }];
  const words = listVocabulary(all);
  const numbers = buildTermIndex(all).names[0] ?? [];
  return numbers
    .map((number) => (number === NAME_END ? "/" : (words[number] ?? "?")))
    .join(" ")
    .split(/ ?\/ ?/u);
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
        const asked = [...beginnings, other].filter((part) => part !== "");
        expect(asked.map((beginning) => vocabulary.findWords(beginning))).toEqual(
          asked.map((beginning) =>
            words.flatMap((word, number) => (word.startsWith(beginning) ? [number] : [])),
          ),
        );
      }),
      { numRuns: countCases(80) },
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

  test("has the words of each document's names, in order", () => {
    expect(listNames("queue_job", "Job Queue")).toEqual(["queue job", "job queue", ""]);
    expect(listNames("sale_sale_queue", "")).toEqual(["sale queue", "", ""]);
    expect(listNames("l10n_x", "PayPal for all")).toEqual([
      "l10n x",
      "pay pal for all",
      "paypal for all",
      "",
    ]);
    fc.assert(
      fc.property(documents, (all) => {
        const words = listVocabulary(all);
        const { names } = buildTermIndex(all);
        expect(names).toHaveLength(all.length);
        const others = names.flat().filter((number) => number !== NAME_END);
        expect(others.filter((number) => number >= words.length)).toEqual([]);
      }),
      { numRuns: countCases(25) },
    );
  });

  test("is the same bytes for the same documents", () => {
    fc.assert(
      fc.property(documents, (all) => {
        expect(buildTermIndex(structuredClone(all))).toEqual(buildTermIndex(all));
      }),
      { numRuns: countCases(15) },
    );
  });
});

test("what was never exported is not imported", () => {
  expect(() => openVocabulary([["word.1.map", "[["]], 1)).toThrow();
});

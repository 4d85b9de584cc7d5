// Known words that stand for an unknown one.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openVocabulary } from "../../../data/embedding/static-vocabulary.js";
import { unpackStaticWeights } from "../../../data/embedding/static-weights.js";
import { findStands } from "../../../data/embedding/unknown-words.js";
import { anyCharacter } from "../../support/properties.js";
import { createTinyWeights } from "./tiny-weights.js";

const WORDS = [
  ["invoice", 90],
  ["invoices", 60],
  ["invoicing", 50],
  ["rechnung", 40],
  ["erinnerung", 30],
  ["lager", 20],
  ["bestand", 20],
  ["заказ", 20],
  ["заказы", 10],
  ["заказчик", 5],
  ["发", 9],
  ["票", 9],
  ["مطعم", 8],
  ["الفاتوره", 8],
] as const;
const weights = unpackStaticWeights(
  createTinyWeights(
    WORDS.map(([word, frequency]) => ({ word, frequency, codes: [0, 0, 0, 0] as const })),
  ),
);
const vocabulary = openVocabulary(weights);

function list(word: string): string {
  return findStands(word, vocabulary, weights.frequencies)
    .map(([known, share]) => `${vocabulary.get(known)} ${share.toFixed(2)}`)
    .join(", ");
}

describe("what stands for", () => {
  test.each([
    ["a letter too few", "invoce", "invoice 0.90"],
    ["a letter too many", "invoicee", "invoice 0.90"],
    ["a wrong letter", "invoise", "invoice 0.90"],
    ["letters exchanged", "invocie", "invoice 0.90"],
    ["a letter at the end", "invoicex", "invoice 0.90"],
    ["a wrong letter in Cyrillic", "закащы", "заказы 0.90"],
    ["a wrong first letter", "znvoice", ""],
    ["a compound", "lagerbestand", "lager 0.90, bestand 0.90"],
    ["a compound with a link", "rechnungserinnerung", "rechnung 0.90, erinnerung 0.90"],
    ["a compound with an ending", "lagerbestandes", "lager 0.90, bestand 0.90"],
    ["a compound of a word that is not known", "xyzerinnerung", "erinnerung 0.60"],
    ["such a compound with a typo", "recnungerinnerung", "erinnerung 0.60, rechnung 0.54"],
    ["what is behind an Arabic preposition", "والمطعم", "مطعم 0.90"],
    ["what has another Arabic article", "بالفاتوره", "الفاتوره 0.90"],
    ["another inflection", "invoicable", "invoice 0.27, invoices 0.27, invoicing 0.27"],
    ["a pair of characters", "发票", "发 0.50, 票 0.50"],
    ["a pair half known", "发x", ""],
    ["a short word", "lagr", ""],
    ["a word with digits", "invoice2", "invoice 0.40, invoices 0.40"],
    ["what is too long to be a word", "invoice".repeat(8), ""],
    ["the empty word", "", ""],
  ])("%s", (_, word, stands) => {
    expect(list(word)).toBe(stands);
  });

  test("any word is known words, with shares above 0 and up to 1", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (word) => {
        for (const [known, share] of findStands(word, vocabulary, weights.frequencies)) {
          expect(known).toBeGreaterThanOrEqual(0);
          expect(known).toBeLessThan(WORDS.length);
          expect(share > 0 && share <= 1).toBe(true);
        }
      }),
    );
  });
});

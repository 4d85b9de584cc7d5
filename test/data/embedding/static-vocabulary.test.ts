// Words found in one string as they are in a map.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { extendHash, openVocabulary } from "../../../data/embedding/static-vocabulary.js";
import { unpackStaticWeights } from "../../../data/embedding/static-weights.js";
import { createTinyWeights } from "./tiny-weights.js";

const word = fc.string({
  unit: fc.constantFrom("a", "b", "c", "ж", "发"),
  minLength: 1,
  maxLength: 5,
});

function open(words: readonly string[]): ReturnType<typeof openVocabulary> {
  const rows = words.map((text) => ({ word: text, codes: [0, 0, 0, 0] as const }));
  return openVocabulary(unpackStaticWeights(createTinyWeights(rows)));
}

test("every word is found, and no other", () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), fc.array(word), (words, others) => {
      const sorted = words.toSorted((left, right) => (left < right ? -1 : 1));
      const vocabulary = open(words);
      expect(vocabulary.length).toBe(words.length);
      for (const text of [...words, ...others, ""]) {
        const number = sorted.indexOf(text);
        expect(vocabulary.find(text)).toBe(number);
        if (number >= 0) expect(vocabulary.get(number)).toBe(text);
        const hash = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).reduce(
          extendHash,
          0,
        );
        if (number >= 0) expect(vocabulary.findHash(hash)).toBe(number);
        const position = sorted.findIndex((known) => known >= text);
        expect(vocabulary.findPosition(text)).toBe(position < 0 ? words.length : position);
      }
    }),
  );
});

// Work of a search: bounded by the snapshot and the rows given. Counted, not timed.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { listAskedWords, listSearchableWords } from "../../../data/text/tokens.js";
import { searchFiltered, SORT_ORDERS } from "../../../server/lookup/search/filtered-search.js";
import { searchNames } from "../../../server/lookup/search/name-search.js";
import { anyCharacter, countCases } from "../../support/properties.js";
import { countReads } from "./counted-lookup.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import { openSharedLookup } from "../../support/shared-snapshot.js";
import { UNFILTERED } from "../../support/unfiltered-search.js";

const opened = await openSharedLookup();
const counted = countReads(opened);
const words = [
  ...new Set(
    listRecords(opened.snapshot).flatMap((record) =>
      [record.technical_name, record.name, record.summary, record.description].flatMap(
        listSearchableWords,
      ),
    ),
  ),
].toSorted();

/** Postings, each as often as its word has beginnings. */
const postingBound = words.reduce(
  (sum, word, number) => sum + word.length * opened.snapshot.termLists.view(number).length,
  0,
);

/** Text cut to the default limit of a parameter. */
function cut(text: string): string {
  return text.slice(0, 2_000);
}

/** Texts that make a search work hard: many words, short ones, long ones, letters in many names. */
function anyText(): fc.Arbitrary<string> {
  const beginning = fc
    .tuple(fc.constantFrom(...words), fc.integer({ min: 1, max: 8 }))
    .map(([word, length]) => word.slice(0, length));
  return fc.oneof(
    fc.constantFrom("a", "e", "_", "%", "\0", [..."abcdefghijklmnopqrstuvwxyz"].join(" ")),
    fc.constantFrom("a_".repeat(1_000), "e ".repeat(1_000), "x".repeat(2_000)),
    fc.array(beginning, { minLength: 1, maxLength: 600 }).map((parts) => cut(parts.join(" "))),
    fc.string({ unit: anyCharacter, minLength: 1, maxLength: 200 }),
  );
}

describe("what is read", () => {
  test("by a name search: a few numbers an entry, a text a name, and those of the rows", () => {
    const { entries, names } = opened.snapshot;
    fc.assert(
      fc.property(
        anyText(),
        fc.integer({ min: 1, max: 20 }),
        fc.constantFrom(undefined, "16.0", "1.0"),
        fc.option(fc.boolean(), { nil: undefined }),
        (text, limit, platform_version, installable) => {
          const query = { text, platform_version, installable, limit, offset: 0, explain: true };
          const { texts, numbers } = counted.count(() => searchNames(counted.lookup, query));
          // Once for what has the words of the text and once for what is near it.
          expect(texts).toBeLessThanOrEqual(2 * names.length + limit);
          expect(numbers).toBeLessThanOrEqual(
            2 * (3 * names.length + 2 * entries.length) + 5 * entries.length,
          );
        },
      ),
      { numRuns: countCases(300) },
    );
  });

  test("by a filtered search: a few numbers an entry, each posting for each beginning of its word", () => {
    const { entries, texts: table, authors, dependencies } = opened.snapshot;
    // Different words have different lists, so that no number of a list is read twice.
    const listed = authors.lists.view(0, authors.lists.length).length;
    const depending = dependencies.lists.view(0, dependencies.lists.length).length;
    const steps = Math.ceil(Math.log2(Math.max(authors.keys.length, dependencies.keys.length))) + 2;
    const text = fc.option(anyText(), { nil: undefined });
    fc.assert(
      fc.property(
        fc.record({
          term: text,
          author: text,
          category: text,
          depends_on: text,
          license: text,
          updated_since: text,
          sort: fc.constantFrom(...SORT_ORDERS),
          limit: fc.integer({ min: 1, max: 20 }),
        }),
        (query) => {
          const { texts, numbers } = counted.count(() =>
            searchFiltered(counted.lookup, {
              ...UNFILTERED,
              ...query,
              platform_version: "16.0",
              installable: true,
              organization: "harbor-works",
              explain: true,
            }),
          );
          const askedWords = listAskedWords(query.author ?? "").length;
          expect(texts).toBeLessThanOrEqual(
            5 * query.limit + 2 * table.length + steps * (askedWords + 2),
          );
          expect(numbers).toBeLessThanOrEqual(
            postingBound + listed + depending + 16 * entries.length,
          );
        },
      ),
      { numRuns: countCases(300) },
    );
  });
});

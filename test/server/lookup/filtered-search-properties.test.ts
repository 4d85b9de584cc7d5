// Filtered search over the fixtures against a naive filter: any query gives the same set in the same
// order, with the same explanations.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import { compareText } from "../../../data/platform/platform-version.js";
import type { ModuleRecord } from "../../../data/module/records.js";
import { listAskedWords, listSearchableWords, listWords } from "../../../data/text/tokens.js";
import type { Explanation, Ranking } from "../../../server/contract/shape/search.js";
import {
  searchFiltered,
  SORT_ORDERS,
  type FilteredQuery,
} from "../../../server/lookup/search/filtered-search.js";
import { compareRelevance, explainNaively } from "./naive-relevance.js";
import { listRecords } from "../../support/fixture-snapshot.js";
import { openSharedLookup } from "../../support/shared-snapshot.js";
import { countCases } from "../../support/properties.js";

const lookup = await openSharedLookup();
const records = listRecords(lookup.snapshot);

describe("searchFiltered", () => {
  test("gives what a naive filter gives, in its order", () => {
    fc.assert(
      fc.property(anyQuery(), (query) => {
        const expected = filterNaively(query);
        const { rows, total } = searchFiltered(lookup, query);
        expect(
          rows.map(({ technical_name: n, organization: o, repository: r }) => [n, o, r]),
        ).toEqual(expected.slice(query.offset, query.offset + query.limit).map(({ key }) => key));
        expect(total).toBe(expected.length);
      }),
      { numRuns: countCases(300) },
    );
  });

  test("explains what a naive look at the texts of a hit explains", () => {
    fc.assert(
      fc.property(anyQuery(), (query) => {
        const hits = searchFiltered(lookup, { ...query, explain: true }).rows;
        const expected = filterNaively(query).slice(query.offset, query.offset + query.limit);
        expect(hits).toMatchObject(expected.map(({ explained }) => explained));
      }),
      { numRuns: countCases(150) },
    );
  });

  test("pages one after another are the whole", () => {
    fc.assert(
      fc.property(anyQuery(), fc.integer({ min: 1, max: 9 }), (query, limit) => {
        const whole = searchFiltered(lookup, { ...query, offset: 0, limit: 1_000 });
        const pages = [];
        for (let offset = 0; offset < whole.total; offset += limit) {
          pages.push(...searchFiltered(lookup, { ...query, offset, limit }).rows);
        }
        expect(pages).toEqual(whole.rows);
      }),
    );
  });
});

function anyOf(pick: (record: ModuleRecord) => readonly string[]): fc.Arbitrary<string> {
  return fc.constantFrom(...new Set(records.flatMap((record) => pick(record))));
}

function maybe<T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
  return fc.option(value, { nil: undefined, freq: 1 });
}

/** Queries made from the words, categories and dependencies of the fixtures. */
function anyQuery(): fc.Arbitrary<FilteredQuery> {
  const word = anyOf((record) =>
    listWords(`${record.name} ${record.technical_name} ${record.summary}`),
  );
  const accented = word.map((text) => text.toUpperCase().replaceAll("E", "É"));
  // Beginnings of words of one module, so that they are found together, in various fields.
  const beginnings = fc.constantFrom(...records).chain((record) =>
    fc.array(
      fc
        .tuple(
          fc.constantFrom(
            ...listWords(`${record.name} ${record.technical_name} ${record.summary}`),
          ),
          fc.integer({ min: 1, max: 6 }),
        )
        .map(([text, length]) => text.slice(0, length)),
      { minLength: 1, maxLength: 3 },
    ),
  );
  const term = fc
    .oneof(fc.array(fc.oneof(word, accented), { minLength: 1, maxLength: 2 }), beginnings)
    .map((words) => words.join(" "));
  return fc.record({
    platform_version: fc.constantFrom("8.0", "16.0", "16.0", "17.0", "17.0", "18.0"),
    term: fc.option(term, { nil: undefined, freq: 4 }),
    category: maybe(anyOf((record) => [record.category, ` ${record.category.toUpperCase()}`])),
    depends_on: maybe(anyOf((record) => record.declared_dependencies.platform)),
    model: maybe(anyOf((record) => record.models.map(({ model_name }) => model_name))),
    installable: maybe(fc.boolean()),
    application: maybe(fc.boolean()),
    license: maybe(anyOf((record) => [record.license, record.license.toLowerCase()])),
    author: maybe(anyOf((record) => [...record.authors, ...record.authors.flatMap(listWords)])),
    maintainer: maybe(anyOf((record) => record.maintainers)),
    organization: maybe(anyOf((record) => [record.organization.toUpperCase()])),
    repository: maybe(anyOf((record) => [record.repository])),
    development_status: maybe(
      anyOf(({ development_status: status }) => (status === null ? ["Alpha"] : [status])),
    ),
    updated_since: maybe(anyOf((record) => [record.update_date ?? ""])),
    sort: fc.constantFrom(...SORT_ORDERS),
    explain: fc.constant(false),
    offset: fc.nat(4),
    limit: fc.integer({ min: 1, max: 60 }),
  });
}

interface Naive {
  readonly record: ModuleRecord;
  readonly explained: Explanation & Ranking;
  readonly key: readonly [string, string, string];
}

function isEqual(wanted: string | undefined, text: string | null): boolean {
  return wanted === undefined || wanted.trim().toLowerCase() === text?.trim().toLowerCase();
}

function hasWords(wanted: string | undefined, names: readonly string[]): boolean {
  if (wanted === undefined) return true;
  const words = new Set(names.flatMap(listSearchableWords));
  const asked = listAskedWords(wanted);
  return asked.length > 0 && asked.every((word) => words.has(word));
}

/** The contract's sentences, read aloud over all records. */
function filterNaively(query: FilteredQuery): readonly Naive[] {
  const countDependents = ({ technical_name: name }: ModuleRecord): number =>
    new Set(
      records
        .filter((record) => record.declared_dependencies.platform.includes(name))
        .map((record) => record.technical_name),
    ).size;
  const compare = (a: Naive, b: Naive): number => {
    switch (query.sort) {
      case "relevance":
        if (query.term === undefined) return 0;
        return compareRelevance({ ...a.record, ...a.explained }, { ...b.record, ...b.explained });
      case "updated":
        return compareText(b.record.update_date ?? "", a.record.update_date ?? "");
      case "dependents":
        return b.explained.dependents - a.explained.dependents;
      case "name":
        return 0;
    }
  };
  return records
    .filter(
      (record) =>
        record.platform_version === query.platform_version &&
        isEqual(query.category, record.category) &&
        isEqual(query.license, record.license) &&
        isEqual(query.development_status, record.development_status) &&
        isEqual(query.organization, record.organization) &&
        isEqual(query.repository, record.repository) &&
        hasWords(query.author, record.authors) &&
        hasWords(query.maintainer, record.maintainers) &&
        (query.installable === undefined || record.installable === query.installable) &&
        (query.application === undefined || record.application === query.application) &&
        (query.updated_since === undefined || (record.update_date ?? "") >= query.updated_since) &&
        (query.model === undefined ||
          record.models.some(({ model_name }) => model_name === query.model)) &&
        (query.depends_on === undefined ||
          record.declared_dependencies.platform.includes(query.depends_on)),
    )
    .flatMap((record): readonly Naive[] => {
      const explained = explainNaively(record, query.term, countDependents(record));
      const key = [record.technical_name, record.organization, record.repository] as const;
      return explained === undefined ? [] : [{ record, explained, key }];
    })
    .toSorted((a, b) => compare(a, b) || compareText(a.key.join("\0"), b.key.join("\0")));
}

// Filtered search over the fixtures: the rules one by one, then against a naive filter.

import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { ModuleRecord } from "../../../data/records.js";
import { listWords } from "../../../data/text/tokens.js";
import { searchFiltered, type FilteredQuery } from "../../../server/lookup/filtered-search.js";
import { openLookup, type Lookup } from "../../../server/lookup/lookup.js";
import {
  createFixtureSnapshot,
  listRecords,
  type FixtureSnapshot,
} from "../../support/fixture-snapshot.js";

let fixtures: FixtureSnapshot;
let lookup: Lookup;
let records: readonly ModuleRecord[];

beforeAll(async () => {
  fixtures = await createFixtureSnapshot();
  lookup = await openLookup(fixtures.snapshotFolder, { embedder: {} });
  records = listRecords(lookup.snapshot);
});

afterAll(async () => {
  lookup.close();
  await fixtures.cleanup();
});

const EVERYTHING: FilteredQuery = {
  platformVersion: "17.0",
  term: undefined,
  category: undefined,
  dependsOn: undefined,
  offset: 0,
  limit: 1_000,
};

function searchForNames(query: Partial<FilteredQuery>): string[] {
  return searchFiltered(lookup, { ...EVERYTHING, ...query }).rows.map((hit) => hit.technical_name);
}

describe("searchFiltered", () => {
  test("a hit says where the module is and what it is", () => {
    expect(searchFiltered(lookup, { ...EVERYTHING, term: "kiosk" })).toEqual({
      rows: [
        {
          technical_name: "attendance_kiosk",
          name: "Attendance Kiosk",
          category: "Human Resources/Attendances",
          installable: true,
          application: true,
          organization: "meadow-apps",
          repository: "people",
        },
      ],
      total: 1,
    });
  });

  test("one hit for each repository that carries the module", () => {
    expect(searchForNames({ term: "delivery_window", platformVersion: "16.0" })).toEqual([
      "delivery_window",
      "delivery_window",
    ]);
  });

  test("without a filter it is all of the version by technical name", () => {
    expect(searchForNames({})).toEqual(
      records
        .filter((record) => record.platform_version === "17.0")
        .map((record) => record.technical_name)
        .toSorted(),
    );
  });

  test("every word must begin a word, wherever it stands", () => {
    expect(searchForNames({ term: "statement camt" })).toEqual(["bank_import_camt"]);
    expect(searchForNames({ term: "CAMT   Statem" })).toEqual(["bank_import_camt"]);
    expect(searchForNames({ term: "camt kiosk" })).toEqual([]);
    expect(searchForNames({ term: "iosk" })).toEqual([]);
  });

  test("accents and case are folded on both sides", () => {
    const plain = searchForNames({ term: "arrondi imputé", platformVersion: "16.0" });
    expect(plain).toEqual(["invoice_rounding_fr"]);
    expect(searchForNames({ term: "ÀRRÖNDI IMPUTE", platformVersion: "16.0" })).toEqual(plain);
  });

  test("a technical name ranks before a display name, that before the rest", () => {
    expect(searchForNames({ term: "reminder" })[0]).toBe("invoice_reminder");
    // "Vehicle" is only in a display name, "vans" only in a text.
    expect(searchForNames({ term: "vehicle" })[0]).toBe("rental_fleet");
    const at17 = records.filter((record) => record.platform_version === "17.0");
    const ranksOf = (term: string): number[] =>
      searchForNames({ term }).flatMap((name) =>
        at17.filter((row) => row.technical_name === name).map((row) => findRank(row, term)),
      );
    for (const term of ["invoice", "bank", "contract", "delivery", "card", "subscription"]) {
      const ranks = ranksOf(term);
      expect(ranks.length).toBeGreaterThan(1);
      expect(ranks).toEqual(ranks.toSorted());
    }
  });

  test("a category is compared as a whole, trimmed and without case", () => {
    const rentals = ["rental_core", "rental_deposit", "rental_fleet"];
    expect(searchForNames({ category: "Sales/Rental" })).toEqual(rentals);
    expect(searchForNames({ category: "  sales/RENTAL " })).toEqual(rentals);
    expect(searchForNames({ category: "Sales" })).toEqual([]);
    expect(searchForNames({ category: "Sales/%" })).toEqual([]);
  });

  test("a dependency counts when it is declared, not when it follows", () => {
    // rental_fleet → rental_deposit → rental_core
    expect(searchForNames({ dependsOn: "rental_core" })).toEqual(["rental_deposit"]);
    expect(searchForNames({ dependsOn: "rental_deposit" })).toEqual(["rental_fleet"]);
    // No module of the snapshot carries it, some declare it.
    expect(searchForNames({ dependsOn: "purchase" })).toEqual(["approval_purchase"]);
    // By an empty manifest.
    expect(searchForNames({ dependsOn: "base" })).toContain("skill_matrix");
    expect(searchForNames({ dependsOn: "nothing_at_all" })).toEqual([]);
  });

  test("an unknown version, or a term without a letter, finds nothing", () => {
    expect(searchForNames({ platformVersion: "9.0" })).toEqual([]);
    for (const term of ["%", "***", "_", "\u{1f600}", "\0", "-- ;"]) {
      expect(searchForNames({ term })).toEqual([]);
    }
    for (const term of ["constructor", "__proto__", "toString hasOwnProperty"]) {
      expect(searchForNames({ term })).toEqual([]);
    }
  });

  test("gives what a naive filter gives, in its order", () => {
    fc.assert(
      fc.property(anyQuery(), (query) => {
        const expected = filterNaively(query);
        const { rows, total } = searchFiltered(lookup, query);
        expect(
          rows.map(({ technical_name: n, organization: o, repository: r }) => [n, o, r]),
        ).toEqual(expected.slice(query.offset, query.offset + query.limit));
        expect(total).toBe(expected.length);
      }),
      { numRuns: 500 },
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

function maybe(text: fc.Arbitrary<string>): fc.Arbitrary<string | undefined> {
  return fc.option(text, { nil: undefined, freq: 2 });
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
    platformVersion: fc.constantFrom("8.0", "16.0", "17.0", "18.0"),
    term: fc.option(term, { nil: undefined, freq: 6 }),
    category: maybe(anyOf((record) => [record.category, ` ${record.category.toUpperCase()}`])),
    dependsOn: maybe(anyOf((record) => record.declared_dependencies.platform)),
    offset: fc.nat(4),
    limit: fc.integer({ min: 1, max: 60 }),
  });
}

/** 0 technical name, 1 display name, 2 the rest, 3 not there: of the word that has the worst. */
function findRank(record: ModuleRecord, term: string): number {
  const texts = [record.technical_name, record.name, `${record.summary} ${record.description}`];
  const ranks = listWords(term).map((word) => {
    const rank = texts.findIndex((text) => listWords(text).some((other) => other.startsWith(word)));
    return rank < 0 ? texts.length : rank;
  });
  return Math.max(...ranks);
}

function filterNaively(query: FilteredQuery): readonly (readonly string[])[] {
  const category = query.category?.trim().toLowerCase();
  const rankOf = (record: ModuleRecord): number =>
    query.term === undefined ? 0 : findRank(record, query.term);
  return records
    .filter(
      (record) =>
        record.platform_version === query.platformVersion &&
        (category === undefined || record.category.trim().toLowerCase() === category) &&
        (query.dependsOn === undefined ||
          record.declared_dependencies.platform.includes(query.dependsOn)) &&
        rankOf(record) < 3,
    )
    .map((record) => ({
      rank: rankOf(record),
      key: [record.technical_name, record.organization, record.repository],
    }))
    .toSorted((a, b) => a.rank - b.rank || (a.key.join(" ") < b.key.join(" ") ? -1 : 1))
    .map(({ key }) => key);
}

// Filtered search over the fixtures: the rules one by one.

import { describe, expect, test } from "vitest";

import type { ModuleRecord } from "../../../../data/module/records.js";
import { listWords } from "../../../../data/text/tokens.js";
import {
  type FilteredQuery,
  searchFiltered,
} from "../../../../server/lookup/search/filtered-search.js";
import { listRecords } from "../../../support/fixture-snapshot.js";
import { openSharedLookup } from "../../../support/shared-snapshot.js";
import { UNFILTERED } from "../../../support/unfiltered-search.js";

const lookup = await openSharedLookup();
const records = listRecords(lookup.snapshot);

const EVERYTHING: FilteredQuery = {
  ...UNFILTERED,
  platform_version: "17.0",
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
    expect(searchForNames({ term: "delivery_window", platform_version: "16.0" })).toEqual([
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
    const plain = searchForNames({ term: "arrondi imputé", platform_version: "16.0" });
    expect(plain).toEqual(["invoice_rounding_fr"]);
    expect(searchForNames({ term: "ÀRRÖNDI IMPUTE", platform_version: "16.0" })).toEqual(plain);
  });

  test("a technical name ranks before a display name, that before the rest", () => {
    expect(searchForNames({ term: "reminder" })[0]).toBe("invoice_reminder");
    // "Vehicle" is only in a display name, "vans" only in a text.
    expect(searchForNames({ term: "vehicle" })[0]).toBe("rental_fleet");
    for (const term of ["invoice", "bank", "contract", "delivery", "card", "subscription"]) {
      const ranks = searchForNames({ term }).map((name) =>
        Math.min(...atVersion().flatMap((row) => findRank(row, name, term))),
      );
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
    expect(searchForNames({ depends_on: "rental_core" })).toEqual(["rental_deposit"]);
    expect(searchForNames({ depends_on: "rental_deposit" })).toEqual(["rental_fleet"]);
    // No module of the snapshot carries it, some declare it.
    expect(searchForNames({ depends_on: "purchase" })).toEqual(["approval_purchase"]);
    // By an empty manifest.
    expect(searchForNames({ depends_on: "base" })).toContain("skill_matrix");
    expect(searchForNames({ depends_on: "nothing_at_all" })).toEqual([]);
  });

  test("an unknown version, or a term without a letter, finds nothing", () => {
    expect(searchForNames({ platform_version: "9.0" })).toEqual([]);
    for (const term of ["%", "***", "_", "\u{1f600}", "\0", "-- ;"]) {
      expect(searchForNames({ term })).toEqual([]);
    }
    for (const term of ["constructor", "__proto__", "toString hasOwnProperty"]) {
      expect(searchForNames({ term })).toEqual([]);
    }
  });

  test("flags, license and status are compared", () => {
    expect(searchForNames({ installable: false })).toEqual(namesOf((row) => !row.installable));
    expect(searchForNames({ application: true })).toEqual(namesOf((row) => row.application));
    expect(searchForNames({ license: " agpl-3 " })).toEqual(
      namesOf((row) => row.license === "AGPL-3"),
    );
    expect(searchForNames({ license: "AGPL" })).toEqual([]);
    const withStatus = namesOf((row) => row.development_status === "Beta");
    expect(searchForNames({ development_status: "BETA" })).toEqual(withStatus);
  });

  test("organization and repository are compared without case", () => {
    const found = { organization: "Northwind-Addons", repository: "RETAIL" };
    expect(searchForNames({ ...found, platform_version: "16.0" })).toHaveLength(6);
    expect(searchForNames({ repository: "retai" })).toEqual([]);
  });

  test("an author is found by any whole words of the name", () => {
    const byHarbor = namesOf((row) => row.authors.some((name) => name.startsWith("Harbor Works")));
    expect(byHarbor.length).toBeGreaterThan(3);
    for (const author of ["Harbor Works", "works  HARBOR", "harbor"]) {
      expect(searchForNames({ author })).toEqual(byHarbor);
    }
    for (const author of ["harb", "harbor nobody", "%", "_"]) {
      expect(searchForNames({ author })).toEqual([]);
    }
  });

  test("updated_since keeps what changed at that moment or later", () => {
    const dates = atVersion().map((row) => row.update_date ?? "");
    for (const since of [...dates, "1970-01-01 00:00:00", "2999-01-01 00:00:00"]) {
      expect(searchForNames({ updated_since: since })).toEqual(
        namesOf((row) => (row.update_date ?? "") >= since),
      );
    }
  });

  test("sorted by name, by date or by dependents", () => {
    expect(searchForNames({ sort: "name", term: "rental" })).toEqual(
      searchForNames({ term: "rental" }).toSorted(),
    );
    const dated = searchForNames({ sort: "updated" }).map(
      (name) => atVersion().find((row) => row.technical_name === name)?.update_date ?? "",
    );
    expect(dated).toEqual(dated.toSorted().toReversed());
    expect(searchForNames({ sort: "dependents" }).slice(0, 2)).toEqual(["mail", "base"]);
  });

  test("explained, a hit says which fields have the words, and how", () => {
    const explain = (term: string): Readonly<Record<string, unknown>> =>
      Object.fromEntries(
        searchFiltered(lookup, { ...EVERYTHING, term, explain: true }).rows.map((hit) => [
          hit.technical_name,
          [hit.match, hit.fields],
        ]),
      );
    expect(explain("rental core")["rental_core"]).toEqual([
      "exact",
      expect.arrayContaining(["technical_name"]),
    ]);
    expect(explain("Vehicle Rental")["rental_fleet"]).toMatchObject(["exact", {}]);
    expect(explain("vehicle")["rental_fleet"]).toEqual(["word", ["name"]]);
    expect(explain("vehic")["rental_fleet"]).toMatchObject(["prefix", {}]);
    const [all] = searchFiltered(lookup, { ...EVERYTHING, explain: true }).rows;
    expect(all).toMatchObject({ match: null, fields: [] });
    expect(searchFiltered(lookup, EVERYTHING).rows[0]).not.toHaveProperty("match");
  });
});

function atVersion(): readonly ModuleRecord[] {
  return records.filter((row) => row.platform_version === EVERYTHING.platform_version);
}

/** Technical names of the modules that fit, in order. */
function namesOf(fits: (record: ModuleRecord) => boolean): readonly string[] {
  return atVersion()
    .filter(fits)
    .map((row) => row.technical_name)
    .toSorted();
}

/** 0 technical name, 1 display name, 2 the rest; none for another module. */
function findRank(record: ModuleRecord, name: string, word: string): readonly number[] {
  if (record.technical_name !== name) return [];
  const texts = [record.technical_name, record.name, `${record.summary} ${record.description}`];
  return texts.flatMap((text, rank) =>
    listWords(text).some((other) => other.startsWith(word)) ? [rank] : [],
  );
}

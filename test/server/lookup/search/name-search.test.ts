// Search by name over the fixtures: the rank rules one by one, then against a naive search.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ModuleRecord } from "../../../../data/module/records.js";
import type { NameHit } from "../../../../server/contract/shape/search.js";
import { searchNames, type NameQuery } from "../../../../server/lookup/search/name-search.js";
import { measureDistance } from "../../../../data/text/edit-distance.js";
import { listRecords } from "../../../support/fixture-snapshot.js";
import { openSharedLookup } from "../../../support/shared-snapshot.js";
import { countCases } from "../../../support/properties.js";

const lookup = await openSharedLookup();
const records = listRecords(lookup.snapshot);

const EVERYTHING = {
  platform_version: undefined,
  installable: undefined,
  explain: false,
  offset: 0,
  limit: 1_000_000,
};

function search(text: string, filter: Partial<Omit<NameQuery, "text">> = {}): readonly NameHit[] {
  return searchNames(lookup, { text, ...EVERYTHING, ...filter }).rows;
}

function searchForNames(text: string, filter: Partial<Omit<NameQuery, "text">> = {}): string[] {
  return search(text, filter).map((hit) => hit.technical_name);
}

describe("searchNames", () => {
  test("names where a hit is: by repository, versions in numeric order", () => {
    expect(search("barcode_scan")).toEqual([
      {
        technical_name: "barcode_scan",
        versions: { "harbor-works/retail": ["8.0", "16.0", "17.0"] },
        not_installable: {},
        copy_of: {},
      },
    ]);
    expect(search("delivery_window")).toEqual([
      {
        technical_name: "delivery_window",
        versions: { "harbor-works/retail": ["16.0", "17.0"], "northwind-addons/retail": ["16.0"] },
        not_installable: { "harbor-works/retail": ["17.0"] },
        copy_of: {},
      },
    ]);
  });

  test("the exact name is first, then names that begin so", () => {
    expect(searchForNames("website_store_locator")).toEqual([
      "website_store_locator",
      "website_store_locator_map",
    ]);
  });

  test("a prefix comes before the start of a word, that before the inside", () => {
    const names = searchForNames("re");
    const placeOf = (name: string): number => names.indexOf(name);
    expect(placeOf("rental_deposit")).toBeGreaterThanOrEqual(0);
    expect(placeOf("rental_deposit")).toBeLessThan(placeOf("invoice_reminder"));
    expect(placeOf("invoice_reminder")).toBeLessThan(placeOf("credit_limit"));
  });

  test("among equals the one that more modules depend on is first", () => {
    // Three modules declare barcode_scan, none barcode_label_print.
    expect(searchForNames("barcode")).toEqual(["barcode_scan", "barcode_label_print"]);
    // Three, two, two and one.
    expect(searchForNames("core")).toEqual([
      "approval_core",
      "rental_core",
      "subscription_core",
      "bank_import_core",
    ]);
  });

  test("case does not count, and a hyphen or a space is an underscore", () => {
    for (const text of ["RENTAL_Core", "rental-core", "rental core", "  rental_core "]) {
      expect(searchForNames(text)).toEqual(["rental_core"]);
    }
  });

  test("signs with a meaning elsewhere are letters here", () => {
    // With `_` as a wildcard, "bank_reconcile_rules" would match the second.
    expect(searchForNames("l_c")).toEqual(["approval_core", "rental_core"]);
    expect(searchForNames("con_ile")).toEqual([]);
    for (const text of ["rental%", "%", "r*", "(", "[a-z]+", "\\"]) {
      expect(searchForNames(text)).toEqual([]);
    }
  });

  test("platform version and installable flag restrict what is carried where", () => {
    expect(search("delivery_window", { platform_version: "17.0" })).toEqual([
      {
        technical_name: "delivery_window",
        versions: { "harbor-works/retail": ["17.0"] },
        not_installable: { "harbor-works/retail": ["17.0"] },
        copy_of: {},
      },
    ]);
    expect(search("credit_limit", { installable: false })).toEqual([
      {
        technical_name: "credit_limit",
        versions: { "meadow-apps/finance": ["8.0"] },
        not_installable: { "meadow-apps/finance": ["8.0"] },
        copy_of: {},
      },
    ]);
    expect(search("credit_limit", { installable: true })).toEqual([
      {
        technical_name: "credit_limit",
        versions: { "meadow-apps/finance": ["16.0", "17.0"] },
        not_installable: {},
        copy_of: {},
      },
    ]);
    expect(search("pos_table_plan", { installable: true })).toEqual([]);
    expect(search("rental", { platform_version: "9.0" })).toEqual([]);
  });

  test("a name with all the words is found in whatever order they are asked for", () => {
    expect(searchForNames("core rental")).toEqual(["rental_core"]);
    expect(searchForNames("map website-store")).toEqual(["website_store_locator_map"]);
    expect(search("core rental", { explain: true })[0]?.match).toBe("words");
    // While the last one is typed, its beginning is enough; the others are whole words.
    expect(searchForNames("core ren")).toEqual(["rental_core"]);
    expect(searchForNames("cor rental")).toEqual([]);
    expect(searchForNames("core rental", { platform_version: "8.0" })).toEqual([]);
    // Names that contain the whole text come first.
    expect(searchForNames("store_map locator")).toEqual(["website_store_locator_map"]);
    expect(searchForNames("website_store")).toEqual([
      "website_store_locator",
      "website_store_locator_map",
    ]);
  });

  test("typos count only when nothing contains the text", () => {
    expect(searchForNames("retnal_core")).toEqual(["rental_core"]);
    expect(searchForNames("rental_corre")).toEqual(["rental_core"]);
    expect(searchForNames("rntal_cre")).toEqual(["rental_core"]);
    expect(searchForNames("rntl_cre")).toEqual([]);
    // A missing or a needless separator is one typo too.
    expect(searchForNames("rentalcore")).toEqual(["rental_core"]);
    expect(searchForNames("website-storelocator-map")).toEqual(["website_store_locator_map"]);
    expect(searchForNames("bank import co re")).toEqual(["bank_import_core"]);
    // One typo only in a short name.
    expect(searchForNames("mial")).toEqual(["mail"]);
    expect(searchForNames("mlia")).toEqual([]);
    // "base" is within one typo of "bas", but names that contain it are there.
    expect(searchForNames("bas")).toEqual(["base"]);
    expect(searchForNames("ase")).toEqual(["base", "approval_purchase"]);
  });

  test("gives what a naive search gives, in its order", () => {
    fc.assert(
      fc.property(anyQuery(), (query) => {
        const expected = searchNaively(query);
        const { rows, total } = searchNames(lookup, query);
        expect(rows.map(toPlaces)).toEqual(
          expected.slice(query.offset, query.offset + query.limit),
        );
        expect(total).toBe(expected.length);
      }),
      { numRuns: countCases(600) },
    );
  });

  test("pages one after another are the whole", () => {
    fc.assert(
      fc.property(anyQuery(), fc.integer({ min: 1, max: 9 }), (query, limit) => {
        const whole = searchNames(lookup, { ...query, offset: 0, limit: 1_000_000 });
        const pages = [];
        for (let offset = 0; offset < whole.total; offset += limit) {
          pages.push(...searchNames(lookup, { ...query, offset, limit }).rows);
        }
        expect(pages).toEqual(whole.rows);
      }),
    );
  });

  test("explained, a hit says where the text stands in its name", () => {
    const explain = (text: string): readonly (readonly [string, unknown, unknown])[] =>
      search(text, { explain: true }).map((hit) => [hit.technical_name, hit.match, hit.fields]);
    const fields = ["technical_name"];
    expect(explain("rental_core")).toEqual([["rental_core", "exact", fields]]);
    expect(explain("barcode_")[0]).toEqual(["barcode_scan", "prefix", fields]);
    expect(explain("core")[0]).toEqual(["approval_core", "word", fields]);
    expect(explain("ental_cor")).toEqual([["rental_core", "substring", fields]]);
    expect(explain("retnal_core")).toEqual([["rental_core", "typo", fields]]);
    expect(search("rental_core")[0]).not.toHaveProperty("match");
  });

  test("an exact name is explained as such although a hyphen is written in it", () => {
    expect(search("Rental-Core", { explain: true })[0]?.match).toBe("exact");
  });
});

/** Parts of real names, whole or with a typo, written in various ways. */
function anyQuery(): fc.Arbitrary<NameQuery> {
  const names = [...new Set(records.map((record) => record.technical_name))];
  const part = fc
    .tuple(fc.constantFrom(...names), fc.nat(20), fc.integer({ min: 1, max: 20 }))
    .map(([name, start, length]) => {
      const from = start % name.length;
      return name.slice(from, from + length);
    });
  const typo = fc
    .tuple(fc.constantFrom(...names), fc.nat(30), fc.constantFrom("", "x", "_"))
    .map(([name, at, letter]) => name.slice(0, at) + letter + name.slice(at + 1));
  const shuffled = fc
    .constantFrom(...names)
    .chain((name) => fc.shuffledSubarray(name.split("_")))
    .map((words) => words.join(" "));
  const text = fc
    .oneof(fc.constantFrom(...names), part, typo, shuffled)
    .filter((written) => written.trim() !== "");
  return fc.record({
    text: fc.tuple(text, fc.constantFrom("as it is", "upper", "hyphen")).map(([written, style]) => {
      if (style === "upper") return written.toUpperCase();
      return style === "hyphen" ? written.replaceAll("_", "-") : written;
    }),
    platform_version: fc.constantFrom(undefined, undefined, "8.0", "16.0", "17.0", "18.0"),
    installable: fc.constantFrom(undefined, undefined, true, false),
    explain: fc.constant(false),
    offset: fc.constantFrom(0, 0, 1, 3),
    limit: fc.constantFrom(1, 2, 5, 1_000_000),
  });
}

const toPlaces = ({ technical_name, versions, not_installable }: NameHit) => ({
  technical_name,
  versions,
  not_installable,
});

/** The contract's sentence, read aloud over all records. */
function searchNaively({
  text,
  platform_version,
  installable,
}: NameQuery): readonly ReturnType<typeof toPlaces>[] {
  const wanted = text.toLowerCase().replaceAll(/[- ]/g, "_");
  const fitting = records.filter(
    (record) =>
      (platform_version === undefined || record.platform_version === platform_version) &&
      (installable === undefined || record.installable === installable),
  );
  const names = [...new Set(fitting.map((record) => record.technical_name))];
  const rankOf = (name: string): number => {
    if (name === wanted) return 0;
    if (name.startsWith(wanted)) return 1;
    return name.split("_").some((_, at, words) => words.slice(at).join("_").startsWith(wanted))
      ? 2
      : 3;
  };
  const dependentsOf = (name: string): number =>
    new Set(
      records
        .filter((record) => record.declared_dependencies.platform.includes(name))
        .map((record) => record.technical_name),
    ).size;
  const typos = wanted.length < 6 ? 1 : 2;
  const containing = names.filter((name) => name.includes(wanted));
  const scattered = names.filter((name) => !name.includes(wanted) && hasWords(name, wanted));
  const near = names.filter((name) => measureDistance(name, wanted, 9) <= typos);
  const placed = [...containing, ...scattered];
  const found = placed.length > 0 ? placed : near;
  const weigh = (name: string): number => {
    if (placed.length === 0) return measureDistance(name, wanted, 9);
    return scattered.includes(name) ? 4 : rankOf(name);
  };
  return found
    .toSorted(
      (a, b) => weigh(a) - weigh(b) || dependentsOf(b) - dependentsOf(a) || (a < b ? -1 : 1),
    )
    .map((name) => {
      const own = fitting.filter(({ technical_name }) => technical_name === name);
      return {
        technical_name: name,
        versions: listByProvider(own),
        not_installable: listByProvider(own.filter((record) => !record.installable)),
      };
    });
}

/** Two words or more, of which the last one may only be begun. */
function hasWords(name: string, wanted: string): boolean {
  const words = [...new Set(wanted.split("_").filter((word) => word !== ""))];
  const own = name.split("_");
  return (
    words.length > 1 &&
    words.every((word, at) =>
      own.some((other) => (at === words.length - 1 ? other.startsWith(word) : other === word)),
    )
  );
}

function listByProvider(carried: readonly ModuleRecord[]): Record<string, string[]> {
  const versions: Record<string, string[]> = {};
  for (const record of carried) {
    const provider = `${record.organization}/${record.repository}`;
    (versions[provider] ??= []).push(record.platform_version);
  }
  return versions;
}

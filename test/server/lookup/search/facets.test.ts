// Facets of a search: every count is that of the search with that value.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { publishSnapshot } from "../../../../builder/assemble/publish.js";
import type { Facet } from "../../../../server/contract/shape/search.js";
import { openLookup, type Lookup } from "../../../../server/lookup/lookup.js";
import type { EntryFilters } from "../../../../server/lookup/search/entry-filters.js";
import { countFacets } from "../../../../server/lookup/search/facets.js";
import { searchFiltered } from "../../../../server/lookup/search/filtered-search.js";
import { createContents, createRecord } from "../../../support/module-records.js";
import { openSharedLookup } from "../../../support/shared-snapshot.js";
import { makeTemporaryFolder } from "../../../support/temporary-folder.js";

const lookup = await openSharedLookup();

type Question = EntryFilters & { readonly term?: string | undefined };

function countHits(of: Lookup, question: Question): number {
  const query = { term: undefined, sort: "name", explain: false, limit: 1, offset: 0 } as const;
  return searchFiltered(of, { ...query, ...question }).total;
}

/** The filters that a value stands for. */
function toFilters({ parameter }: Facet, { value, organization }: Facet["values"][number]) {
  if (parameter === "installable") return { installable: value === "true" };
  return { [parameter]: value, ...(organization !== undefined && { organization }) };
}

function expectHonest(of: Lookup, question: Question): void {
  for (const facet of countFacets(of, { ...question, limit: 500 })) {
    for (const value of facet.values) {
      const followed = { ...question, ...toFilters(facet, value) };
      expect([facet.parameter, value.value, countHits(of, followed)]).toEqual([
        facet.parameter,
        value.value,
        value.count,
      ]);
    }
  }
}

const maybe = <T>(...values: readonly T[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined });

const QUESTIONS: fc.Arbitrary<Question> = fc.record({
  platform_version: fc.constantFrom("17.0", "16.0", "8.0", "99.0"),
  term: maybe("rental", "invoice", "a", "no such word"),
  license: maybe("AGPL-3", "lgpl-3", "none such"),
  category: maybe("Sales/Rental"),
  development_status: maybe("Beta"),
  organization: maybe("harbor-works"),
  repository: maybe("retail", "FINANCE"),
  installable: maybe(true, false),
  author: maybe("harbor"),
  new: maybe(true, false),
});

test("every count is that of the search with that value, whatever is asked", () => {
  fc.assert(fc.property(QUESTIONS, (question) => expectHonest(lookup, question)));
});

test("of one hit all values together are all hits", () => {
  const question = { platform_version: "17.0", term: "rental" };
  const facets = countFacets(lookup, { ...question, limit: 500 });
  expect(facets.map(({ parameter }) => parameter)).toContain("repository");
  for (const { parameter, values } of facets) {
    const sum = values.reduce((total, { count }) => total + count, 0);
    if (["repository", "license"].includes(parameter)) {
      expect([parameter, sum]).toEqual([parameter, countHits(lookup, question)]);
    }
  }
});

test("nothing found has no facets, and few values are those of most hits", () => {
  expect(countFacets(lookup, { platform_version: "17.0", term: "zzzz", limit: 20 })).toEqual([]);
  const facets = countFacets(lookup, { platform_version: "17.0", limit: 1 });
  const all = countFacets(lookup, { platform_version: "17.0", limit: 500 });
  for (const { parameter, values } of facets) {
    const whole = all.find((one) => one.parameter === parameter)?.values ?? [];
    expect(values).toEqual(parameter === "platform_version" ? whole : whole.slice(0, 1));
  }
});

describe("values that the filters take for one", () => {
  test("are one, and a module in two folders of a repository is one hit", async () => {
    const records = [
      createRecord({ technical_name: "a", category: "Sales / CRM" }),
      createRecord({ technical_name: "b", category: "sales/crm" }),
      createRecord({ technical_name: "c", category: "Sales / CRM", source_path: "c" }),
      createRecord({ technical_name: "c", category: "Sales / CRM", source_path: "other/c" }),
      createRecord({ technical_name: "d", category: "Sales / CRM", license: "" }),
    ];
    const options = { out: makeTemporaryFolder(), program: "0.0.0-test" };
    const { folder } = await publishSnapshot(createContents(records), options);
    const small = await openLookup(folder, { embedder: {} });
    const question = { platform_version: records[0]?.platform_version ?? "" };
    expect(countFacets(small, { ...question, limit: 20 })).toContainEqual({
      parameter: "category",
      values: [{ value: "Sales / CRM", count: 4 }],
    });
    expectHonest(small, question);
    small.close();
  });
});

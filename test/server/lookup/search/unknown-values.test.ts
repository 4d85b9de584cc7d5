// Filters of a search with unknown values, and their suggestions.

import { describe, expect, test } from "vitest";

import { listUnknownValues } from "../../../../server/lookup/search/entry-filters.js";
import { createRecord } from "../../../support/module-records.js";
import { openForFile } from "../../../support/written-snapshot.js";

const RECORDS = [
  createRecord({ technical_name: "a", license: "AGPL-3", category: "Sales / CRM" }),
  createRecord({ technical_name: "b", license: "LGPL-3", category: "sales/crm" }),
  createRecord({ technical_name: "c", license: "LGPL-3", development_status: "Beta" }),
];

const snapshot = await openForFile(RECORDS);

describe("unknown values", () => {
  test("none where every value is one of some module, in whatever case and blanks", () => {
    expect(
      listUnknownValues(snapshot, {
        platform_version: RECORDS[0]?.platform_version,
        license: "agpl-3",
        category: "SALES/ CRM",
        development_status: "beta",
        organization: RECORDS[0]?.organization.toUpperCase(),
        depends_on: "a",
      }),
    ).toEqual([]);
    expect(listUnknownValues(snapshot, {})).toEqual([]);
  });

  test("near ones are named, and those of most modules where none is near", () => {
    expect(listUnknownValues(snapshot, { license: "AGPL" })).toEqual([
      { parameter: "license", value: "AGPL", known: ["AGPL-3"] },
    ]);
    expect(listUnknownValues(snapshot, { license: "zzzzzz" })).toEqual([
      { parameter: "license", value: "zzzzzz", known: ["LGPL-3", "AGPL-3"] },
    ]);
    expect(listUnknownValues(snapshot, { development_status: "Mature" })).toEqual([
      { parameter: "development_status", value: "Mature", known: ["Beta"] },
    ]);
  });

  test("of a platform version all that there are", () => {
    const known = [...snapshot.versions];
    expect(listUnknownValues(snapshot, { platform_version: "3.0" })).toEqual([
      { parameter: "platform_version", value: "3.0", known },
    ]);
  });

  test.each(["__proto__", "constructor", "%", "_", "."])("%s is no value of a module", (value) => {
    const filters = { category: value, license: value, depends_on: value, model: value };
    expect(listUnknownValues(snapshot, filters).map(({ parameter }) => parameter)).toEqual([
      "category",
      "license",
      "depends_on",
      "model",
    ]);
  });
});

// Repositories by name; two organizations have one of the same name.
import { describe, expect, test } from "vitest";
import { findRepository } from "../../../../server/lookup/module/browse.js";
import { listRecords } from "../../../support/fixture-snapshot.js";
import { openSharedSnapshot } from "../../../support/shared-snapshot.js";

const snapshot = openSharedSnapshot();

describe("findRepository", () => {
  test("counts entries by version under each organization, versions in numeric order", () => {
    const outcome = findRepository(snapshot, "retail");
    expect(outcome).toEqual({
      found: true,
      value: {
        name: "retail",
        organizations: {
          "harbor-works": { "8.0": 3, "16.0": 8, "17.0": 12, "18.0": 2, "19.0": 3 },
          "northwind-addons": { "16.0": 6 },
        },
        installable: {
          "harbor-works": { "8.0": 3, "16.0": 7, "17.0": 11, "18.0": 2, "19.0": 3 },
          "northwind-addons": { "16.0": 6 },
        },
        git: {
          "harbor-works": "https://git.example.org/harbor-works/retail.git",
          "northwind-addons": "https://git.example.org/northwind-addons/retail.git",
        },
        forge: { "harbor-works": null, "northwind-addons": null },
        branches: {
          "harbor-works": {
            "8.0": "8.0",
            "16.0": "16.0",
            "17.0": "17.0",
            "18.0": "18.0",
            "19.0": "19.0",
          },
          "northwind-addons": { "16.0": "16.0", "17.0": "17.0" },
        },
      },
    });
    const counts = outcome.found ? outcome.value.organizations["harbor-works"] : undefined;
    expect(Object.keys(counts ?? {})).toEqual(["8.0", "16.0", "17.0", "18.0", "19.0"]);
  });

  test("says which branch is for which version", () => {
    const outcome = findRepository(snapshot, "workshop");
    expect(outcome).toMatchObject({
      found: true,
      value: {
        branches: { "northwind-addons": { "8.0": "legacy", "16.0": "16.0-prod", "17.0": "main" } },
      },
    });
  });

  test("the counts of all repositories are those of the records", () => {
    const names = new Set(snapshot.repositories.map((row) => row.repository));
    const records = listRecords(snapshot);
    let total = 0;
    for (const name of names) {
      const outcome = findRepository(snapshot, name);
      const organizations = Object.entries(outcome.found ? outcome.value.organizations : {});
      for (const [organization, versions] of organizations) {
        for (const [version, count] of Object.entries(versions)) {
          const carried = records.filter(
            (record) =>
              record.organization === organization &&
              record.repository === name &&
              record.platform_version === version,
          );
          expect(count).toBe(carried.length);
          total += count;
        }
      }
    }
    expect(total).toBe(snapshot.entries.length);
  });

  test("case does not count, and the answer has the name as it is", () => {
    expect(findRepository(snapshot, "RETAIL")).toEqual(findRepository(snapshot, "retail"));
  });

  test("an unknown one comes with names that are near", () => {
    expect(findRepository(snapshot, "retial")).toEqual({
      found: false,
      reason: "unknown_repository",
      suggestions: ["retail"],
    });
    expect(findRepository(snapshot, "harbor-works")).toMatchObject({ found: false });
    expect(findRepository(snapshot, "__proto__")).toMatchObject({ found: false, suggestions: [] });
  });
});

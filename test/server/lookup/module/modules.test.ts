// Modules by technical name: every name of the fixtures against its records.

import { toModuleDetails } from "../../../../server/lookup/module/detail.js";
import { describe, expect, test } from "vitest";

import type { ModuleSelection } from "../../../../server/contract/shape/module.js";
import { findModuleDetails, findModuleSummary } from "../../../../server/lookup/module/modules.js";
import type { Outcome } from "../../../../server/contract/outcome.js";
import { listRecords } from "../../../support/fixture-snapshot.js";
import { openSharedSnapshot } from "../../../support/shared-snapshot.js";

const snapshot = openSharedSnapshot();
const records = listRecords(snapshot);

function details(
  name: string,
  platform_version: string,
  provider: { readonly org?: string; readonly repo?: string } = {},
): Outcome<readonly ModuleSelection[]> {
  return findModuleDetails(snapshot, name, {
    platform_version,
    org: provider.org,
    repo: provider.repo,
  });
}

describe("findModuleSummary", () => {
  test("says the versions in numeric order and every repository once", () => {
    expect(findModuleSummary(snapshot, "barcode_scan")).toEqual({
      found: true,
      value: {
        name: "Barcode Scan",
        technical_name: "barcode_scan",
        platform_versions: ["8.0", "16.0", "17.0"],
        repos: ["https://git.example.org/harbor-works/retail.git"],
        installable: {
          platform_versions: ["8.0", "16.0", "17.0"],
          repos: ["https://git.example.org/harbor-works/retail.git"],
        },
        copies: [],
      },
    });
    expect(findModuleSummary(snapshot, "delivery_window")).toMatchObject({
      value: {
        // At 17.0; the one of the other organization ends at 16.0.
        name: "Delivery Windows",
        platform_versions: ["16.0", "17.0"],
        repos: [
          "https://git.example.org/harbor-works/retail.git",
          "https://git.example.org/northwind-addons/retail.git",
        ],
      },
    });
  });

  test("finds every name, with every version and address of its records", () => {
    for (const { technical_name: name } of records) {
      const ofName = records.filter((record) => record.technical_name === name);
      const outcome = findModuleSummary(snapshot, name);
      const value = outcome.found ? outcome.value : undefined;
      expect(value?.technical_name).toBe(name);
      expect(new Set(value?.platform_versions)).toEqual(
        new Set(ofName.map((record) => record.platform_version)),
      );
      expect(new Set(value?.repos)).toEqual(new Set(ofName.map((record) => record.git)));
    }
  });

  test.each(["rental", "RENTAL_CORE", "rental_core ", "__proto__", ""])(
    "there is no module %j",
    (name) => {
      expect(findModuleSummary(snapshot, name)).toMatchObject({
        found: false,
        reason: "unknown_module",
      });
    },
  );
});

describe("findModuleDetails", () => {
  test("gives the very record of each entry", () => {
    for (const [entry, record] of records.entries()) {
      const { technical_name: name, platform_version: version } = record;
      const { organization: org, repository: repo } = record;
      const { trees: _, ...told } = toModuleDetails(snapshot, entry);
      expect(details(name, version, { org, repo })).toEqual({ found: true, value: [told] });
    }
  });

  test("is in the order of organization and repository, and is narrowed without case", () => {
    const providersOf = (outcome: ReturnType<typeof details>): string[] =>
      outcome.found
        ? outcome.value.map((record) => `${record.organization}/${record.repository}`)
        : [];
    const both = ["harbor-works/retail", "northwind-addons/retail"];
    const name = "delivery_window";
    expect(providersOf(details(name, "16.0"))).toEqual(both);
    expect(providersOf(details(name, "16.0", { repo: "Retail" }))).toEqual(both);
    expect(providersOf(details(name, "16.0", { org: "Northwind-Addons" }))).toEqual([
      "northwind-addons/retail",
    ]);
  });

  test("says at which versions, or in which repositories, there is one", () => {
    expect(details("rental_core", "8.0")).toEqual({
      found: false,
      reason: "module_not_at_version",
      version: "8.0",
      availableVersions: ["16.0", "17.0", "18.0", "19.0"],
      successors: [],
    });
    expect(details("delivery_window", "16.0", { org: "meadow-apps" })).toEqual({
      found: false,
      reason: "module_not_in_repository",
      availableRepositories: ["harbor-works/retail", "northwind-addons/retail"],
    });
    expect(details("delivery_window", "17.0", { org: "northwind-addons" })).toEqual({
      found: false,
      reason: "module_not_in_repository",
      availableRepositories: ["harbor-works/retail"],
    });
    expect(details("rental_cor", "17.0")).toMatchObject({
      reason: "unknown_module",
      suggestions: ["rental_core"],
    });
  });
});

// Suggestions for an unknown name.

import { describe, expect, test } from "vitest";

import {
  listNearNames,
  listNearRepositories,
} from "../../../../server/lookup/search/near-names.js";
import { openSharedSnapshot } from "../../../support/shared-snapshot.js";

const snapshot = openSharedSnapshot();

describe("listNearNames", () => {
  test.each([
    ["rental_cor", "rental_core"],
    ["Rental-Core", "rental_core"],
    ["retnal_core", "rental_core"],
    ["bnak_import_cmat", "bank_import_camt"],
    ["invoice_reminders", "invoice_reminder"],
    ["mial", "mail"],
    ["l10n_vat_check_extra", "vat_check"],
  ])("%s: %s is first", (wanted, first) => {
    expect(listNearNames(snapshot, wanted)[0]).toBe(first);
  });

  test("a part of names suggests those, the nearest first", () => {
    expect(listNearNames(snapshot, "rental")).toEqual([
      "rental_core",
      "rental_deposit",
      "rental_fleet",
      "rental_inspection",
    ]);
  });

  test("a name that modules depend on is right: names that contain it are not meant", () => {
    expect(listNearNames(snapshot, "purchase")).toEqual([]);
    expect(listNearNames(snapshot, "purchas")).toEqual(["approval_purchase"]);
  });

  test("never more than five, none twice", () => {
    const suggestions = listNearNames(snapshot, "ice");
    expect(suggestions).toHaveLength(5);
    expect(new Set(suggestions).size).toBe(5);
  });

  test("the module that more modules depend on is first among the equally near", () => {
    const suggestions = listNearNames(snapshot, "core");
    expect(suggestions.indexOf("approval_core")).toBe(0);
    expect(suggestions).not.toContain("platform-core");
  });

  test.each(["zzzzzzzzzz", "\u{1f600}", "\0", "\ud800", "x".repeat(2_000)])(
    "nothing is near %j",
    (wanted) => {
      expect(listNearNames(snapshot, wanted)).toEqual([]);
    },
  );
});

describe("listNearRepositories", () => {
  test.each([
    ["retial", ["retail"]],
    ["platform", ["platform-core"]],
    ["platform_core", ["platform-core"]],
    ["Finances", ["finance"]],
    ["kitchen", []],
  ])("%s suggests %j", (wanted, suggestions) => {
    expect(listNearRepositories(snapshot, wanted)).toEqual(suggestions);
  });
});

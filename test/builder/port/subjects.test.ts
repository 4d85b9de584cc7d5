// First lines of commits.
import { expect, test } from "vitest";
import {
  dropName,
  findOrigin,
  isLinting,
  isOnlyMigration,
  isUnmistakable,
  toWords,
} from "../../../builder/port/subjects.js";

test.each([
  ["[IMP] a_module: black, isort, prettier", true],
  ["*: Fix pylint", true],
  ["[FIX] all: fix pre-commit new checks", true],
  ["[IMP] a_module: check dates before posting", false],
  ["[FIX] a_module: lint, and post invoices at once", false],
])("%s speaks of linters alone: %s", (subject, isSaid) => {
  expect(isLinting(toWords(subject))).toBe(isSaid);
});

test.each([
  ["[MIG] a_module: Backport from 14.0", 14],
  ["Backporting to 14.0 from 16.0", 16],
  ["[14.0][BACKPORT] a_module 16.0->14.0", 16],
  ["[IMP] a_module: backport fixes from v15", 15],
  ["[MIG] a_module: Backport to 14.0", 14],
  ["[FIX] a_module: finish backport", undefined],
  ["[MIG][11->10] a_module: apply 3to2", 11],
  ["[MIG][10->11] a_module", undefined],
  ["[FIX] a_module: amounts from 14 days on", undefined],
])("%s is of %s", (subject, origin) => {
  expect(findOrigin(subject)).toBe(origin);
});

test.each([
  ["[MIG] sales: Migration to 15.0", true],
  ["[15.0][MIG] sales", true],
  ["[MIG] sales from v14 to v15", true],
  ["Migration of module to version 15.0", true],
  ["feat(sales): initial port to 15.0", true],
  ["sales: port totals to 15.0", false],
  ["[15.0] sales", false],
  ["[MIG] sales: Migration to 15.0 [IMP] sales: totals", false],
  ["[MIG] sales: totals from 16.0", false],
  ["[OU-ADD] sales: Migration scripts", false],
])("%s is a migration and no more: %s", (subject, isSaid) => {
  expect(isOnlyMigration(subject, "addons/sales/")).toBe(isSaid);
});

test.each([
  ["[IMP] a_module: show the total of discounts on reports", true],
  ["[FIX] a_module: fix singleton error", false],
])("%s is said by chance once only: %s", (subject, isOnce) => {
  expect(isUnmistakable(dropName(toWords(subject), "a_module/"))).toBe(isOnce);
});

test("a subject says the same with and without the name of the module", () => {
  const [short, long] = ["Add a tab for comments", "[IMP] sale_role: Add a tab for comments"].map(
    (subject) => dropName(toWords(subject), "sale_role/"),
  );
  expect(short).toBe("add a tab for comments");
  expect(long).toBe(short);
});

// First lines of commits.
import { expect, test } from "vitest";
import {
  findOrigin,
  isLinting,
  isMigration,
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
  ["[FIX] a_module: amounts from 14 days on", undefined],
])("%s is of %s", (subject, origin) => {
  expect(findOrigin(subject)).toBe(origin);
});

test.each([
  ["[MIG] a_module: Migration to 16.0", true],
  ["[16.0][MIG] a_module", true],
  ["[MIG] a_module: Migration to 15.0", false],
  ["[16.0][FIX] a_module: amigos", false],
])("%s brings a module to 16.0: %s", (subject, isSaid) => {
  expect(isMigration(subject, "16.0")).toBe(isSaid);
});

test.each([
  ["[MIG] sales: Migration to 15.0", true],
  ["[15.0][MIG] sales", true],
  ["[MIG] sales from v14 to v15", true],
  ["Migration of module to version 15.0", true],
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
  expect(isUnmistakable(toWords(subject), "a_module/")).toBe(isOnce);
});

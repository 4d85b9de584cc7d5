// Changes that a step of a migration script covers.
import { expect, test } from "vitest";
import { type CoverSubject, createCover } from "../../../../server/compare/upgrade/scripts.js";
import type { UpgradeCode } from "../../../../server/contract/shape/migration/upgrade-codes.js";

const step = (call: string, thing: "column" | "record", on: string | null, name: string) => ({
  call,
  thing,
  on,
  names: [name],
  line: 1,
});

const cover = createCover([
  {
    module: "rental",
    source: "rental",
    version: "17.0.1.0",
    phase: "pre",
    file: "migrations/17.0.1.0/pre-migration.py",
    line: 1,
    steps: [
      step("mapped", "column", "rental.order", "fee"),
      step("write", "column", "rental.order", "cost"),
      step("unlink", "record", null, "rental.gone"),
    ],
  },
]);

const ORDER = { model: "rental.order", table: "rental_order" };

test.each<readonly [code: UpgradeCode, subject: CoverSubject, calls: readonly string[]]>([
  ["column_removed", { ...ORDER, field: "fee" }, ["mapped"]],
  ["now_required", { ...ORDER, field: "fee" }, []],
  ["now_required", { ...ORDER, field: "cost" }, ["write"]],
  ["column_removed", { model: "rental.line", field: "fee" }, []],
  ["record_kept", { xmlId: "rental.gone" }, ["unlink"]],
  ["record_kept", { xmlId: "rental.kept" }, []],
  ["column_added", { ...ORDER, field: "fee" }, []],
])("%s of %j is covered by %j", (code, subject, calls) => {
  expect(cover.find(code, subject).map(({ call }) => call)).toEqual(calls);
});

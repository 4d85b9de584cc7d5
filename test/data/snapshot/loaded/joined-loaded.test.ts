// Loaded contents of the entries of a technical name, joined.
import { expect, test } from "vitest";
import { joinLoaded } from "../../../../data/snapshot/loaded/joined-loaded.js";
import type { LoadedRows } from "../../../../data/snapshot/loaded/packed-loaded.js";
import { testLong } from "../../../support/properties.js";

/** An entry with archs of one view. */
function toEntry(texts: readonly string[]): LoadedRows {
  return {
    head: new Uint8Array(),
    writes: new Uint8Array(),
    archs: texts.map((text) => ({ id: "a.view", row: Buffer.from(text) })),
    data: [],
    posted: {
      "data-keys": [],
      "foreign-ids": [],
      "view-subjects": [],
      subjects: [],
      labels: [],
      references: [],
    },
  };
}

test("archs that are equal are kept once, in the order in which they were met", () => {
  const { rows } = joinLoaded([toEntry(["x", "y", "x"]), toEntry(["z", "y"])]);
  expect(rows.archs.map((run) => run.map(String))).toEqual([["x", "y", "z"]]);
});

testLong("many of one view that differ take time in proportion to them", () => {
  const texts = Array.from({ length: 100_000 }, (_, at) => `${"x".repeat(100)}${at}`);
  expect(joinLoaded([toEntry(texts)]).rows.archs[0]).toHaveLength(100_000);
});

// What is loaded of the entries of a technical name, put together.
import { expect, test } from "vitest";
import { joinLoaded } from "../../../../data/snapshot/loaded/joined-loaded.js";
import type { LoadedRows } from "../../../../data/snapshot/loaded/packed-loaded.js";

/** An entry with classes of one model and name. */
function toEntry(texts: readonly string[]): LoadedRows {
  return {
    head: new Uint8Array(),
    writes: new Uint8Array(),
    archs: [],
    data: [],
    classes: texts.map((text, line) => {
      return { model: "a", name: "A", file: "a.py", line, row: Buffer.from(text) };
    }),
    posted: {
      "data-keys": [],
      "foreign-ids": [],
      "view-subjects": [],
      subjects: [],
      labels: [],
    },
  };
}

test("classes that are equal are kept once, in the order in which they were met", () => {
  const { classes } = joinLoaded([toEntry(["x", "y", "x"]), toEntry(["z", "y"])]);
  expect(classes.rows.map(String)).toEqual(["x", "y", "z"]);
  expect(classes.numbers).toEqual([0, 1, 0, 2, 1]);
  expect(classes.entries).toEqual([0, 0, 0, 1, 1]);
});

test("many of one name that differ take time in proportion to them", () => {
  const texts = Array.from({ length: 100_000 }, (_, at) => `${"x".repeat(100)}${at}`);
  expect(joinLoaded([toEntry(texts)]).classes.rows).toHaveLength(100_000);
});

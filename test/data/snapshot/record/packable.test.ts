// Rows that an older program packed: what was added to them since is read with the value that is declared for it.
import { expect, test } from "vitest";
import { createPackable, createUnpacked } from "../../../../data/snapshot/record/packable.js";
import { openRecordDecoder, RowPacker } from "../../../../data/snapshot/record/packing.js";
import { damagedSection, SnapshotError } from "../../../../data/snapshot/errors.js";
import { requireDeclared, STRUCTURES } from "../../../../data/snapshot/record/structures.js";
import { readValuesOf } from "../../../../data/snapshot/packed-values.js";
import {
  added,
  count,
  findProperties,
  listKeys,
  listOf,
  mapOf,
  object,
  orNull,
  text,
  type Properties,
} from "../../../../data/shape.js";

const older = {
  name: text(),
  rows: listOf(object({ line: count(), attrs: orNull(mapOf(text())) })),
};
const newer = {
  name: text(),
  refused: added(orNull(text()), { since: 11, missing: null }),
  rows: listOf(
    object({
      line: count(),
      attrs: orNull(mapOf(text())),
      marks: added(listOf(text()), { since: 11, missing: [] }),
    }),
  ),
};

const toStructures = (properties: Properties) =>
  [properties, findProperties(properties["rows"] ?? {}) ?? {}].map((keys) => listKeys(keys));

/** A value that is packed by one program and read by another: the key lists are those that the file has. */
function carry(value: unknown, from: Properties, to: Properties): unknown {
  const structures = toStructures(from);
  const bytes = new RowPacker(structures).pack([createPackable(from)(value)]);
  return createUnpacked(to)(openRecordDecoder(structures, "records.bytes")(bytes).read(0));
}

test("a row without a fact that was added has its default, at every depth", () => {
  const rows = [
    { line: 1, attrs: { a: "b" } },
    { line: 2, attrs: null },
  ];
  expect(carry({ name: "x", rows }, older, newer)).toEqual({
    name: "x",
    refused: null,
    rows: rows.map((row) => ({ ...row, marks: [] })),
  });
});

test("a row with it has what was packed", () => {
  const value = { name: "x", refused: "why", rows: [{ line: 1, attrs: null, marks: ["m"] }] };
  expect(carry(value, newer, newer)).toEqual(value);
});

test("a reader that does not know a fact reads the others", () => {
  const value = { name: "x", refused: "why", rows: [] };
  expect(carry(value, newer, older)).toMatchObject({ name: "x", rows: [] });
});

test("what is no row, as in a damaged snapshot, stays", () => {
  for (const value of [null, 1, "text", [], { name: 1, refused: 2, rows: "no list" }]) {
    expect(createUnpacked(newer)(structuredClone(value))).toEqual(value);
  }
});

test("a checked row likewise", () => {
  const of = readValuesOf("classes.bytes");
  const read = of.rowOf({
    name: of.readText,
    flag: of.added({ since: 11, missing: false }, of.readFlag),
  });
  expect(read({ name: "x" })).toEqual({ name: "x", flag: false });
  expect(read({ name: "x", flag: true })).toEqual({ name: "x", flag: true });
  expect(() => read({ name: "x", flag: 1 })).toThrow(
    damagedSection("classes.bytes", "true or false", "number").message,
  );
});

test("key lists of records have the declared keys: those added later may be missing, and there may be more", () => {
  const [facts = [], ...others] = STRUCTURES.records;
  const asked = (keys: readonly string[]) => () => requireDeclared([keys, ...others]);
  expect(asked(facts)()).toEqual(STRUCTURES.records);
  expect(asked([...facts, "of_a_newer_program"])).not.toThrow();
  expect(asked(facts.filter((key) => key !== "refused"))).not.toThrow();
  expect(asked(facts.filter((key) => key !== "website"))).toThrow(SnapshotError);
});

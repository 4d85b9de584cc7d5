// The default layout of answers whose shape is known, as CSV.
import { expect, test } from "vitest";
import {
  anyOf,
  constant,
  integer,
  listOf,
  mapOf,
  object,
  optional,
  orNull,
  text,
} from "../../../data/shape.js";
import { finishSteps } from "../../../data/yield.js";
import { layPlain } from "../../../server/contract/plain-blocks.js";
import { renderCsv } from "../../../server/faces/csv.js";

test("columns of CSV are those of the shape, whatever values there are", () => {
  const place = object({ organization: text(), repository: text() });
  const row = object({ name: text(), of: orNull(place), note: optional(text()), lines: integer() });
  const other = { name: "b", of: { organization: "OCA", repository: "web" }, lines: 1 };
  const write = (rows: readonly unknown[]): readonly string[] =>
    finishSteps(renderCsv(layPlain(rows, { total: 9, shape: listOf(row) }))).split("\r\n");
  const head = "name,of.organization,of.repository,lines";
  expect(write([])).toEqual([head, ""]);
  expect(write([{ name: "a", of: null, lines: 2 }])).toEqual([head, "a,,,2", ""]);
  expect(write([{ name: "a", of: null, lines: 2 }, other])).toEqual([
    head,
    "a,,,2",
    "b,OCA,web,1",
    "",
  ]);
  expect(write([{ ...other, note: "new" }])[0]).toBe(`${head},note`);
});

test("facts of an object that is not there keep their names", () => {
  const shape = object({ name: text(), forge: orNull(object({ folder: text(), commit: text() })) });
  const blocks = layPlain({ name: "a", forge: null }, { total: undefined, shape });
  expect(finishSteps(renderCsv(blocks))).toBe("name,forge.folder,forge.commit\r\na,,\r\n");
});

test("a map keeps its column, whatever is in it; a deprecated field has none of its own", () => {
  const row = object({ name: text(), copies: mapOf(text()), old: text("", { deprecated: true }) });
  const write = (rows: readonly unknown[]): string =>
    finishSteps(renderCsv(layPlain(rows, { total: 9, shape: listOf(row) })));
  const head = "name,copies\r\n";
  expect(write([])).toBe(head);
  expect(write([{ name: "a", copies: {} }])).toBe(`${head}a,\r\n`);
  expect(write([{ name: "a", copies: { "acme/all": "OCA/web" } }])).toBe(
    `${head}a,acme/all: OCA/web\r\n`,
  );
});

test("of rows in several forms those columns stand without rows that all forms have", () => {
  const one = object({ name: text(), found: constant(true), size: integer() });
  const other = object({ name: text(), found: constant(false), near: listOf(text()) });
  const blocks = layPlain([], { total: 0, shape: listOf(anyOf(one, other)) });
  expect(finishSteps(renderCsv(blocks))).toBe("name,found\r\n");
});

test("a null in the rows of an opened list is opened by the shape of those", () => {
  const line = object({ id: integer(), place: orNull(object({ city: text() })) });
  const shape = object({ orders: listOf(object({ name: text(), lines: listOf(line) })) });
  const orders = [
    {
      name: "a",
      lines: [
        { id: 1, place: null },
        { id: 2, place: null },
      ],
    },
  ];
  const blocks = layPlain({ orders }, { total: undefined, shape });
  expect(finishSteps(renderCsv(blocks)).split("\r\n")[0]).toBe("name,id,place.city");
});

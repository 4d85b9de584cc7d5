// The default layout of answers whose shape is known, as CSV.
import { expect, test } from "vitest";
import { integer, listOf, object, optional, orNull, text } from "../../../data/shape.js";
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

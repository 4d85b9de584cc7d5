// Answers that nobody laid out, as a terminal shows them.
import { expect, test } from "vitest";
import { finishSteps, type Steps } from "../../../data/yield.js";
import { layPlain, layPlainly } from "../../../server/contract/plain-blocks.js";
import { renderCsv } from "../../../server/faces/csv.js";
import { renderBlocks } from "../../../server/faces/page/blocks.js";
import { renderWorkbook } from "../../../server/faces/workbook.js";
import { unzipSync } from "fflate";
import { renderMarkdown } from "../../../server/faces/markdown.js";
import { renderTerminal, renderTexts } from "../../../server/faces/terminal.js";
import { testLong } from "../../support/properties.js";

const lay = (answer: unknown, total?: number) => layPlain(answer, { total });
const show = (answer: unknown, total?: number): readonly string[] =>
  renderTerminal(lay(answer, total)).split("\n");

test("a record is its facts, then its lists; what is empty is left out", () => {
  const models = [
    { name: "shop.order", file: "models/order.py", line: 7, note: null },
    { name: "shop.line", file: "models/line.py", line: 12, note: null },
  ];
  const counts = { models: 2, by_version: { "16.0": 1, "17.0": 2 } };
  const record = { name: "retail", summary: "", website: null, tags: ["a", "b"], counts, models };
  expect(show(record)).toEqual([
    "Name                retail",
    "Tags                a, b",
    "Counts: models      2",
    "Counts: by version  16.0: 1, 17.0: 2",
    "",
    "Models:",
    "  Name        File",
    "  shop.order  models/order.py:7",
    "  shop.line   models/line.py:12",
  ]);
});

test("sizes are read in their unit", () => {
  expect(show({ folder_size: 1_198_396, code_size: { python: 4_331 } })).toEqual([
    "Folder size        1.2 MB",
    "Code size: python  4 kB",
  ]);
});

test("a list within a row opens it, a list within that is names", () => {
  const fields = [{ name: "a" }, { name: "b" }];
  const modules = [
    { name: "shop", classes: [{ name: "Order", fields }] },
    { name: "shop_pos", classes: [{ name: "Line", fields: [] }] },
  ];
  expect(show({ modules })).toEqual([
    "Modules:",
    "  Name      Classes: name  Fields",
    "  shop      Order          a, b",
    "  shop_pos  Line",
  ]);
});

test("rows with several lists keep their number, and say where they are from", () => {
  const wide = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`key_${at}`, at]));
  const modules = ["OCA", "acme"].map((organization) => ({
    ...wide,
    needs: [{ text: "a" }, { text: "b" }],
    views: [{ name: "c" }],
    organization,
    repository: "web",
  }));
  const csv = finishSteps(renderCsv(lay(modules)))
    .trim()
    .split(/\r?\n/);
  expect(csv.map((row) => row.split(",").slice(-5).join())).toEqual([
    "needs,views,organization,repository,provider",
    "a; b,c,OCA,web,OCA/web",
    "a; b,c,acme,web,acme/web",
  ]);
  expect(show(modules)[1]).toMatch(/Repository$/);
});

const listLines = (answer: unknown): readonly string[] =>
  finishSteps(renderCsv(lay(answer))).split("\r\n");

test("rows of an answer are its things, whichever lists are empty, and however many there are", () => {
  const needs = [{ text: "a" }, { text: "b" }];
  const modules = ["OCA", "acme"].map((repository) => ({
    needs,
    views: [] as object[],
    repository,
  }));
  expect(listLines(modules)).toEqual(["needs,views,repository", "a; b,,OCA", "a; b,,acme", ""]);
  expect(listLines(modules.slice(0, 1))).toEqual(["needs,views,repository", "a; b,,OCA", ""]);
  const [first, ...others] = modules;
  expect(listLines([{ ...first, views: [{ name: "c" }] }, ...others])).toEqual([
    "needs,views,repository",
    "a; b,c,OCA",
    "a; b,,acme",
    "",
  ]);
});

test("a row alone is read as a record, and of a part of a list it is said how long that is", () => {
  expect(show([{ id: 1, name: "a" }])).toEqual(["Id    1", "Name  a"]);
  expect(show([{ id: 1 }], 7).at(-1)).toBe("1 of 7 are shown.");
  expect(show(["a", "b"])).toEqual(["Rows:", "  Value", "  a", "  b"]);
  expect(show([])).toEqual(["Nothing found."]);
});

test("what is long, or beside many others, is left to spreadsheets and pages", () => {
  const wide = Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`key_${at}`, at]));
  expect(
    show([wide, wide])[1]
      ?.trim()
      .split(/\s{2,}/),
  ).toHaveLength(9);
  const text = "x".repeat(500);
  expect(show([{ id: 1, text }, { id: 2 }])).not.toContain(text);
  expect(finishSteps(renderCsv(lay([{ id: 1, text }, { id: 2 }])))).toContain(text);
  expect(show({ id: 1, text: "First.\n\nSecond." })).toContain("  Second.");
});

test("sheets of a workbook have names that spreadsheets take", () => {
  const rows = [{ a: 1 }, { a: 2 }];
  const answer = {
    of: { x: { long_names_of_lists_that_go_on: rows, long_names_of_lists_that_go_off: rows } },
    summary: rows,
  };
  const names = Buffer.from(
    unzipSync(finishSteps(renderWorkbook(lay(answer))))["xl/workbook.xml"] ?? new Uint8Array(),
  )
    .toString()
    .matchAll(/<sheet name="([^"]*)"/g);
  expect([...names].map(([, name]) => name)).toEqual([
    "Summary",
    "Of x long names of lists that g",
    "Of x long names of lists that 2",
    "Summary 2",
  ]);
});

testLong("a long workbook, which threads pack, is whole and always the same", () => {
  const rows = Array.from({ length: 5_000 }, (_, at) => ({ name: `row ${at}`, at }));
  const write = () => finishSteps(renderWorkbook(lay({ rows })));
  const [one, other] = [write(), write()];
  expect(Buffer.compare(one, other)).toBe(0);
  const sheets = Object.values(unzipSync(one)).map((sheet) => Buffer.from(sheet).toString());
  expect(sheets.some((sheet) => sheet.length > 200_000 && sheet.includes("row 4999"))).toBe(true);
});

test("names lead to their pages, and lines to their files", () => {
  const modules = [
    { technical_name: "a", organization: "acme", repository: "tools", file: "a b.py", line: 3 },
  ];
  const place = { ...modules[0], line_url: "https://forge.example/{+file}#L{line}" };
  const { text } = renderBlocks(lay({ modules: [place] }), {});
  for (const href of ["/module/a", "/repo/acme/tools", "https://forge.example/a%20b.py#L3"]) {
    expect(text).toContain(`href="${href}"`);
  }
});

const count = (steps: Steps<unknown>): number => [...steps].length;

test("a step lays out one row, or writes one", () => {
  const answer = { rows: Array.from({ length: 50 }, (_, at) => ({ name: `row_${at}`, at })) };
  expect(count(layPlainly(answer, { total: undefined }))).toBeGreaterThanOrEqual(50);
  expect(count(renderMarkdown(lay(answer)))).toBe(50);
  for (const width of [10, 100]) {
    expect(count(renderTexts(lay(answer), width))).toBeGreaterThanOrEqual(100);
  }
});

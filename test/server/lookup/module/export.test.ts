// Everything as lines: what they hold, and that parts put together are the whole.

import { toModuleDetails } from "../../../../server/lookup/module/detail.js";
import { describe, expect, test } from "vitest";

import {
  EXPORT_FORMATS,
  createExport,
  type ExportFormat,
} from "../../../../server/lookup/module/export.js";
import { toCsvLine } from "../../../../server/contract/csv-line.js";
import { listRecords } from "../../../support/fixture-snapshot.js";
import { createRecord } from "../../../support/module-records.js";
import { openForFile } from "../../../support/written-snapshot.js";

const HOSTILE = 'a "quoted", text;\r\nwith lines, ünïcode 模块\u2028 and =1+1';

const RECORDS = [
  createRecord({ technical_name: "a", authors: ["Ann", "Bob, Inc."], development_status: "Beta" }),
  createRecord({ technical_name: "b", name: HOSTILE, summary: "\n", platform_version: "8.0" }),
  createRecord({ technical_name: "b", description: "x".repeat(200_000) }),
  createRecord({ technical_name: "c", category: '"' }),
];

const snapshot = await openForFile(RECORDS);

function readExport(
  format: ExportFormat,
  { offset = 0, limit = 100, platform_version }: Partial<Parameters<typeof createExport>[2]> = {},
): string {
  const { pieces } = createExport(snapshot, format, { offset, limit, platform_version });
  return [...pieces].join("");
}

/** A reader of RFC 4180 that knows nothing of the writer. */
function parseCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  while (cell.lastIndex < text.length) {
    const [, quoted, plain = "", end] = cell.exec(text) ?? expect.unreachable("not a table");
    row.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === ",") continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

test("nothing in a table is a formula to a spreadsheet, and numbers stay numbers", () => {
  const cells = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "-1.5", "a=b"];
  expect(parseCsv(toCsvLine(cells))[0]).toEqual([
    "'=1+1",
    "'+1+1",
    "'-1+1",
    "'@SUM(A1)",
    "'\t=1",
    "'\r=1",
    "-1.5",
    "a=b",
  ]);
});

describe("createExport", () => {
  test("JSON lines are the records", () => {
    const lines = readExport("ndjson").trimEnd().split("\n");
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      listRecords(snapshot).map((_, entry) => toModuleDetails(snapshot, entry)),
    );
  });

  test("a table has a line for each entry that reads back, whatever stands in it", () => {
    const [head = [], ...rows] = parseCsv(readExport("csv"));
    expect(rows.map((row) => row.length)).toEqual(rows.map(() => head.length));
    const read = rows.map((row) => Object.fromEntries(head.map((name, at) => [name, row[at]])));
    expect(read).toMatchObject([
      { technical_name: "a", authors: "Ann; Bob, Inc.", development_status: "Beta" },
      { technical_name: "b", name: HOSTILE, summary: "\n", platform_version: "8.0" },
      { technical_name: "b", installable: "true", folder_size: "1234", development_status: "" },
      { technical_name: "c", category: '"' },
    ]);
  });

  test.each(EXPORT_FORMATS)("parts of %s put together are the whole", (format) => {
    const parts = RECORDS.map((_, offset) => readExport(format, { offset, limit: 1 }));
    expect(parts.join("")).toBe(readExport(format));
    expect(readExport(format, { offset: 1 })).toBe(parts.slice(1).join(""));
  });

  test("one platform version, and none", () => {
    expect(readExport("ndjson", { platform_version: "8.0" }).split("\n")).toHaveLength(2);
    expect(readExport("ndjson", { platform_version: "9.0" })).toBe("");
    expect(parseCsv(readExport("csv", { platform_version: "9.0" }))).toHaveLength(1);
  });

  test("a record is read when its piece is taken", () => {
    const pieces = createExport(snapshot, "ndjson", {
      platform_version: undefined,
      offset: 0,
      limit: 100,
    }).pieces[Symbol.iterator]();
    expect((pieces.next().value as string).split("\n")).toHaveLength(4);
    expect((pieces.next().value as string).split("\n")).toHaveLength(2);
    expect(pieces.next().done).toBe(true);
  });
});
